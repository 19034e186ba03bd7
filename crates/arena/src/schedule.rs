//! Who sits where in which game: a pure function of the seed and the game's number.
//!
//! That any game's seats can be worked out alone is what lets games be played in any order, on any number of
//! threads, and a run be resumed in the middle.

use std::num::NonZeroU64;

use arrayvec::ArrayVec;
use croupier_games::{About, Chance, MAX_SEATS, Seating, Seed};
use croupier_record::{EntrantId, Fixture};

/// The child of the tournament's seed that seats are drawn from; the games use the low numbers.
const SEATING_SEED: u64 = u64::MAX;
/// More bots than this need a design that does not meet everyone.
const MOST_BOTS: usize = 10_000;

/// The seats of all games of a tournament.
#[derive(Debug, Clone)]
pub struct Schedule {
    seed: Seed,
    bots: usize,
    seats: usize,
    seating: Seating,
}

/// A field of bots that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadField(pub String);

impl Schedule {
    /// The schedule for a number of bots; `players` is the number of seats where the plan says one.
    pub fn new(about: &About, bots: usize, players: Option<usize>, seed: Seed) -> Result<Self, BadField> {
        if bots < about.fewest_bots {
            let entered =
                if bots == 1 { "1 bot is entered".to_owned() } else { format!("{bots} bots are entered") };
            return Err(BadField(format!(
                "{} needs at least {} bots; {entered}",
                about.title, about.fewest_bots
            )));
        }
        if bots > MOST_BOTS {
            return Err(BadField(format!("{bots} bots are entered; at most {MOST_BOTS} can be")));
        }
        let seats = match players {
            Some(players) => checked(about, bots, players)?,
            None => widest(about, bots),
        };
        Ok(Self { seed: seed.child(SEATING_SEED), bots, seats, seating: about.seating })
    }

    /// How many sit at a table.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How many times each bot is entered: more than once where there are fewer bots than seats.
    #[must_use]
    pub fn copies(&self) -> usize {
        self.seats.div_ceil(self.bots)
    }

    /// The number of games that will be played where `asked` are: a round robin is played to its end.
    #[must_use]
    pub fn games(&self, asked: u64) -> u64 {
        match self.seating {
            Seating::Pairs => asked.next_multiple_of(self.pairs() as u64),
            Seating::PairsBothWays => asked.next_multiple_of(2 * self.pairs() as u64),
            Seating::Drawn | Seating::DrawnWithCopies => asked,
        }
    }

    /// How many consecutive games share a deal.
    #[must_use]
    pub fn games_per_deal(&self) -> NonZeroU64 {
        NonZeroU64::MIN
    }

    /// One game.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let seats = match self.seating {
            Seating::Pairs | Seating::PairsBothWays => self.pair(number),
            Seating::Drawn | Seating::DrawnWithCopies => self.draw(number),
        };
        Fixture { number, deal: number / self.games_per_deal(), seats }
    }

    /// A random draw; entrant `copy * bots + bot` is the bot's copy.
    fn draw(&self, number: u64) -> ArrayVec<EntrantId, MAX_SEATS> {
        let mut chance = Chance::new(self.seed.child(number));
        let mut drawn: ArrayVec<EntrantId, MAX_SEATS> = ArrayVec::new();
        if self.bots >= self.seats {
            while drawn.len() < self.seats {
                let entrant = EntrantId(chance.below(self.bots) as u16);
                if !drawn.contains(&entrant) {
                    drawn.push(entrant);
                }
            }
            return drawn;
        }
        // Everyone sits as often as everyone else; who sits once more is drawn.
        let whole = self.seats / self.bots * self.bots;
        drawn.extend((0..whole as u16).map(EntrantId));
        while drawn.len() < self.seats {
            let entrant = EntrantId((whole + chance.below(self.bots)) as u16);
            if !drawn.contains(&entrant) {
                drawn.push(entrant);
            }
        }
        chance.shuffle(&mut drawn);
        drawn
    }

    /// How many pairs there are.
    fn pairs(&self) -> usize {
        self.bots * (self.bots - 1) / 2
    }

    /// Every ordered pair once, then again: first all pairs one way round, then all the other way.
    fn pair(&self, number: u64) -> ArrayVec<EntrantId, MAX_SEATS> {
        let half = self.pairs();
        let at = (number % (2 * half as u64)) as usize;
        let (mut first, mut rest) = (0, at % half);
        while rest >= self.bots - 1 - first {
            rest -= self.bots - 1 - first;
            first += 1;
        }
        let (one, other) = (EntrantId(first as u16), EntrantId((first + 1 + rest) as u16));
        let pair = if at < half { [one, other] } else { [other, one] };
        pair.into_iter().collect()
    }
}

/// The number of seats the plan asks for, if the game and the field have them.
fn checked(about: &About, bots: usize, players: usize) -> Result<usize, BadField> {
    about.check_seats(players).map_err(|error| BadField(error.to_string()))?;
    if players > bots && about.seating != Seating::DrawnWithCopies {
        return Err(BadField(format!("a table for {players} needs {players} bots; {bots} are entered")));
    }
    Ok(players)
}

/// The largest table that the field fills.
fn widest(about: &About, bots: usize) -> usize {
    let filled = about.seats.iter().copied().filter(|&seats| seats <= bots).max();
    filled.or(about.seats.first().copied()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::Game;
    use croupier_games::no_thanks::NoThanks;

    fn about(seating: Seating, seats: &'static [usize], fewest_bots: usize) -> About {
        About { seating, seats, fewest_bots, ..NoThanks::ABOUT }
    }

    fn numbers(fixture: &Fixture) -> Vec<u16> {
        fixture.seats.iter().map(|entrant| entrant.0).collect()
    }

    #[test]
    fn a_draw_has_no_repeats_and_seats_everyone_equally_often() {
        let schedule = Schedule::new(&NoThanks::ABOUT, 7, None, Seed(1)).unwrap();
        let mut sat = [[0_u32; 7]; 5];
        for number in 0..7000 {
            let mut seats = numbers(&schedule.fixture(number));
            for (seat, &bot) in seats.iter().enumerate() {
                sat[seat][usize::from(bot)] += 1;
            }
            seats.sort_unstable();
            seats.dedup();
            assert_eq!(seats.len(), 5);
        }
        // 1,000 expected for each bot in each seat; five standard deviations are 146.
        assert!(sat.iter().flatten().all(|&n| n.abs_diff(1000) < 146), "{sat:?}");
    }

    #[test]
    fn a_lone_bot_fills_the_table_with_its_copies() {
        let lone = about(Seating::DrawnWithCopies, &[4], 1);
        let schedule = Schedule::new(&lone, 1, None, Seed(1)).unwrap();
        let mut seats = numbers(&schedule.fixture(0));
        seats.sort_unstable();
        assert_eq!((schedule.copies(), seats), (4, vec![0, 1, 2, 3]));
    }

    #[test]
    fn three_bots_at_a_table_for_four_take_turns_sitting_twice() {
        let four = about(Seating::DrawnWithCopies, &[4], 1);
        let schedule = Schedule::new(&four, 3, None, Seed(1)).unwrap();
        let mut second = [0; 3];
        for number in 0..300 {
            let seats = numbers(&schedule.fixture(number));
            assert!((0..3).all(|bot| seats.contains(&bot)));
            let copy = seats.iter().find(|&&entrant| entrant >= 3).unwrap();
            second[usize::from(copy - 3)] += 1;
        }
        assert!(second.iter().all(|&n| n > 70), "{second:?}");
    }

    #[test]
    fn a_round_robin_meets_every_pair_both_ways_round() {
        let pairs = |seating| Schedule::new(&about(seating, &[2], 2), 4, None, Seed(1)).unwrap();
        let schedule = pairs(Seating::PairsBothWays);
        assert_eq!((schedule.games(13), pairs(Seating::Pairs).games(13)), (24, 18));
        let mut met: Vec<Vec<u16>> = (0..12).map(|number| numbers(&schedule.fixture(number))).collect();
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 12);
        assert_eq!(schedule.fixture(12).seats, schedule.fixture(0).seats);
    }

    #[test]
    fn hearts_with_three_bots_is_played_two_by_two() {
        let hearts = about(Seating::Drawn, &[2, 4], 2);
        assert_eq!(Schedule::new(&hearts, 3, None, Seed(1)).unwrap().seats(), 2);
        assert_eq!(Schedule::new(&hearts, 9, None, Seed(1)).unwrap().seats(), 4);
        assert_eq!(Schedule::new(&hearts, 9, Some(2), Seed(1)).unwrap().seats(), 2);
    }

    #[test]
    fn a_field_that_cannot_be_seated_is_refused_with_the_reason() {
        let say =
            |bots, players| Schedule::new(&NoThanks::ABOUT, bots, players, Seed(1)).unwrap_err().to_string();
        assert_eq!(say(1, None), "No Thanks! needs at least 2 bots; 1 bot is entered");
        assert_eq!(say(3, Some(5)), "a table for 5 needs 5 bots; 3 are entered");
        assert_eq!(say(3, Some(7)), "No Thanks! is played by 2 or 3 or 4 or 5, not by 7");
    }
}
