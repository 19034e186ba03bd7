//! The exact worth of every position of a round, for rounds that are small enough: the equilibrium for
//! points.
//!
//! A table is made once and kept (`cli` has it in the user's cache folder). With it every turn is one matrix
//! of values that are looked up. It knows neither files nor who plays.

mod make;
mod making;
mod shape;

use std::sync::OnceLock;

use super::endgame::Rest;
pub use making::{Layer, Making, Watch};
use shape::{LevelIndex, Shape};

/// Tables of rounds up to this size are made when they are first needed.
pub const AT_FIRST_USE: u8 = 9;
/// Larger rounds than this are not solved: their tables would not fit into the memory of most machines.
pub const MOST_SOLVED: u8 = 11;
/// The least cards of a round.
pub const FEWEST_SOLVED: u8 = croupier_games::jujitsu::FEWEST_CARDS;

/// What every position of a round of one size is worth.
#[derive(Debug)]
pub struct SolvedRound {
    shape: Shape,
    /// By the cards in a hand, from none on.
    levels: Vec<Vec<f64>>,
}

/// Values that are no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// Rounds of this size are not solved.
    #[error("rounds of {0} cards are not solved; those of {FEWEST_SOLVED} to {MOST_SOLVED} are")]
    Size(u8),
    /// There are too many or too few values.
    #[error("a table of {cards} cards has {wanted} values, not {found}")]
    Count {
        /// The size of its rounds.
        cards: u8,
        /// As many as there should be.
        wanted: usize,
        /// As many as there are.
        found: usize,
    },
}

impl SolvedRound {
    /// Works out the table of rounds of so many cards, with so many threads; `None` if `watch` says stop.
    pub fn make(cards: u8, threads: usize, watch: Watch<'_>) -> Result<Option<Self>, BadTable> {
        Ok(making::whole(Making::new(cards)?, threads, watch))
    }

    /// How many cards its rounds have.
    #[must_use]
    pub fn cards(&self) -> u8 {
        self.shape.cards()
    }

    /// All values in their order.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        self.levels.iter().flatten().copied()
    }

    /// How many values it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Whether it has no value; none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table with these values, as [`Table::values`] gave them.
    pub fn from_values(cards: u8, values: &[f64]) -> Result<Self, BadTable> {
        check(cards)?;
        let shape = Shape::new(cards);
        let sizes: Vec<usize> = (0..=usize::from(cards)).map(|held| shape.level(held).size).collect();
        let wanted = sizes.iter().sum();
        if values.len() != wanted {
            return Err(BadTable::Count { cards, wanted, found: values.len() });
        }
        let mut rest = values;
        let levels = sizes
            .into_iter()
            .map(|size| {
                let (level, after) = rest.split_at(size);
                rest = after;
                level.to_vec()
            })
            .collect();
        Ok(Self { shape, levels })
    }

    /// What a rest is worth to the own side before its next card is shown: that card is one of the pile like
    /// any other.
    #[inline]
    pub(super) fn before_shown(&self, rest: &Rest) -> Option<f64> {
        let own = u16::try_from(rest.own >> 1).ok()?;
        let theirs = u16::try_from(rest.theirs >> 1).ok()?;
        let pile = u16::try_from(rest.pile >> 1).ok()?;
        let held = own.count_ones() as usize;
        if (own | theirs | pile) >> self.shape.cards() != 0 || theirs.count_ones() as usize != held {
            return None;
        }
        match self.shape.place(held, self.shape.lie(own, theirs), rest.lot, pile)? {
            LevelIndex::Even => Some(0.0),
            LevelIndex::At { place, turned } => Some(look_up(&self.levels[held], place, turned)),
        }
    }
}

fn check(cards: u8) -> Result<(), BadTable> {
    if (FEWEST_SOLVED..=MOST_SOLVED).contains(&cards) { Ok(()) } else { Err(BadTable::Size(cards)) }
}

#[inline]
fn look_up(values: &[f64], place: usize, turned: bool) -> f64 {
    if turned { -values[place] } else { values[place] }
}

/// Tables that are made, by size. What is in them is the same whoever made them, so all players of a process
/// share them.
static SHELF: [OnceLock<SolvedRound>; AT_FIRST_USE as usize + 1] =
    [const { OnceLock::new() }; AT_FIRST_USE as usize + 1];

/// Puts a table where all players of this process find it; one that is there already stays, and large ones
/// are let go: how a player plays must not depend on what a machine happens to have.
pub fn put(table: SolvedRound) {
    if let Some(place) = SHELF.get(usize::from(table.cards())) {
        let _ = place.set(table);
    }
}

/// Whether players will want the table of rounds of so many cards and it is not there yet.
#[must_use]
pub fn is_missing(cards: u8) -> bool {
    (FEWEST_SOLVED..=AT_FIRST_USE).contains(&cards) && SHELF[usize::from(cards)].get().is_none()
}

/// The table of rounds of so many cards, made now unless it is there; `None` for rounds that are too large
/// for that.
#[must_use]
pub fn at_first_use(cards: u8) -> Option<&'static SolvedRound> {
    if !(FEWEST_SOLVED..=AT_FIRST_USE).contains(&cards) {
        return None;
    }
    let place = &SHELF[usize::from(cards)];
    if let Some(table) = place.get() {
        return Some(table);
    }
    let table = making::whole(Making::new(cards).ok()?, 1, &mut |_, _| true)?;
    Some(place.get_or_init(|| table))
}

#[cfg(test)]
mod tests {
    use super::super::endgame::Endgames;
    use super::*;
    use croupier_games::{Chance, Seed};

    fn made(cards: u8) -> SolvedRound {
        SolvedRound::make(cards, 2, &mut |_, _| true).unwrap().unwrap()
    }

    /// Goes through some positions of a round by chance, many of them after ties.
    fn some_positions(cards: u8, mut see: impl FnMut(&Rest)) {
        for seed in 0..40 {
            let mut chance = Chance::new(Seed::plain(seed));
            let mut order: Vec<u8> = (1..=cards).collect();
            chance.shuffle(&mut order);
            let all = (1_u64 << (cards + 1)) - 2;
            let mut rest =
                Rest { own: all, theirs: all, lot: order[0].into(), next: 0, pile: all & !(1 << order[0]) };
            see(&rest);
            for &next in &order[1..] {
                let mut pick = |hand: u64| 1 << chance.pick_bit(hand).unwrap();
                let (own, other) = (pick(rest.own), pick(rest.theirs));
                let theirs = if chance.one_in(2) && rest.theirs & own != 0 { own } else { other };
                rest = Rest { next, pile: rest.pile & !(1 << next), ..rest }.after(own, theirs).unwrap();
                see(&rest);
            }
        }
    }

    #[test]
    fn a_table_agrees_with_the_rest_of_a_round_solved_from_the_top() {
        for cards in 3..=6 {
            let (table, mut endgames) = (made(cards), Endgames::default());
            let mut looked = 0;
            some_positions(cards, |rest| {
                let (mut sum, mut draws) = (0.0, 0);
                rest.each_shown(|shown| {
                    sum += endgames.value(shown);
                    draws += 1;
                });
                let (wanted, found) = (sum / f64::from(draws), table.before_shown(rest).unwrap());
                assert!((wanted - found).abs() < 1e-9, "{rest:?}: {wanted} {found}");
                looked += usize::from(found != 0.0);
            });
            assert!(looked > 30, "{cards}: {looked}");
        }
    }

    #[test]
    fn a_table_is_the_same_whoever_makes_it_and_comes_back_from_its_values() {
        let (one, two) = (made(6), SolvedRound::make(6, 1, &mut |_, _| true).unwrap().unwrap());
        assert_eq!(one.levels, two.levels);
        let values: Vec<f64> = one.values().collect();
        assert_eq!(SolvedRound::from_values(6, &values).unwrap().levels, one.levels);
        let wanted = BadTable::Count { cards: 6, wanted: values.len(), found: 3 };
        assert_eq!(SolvedRound::from_values(6, &values[..3]).unwrap_err(), wanted);
        assert_eq!(SolvedRound::from_values(13, &values).unwrap_err(), BadTable::Size(13));
    }

    #[test]
    fn making_a_table_stops_when_it_is_told_to_and_says_how_far_it_is() {
        let (mut last, mut all) = (0, 0);
        let table = SolvedRound::make(5, 2, &mut |done, of| {
            assert!(done < of);
            (last, all) = (done, of);
            true
        });
        assert!(table.unwrap().is_some() && last + 1 == all);
        assert!(SolvedRound::make(5, 2, &mut |done, _| done < 3).unwrap().is_none());
    }
}
