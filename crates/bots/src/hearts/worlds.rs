//! Deals that fit a view of four, drawn quickly and all alike likely, save for what a queen kept back tells.
//!
//! The ways to divide the hidden cards are counted once for a view; then a draw costs a few picks and no
//! trial and error. It sees what the view shows and nothing else.

use croupier_games::hearts::{HeartsView, ways_to_choose};
use croupier_games::{Chance, Seat, View};

use super::card_bits::{Cards, QUEEN, bits_of};
use super::queen::queen_kept;

const SEATS: usize = 4;
const OTHERS: usize = SEATS - 1;
/// So often another deal is drawn where the queen is in an unlikely hand.
const TRIES: usize = 8;

/// How many cards of each group go to whom, and how many deals are divided like this or like one before it.
#[derive(Debug, Clone, Copy)]
struct Split {
    /// Of each group with two holders, how many go to the lower one.
    two: [u8; OTHERS],
    /// Of those that anyone may hold, how many go to the first and to the second.
    three: [u8; 2],
    up_to: u64,
}

/// The deals that fit a view.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    me: usize,
    own: Cards,
    /// Cards with one possible holder, by that one.
    one: [Cards; OTHERS],
    /// Cards with two, by the one who is left out.
    two: [Cards; OTHERS],
    three: Cards,
    splits: Vec<Split>,
    /// How likely each of the others is to hold the queen, beside the likeliest.
    queen: [f32; OTHERS],
}

impl Worlds {
    /// Looks at what the others may hold.
    pub(super) fn look(&mut self, view: HeartsView<'_>) {
        self.me = view.seat().index();
        self.own = bits_of(view.hand());
        let (mut may, mut room) = ([0; OTHERS], [0; OTHERS]);
        for other in 0..OTHERS {
            let seat = self.seat_of(other);
            may[other] = bits_of(view.may_hold(seat));
            room[other] = view.hand_size(seat);
        }
        let [a, b, c] = may;
        self.one = [a & !b & !c, b & !a & !c, c & !a & !b];
        self.two = [b & c & !a, a & c & !b, a & b & !c];
        self.three = a & b & c;
        self.count(room);
        let kept: [f32; OTHERS] = std::array::from_fn(|other| queen_kept(view, self.seat_of(other)));
        let able = |other: usize| may[other] & QUEEN != 0;
        let likeliest = (0..OTHERS).filter(|&other| able(other)).map(|other| kept[other]).fold(0.0, f32::max);
        self.queen = kept.map(|kept| kept / likeliest.max(f32::MIN_POSITIVE));
    }

    /// In how many ways the hidden cards can lie.
    pub(super) fn ways(&self) -> u64 {
        self.splits.last().map_or(0, |split| split.up_to)
    }

    /// A deal that fits: all four hands.
    #[inline]
    pub(super) fn draw(&self, chance: &mut Chance) -> [Cards; SEATS] {
        let mut hands = self.any(chance);
        for _ in 1..TRIES {
            let Some(holder) = hands.iter().position(|hand| hand & QUEEN != 0) else { break };
            let likely = if holder == self.me { 1.0 } else { self.queen[self.other_of(holder)] };
            if likely >= 1.0 || (chance.below(1 << 16) as f32) < likely * 65_536.0 {
                break;
            }
            hands = self.any(chance);
        }
        hands
    }

    fn any(&self, chance: &mut Chance) -> [Cards; SEATS] {
        let nth = chance.below(self.ways() as usize) as u64;
        let at = self.splits.partition_point(|split| split.up_to <= nth);
        let mut hands = self.one;
        let Some(split) = self.splits.get(at) else { return self.seated(hands) };
        for (left_out, (low, high)) in [(1, 2), (0, 2), (0, 1)].into_iter().enumerate() {
            let group = self.two[left_out];
            let lower = drawn(group, split.two[left_out], chance);
            hands[low] |= lower;
            hands[high] |= group & !lower;
        }
        let first = drawn(self.three, split.three[0], chance);
        let second = drawn(self.three & !first, split.three[1], chance);
        hands[0] |= first;
        hands[1] |= second;
        hands[2] |= self.three & !first & !second;
        self.seated(hands)
    }

    fn seated(&self, others: [Cards; OTHERS]) -> [Cards; SEATS] {
        let mut hands = [self.own; SEATS];
        for (other, hand) in others.into_iter().enumerate() {
            hands[self.seat_of(other).index()] = hand;
        }
        hands
    }

    /// The seat of the first, second or third who is not the one that looks.
    fn seat_of(&self, other: usize) -> Seat {
        Seat((other + usize::from(other >= self.me)) as u8)
    }

    fn other_of(&self, seat: usize) -> usize {
        seat - usize::from(seat > self.me)
    }

    /// Counts the ways to fill every hand.
    fn count(&mut self, room: [usize; OTHERS]) {
        self.splits.clear();
        let one = self.one.map(size);
        let [bc, ac, ab] = self.two.map(size);
        let anyone = size(self.three);
        let mut up_to = 0;
        for b_of_bc in 0..=bc {
            for a_of_ac in 0..=ac {
                for a_of_ab in 0..=ab {
                    let given = [a_of_ac + a_of_ab, b_of_bc + ab - a_of_ab, bc - b_of_bc + ac - a_of_ac];
                    let left = |other: usize| room[other].checked_sub(one[other] + given[other]);
                    let (Some(first), Some(second), Some(_)) = (left(0), left(1), left(2)) else { continue };
                    up_to += ways_to_choose(bc, b_of_bc)
                        * ways_to_choose(ac, a_of_ac)
                        * ways_to_choose(ab, a_of_ab)
                        * ways_to_choose(anyone, first)
                        * ways_to_choose(anyone - first, second);
                    let two = [b_of_bc as u8, a_of_ac as u8, a_of_ab as u8];
                    self.splits.push(Split { two, three: [first as u8, second as u8], up_to });
                }
            }
        }
    }
}

fn size(cards: Cards) -> usize {
    cards.count_ones() as usize
}

/// Some random cards of a set.
#[inline]
fn drawn(from: Cards, count: u8, chance: &mut Chance) -> Cards {
    let mut left = from;
    for _ in 0..count {
        let Some(place) = chance.pick_bit(left) else { break };
        left ^= 1 << place;
    }
    from & !left
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::cards::Suit;
    use croupier_games::hearts::{Hearts, QUEEN_OF_SPADES};
    use croupier_games::{Game, Seed};

    /// A game of four after so many random cards.
    fn after(seed: u64, cards: usize) -> Hearts {
        let mut chance = Chance::new(Seed::plain(seed));
        let mut game = Hearts::deal(4, &Default::default(), Seed::plain(2026).child(seed)).unwrap();
        for _ in 0..cards {
            let seat = game.turn().next().unwrap();
            let card = game.any(seat, &mut chance);
            game.play(seat, card).unwrap();
        }
        game
    }

    #[test]
    fn drawn_deals_fit_all_that_the_view_shows() {
        let (mut worlds, mut chance) = (Worlds::default(), Chance::new(Seed::plain(1)));
        for seed in 0..40 {
            let game = after(seed, seed as usize % 52);
            let view = game.view(game.turn().next().unwrap());
            worlds.look(view);
            for _ in 0..20 {
                let hands = worlds.draw(&mut chance);
                assert_eq!(hands[view.seat().index()], bits_of(view.hand()));
                assert_eq!(
                    hands.iter().fold(0, |all, hand| all ^ hand),
                    bits_of(view.hand().or(view.unseen()))
                );
                for seat in Seat::all(4).filter(|&seat| seat != view.seat()) {
                    let hand = hands[seat.index()];
                    assert_eq!(hand & !bits_of(view.may_hold(seat)), 0, "seed {seed}");
                    assert_eq!(size(hand), view.hand_size(seat), "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn what_the_others_really_hold_makes_no_difference() {
        let game = after(6, 14);
        let seat = game.turn().next().unwrap();
        let twin = Hearts::imagine(game.view(seat), &mut Chance::new(Seed::plain(5)));
        let [one, two] = [&game, &twin].map(|game| {
            let mut worlds = Worlds::default();
            worlds.look(game.view(seat));
            worlds.draw(&mut Chance::new(Seed::plain(6)))
        });
        assert_eq!(one, two);
    }

    #[test]
    fn every_fitting_deal_is_drawn_alike_where_the_queen_is_gone() {
        let mut worlds = Worlds::default();
        let game = (0..).map(|seed| after(seed, 44)).find(|game| {
            worlds.look(game.view(game.turn().next().unwrap()));
            let queen = game.view(Seat(0)).earlier().contains(QUEEN_OF_SPADES);
            queen && (6..30).contains(&worlds.ways())
        });
        assert!(game.is_some());
        let mut chance = Chance::new(Seed::plain(7));
        let (mut seen, ways) = (std::collections::BTreeMap::new(), worlds.ways() as usize);
        for _ in 0..1000 * ways {
            *seen.entry(worlds.draw(&mut chance)).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), ways);
        // A thousand expected for each; five standard deviations are 158.
        assert!(seen.values().all(|count| count.abs_diff(1000) < 158), "{:?}", seen.values());
    }

    #[test]
    fn who_kept_the_queen_back_is_thought_to_hold_her_less_often() {
        let card = |text: &str| text.parse::<croupier_games::hearts::HeartsCard>().unwrap();
        let clubs = "C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK CA".split_whitespace();
        let dealt: Vec<_> = clubs.map(|text| card(text).0).collect();
        let set: croupier_games::cards::CardSet = dealt.iter().copied().collect();
        let rest = croupier_games::cards::CardSet::FULL.without(set);
        // The second seat has the diamonds, so that it keeps no queen back but shows that it has no club.
        let (diamonds, others): (Vec<_>, Vec<_>) = rest.partition(|card| card.suit() == Suit::Diamonds);
        let every_other = |first: usize| others.iter().copied().skip(first).step_by(2);
        let hands = diamonds.into_iter().chain(every_other(0)).chain(every_other(1));
        let cards: Vec<_> = dealt.into_iter().chain(hands).collect();
        let options = Default::default();
        let mut game =
            Hearts::with_cards(&options, &[0; 4], cards.try_into().unwrap(), Seed::plain(1)).unwrap();
        for text in "C2 D2 S2 S3 C3 D3".split_whitespace() {
            game.play(game.turn().next().unwrap(), card(text)).unwrap();
        }
        let view = game.view(Seat(0));
        assert!(view.may_hold(Seat(1)).contains(QUEEN_OF_SPADES));
        let mut worlds = Worlds::default();
        worlds.look(view);
        let mut chance = Chance::new(Seed::plain(3));
        let held = (0..2000).filter(|_| worlds.draw(&mut chance)[1] & QUEEN != 0).count();
        // A third of the deals that fit; about a twelfth of those that are believed.
        assert!((50..300).contains(&held), "{held}");
    }
}
