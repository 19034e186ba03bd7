//! The luck of one game as it is given to whoever plays it: what its cards, the players of the house and
//! those outside get, each derived one way already. Nothing in it tells what it grew from, nor anything of
//! another deal.

use croupier_games::{Seat, Seed};

use super::{Luck, OutsideLuck};

/// How many bytes a seed takes.
const SEED: usize = 32;

/// Luck of the first generator, which tells all luck of its tournament, and is given to nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("luck of the first generator tells all luck of its tournament, so it is given to nobody")]
pub struct TellsAll;

/// Whose luck is given beside that of the deal and of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LuckFor {
    /// Nobody's: all who play are of the house.
    House,
    /// That of players outside this process, for every seat.
    Everyone,
}

impl Luck {
    /// Whether players outside this process have luck of their own in it.
    #[must_use]
    pub fn is_for(&self, whose: LuckFor, seats: usize) -> bool {
        match (&self.outside, whose) {
            (OutsideLuck::Children(..), _) | (_, LuckFor::House) => true,
            (OutsideLuck::Given(seeds), LuckFor::Everyone) => seeds.len() >= seats,
        }
    }

    /// Writes it for a table of so many.
    pub(crate) fn write(&self, seats: usize, whose: LuckFor, out: &mut Vec<u8>) -> Result<(), TellsAll> {
        let outside = if whose == LuckFor::Everyone { seats } else { 0 };
        let own = Seat::all(outside).map(|seat| self.outside(seat));
        for seed in [self.deal, self.house].into_iter().chain(own) {
            out.extend_from_slice(&seed.key().ok_or(TellsAll)?);
        }
        Ok(())
    }

    /// Reads what [`Luck::write`] has written; `None` where the bytes end early.
    pub(crate) fn read(seats: usize, whose: LuckFor, rest: &mut &[u8]) -> Option<Self> {
        let mut seed = || {
            let (key, after) = rest.split_first_chunk::<SEED>()?;
            *rest = after;
            Some(Seed::keyed(*key))
        };
        let (deal, house) = (seed()?, seed()?);
        let outside = if whose == LuckFor::Everyone { seats } else { 0 };
        let outside = (0..outside).map(|_| seed()).collect::<Option<Vec<_>>>()?;
        Some(Self { deal, house, outside: OutsideLuck::Given(outside.into()) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use crate::luck::Lucks;

    const SECRET: Seed = Seed::keyed([5; 32]);

    fn given(luck: &Luck, seats: usize, whose: LuckFor) -> (Luck, Vec<u8>) {
        let mut bytes = Vec::new();
        luck.write(seats, whose, &mut bytes).unwrap();
        let mut rest = bytes.as_slice();
        let read = Luck::read(seats, whose, &mut rest).unwrap();
        assert!(rest.is_empty());
        (read, bytes)
    }

    #[test]
    fn who_is_given_the_luck_of_a_game_deals_and_plays_as_who_knows_the_secret() {
        for number in [0, 7, 1 << 40] {
            let luck = Lucks::of(SECRET).game(number, number / 2);
            for seats in [2, croupier_games::MAX_SEATS] {
                let (read, _) = given(&luck, seats, LuckFor::Everyone);
                assert_eq!(read.deal(), luck.deal());
                for seat in Seat::all(seats) {
                    assert_eq!(
                        (read.house(seat), read.outside(seat)),
                        (luck.house(seat), luck.outside(seat))
                    );
                }
                assert!(read.is_for(LuckFor::Everyone, seats) && !read.is_for(LuckFor::Everyone, seats + 1));
            }
        }
    }

    #[test]
    fn neither_the_secret_nor_the_luck_of_another_deal_is_in_it() {
        let luck = Lucks::of(SECRET).game(9, 9);
        let (read, bytes) = given(&luck, 4, LuckFor::Everyone);
        let holds = |seed: Seed| bytes.windows(SEED).any(|window| window == seed.key().unwrap());
        assert!(holds(luck.deal()) && !holds(SECRET));
        for other in [8, 10] {
            let other = Lucks::of(SECRET).game(other, other);
            assert!(!holds(other.deal()) && !Seat::all(4).any(|seat| holds(other.outside(seat))));
        }
        assert!(!format!("{read:?}").contains("key"), "{read:?}");
    }

    #[test]
    fn among_players_of_the_house_nobody_elses_luck_is_given() {
        let luck = Lucks::of(SECRET).game(9, 9);
        let (read, bytes) = given(&luck, 4, LuckFor::House);
        assert_eq!(bytes.len(), 2 * SEED);
        assert_eq!(read.house(Seat(3)), luck.house(Seat(3)));
        assert!(!read.is_for(LuckFor::Everyone, 1));
        // What nobody asks for tells nothing of the cards, were it asked for.
        assert!(read.outside(Seat(0)) != read.deal() && read.outside(Seat(0)) != read.outside(Seat(1)));
    }

    #[test]
    fn luck_that_tells_all_is_given_to_nobody() {
        let luck = Lucks::of(Seed::plain(7)).game(3, 3);
        assert_eq!(luck.write(2, LuckFor::House, &mut Vec::new()), Err(TellsAll));
    }

    #[test]
    fn half_of_it_is_none() {
        let (_, bytes) = given(&Lucks::of(SECRET).game(9, 9), 3, LuckFor::Everyone);
        for length in 0..bytes.len() {
            assert_eq!(Luck::read(3, LuckFor::Everyone, &mut &bytes[..length]), None, "{length}");
        }
    }
}
