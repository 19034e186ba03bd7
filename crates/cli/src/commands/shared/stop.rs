//! Ctrl-C, and what else asks a command to end: TERM, and HUP when its terminal closes.
//!
//! The first signal lets the open moves come in, and says what it waits for; games that are
//! finished are kept. Whoever does not answer is not waited for longer than its limit and a moment.
//! The second signal ends the program at once.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use croupier_hosts::{Interrupt, end_everything};
use croupier_session::Playing;

use crate::failure::{Failure, INTERRUPTED};
use crate::output::note;

/// So long after the limit of the open moves nobody is waited for any more.
const GRACE: Duration = Duration::from_secs(1);
/// So long after that all is written; what is not is lost, and the program ends.
const WRITING: Duration = Duration::from_secs(1);

/// Whether a command is to end; it goes for a plain flag wherever that is enough.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    told: Arc<AtomicBool>,
    /// Ends every wait for a bot.
    interrupt: Interrupt,
    playing: Mutex<Option<Playing>>,
}

impl Deref for Stop {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.told
    }
}

impl Stop {
    /// Hears the signals from now on.
    pub(crate) fn on_signals() -> Result<Arc<Self>, Failure> {
        let stop = Arc::new(Self::default());
        let heard = Arc::clone(&stop);
        let handler = move || Self::heard(&heard);
        ctrlc::set_handler(handler).map_err(|error| Failure::Trouble(error.into()))?;
        Ok(stop)
    }

    /// The plain flag, for those who keep it.
    #[cfg(any(feature = "site", feature = "workers"))]
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.told
    }

    /// What ends every wait for a bot, for those who wait.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// From here on until the guard is dropped this is played.
    pub(crate) fn playing(&self, playing: Playing) -> PlayingGuard<'_> {
        *self.lock() = Some(playing);
        PlayingGuard(self)
    }

    fn heard(stop: &Arc<Self>) {
        let again = stop.told.swap(true, Ordering::Relaxed);
        let playing = stop.lock().clone();
        if again {
            end(playing.as_ref());
        }
        let Some(playing) = playing else {
            // Bots are being loaded, or none are needed: there is nothing to wait for.
            stop.interrupt.raise();
            return;
        };
        note(format_args!("croupier: {}", waits_for(&playing)));
        if let Some(limit) = playing.limit() {
            let stop = Arc::clone(stop);
            thread::spawn(move || stop.end_after(limit));
        }
    }

    /// Waits for nobody once this time is over, and ends the program where even that does not end
    /// its games.
    fn end_after(&self, limit: Duration) {
        thread::sleep(limit + GRACE);
        self.interrupt.raise();
        thread::sleep(WRITING);
        let playing = self.lock().clone();
        if let Some(playing) = playing {
            note(format_args!("croupier: ended without an answer from {}", playing.owing().join(", ")));
            end(Some(&playing));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Playing>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// While it lives, something is played.
pub(crate) struct PlayingGuard<'a>(&'a Stop);

impl Drop for PlayingGuard<'_> {
    fn drop(&mut self) {
        *self.0.lock() = None;
    }
}

/// What is said at the first signal.
fn waits_for(playing: &Playing) -> String {
    let owing = playing.owing();
    if owing.is_empty() {
        return "stopping; Ctrl-C again ends at once".to_owned();
    }
    let limit = match playing.limit() {
        Some(limit) => format!(", {:.1} s at most", (limit + GRACE + WRITING).as_secs_f64()),
        None => String::new(),
    };
    format!("stopping; waiting for {}{limit}; Ctrl-C again ends at once", owing.join(", "))
}

/// Ends the program now: finished games are written, and neither bots nor what they needed stay
/// behind.
fn end(playing: Option<&Playing>) -> ! {
    if let Some(Err(error)) = playing.map(Playing::abandon) {
        note(format_args!("croupier: {error}"));
    }
    end_everything();
    std::process::exit(i32::from(INTERRUPTED));
}
