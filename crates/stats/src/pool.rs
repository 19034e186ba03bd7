//! Seats of one bot in one row: a bot that fills a table alone, or is entered twice, plays as A and A#2.
//!
//! All sums of a tally are linear in what was made, and those by deal are products, so they pool without the
//! games: what A and A#2 made of one deal is one number, and one sample.

use croupier_record::{EntrantId, Header};

/// By entrant, the first entrant of the same bot: itself, where it has no other seats.
#[must_use]
pub fn pools(header: &Header) -> Vec<EntrantId> {
    let bot = |at: usize| {
        let entrant = &header.entrants[at];
        (own_name(&entrant.name), &entrant.bot, &entrant.hash, &entrant.team)
    };
    let first = |at: usize| (0..at).find(|&earlier| bot(earlier) == bot(at)).unwrap_or(at);
    (0..header.entrants.len()).map(|at| EntrantId(first(at) as u16)).collect()
}

/// A bot's own name: that of an entrant without the number that tells seats of one bot apart.
fn own_name(entrant: &str) -> &str {
    match entrant.rsplit_once('#') {
        Some((name, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            name
        }
        _ => entrant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::no_thanks::NoThanks;
    use croupier_games::{Game, Seed};
    use croupier_record::{Entrant, Fixture, Missteps, Origin};

    use crate::standings::standings;
    use crate::tally::Tally;

    fn header(names: &[&str]) -> Header {
        let entrant = |name: &&str| Entrant {
            name: (*name).to_owned(),
            bot: own_name(name).to_owned(),
            ..Entrant::default()
        };
        let entrants = names.iter().map(entrant).collect();
        Header::new(&NoThanks::ABOUT, serde_json::Value::Null, Origin::given(1), entrants)
    }

    #[test]
    fn seats_of_one_bot_are_told_by_their_number_and_by_what_they_are() {
        let mut header = header(&["A", "B", "A#2", "B#2", "C#x", "A#3"]);
        assert_eq!(pools(&header), [0, 1, 0, 1, 4, 0].map(EntrantId));
        header.entrants[2].hash = "another".to_owned();
        assert_eq!(pools(&header)[2], EntrantId(2), "another bot of the same name");
    }

    /// Games of three, random ends; who sits where is what differs.
    fn tally(seatings: impl Fn(u64) -> [u16; 3], entrants: usize) -> Tally {
        let mut tally = Tally::new(&NoThanks::ABOUT, entrants);
        for number in 0..400 {
            let seed = Seed::plain(number);
            let mut game = NoThanks::deal(3, &Default::default(), seed).unwrap();
            let mut chance = croupier_games::Chance::new(seed.child(1));
            while let Some(seat) = game.turn().next() {
                let mv = game.any(seat, &mut chance);
                game.play(seat, mv).unwrap();
            }
            let seats = seatings(number).map(EntrantId).into_iter().collect();
            let fixture = Fixture { number, deal: number, seats };
            tally.add(&fixture, &game, &Missteps::default());
        }
        tally
    }

    #[test]
    fn a_pooled_row_has_all_games_and_the_interval_of_one_who_sat_in_both_seats() {
        // A and A#2 sit at every table with B; and the same with one entrant in both seats.
        let apart = tally(|number| [[0, 1, 2], [1, 2, 0], [2, 0, 1]][number as usize % 3], 3);
        let pooled = apart.pooled(&[0, 0, 2].map(EntrantId));
        let one = tally(|number| [[0, 0, 1], [0, 1, 0], [1, 0, 0]][number as usize % 3], 2);
        let (pooled, one) = (standings(&NoThanks::ABOUT, &pooled), standings(&NoThanks::ABOUT, &one));
        assert_eq!(pooled.lines.len(), 2, "{:?}", pooled.lines);
        for (line, other) in pooled.lines.iter().zip(&one.lines) {
            assert_eq!((line.rank, line.tally.games), (other.rank, other.tally.games));
            let (mean, wanted) = (line.mean.unwrap(), other.mean.unwrap());
            assert_eq!(mean.samples, wanted.samples);
            assert!((mean.mean - wanted.mean).abs() < 1e-9 && (mean.reach() - wanted.reach()).abs() < 1e-9);
            let width = |line: &crate::StandingsLine| line.above.map(|above| above.reach());
            let (width, wanted) = (width(line).unwrap_or(0.0), width(other).unwrap_or(0.0));
            assert!((width - wanted).abs() < 1e-9, "{width} {wanted}");
        }
    }
}
