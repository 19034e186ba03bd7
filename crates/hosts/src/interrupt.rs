//! The signal that ends every wait for a bot from outside, for whoever stops a run while bots think.
//!
//! Waits look at it at least every 50 ms, so nothing has to be woken, and a bot that answers at once never
//! pays for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_record::{Fault, FaultKind};

/// A signal that is raised once and stays raised; clones are the same signal.
///
/// From then on every wait of a host returns at once: questions, greetings, starts and ends come back as a
/// fault that says so, and bots are ended without being given time to leave. Such a fault is nobody's:
/// whoever raised the signal throws the open games away.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    /// Ends all waits, now and from now on.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether waits are over.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }
}

/// What a wait comes back with that was ended from outside.
pub(crate) fn interrupted() -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Late, "the run was interrupted while it was waited for"))
}
