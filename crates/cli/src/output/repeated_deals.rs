//! What is said before designs that deal the same cards again.

use croupier_arena::{Bot, CrewCount};
use croupier_record::Header;

use super::say::note;

/// Says on the standard error who could cheat, and where bots are started more often than anybody
/// likes.
pub(crate) fn tell(header: &Header, bots: &[Bot], silent: bool) {
    if !header.design.repeats_deals() {
        return;
    }
    let design = header.design;
    // Whoever reads the result must know it, however quiet the run is.
    for (entrant, _) in header.entrants.iter().zip(bots).filter(|(_, bot)| matches!(bot, Bot::Http(_))) {
        note(format_args!(
            "croupier: {} is behind a url and could cheat: the design {design} deals the same cards again, \
             and nothing here makes it forget them",
            entrant.name
        ));
    }
    let count = CrewCount::of(bots, header.games_per_deal, header.lanes as usize);
    if !count.all_stay() && !silent {
        note(format_args!(
            "croupier: the design {design} plays every deal {} times, each time with {} bots of its own; {} \
             of these {} crews stay running, the bots of the others are started for each game, which takes \
             time: fewer bots, fewer lanes, or the design pairs or balanced need fewer",
            count.all, count.bots, count.staying, count.all
        ));
    }
}
