//! Cards dealt at random to those who may hold them.
//!
//! Every way to deal them that fits is equally likely. The cards fall into groups by who may hold them, and
//! the fitting deals are counted by how many cards of each group go to whom. With three others there are
//! three groups of two possible holders and one of three, so three numbers say it all, and nothing is tried
//! and thrown away.

use super::deal::MOST;
use super::ways::ways_to_choose;
use crate::cards::CardSet;
use crate::chance::Chance;

/// The most opponents.
pub(super) const OTHERS: usize = MOST - 1;

/// Cards to deal to up to three players: who may hold what, and how many cards each has room for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hidden {
    pub(super) cards: CardSet,
    pub(super) may: [CardSet; OTHERS],
    pub(super) room: [usize; OTHERS],
}

/// The cards by who may hold them.
#[derive(Debug, Clone, Copy)]
struct Groups {
    /// Those with one possible holder.
    one: [CardSet; OTHERS],
    /// Those with two, named by the one who is left out: of 1 and 2, of 0 and 2, of 0 and 1.
    two: [CardSet; OTHERS],
    /// Those that anyone may hold.
    three: CardSet,
}

/// One way to divide the groups, by numbers of cards.
#[derive(Debug, Clone, Copy)]
struct Split {
    /// How many of each group of two go to the lower of its two holders.
    two: [usize; OTHERS],
    /// How many that anyone may hold go to each.
    three: [usize; OTHERS],
    /// In how many ways cards can be chosen for it.
    ways: u64,
}

impl Hidden {
    /// One of all ways to deal the cards, each as likely as any other.
    pub(super) fn deal(&self, chance: &mut Chance) -> [CardSet; OTHERS] {
        let mut groups = self.groups();
        let split = self.draw_split(&groups, chance);
        let mut hands = groups.one;
        for (left_out, (low, high)) in [(1, 2), (0, 2), (0, 1)].into_iter().enumerate() {
            let lower = draw(&mut groups.two[left_out], split.two[left_out], chance);
            hands[low] = hands[low].or(lower);
            hands[high] = hands[high].or(groups.two[left_out]);
        }
        for (hand, count) in hands.iter_mut().zip(split.three) {
            *hand = hand.or(draw(&mut groups.three, count, chance));
        }
        hands
    }

    fn groups(&self) -> Groups {
        let [a, b, c] = self.may.map(|may| may.and(self.cards));
        let (ab, ac, bc) = (a.and(b), a.and(c), b.and(c));
        Groups {
            one: [a.without(b.or(c)), b.without(a.or(c)), c.without(a.or(b))],
            two: [bc.without(a), ac.without(b), ab.without(c)],
            three: ab.and(c),
        }
    }

    /// A split, drawn by the number of its ways.
    fn draw_split(&self, groups: &Groups, chance: &mut Chance) -> Split {
        let total: u64 = self.splits(groups).map(|split| split.ways).sum();
        let mut left = chance.below(total as usize) as u64;
        self.splits(groups)
            .find(|split| {
                let found = left < split.ways;
                left = left.saturating_sub(split.ways);
                found
            })
            .expect("the cards as they were really dealt fit every view")
    }

    /// All splits that fill every hand.
    fn splits(&self, groups: &Groups) -> impl Iterator<Item = Split> + use<> {
        let (hidden, groups) = (*self, *groups);
        let sizes = groups.two.map(CardSet::len);
        (0..=sizes[0]).flat_map(move |bc| {
            (0..=sizes[1])
                .flat_map(move |ac| (0..=sizes[2]).filter_map(move |ab| hidden.split(&groups, [bc, ac, ab])))
        })
    }

    /// The split with these numbers for the groups of two, if it fills every hand.
    fn split(&self, groups: &Groups, two: [usize; OTHERS]) -> Option<Split> {
        let [bc, ac, ab] = two;
        let [all_bc, all_ac, all_ab] = groups.two.map(CardSet::len);
        let given = [ac + ab, bc + all_ab - ab, all_bc - bc + all_ac - ac];
        let mut three = [0; OTHERS];
        for other in 0..OTHERS {
            three[other] = self.room[other].checked_sub(groups.one[other].len() + given[other])?;
        }
        let anyone = groups.three.len();
        debug_assert_eq!(three.iter().sum::<usize>(), anyone);
        let ways = ways_to_choose(all_bc, bc)
            * ways_to_choose(all_ac, ac)
            * ways_to_choose(all_ab, ab)
            * ways_to_choose(anyone, three[0])
            * ways_to_choose(anyone - three[0], three[1]);
        Some(Split { two, three, ways })
    }
}

/// Takes some random cards out of a set.
fn draw(from: &mut CardSet, count: usize, chance: &mut Chance) -> CardSet {
    let mut drawn = CardSet::EMPTY;
    for card in (0..count).map_while(|_| from.pick(chance).inspect(|&card| from.remove(card))) {
        drawn.insert(card);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;
    use crate::hearts::testing::set;
    use crate::seed::Seed;

    #[test]
    fn every_fitting_deal_is_equally_likely() {
        // C3 may be with the first two, D3 with the last two, S3 and S4 with anyone, H3 with the last only.
        let hidden = Hidden {
            cards: set("C3 D3 S3 S4 H3"),
            may: [set("C3 S3 S4"), set("C3 D3 S3 S4"), set("D3 S3 S4 H3")],
            room: [2, 1, 2],
        };
        let mut seen: Vec<([CardSet; 3], u32)> = Vec::new();
        let mut chance = Chance::new(Seed::plain(7));
        for _ in 0..5_000 {
            let hands = hidden.deal(&mut chance);
            match seen.iter_mut().find(|(other, _)| *other == hands) {
                Some((_, count)) => *count += 1,
                None => seen.push((hands, 1)),
            }
        }
        // By hand: C3 with the first: D3 2nd (S3 S4 part 2 ways), D3 3rd (2 ways); C3 2nd: D3 3rd, first S3
        // S4.
        assert_eq!(seen.len(), 5);
        // 1,000 expected for each; five standard deviations are 141.
        assert!(seen.iter().all(|&(_, count)| count.abs_diff(1_000) < 141), "{seen:?}");
        for (hands, _) in seen {
            assert!(hands.iter().zip(hidden.may).all(|(hand, may)| hand.without(may).is_empty()));
            assert!(hands.iter().zip(hidden.room).all(|(hand, room)| hand.len() == room));
        }
    }

    /// How many of all 3ⁿ ways to give the cards away fit.
    fn counted_by_trying(hidden: &Hidden) -> u64 {
        let cards: Vec<_> = hidden.cards.collect();
        let fits = |mut way: usize| {
            let mut counts = [0; OTHERS];
            cards.iter().all(|&card| {
                let to = way % OTHERS;
                way /= OTHERS;
                counts[to] += 1;
                hidden.may[to].contains(card)
            }) && counts == hidden.room
        };
        (0..OTHERS.pow(cards.len() as u32)).filter(|&way| fits(way)).count() as u64
    }

    #[test]
    fn fitting_deals_are_counted_as_if_all_were_tried() {
        let mut chance = Chance::new(Seed::plain(8));
        let cards = set("S2 S3 C4 C5 D6 D7 H8 H9");
        for round in 0..40 {
            let may = [(); OTHERS].map(|()| cards.filter(|_| !chance.one_in(4)).collect());
            let first = chance.below(5);
            let room = [first, chance.below(9 - first), 0];
            let hidden = Hidden { cards, may, room: [room[0], room[1], 8 - room[0] - room[1]] };
            if may[0].or(may[1]).or(may[2]) == cards {
                let ways: u64 = hidden.splits(&hidden.groups()).map(|split| split.ways).sum();
                assert_eq!(ways, counted_by_trying(&hidden), "round {round}: {hidden:?}");
            }
        }
    }

    #[test]
    fn the_worst_count_of_deals_fits_its_number() {
        let hidden = Hidden {
            cards: CardSet::FULL.without(CardSet::of_suit(Suit::Spades)),
            may: [CardSet::FULL; OTHERS],
            room: [13; OTHERS],
        };
        let ways: u64 = hidden.splits(&hidden.groups()).map(|split| split.ways).sum();
        assert_eq!(ways, 84_478_098_072_866_400);
    }
}
