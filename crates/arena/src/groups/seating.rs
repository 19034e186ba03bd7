//! Who takes part in groups: which plans allow them, and how each entrant plays.

use croupier_games::Game;
use croupier_record::{EntrantId, Instances};

use super::{Far, Member};
use crate::crew::{Bot, Crew, Lane, Outside, twofold};
use crate::tournament::Tournament;

/// What bots outside need, where the plan lets games be played at once: instances of a game know nothing of others, and
/// nobody's clock for a whole game is running.
pub(super) fn allowed<'a, G: Game>(tournament: &Tournament<'a, G>) -> Option<&'a Outside> {
    let outside = tournament.outside?;
    let apart = outside.instances == Instances::Game && outside.patience.per_game.is_none();
    (apart && outside.at_once > 1).then_some(outside)
}

/// Starts an entrant and finds out how it takes part; its ordinary self goes to the crew.
pub(super) fn member<G: Game>(
    tournament: &Tournament<'_, G>,
    entrant: EntrantId,
    outside: &Outside,
    lane: Lane,
    crew: &mut Crew<G>,
) -> Member {
    let name = &tournament.names[entrant.index()];
    match &tournament.bots[entrant.index()] {
        // Others may need much memory, and think so long that a message less does not matter.
        Bot::House(house) if house.is_quick => Member::Near,
        Bot::Foreign(launch) => {
            let seats = tournament.schedule.seats();
            // Who cannot be started here cannot be started in the ordinary way either, and is told so there.
            let Ok(twofold) = twofold::<G>(launch, name, seats, tournament.options, outside, lane) else {
                return Member::Alone;
            };
            crew.replace(entrant, twofold.player);
            match twofold.post {
                Some((post, log)) => Member::Far(Far { post, log }),
                None => Member::Alone,
            }
        }
        _ => Member::Alone,
    }
}
