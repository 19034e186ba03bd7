//! Who takes part in groups: which plans allow them, how each entrant plays, and what spoils a group.

use croupier_games::{Game, Seat};
use croupier_record::{FaultKind, Fixture, Instances, Missteps};

use super::{Member, Spoilt};
use crate::crew::{Bot, GAMES_AT_ONCE, Outside};
use crate::terms::Terms;

/// The most games at once where some play so because their code keeps nothing: more gain less, and four times
/// as many games may be played for nobody until a bot that is put out is not seated any more.
const STATELESS_AT_ONCE: usize = 64;

/// How many games may be played at once, whatever the machine: as many as the plan's instances and the bots'
/// languages allow, and fewer where it rests on what was found in code.
pub(super) fn planned_at_once<G: Game>(terms: &Terms<'_, G>, outside: &Outside) -> usize {
    let by_code = |bot: &Bot| bot.keeps_nothing() && !bot.is_pure();
    let fewer = outside.instances != Instances::Game && terms.bots.iter().any(by_code);
    if fewer { STATELESS_AT_ONCE } else { GAMES_AT_ONCE }
}

/// What bots outside need, where the plan lets games be played at once.
pub(super) fn allowed<'a, G: Game>(terms: &Terms<'a, G>) -> Option<&'a Outside> {
    let outside = terms.outside.filter(|outside| outside.at_once > 1)?;
    has_far(terms, outside).then_some(outside)
}

/// Whether somebody could play many games at once, and nobody's clock for a whole game is running.
pub(super) fn has_far<G: Game>(terms: &Terms<'_, G>, outside: &Outside) -> bool {
    let far = |bot: &Bot| matches!(member(bot, outside), Member::Far);
    outside.time_limits.per_game.is_none() && terms.bots.iter().any(far)
}

/// How an entrant takes part, as far as that is known before it is started.
pub(super) fn member(bot: &Bot, outside: &Outside) -> Member {
    match bot {
        // Others may need much memory, and think so long that a message less does not matter.
        Bot::House(house) if house.is_quick => Member::Near,
        // Instances of a game know nothing of others; neither does who keeps nothing at all.
        Bot::Foreign(_) if outside.instances == Instances::Game || bot.keeps_nothing() => Member::Far,
        _ => Member::Alone,
    }
}

/// Who spoilt a group by what went wrong in a game, if anybody did.
pub(super) fn who_spoilt(fixture: &Fixture, missteps: &Missteps, bots: &[Bot]) -> Option<Spoilt> {
    if !missteps.any() {
        return None;
    }
    let entrant = |seat: Seat| fixture.entrant(seat);
    let spoils = |seat: &Seat| spoils(missteps, *seat, &bots[entrant(*seat).index()]);
    Seat::all(fixture.seats.len()).find(spoils).map(|seat| Spoilt(entrant(seat)))
}

/// Whether a bot that did this may not be grouped.
///
/// Whoever keeps nothing plays on as if nothing had been, unless it was late: how often in a row is known of
/// its process, which all its games must go to then.
pub(super) fn spoils(missteps: &Missteps, seat: Seat, bot: &Bot) -> bool {
    let kinds = missteps.of(seat).map(|of| of.kinds.as_slice()).unwrap_or_default();
    let weighs = |kind| matches!(kind, Some(FaultKind::Late | FaultKind::Disqualified));
    if bot.is_pure() { kinds.iter().any(|misstep| weighs(misstep.kind)) } else { !kinds.is_empty() }
}
