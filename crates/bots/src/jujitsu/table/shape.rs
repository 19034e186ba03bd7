//! How the positions of a round are numbered, so that their values can lie in a row without names.
//!
//! Hands matter only by how they lie between each other: a *pattern*. Patterns are grouped by how many cards
//! are in either hand, and from that follows how many ties there can have been, and so which sums a lot can
//! have. A position here stands before the next victory card is shown. No value is known here.

/// The most cards of a round that can be numbered.
pub(super) const MOST_CARDS: u8 = 12;

/// The numbering of all positions of a round of so many cards.
#[derive(Debug)]
pub(super) struct Shape {
    cards: u8,
    /// For every two hands, the number of their pattern in its group, twice, plus one if the sides are
    /// turned.
    patterns: Vec<u32>,
    /// For every set of victory cards, its number among those of its size.
    piles: Vec<u16>,
    /// By the cards in a hand, from none on.
    levels: Vec<Level>,
}

/// All positions with so many cards in each hand.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// How many positions there are.
    pub(super) size: usize,
    /// By how many cards only one side has.
    pub(super) groups: Vec<Group>,
    /// The sets of victory cards to come.
    pub(super) piles: Vec<u16>,
}

/// Patterns with as many cards in either hand.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The own and the other hand of each, the own one with the highest card that only one side has.
    pub(super) patterns: Vec<(u16, u16)>,
    /// How many positions each has.
    pub(super) block: usize,
    /// Where the group begins in its level.
    base: usize,
    /// By the number of the pile: where its positions begin in a block, and which sums the lot can have.
    lots: Vec<(usize, u128)>,
}

/// Where a position stands in its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelIndex {
    /// Both sides have the same cards.
    Even,
    /// Here, or here with the sides turned.
    At { place: usize, turned: bool },
}

/// A pattern and its group, before pile and lot are known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lie {
    alone: usize,
    pattern: usize,
    /// Whether the sides are turned; `None` where both have the same cards.
    turned: Option<bool>,
}

impl Shape {
    /// The numbering for rounds of so many cards, at most [`MOST_CARDS`].
    pub(super) fn new(cards: u8) -> Self {
        debug_assert!(cards <= MOST_CARDS);
        let sets = 1_usize << cards;
        let mut counts = [0; MOST_CARDS as usize + 1];
        let mut piles = vec![0; sets];
        for (set, place) in piles.iter_mut().enumerate() {
            let size = set.count_ones() as usize;
            *place = counts[size];
            counts[size] += 1;
        }
        let levels = (0..=cards).map(|held| Level::new(cards, held)).collect();
        let mut shape = Self { cards, patterns: Vec::new(), piles, levels };
        shape.patterns = shape.name_patterns(sets);
        shape
    }

    fn name_patterns(&self, sets: usize) -> Vec<u32> {
        let mut named = vec![u32::MAX; sets * sets];
        let numbers: Vec<Vec<_>> = self.levels.iter().map(Level::numbers).collect();
        for own in 0..sets as u16 {
            for theirs in (0..sets as u16).filter(|theirs| theirs.count_ones() == own.count_ones()) {
                let (one, other) = closed_up(own, theirs);
                let turned = one < other;
                let pair = if turned { (other, one) } else { (one, other) };
                let groups = &numbers[own.count_ones() as usize];
                let alone = (own & !theirs).count_ones() as usize;
                let found = groups.get(alone).and_then(|group| group.binary_search(&pair).ok());
                if let Some(number) = found {
                    named[usize::from(own) * sets + usize::from(theirs)] =
                        (number as u32) << 1 | u32::from(turned);
                }
            }
        }
        named
    }

    /// How many cards a round has.
    pub(super) fn cards(&self) -> u8 {
        self.cards
    }

    /// The positions with so many cards in each hand.
    pub(super) fn level(&self, held: usize) -> &Level {
        &self.levels[held]
    }

    /// The pattern of two hands, as sets from bit 0 for card 1; they must be as many.
    #[inline]
    pub(super) fn lie(&self, own: u16, theirs: u16) -> Lie {
        let sets = self.piles.len();
        let named = self.patterns[usize::from(own) * sets + usize::from(theirs)];
        let turned = (own != theirs).then_some(named & 1 == 1);
        Lie { alone: (own & !theirs).count_ones() as usize, pattern: (named >> 1) as usize, turned }
    }

    /// Where hands of this pattern stand with such a lot and such victory cards to come; `None` if that
    /// cannot be.
    #[inline]
    pub(super) fn place(&self, held: usize, lie: Lie, lot: u32, pile: u16) -> Option<LevelIndex> {
        let Some(turned) = lie.turned else { return Some(LevelIndex::Even) };
        let group = &self.levels[held].groups[lie.alone];
        let (offset, sums) = group.lots[usize::from(self.piles[usize::from(pile)])];
        let bit = 1_u128.checked_shl(lot)?;
        let place =
            group.base + lie.pattern * group.block + offset + (sums & (bit - 1)).count_ones() as usize;
        (sums & bit != 0).then_some(LevelIndex::At { place, turned })
    }

    /// The sums that a lot can have.
    pub(super) fn sums(&self, held: usize, alone: usize, pile: u16) -> u128 {
        self.levels[held].groups[alone].lots[usize::from(self.piles[usize::from(pile)])].1
    }
}

impl Level {
    fn new(cards: u8, held: u8) -> Self {
        if held == 0 {
            return Self::default();
        }
        let all = ((1_u32 << cards) - 1) as u16;
        let piles: Vec<u16> = (0..=all).filter(|pile| pile.count_ones() == u32::from(held) - 1).collect();
        let (mut groups, mut size) = (Vec::new(), 0);
        for alone in 0..=held.min(cards - held) {
            let mut group = Group { patterns: patterns(held, alone), base: size, ..Group::default() };
            // Each tie took a card that neither side has any more.
            let most = u32::from(cards - held - alone) + 1;
            for &pile in &piles {
                let sums = sums(all & !pile, most);
                group.lots.push((group.block, sums));
                group.block += sums.count_ones() as usize;
            }
            size += group.block * group.patterns.len();
            groups.push(group);
        }
        Self { size, groups, piles }
    }

    /// The patterns of each group; they are in order.
    fn numbers(&self) -> Vec<Vec<(u16, u16)>> {
        self.groups.iter().map(|group| group.patterns.clone()).collect()
    }
}

/// All ways in which hands of so many cards can lie, of which so many are in one hand only; in order.
fn patterns(held: u8, alone: u8) -> Vec<(u16, u16)> {
    let all = ((1_u32 << (held + alone)) - 1) as u16;
    let hands = || (0..=all).filter(|hand| hand.count_ones() == u32::from(held));
    let pairs = hands().flat_map(|own| hands().map(move |theirs| (own, theirs)));
    pairs.filter(|&(own, theirs)| own > theirs && own | theirs == all).collect()
}

/// The sums of all sets of one to `most` of these cards.
fn sums(cards: u16, most: u32) -> u128 {
    let mut found = 0;
    let mut set = cards;
    while set != 0 {
        if set.count_ones() <= most {
            let sum: u32 = (0..16).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).sum();
            found |= 1 << sum;
        }
        set = (set - 1) & cards;
    }
    found
}

/// The same hands with the cards renumbered without gaps.
fn closed_up(own: u16, theirs: u16) -> (u16, u16) {
    let (mut one, mut other, mut bit) = (0, 0, 1_u16);
    let mut used = own | theirs;
    while used != 0 {
        let card = used & used.wrapping_neg();
        used &= used - 1;
        one |= if own & card != 0 { bit } else { 0 };
        other |= if theirs & card != 0 { bit } else { 0 };
        bit = bit.wrapping_shl(1);
    }
    (one, other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_place_of_its_own() {
        let shape = Shape::new(5);
        for held in 1..=5 {
            let level = shape.level(held);
            let mut seen = vec![false; level.size];
            for (alone, group) in level.groups.iter().enumerate() {
                for &(own, theirs) in &group.patterns {
                    let lie = shape.lie(own, theirs);
                    for &pile in &level.piles {
                        let sums = shape.sums(held, alone, pile);
                        for lot in (1..=15).filter(|lot| sums >> lot & 1 == 1) {
                            let found = shape.place(held, lie, lot, pile);
                            let Some(LevelIndex::At { place, turned: false }) = found else {
                                panic!("{found:?}")
                            };
                            assert!(!std::mem::replace(&mut seen[place], true), "{own:b} {theirs:b} {lot}");
                        }
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen), "{held}");
        }
    }

    #[test]
    fn hands_that_lie_alike_have_one_place_and_turned_ones_the_same_turned() {
        let shape = Shape::new(6);
        let at = |own, theirs| shape.place(2, shape.lie(own, theirs), 3, 0b100).unwrap();
        assert_eq!(at(0b100_001, 0b000_110), at(0b001_001, 0b000_110));
        let (LevelIndex::At { place, turned }, LevelIndex::At { place: same, turned: other }) =
            (at(0b100_001, 0b000_110), at(0b000_110, 0b100_001))
        else {
            panic!("they are not even")
        };
        assert!(place == same && !turned && other);
        assert_eq!(at(0b11, 0b11), LevelIndex::Even);
    }

    #[test]
    fn a_lot_that_cannot_be_has_no_place() {
        let shape = Shape::new(4);
        // All four cards of each side but one are still held by somebody: there was no tie, and the lot is
        // one card.
        let lie = shape.lie(0b1010, 0b0101);
        assert!(shape.place(2, lie, 4, 0b0001).is_some());
        assert_eq!(shape.place(2, lie, 6, 0b0001), None);
        assert_eq!(shape.place(2, lie, 1, 0b0001), None);
        assert_eq!(shape.place(2, lie, 500, 0b0001), None);
    }
}
