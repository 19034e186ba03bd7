//! What a busy machine did to bots.

use croupier_session::ProcessorWait;

use super::say::note;

/// Says on standard error how long bots waited, where it is worth telling, or that nobody could
/// tell.
pub(crate) fn tell(waiting: &ProcessorWait) {
    if let Some(share) = waiting.share {
        note(format_args!(
            "bots waited for a processor for {:.0} % of their time ({:.1} s), since the machine was busy; it \
             was not counted against them",
            share * 100.0,
            waiting.waited.as_secs_f64()
        ));
    }
    if !waiting.is_told {
        note(
            "this system does not tell how long bots wait for a processor; if the machine was busy, some may \
             have been late for that",
        );
    }
}
