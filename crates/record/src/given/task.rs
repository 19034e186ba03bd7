//! Games that somebody is to play.
//!
//! ```text
//! lane  the last game before, plus 1, or 0  games of one deal  whether players outside get luck  how many
//! of each: how much its number grows  how many seats  who sits in each  its luck
//! ```

use std::num::NonZeroU64;

use arrayvec::ArrayVec;
use croupier_games::MAX_SEATS;

use super::bytes::{BadJob, Kind, NotGiven};
use crate::fixture::{EntrantId, Fixture};
use crate::head::sound::{MOST_GAMES, MOST_LANES};
use crate::luck::{Luck, LuckFor};
use crate::varint;

pub(super) const KIND: Kind = Kind { what: "task of games", magic: b"CROUTASK" };

/// Games of one lane that somebody else is to play, in the order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamesTask {
    /// Which lane they belong to; 0 where a tournament has none.
    pub lane: u32,
    /// The last game of the lane before these, where there is one: its bots go on from there.
    pub after: Option<u64>,
    /// How many consecutive games share a deal.
    pub games_per_deal: NonZeroU64,
    /// Whose luck is in it.
    pub luck_for: LuckFor,
    /// The games.
    pub games: Vec<GivenGame>,
}

/// A game that somebody else is to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenGame {
    /// Who sits where.
    pub fixture: Fixture,
    /// Its luck.
    pub luck: Luck,
}

impl GamesTask {
    /// The number of its first game.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.games.first().map(|game| game.fixture.number)
    }

    /// The number of its last game.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.games.last().map(|game| game.fixture.number)
    }

    /// The same games in tasks of at most so many. Those of a lane are to be played one after the other;
    /// where a tournament has no lanes, in any order.
    #[must_use]
    pub fn split(self, most: usize) -> Vec<Self> {
        let Self { lane, mut after, games_per_deal, luck_for, mut games } = self;
        let mut tasks = Vec::new();
        while !games.is_empty() {
            let rest = games.split_off(most.clamp(1, games.len()));
            let task =
                Self { lane, after, games_per_deal, luck_for, games: std::mem::replace(&mut games, rest) };
            // Where nothing came before, order does not matter either, unless bots outside play.
            after = if luck_for == LuckFor::Everyone { task.last() } else { after };
            tasks.push(task);
        }
        tasks
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NotGiven> {
        let mut plain = Vec::new();
        varint::write(&mut plain, u64::from(self.lane));
        varint::write(&mut plain, self.after.map_or(0, |game| game.saturating_add(1)));
        varint::write(&mut plain, self.games_per_deal.get());
        plain.push(u8::from(self.luck_for == LuckFor::Everyone));
        varint::write(&mut plain, self.games.len() as u64);
        let mut before = 0;
        for GivenGame { fixture, luck } in &self.games {
            varint::write(&mut plain, fixture.number.wrapping_sub(before));
            before = fixture.number;
            varint::write(&mut plain, fixture.seats.len() as u64);
            for entrant in &fixture.seats {
                varint::write(&mut plain, u64::from(entrant.0));
            }
            luck.write(fixture.seats.len(), self.luck_for, &mut plain)?;
        }
        KIND.wrap(&plain)
    }

    /// Of bytes, wherever they come from: games in the order of their numbers, nobody twice at a table. That
    /// its entrants are some of a tournament's is for whoever knows the tournament to say.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadJob> {
        let plain = KIND.unwrap(bytes)?;
        read(&mut plain.as_slice()).ok_or(BadJob::Damaged(KIND.what))
    }
}

fn read(rest: &mut &[u8]) -> Option<GamesTask> {
    let lane = u32::try_from(varint::read(rest)?).ok().filter(|lane| *lane < MOST_LANES)?;
    let after = varint::read(rest)?.checked_sub(1);
    let games_per_deal = NonZeroU64::new(varint::read(rest)?)?;
    let luck_for = match rest.split_off_first()? {
        0 => LuckFor::House,
        1 => LuckFor::Everyone,
        _ => return None,
    };
    let (count, mut games, mut before) = (varint::read(rest)?, Vec::new(), None);
    for _ in 0..count {
        let game = read_game(before, games_per_deal, luck_for, rest)?;
        before = Some(game.fixture.number);
        games.push(game);
    }
    let in_order = after < games.first().map(|game: &GivenGame| game.fixture.number) || games.is_empty();
    (rest.is_empty() && in_order).then_some(GamesTask { lane, after, games_per_deal, luck_for, games })
}

fn read_game(
    before: Option<u64>,
    games_per_deal: NonZeroU64,
    luck_for: LuckFor,
    rest: &mut &[u8],
) -> Option<GivenGame> {
    let grown = varint::read(rest)?;
    let number = before.unwrap_or(0).checked_add(grown).filter(|number| *number < MOST_GAMES)?;
    if before == Some(number) {
        return None;
    }
    let mut seats = ArrayVec::<EntrantId, MAX_SEATS>::new();
    for _ in 0..varint::read(rest)? {
        let entrant = EntrantId(u16::try_from(varint::read(rest)?).ok()?);
        if seats.contains(&entrant) {
            return None;
        }
        seats.try_push(entrant).ok()?;
    }
    let luck = Luck::read(seats.len(), luck_for, rest)?;
    let fixture = Fixture { number, deal: number / games_per_deal, seats };
    (!fixture.seats.is_empty()).then_some(GivenGame { fixture, luck })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use crate::luck::Lucks;
    use croupier_games::{Seat, Seed};

    fn task(numbers: &[u64], luck_for: LuckFor) -> GamesTask {
        let mut lucks = Lucks::of(Seed::keyed([5; 32]));
        let game = |&number: &u64| {
            let seats = [3, 300, 0].map(EntrantId).into_iter().collect();
            let fixture = Fixture { number, deal: number / 2, seats };
            GivenGame { luck: lucks.game(number, fixture.deal), fixture }
        };
        let games_per_deal = NonZeroU64::new(2).unwrap();
        GamesTask {
            lane: 3,
            after: Some(6),
            games_per_deal,
            luck_for,
            games: numbers.iter().map(game).collect(),
        }
    }

    #[test]
    fn a_task_comes_back_with_the_same_tables_and_the_same_luck() {
        for luck_for in [LuckFor::House, LuckFor::Everyone] {
            let task = task(&[7, 8, 9, 4000, 1 << 40], luck_for);
            let read = GamesTask::from_bytes(&task.to_bytes().unwrap()).unwrap();
            assert_eq!((read.lane, read.after, read.luck_for), (3, Some(6), luck_for));
            assert_eq!((read.first(), read.last()), (Some(7), Some(1 << 40)));
            for (read, game) in read.games.iter().zip(&task.games) {
                assert_eq!(read.fixture, game.fixture);
                assert_eq!(read.luck.deal(), game.luck.deal());
                let own = |luck: &Luck| Seat::all(3).map(|seat| luck.outside(seat)).collect::<Vec<_>>();
                assert_eq!(own(&read.luck) == own(&game.luck), luck_for == LuckFor::Everyone);
            }
        }
    }

    #[test]
    fn a_task_in_pieces_is_the_same_games_and_each_says_what_came_before() {
        let numbers = [7, 8, 9, 10, 11];
        let pieces = task(&numbers, LuckFor::Everyone).split(2);
        let told = |task: &GamesTask| (task.after, task.first(), task.games.len());
        let told: Vec<_> = pieces.iter().map(told).collect();
        assert_eq!(told, [(Some(6), Some(7), 2), (Some(8), Some(9), 2), (Some(10), Some(11), 1)]);
        let all = pieces.into_iter().flat_map(|piece| piece.games);
        assert!(all.map(|game| game.fixture.number).eq(numbers));
        assert_eq!(task(&numbers, LuckFor::House).split(0).len(), 5);
    }

    #[test]
    fn games_in_another_order_tables_without_anybody_and_somebody_twice_are_refused() {
        let refused = |task: &GamesTask| GamesTask::from_bytes(&task.to_bytes().unwrap()).is_err();
        assert!(!refused(&task(&[], LuckFor::House)) && !refused(&task(&[7], LuckFor::House)));
        for numbers in [&[7, 7][..], &[9, 8], &[6], &[MOST_GAMES]] {
            assert!(refused(&task(numbers, LuckFor::House)), "{numbers:?}");
        }
        for seats in [&[][..], &[3, 3]] {
            let mut task = task(&[7], LuckFor::Everyone);
            task.games[0].fixture.seats = seats.iter().copied().map(EntrantId).collect();
            assert!(refused(&task), "{seats:?}");
        }
        assert!(refused(&GamesTask { lane: MOST_LANES, ..task(&[7], LuckFor::House) }));
    }
}
