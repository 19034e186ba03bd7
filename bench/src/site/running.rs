//! A site in this process, on a free port, with its workers.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use croupier_hosts::CellKind;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::http::Reach;
use croupier_portal::{Clock, Config, SignUp, WebLimits, serve};

use super::{Failed, words};

/// How many workers play.
pub(super) const WORKERS: usize = 2;

/// A site that runs until it is stopped.
pub(super) struct Running {
    /// Where it listens.
    pub(super) address: SocketAddr,
    stop: Arc<AtomicBool>,
    serving: thread::JoinHandle<Result<(), String>>,
}

impl Running {
    /// Starts the site of this folder; `demo` puts a contest of every game on it.
    pub(super) fn start(data: &Path, demo: bool) -> Result<Self, Failed> {
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.to_owned(),
            store: None,
            demo,
            sandbox: Sandbox::Best,
            cell: CellKind::default(),
            packages: None,
            workers: WORKERS,
            sign_up: Some(SignUp::Open),
            reach: Reach::PublicOnly,
            admit: Vec::new(),
            behind_tls: false,
            trust_proxy: false,
            // All clients of a bench have one address.
            limits: WebLimits { reads_a_second: 0, ..WebLimits::default() },
            clock: Clock::default(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (told, ready) = mpsc::channel();
        let stopping = Arc::clone(&stop);
        let serving = thread::spawn(move || {
            let tell = |served: &croupier_portal::Served| told.send(served.address).unwrap_or(());
            serve(&config, &stopping, tell).map_err(words)
        });
        let Ok(address) = ready.recv() else {
            let why = serving.join().map_err(|_| "the site panicked".to_owned())?;
            return Err(why.err().unwrap_or_else(|| "the site ended at once".to_owned()));
        };
        Ok(Self { address, stop, serving })
    }

    /// Stops it, and waits until it has.
    pub(super) fn stop(self) -> Result<(), Failed> {
        self.stop.store(true, Ordering::Relaxed);
        self.serving.join().map_err(|_| "the site panicked".to_owned())?
    }
}
