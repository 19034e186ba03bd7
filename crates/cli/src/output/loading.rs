//! How far the loading of bots is: first they are found and built, then started and greeted.

use croupier_session::Event;

use super::progress::Progress;

/// A bar on a terminal, lines elsewhere, both on standard error.
pub(crate) struct Loading {
    silent: bool,
    built: Option<Progress>,
    greeted: Option<Progress>,
}

impl Loading {
    /// Nothing is loaded yet.
    pub(crate) fn new(silent: bool) -> Self {
        Self { silent, built: None, greeted: None }
    }

    /// What shows the events of loading.
    pub(crate) fn follow(&mut self) -> impl FnMut(Event<'_>) + '_ {
        |event| match event {
            Event::Built { done, names } => show(&mut self.built, "bots built", self.silent, (done, names)),
            Event::Greeted { done, bots } => {
                show(&mut self.greeted, "bots loaded", self.silent, (done, bots));
            }
            _ => {}
        }
    }
}

/// Shows a step; a bar that has come to its end is gone, before anything else is said.
fn show(step: &mut Option<Progress>, what: &'static str, silent: bool, (done, all): (usize, usize)) {
    let shown = step.get_or_insert_with(|| Progress::of(what, silent));
    shown.played(done as u64, all as u64);
    if done == all
        && let Some(shown) = step.take()
    {
        shown.finish();
    }
}
