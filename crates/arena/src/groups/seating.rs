//! Who takes part in groups: which plans allow them, and how each entrant plays.

use croupier_games::Game;
use croupier_record::Instances;

use super::Member;
use crate::crew::{Bot, Outside};
use crate::tournament::Tournament;

/// What bots outside need, where the plan lets games be played at once: instances of a game know nothing of
/// others, and nobody's clock for a whole game is running.
pub(super) fn allowed<'a, G: Game>(tournament: &Tournament<'a, G>) -> Option<&'a Outside> {
    let outside = tournament.outside.filter(|outside| outside.at_once > 1)?;
    are_apart(outside).then_some(outside)
}

/// Whether no game knows of another.
pub(super) fn are_apart(outside: &Outside) -> bool {
    outside.instances == Instances::Game && outside.time_limits.per_game.is_none()
}

/// How an entrant takes part, as far as that is known before it is started.
pub(super) fn member(bot: &Bot) -> Member {
    match bot {
        // Others may need much memory, and think so long that a message less does not matter.
        Bot::House(house) if house.is_quick => Member::Near,
        Bot::Foreign(_) => Member::Far,
        _ => Member::Alone,
    }
}
