//! Positions that fit a view: the hidden cards dealt anew, so that every past card was legal.
//!
//! Every way to deal them that fits is equally likely. What a seat may hold follows from what it played (see
//! [`HeartsView::may_hold`]); the cards fall into groups by who may hold them, and the fitting deals are counted
//! by how many cards of each group go to whom. With three others there are three groups of two possible holders
//! and one of three, so three numbers say it all, and nothing has to be tried and thrown away.

use super::Hearts;
use super::deal::{DECK, MOST};
use super::view::HeartsView;
use crate::cards::CardSet;
use crate::chance::Chance;
use crate::game::View;
use crate::seats::Seat;

/// The most opponents.
const OTHERS: usize = MOST - 1;

impl HeartsView<'_> {
    /// The public part as it is, the hidden cards dealt anew, and other cards in the deals to come.
    pub(super) fn imagine(&self, chance: &mut Chance) -> Hearts {
        let hands = self.imagine_hands(chance);
        let mut deck = [super::TWO_OF_CLUBS; DECK];
        for (seat, place) in Seat::all(self.seats()).zip(deck.chunks_exact_mut(DECK / self.seats())) {
            if seat == self.seat() {
                place.copy_from_slice(self.dealt());
            } else {
                let cards = hands[seat.index()].or(self.played_by(seat));
                place.iter_mut().zip(cards).for_each(|(place, card)| *place = card);
                chance.shuffle(place);
            }
        }
        let deal = self.game.deal.with_hidden(deck, hands);
        Hearts { seed: chance.seed(), deal, ..self.game.clone() }
    }

    fn imagine_hands(&self, chance: &mut Chance) -> [CardSet; MOST] {
        let mut hands = [CardSet::EMPTY; MOST];
        hands[self.seat().index()] = self.hand();
        let others = || Seat::all(self.seats()).filter(|&seat| seat != self.seat());
        let mut hidden = Hidden { cards: self.unseen(), may: [CardSet::EMPTY; OTHERS], room: [0; OTHERS] };
        for (other, seat) in others().enumerate() {
            hidden.may[other] = self.may_hold(seat);
            hidden.room[other] = self.hand_size(seat);
        }
        for (seat, hand) in others().zip(hidden.deal(chance)) {
            hands[seat.index()] = hand;
        }
        hands
    }

    /// The cards a seat has played in this deal.
    fn played_by(&self, seat: Seat) -> CardSet {
        let plays = self.tricks().chain([self.trick()]).flat_map(|trick| trick.plays());
        plays.filter(|&(who, _)| who == seat).map(|(_, card)| card).collect()
    }
}

/// Cards to deal to up to three players: who may hold what, and how many cards each has room for.
#[derive(Debug, Clone, Copy)]
struct Hidden {
    cards: CardSet,
    may: [CardSet; OTHERS],
    room: [usize; OTHERS],
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
    fn deal(&self, chance: &mut Chance) -> [CardSet; OTHERS] {
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
        let ways = choose(all_bc, bc)
            * choose(all_ac, ac)
            * choose(all_ab, ab)
            * choose(anyone, three[0])
            * choose(anyone - three[0], three[1]);
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

/// The most cards that can be hidden: those of three others, each with a quarter of the deck.
const MOST_HIDDEN: usize = DECK / MOST * OTHERS;

/// In how many ways some cards can be chosen out of `all`, at most [`MOST_HIDDEN`].
///
/// The ways of a whole split are at most 39! / (13!)³, which is below 2⁵⁷.
fn choose(all: usize, some: usize) -> u64 {
    CHOOSE[all][some]
}

/// Pascal's triangle.
static CHOOSE: [[u64; MOST_HIDDEN + 1]; MOST_HIDDEN + 1] = {
    let mut table = [[0; MOST_HIDDEN + 1]; MOST_HIDDEN + 1];
    let mut all = 0;
    while all <= MOST_HIDDEN {
        table[all][0] = 1;
        let mut some = 1;
        while some <= all {
            table[all][some] = table[all - 1][some - 1] + table[all - 1][some];
            some += 1;
        }
        all += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::game::Game;
    use crate::hearts::testing::{after, cards, set};
    use crate::hearts::{HeartsCard, HeartsOptions};

    fn json(game: &Hearts, seat: Seat) -> String {
        serde_json::to_string(&game.view(seat)).unwrap()
    }

    /// Plays the cards of the deal so far again, from the hands as dealt, with all checks.
    fn replay(game: &Hearts) -> Hearts {
        let seats = game.seats();
        let dealt: Vec<_> = Seat::all(seats).flat_map(|seat| game.deal.dealt(seat).to_vec()).collect();
        let scores = vec![0; seats];
        let options = HeartsOptions::default();
        let mut again = Hearts::with_cards(&options, &scores, dealt.try_into().unwrap(), Seed(0)).unwrap();
        for &card in game.deal.played() {
            again.play(again.turn().next().unwrap(), HeartsCard(card)).expect("a legal past");
        }
        again
    }

    fn play_to_the_end(mut game: Hearts, chance: &mut Chance) {
        while let Some(seat) = game.turn().next() {
            let card = game.any(seat, chance);
            game.play(seat, card).unwrap();
        }
    }

    #[test]
    fn an_imagined_position_has_the_same_view_and_a_legal_past() {
        let mut chance = Chance::new(Seed(1));
        for seed in 0..40 {
            for seats in [2, 4] {
                for count in 0..52 {
                    let game = after(seats, Seed(seed), count);
                    for seat in Seat::all(seats) {
                        let other = Hearts::imagine(game.view(seat), &mut chance);
                        assert_eq!(json(&other, seat), json(&game, seat), "seed {seed}, card {count}");
                        assert_eq!(replay(&other).deal, other.deal, "seed {seed}, card {count}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_imagined_position_can_be_played_to_the_end() {
        let mut chance = Chance::new(Seed(2));
        for seed in 0..20 {
            let game = after(4, Seed(seed), 26 + seed as usize * 9);
            for seat in Seat::all(4) {
                play_to_the_end(Hearts::imagine(game.view(seat), &mut chance), &mut chance);
            }
        }
    }

    #[test]
    fn a_finished_or_forfeited_game_can_be_imagined() {
        let mut chance = Chance::new(Seed(3));
        let mut forfeited = after(4, Seed(4), 70);
        forfeited.refuse(forfeited.turn().next().unwrap());
        for game in [after(4, Seed(4), usize::MAX), after(2, Seed(4), usize::MAX), forfeited] {
            for seat in Seat::all(game.seats()) {
                let other = Hearts::imagine(game.view(seat), &mut chance);
                assert_eq!(json(&other, seat), json(&game, seat));
                assert_eq!(other.turn(), crate::Turn::Over);
                assert_eq!(other.figures(seat), game.figures(seat));
            }
        }
    }

    #[test]
    fn hidden_cards_and_later_deals_are_drawn_anew() {
        let game = after(4, Seed(5), 9);
        let mut chance = Chance::new(Seed(4));
        let [one, two] = [(); 2].map(|()| Hearts::imagine(game.view(Seat(0)), &mut chance));
        assert_ne!(one.deal, two.deal);
        assert_ne!(one.deal, game.deal);
        assert!(one.seed != two.seed && one.seed != game.seed);
    }

    #[test]
    fn what_the_others_really_hold_makes_no_difference() {
        let game = after(4, Seed(6), 14);
        let twin = Hearts::imagine(game.view(Seat(1)), &mut Chance::new(Seed(5)));
        let [one, two] = [&game, &twin].map(|g| Hearts::imagine(g.view(Seat(1)), &mut Chance::new(Seed(6))));
        assert_eq!(one, two);
    }

    #[test]
    fn every_fitting_deal_is_equally_likely() {
        // C3 may be with the first two, D3 with the last two, S3 and S4 with anyone, H3 with the last only.
        let hidden = Hidden {
            cards: set("C3 D3 S3 S4 H3"),
            may: [set("C3 S3 S4"), set("C3 D3 S3 S4"), set("D3 S3 S4 H3")],
            room: [2, 1, 2],
        };
        let mut seen: Vec<([CardSet; 3], u32)> = Vec::new();
        let mut chance = Chance::new(Seed(7));
        for _ in 0..5_000 {
            let hands = hidden.deal(&mut chance);
            match seen.iter_mut().find(|(other, _)| *other == hands) {
                Some((_, count)) => *count += 1,
                None => seen.push((hands, 1)),
            }
        }
        // By hand: C3 with the first: D3 2nd (S3 S4 part 2 ways), D3 3rd (2 ways); C3 2nd: D3 3rd, first S3 S4.
        assert_eq!(seen.len(), 5);
        // 1,000 expected for each; five standard deviations are 141.
        assert!(seen.iter().all(|&(_, count)| count.abs_diff(1_000) < 141), "{seen:?}");
        for (hands, _) in seen {
            assert!(hands.iter().zip(hidden.may).all(|(hand, may)| hand.without(may).is_empty()));
            assert!(hands.iter().zip(hidden.room).all(|(hand, room)| hand.len() == room));
        }
    }

    #[test]
    fn the_worst_count_of_deals_fits_its_number() {
        let hidden = Hidden {
            cards: CardSet::FULL.without(cards_of_seat_0()),
            may: [CardSet::FULL; OTHERS],
            room: [13; OTHERS],
        };
        let ways: u64 = hidden.splits(&hidden.groups()).map(|split| split.ways).sum();
        assert_eq!(ways, 84_478_098_072_866_400);
        assert_eq!(choose(39, 19), 68_923_264_410);
    }

    fn cards_of_seat_0() -> CardSet {
        cards("S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA").into_iter().collect()
    }
}
