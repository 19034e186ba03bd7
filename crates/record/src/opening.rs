//! Drawn openings: where a game has neither luck nor hidden cards, two bots would play one game over and
//! over, so every game may begin with moves that nobody chose. They grow from the luck of the deal, so all
//! games of a deal have the same, whoever sits where; in a record they stand as moves like any other.

use croupier_games::{Chance, Game, Seat, Seed, Turn, View};

use crate::event::{Event, EventReader};
use crate::head::header::Header;
use crate::luck::seed_of_deal;
use crate::replay::{GameBytes, ReplayError};

/// The child of a deal's luck that drawn moves grow from; the rules use the low ones.
const OPENING: u64 = 1 << 40;

/// The moves that a dealt game begins with: so many of each player, fewer where the next would end it.
pub fn drawn_opening<G: Game>(dealt: &G, openings: u8, deal: Seed) -> Vec<(Seat, G::Move)> {
    if openings == 0 {
        return Vec::new();
    }
    let mut chance = Chance::new(deal.child(OPENING));
    let (mut game, mut drawn) = (dealt.clone(), Vec::new());
    let mut left = [openings; croupier_games::MAX_SEATS];
    while let Turn::Waiting(seats) = game.turn() {
        let Some(seat) = seats.into_iter().next().filter(|seat| left[seat.index()] > 0) else { break };
        left[seat.index()] -= 1;
        let mv = game.view(seat).any(&mut chance);
        if game.play(seat, mv).is_err() || game.turn() == Turn::Over {
            break;
        }
        drawn.push((seat, mv));
    }
    drawn
}

/// How many moves of a recorded game were drawn.
pub fn drawn_in<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
) -> Result<Vec<(Seat, G::Move)>, ReplayError> {
    if header.openings == 0 {
        return Ok(Vec::new());
    }
    let number = recorded.fixture.number;
    let deal = seed_of_deal(header.seed(), recorded.fixture.deal);
    let dealt = G::deal(recorded.fixture.seats.len(), options, deal);
    let dealt = dealt.map_err(|error| ReplayError { number, what: error.to_string() })?;
    Ok(drawn_opening(&dealt, header.openings, deal))
}

/// Refuses a game that does not begin with the moves that its luck draws.
pub fn check_opening<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
) -> Result<(), ReplayError> {
    check_drawn::<G>(recorded, &drawn_in::<G>(recorded, header, options)?)
}

/// Refuses a game that does not begin with these moves, which were drawn for it.
pub fn check_drawn<G: Game>(recorded: &GameBytes<'_>, drawn: &[(Seat, G::Move)]) -> Result<(), ReplayError> {
    let mut events = EventReader::new(recorded.events);
    for &(_, drawn) in drawn {
        let there = loop {
            match events.read::<G::Move>() {
                // Whoever is told of a move may stumble over it.
                Some(Event::Stumbled(..)) => {}
                other => break other,
            }
        };
        if there != Some(Event::Played(drawn)) {
            let what = "it does not begin with the moves that its luck draws".to_owned();
            return Err(ReplayError { number: recorded.fixture.number, what });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entrant, EntrantId, Fixture, GameScribe, Origin};
    use croupier_games::score_four::ScoreFour;

    fn drawn(openings: u8, seed: u64) -> Vec<Seat> {
        let seed = Seed::keyed([7; 32]).child(seed);
        let dealt = ScoreFour::deal(2, &Default::default(), seed).unwrap();
        drawn_opening(&dealt, openings, seed).into_iter().map(|(seat, _)| seat).collect()
    }

    #[test]
    fn everyone_has_so_many_drawn_moves_and_none_of_them_ends_the_game() {
        assert_eq!(drawn(0, 1), []);
        assert_eq!(drawn(2, 1), [0, 1, 0, 1].map(Seat));
        for seed in (0..50).map(|number| Seed::keyed([7; 32]).child(number)) {
            let mut game = ScoreFour::deal(2, &Default::default(), seed).unwrap();
            // So many that the game would be over on the way.
            for (seat, mv) in drawn_opening(&game, 200, seed) {
                game.play(seat, mv).unwrap();
            }
            assert_ne!(game.turn(), Turn::Over);
        }
    }

    #[test]
    fn a_record_that_begins_with_other_moves_than_its_luck_draws_is_refused() {
        let origin = Origin::given(3);
        let (deal, options) = (seed_of_deal(origin.seed(), 0), Default::default());
        let entrants = vec![Entrant::default(); 2];
        let plain = Header::new(&ScoreFour::ABOUT, serde_json::Value::Null, origin, entrants);
        let header = Header { openings: 2, ..plain };
        let drawn = drawn_opening(&ScoreFour::deal(2, &options, deal).unwrap(), 2, deal);
        let checked = |moves: &mut dyn Iterator<Item = &(Seat, <ScoreFour as Game>::Move)>| {
            let mut scribe = GameScribe::default();
            moves.for_each(|(_, mv)| scribe.played::<ScoreFour>(*mv));
            let seats = [0, 1].map(EntrantId).into_iter().collect();
            let fixture = Fixture { number: 0, deal: 0, seats };
            let recorded = GameBytes { fixture, events: scribe.bytes() };
            check_opening::<ScoreFour>(&recorded, &header, &options).map_err(|error| error.to_string())
        };
        assert_eq!(checked(&mut drawn.iter()), Ok(()));
        let told = "game 0 does not replay: it does not begin with the moves that its luck draws";
        assert_eq!(checked(&mut drawn.iter().take(3)), Err(told.to_owned()));
        assert_eq!(checked(&mut drawn.iter().rev()), Err(told.to_owned()));
    }

    #[test]
    fn the_luck_of_a_deal_draws_the_same_again_and_another_draws_otherwise() {
        let moves = |number: u64| {
            let seed = Seed::keyed([7; 32]).child(number);
            drawn_opening(&ScoreFour::deal(2, &Default::default(), seed).unwrap(), 2, seed)
        };
        assert_eq!(moves(3), moves(3));
        assert!((0..20).any(|number| moves(number) != moves(3)));
    }
}
