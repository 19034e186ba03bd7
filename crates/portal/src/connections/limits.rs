//! How much the site lets readers have at once: so much that a class behind one address never meets
//! a limit, and so little that nobody alone can keep everyone else out.

use std::time::Duration;

/// Files that the site itself keeps open, beside its readers' connections.
const OWN_FILES: u64 = 512;

/// What readers may have.
#[derive(Debug, Clone)]
pub struct WebLimits {
    /// Open connections in all.
    pub connections: usize,
    /// Open connections from one address. Behind a proxy that is trusted, all come from it and this
    /// does not count.
    pub connections_an_address: usize,
    /// Live pages in all: each keeps its connection.
    pub live: usize,
    /// Live pages of one address.
    pub live_an_address: usize,
    /// Requests a second of one address; ten times as many at once. 0 for no limit.
    pub reads_a_second: u32,
    /// How long the head of a request may take, and how long a connection is kept without one.
    pub head_time: Duration,
    /// How long a request may take, from its head to the head of its answer: its body is read in that time.
    pub request_time: Duration,
    /// Whether every request is logged; those that fail here or take more than a second always are.
    pub log_requests: bool,
}

impl WebLimits {
    /// For so many connections: half of them for one address, and half for live pages, of which one
    /// address has half.
    #[must_use]
    pub fn of(connections: usize) -> Self {
        Self {
            connections,
            connections_an_address: connections.div_ceil(2),
            live: connections.div_ceil(2),
            live_an_address: connections.div_ceil(4),
            // 250 students with two live pages each, read again twice a second.
            reads_a_second: 1_000,
            head_time: Duration::from_secs(30),
            request_time: Duration::from_secs(120),
            log_requests: false,
        }
    }

    /// The same, with fewer connections where this system does not let us open as many files.
    #[must_use]
    pub(crate) fn that_fit(self) -> Self {
        let files = open_files(self.connections as u64 + OWN_FILES);
        let fit = files.saturating_sub(OWN_FILES).max(files / 2) as usize;
        if fit >= self.connections {
            return self;
        }
        tracing::warn!(
            connections = fit,
            "this system lets us open {files} files: fewer connections are taken"
        );
        Self { connections: fit, ..self }
    }
}

impl Default for WebLimits {
    fn default() -> Self {
        Self::of(4_096)
    }
}

/// How many files we may open, after asking for this many.
fn open_files(wanted: u64) -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let (Some(current), most) = (now.current, now.maximum.unwrap_or(u64::MAX)) else { return wanted };
    let more = wanted.min(most);
    if current >= more {
        return current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(more), maximum: now.maximum }) {
        Ok(()) => more,
        Err(_) => current,
    }
}
