//! What a worker offers: tried, not guessed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use croupier_arena::self_test::{DoesNotWork, self_test};
use croupier_hosts::languages::{self, Language};
use croupier_hosts::{CellKind, Interrupt};

use super::runs::Runs;
use super::{Follow, LOOK, WorkerConfig, WorkerEvent};
use crate::abilities::{beside_languages, in_words, of_language};

/// A language that a worker may offer.
#[derive(Debug, Clone, Copy)]
pub struct Offered {
    language: &'static Language,
    /// Where its bots run, if they are in Python.
    python_in: CellKind,
}

impl Offered {
    /// All that there are.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |language| Self { language, python_in: CellKind::Process };
        let inside = Self { language: languages::python(), python_in: CellKind::Wasm };
        languages::ALL.iter().map(of).chain([inside])
    }

    /// The word by which it is named.
    #[must_use]
    pub fn word(self) -> String {
        of_language(self.language, self.python_in)
    }
}

/// What a worker offers.
pub(super) struct Offers {
    /// In the words by which jobs say what they need.
    pub(super) words: Vec<String>,
    /// The kind of its cell.
    pub(super) cell: String,
}

/// Tries every language by a game of its example bot.
pub(super) fn find(config: &WorkerConfig, runs: &Runs, follow: &Follow, stop: &AtomicBool) -> Offers {
    let has_packages = config.packages.is_some();
    let runtimes = runs.runtimes(CellKind::Process, has_packages);
    let mut words = beside_languages(&runtimes);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| end_with(stop, &is_over, runs.interrupt()));
        for tried in &config.languages {
            words.extend(try_out(tried, runs, follow, stop));
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let cell = match runtimes.cell() {
        Ok(cell) => cell.tier().to_string(),
        Err(_) => "none".to_owned(),
    };
    Offers { words, cell }
}

/// Ends trials of a worker that is told to stop: it has nothing else to do.
fn end_with(stop: &AtomicBool, is_over: &AtomicBool, interrupt: &Interrupt) {
    while !is_over.load(Ordering::Relaxed) {
        if stop.load(Ordering::Relaxed) {
            interrupt.raise();
        }
        thread::sleep(LOOK);
    }
}

fn try_out(tried: &Offered, runs: &Runs, follow: &Follow, stop: &AtomicBool) -> Option<String> {
    let &Offered { language, python_in } = tried;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    // Without packages: what a bot of them needs is the list's own matter.
    let result = self_test(language, &runs.runtimes(python_in, false));
    let is_told = !stop.load(Ordering::Relaxed);
    if is_told && !result.as_ref().err().is_some_and(DoesNotWork::is_left_out) {
        let word = of_language(language, python_in);
        let missing = result.as_ref().err().map(ToString::to_string);
        follow(WorkerEvent::Tried { language: in_words(&word), missing });
    }
    result.is_ok().then(|| of_language(language, python_in))
}
