//! The open card as an auction: who takes it, and with how many coins on it.
//!
//! Every way in which it may end within a round or two of the table is tried in the same worlds, each played
//! to its end by prices. Then it is thought back from the last: whoever searches takes what is best for them,
//! whoever keeps to prices decides by those, and where it is not known who does what, both count as far as
//! they are believed.

use croupier_games::Chance;
use croupier_games::no_thanks::Decision;

use super::prices::Prices;
use super::rivals::WAYS;
use super::search_position::{SEATS, SearchPosition, Unseen};
use crate::budget::Spending;

/// The most endings that are told apart.
const MOST: usize = 2 * SEATS + 2;
/// Worlds between two looks at the difference and at the clock.
const BETWEEN_LOOKS: u64 = 8;
/// It ends early when one decision is ahead by so many standard errors.
const CLEARLY: f64 = 3.5;

/// The ways to pay, and what is believed of everyone; the first way is that of players who search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Payers {
    pub(super) ways: [Prices; WAYS],
    /// How likely each player goes each way; they add up to one.
    pub(super) beliefs: [[f64; WAYS]; SEATS],
}

impl Payers {
    /// Everyone's prices, each by the way that is likeliest.
    pub(super) fn likeliest(&self) -> [Prices; SEATS] {
        // Of equals the first one.
        let best = |of: &[f64; WAYS]| (0..WAYS).rev().max_by(|&one, &other| of[one].total_cmp(&of[other]));
        self.beliefs.map(|of| self.ways[best(&of).unwrap_or(0)])
    }

    /// Everyone's prices in one world, drawn by how likely they are.
    #[inline]
    fn drawn(&self, seats: usize, chance: &mut Chance) -> [Prices; SEATS] {
        let mut prices = [self.ways[0]; SEATS];
        for (prices, beliefs) in prices.iter_mut().zip(&self.beliefs).take(seats) {
            let mut share = (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64;
            let way = beliefs.iter().position(|belief| {
                share -= belief;
                share < 0.0
            });
            *prices = self.ways[way.unwrap_or(0)];
        }
        prices
    }

    /// How likely whoever decides takes by prices, and how likely they go by what is best; with so many cards
    /// to come.
    fn inclination(&self, position: &SearchPosition, left: usize) -> [f64; 2] {
        let beliefs = &self.beliefs[position.to_move()];
        let takers = self.ways.iter().zip(beliefs).skip(1).filter(|(way, _)| way.takes(position, left));
        [takers.map(|(_, belief)| belief).sum(), beliefs[0]]
    }
}

/// One way in which the card ends: taken by someone, or, as the last, left to everyone's prices.
#[derive(Debug, Clone, Copy)]
struct Ending {
    /// The position in which it is decided on.
    before: SearchPosition,
    /// Whether it is taken here; else it goes on by prices.
    taken: bool,
    /// What it means to everyone, over all worlds.
    burdens: [f64; SEATS],
    /// By how much ours differs from that of taking at once, and its square.
    more: f64,
    squares: f64,
    /// How likely whoever decides takes it by prices, and how likely they look for what is best.
    inclination: [f64; 2],
}

/// The better decision, as far as the budget shows it, with so many cards to come.
pub(super) fn decide(
    position: &SearchPosition,
    unseen: &mut Unseen,
    payers: &Payers,
    mut spending: Spending,
    chance: &mut Chance,
) -> Decision {
    let me = position.to_move();
    let (mut endings, count) = endings(position);
    let endings = &mut endings[..count];
    let left = unseen.left();
    endings.iter_mut().for_each(|ending| ending.inclination = payers.inclination(&ending.before, left));
    let mut worlds = 0.0;
    loop {
        for _ in 0..BETWEEN_LOOKS {
            let prices = payers.drawn(position.seats(), chance);
            let pile = unseen.draw(chance);
            let mut at_once = 0.0;
            for (number, ending) in endings.iter_mut().enumerate() {
                let ended = ending.played(pile, &prices);
                for (sum, player) in ending.burdens.iter_mut().zip(0..position.seats()) {
                    *sum += ended.burden(player);
                }
                if number == 0 {
                    at_once = ended.burden(me);
                }
                let more = ended.burden(me) - at_once;
                ending.more += more;
                ending.squares += more * more;
            }
            worlds += 1.0;
        }
        let passed = thought_back(endings);
        let mean = passed.more / worlds;
        let error = ((passed.squares / worlds - mean * mean).max(0.0) / worlds).sqrt();
        if mean.abs() > CLEARLY * error || !spending.go_on(BETWEEN_LOOKS * count as u64) {
            return if mean < 0.0 { Decision::Pass } else { Decision::Take };
        }
    }
}

/// All endings, the one of taking at once first.
fn endings(position: &SearchPosition) -> ([Ending; MOST], usize) {
    let first = Ending {
        before: *position,
        taken: true,
        burdens: [0.0; SEATS],
        more: 0.0,
        squares: 0.0,
        inclination: [0.0, 1.0],
    };
    let mut all = [first; MOST];
    let (mut count, mut now) = (1, *position);
    let most = 2 * position.seats() + 1;
    while count < most && !now.is_forced() {
        now.pass();
        all[count].before = now;
        count += 1;
    }
    if !now.is_forced() {
        now.pass();
        all[count].before = now;
        all[count].taken = now.is_forced();
        count += 1;
    }
    (all, count)
}

/// What passing leads to, where everyone decides for the best or by prices.
fn thought_back(endings: &[Ending]) -> Ending {
    let mut best = endings[endings.len() - 1];
    for ending in endings[1..].iter().rev().skip(1) {
        let player = ending.before.to_move();
        let [by_prices, thinks] = ending.inclination;
        let for_the_best = if ending.burdens[player] <= best.burdens[player] { thinks } else { 0.0 };
        best.lean_to(ending, by_prices + for_the_best);
    }
    best
}

impl Ending {
    /// It comes to the other one so likely.
    fn lean_to(&mut self, other: &Self, share: f64) {
        let mix = |own: &mut f64, other: f64| *own += share * (other - *own);
        self.burdens.iter_mut().zip(other.burdens).for_each(|(own, other)| mix(own, other));
        mix(&mut self.more, other.more);
        mix(&mut self.squares, other.squares);
    }

    #[inline]
    fn played(&self, pile: &[u8], prices: &[Prices; SEATS]) -> SearchPosition {
        let mut position = self.before;
        if !self.taken {
            position.play_out(pile, prices);
            return position;
        }
        position.take();
        if let Some((&next, rest)) = pile.split_first() {
            position.turn_up(next);
            position.play_out(rest, prices);
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::no_thanks::prices::{FITTED, KNOTS, PARTS};
    use croupier_games::Seed;

    #[test]
    fn endings_go_round_the_table_until_someone_must_take() {
        let (all, count) = endings(&SearchPosition::new(3, 20));
        assert_eq!(count, 8);
        let deciders: Vec<usize> = all[..count].iter().map(|ending| ending.before.to_move()).collect();
        assert_eq!(deciders, [0, 1, 2, 0, 1, 2, 0, 1]);
        assert!(all[..7].iter().all(|ending| ending.taken) && !all[7].taken);
        let mut poor = SearchPosition::new(2, 30);
        (0..21).for_each(|_| poor.pass());
        let (all, count) = endings(&poor);
        assert_eq!((count, all[1].before.is_forced(), all[1].taken), (2, true, true));
    }

    #[test]
    fn a_card_that_is_free_for_us_and_dear_for_others_is_left_to_come_round() {
        let mut position = SearchPosition::new(4, 33);
        position.take();
        position.turn_up(34);
        let mut beliefs = [[0.0; WAYS]; SEATS];
        beliefs.iter_mut().for_each(|of| of[0] = 1.0);
        let payers = Payers { ways: [FITTED[2]; WAYS], beliefs };
        let spending = Budget::Steps(4000).start(0);
        let decided = decide(
            &position,
            &mut Unseen::of(&position),
            &payers,
            spending,
            &mut Chance::new(Seed::plain(4)),
        );
        assert_eq!(decided, Decision::Pass);
    }

    #[test]
    fn ways_are_drawn_and_weighed_as_much_as_they_are_believed() {
        let mut ways = [FITTED[0]; WAYS];
        // One who takes anything, and one who searches.
        ways[1] = Prices::new(&[[99; KNOTS]; PARTS]);
        let mut beliefs = [[0.0; WAYS]; SEATS];
        beliefs.iter_mut().for_each(|of| of[0] = 1.0);
        (beliefs[1][0], beliefs[1][1]) = (0.25, 0.75);
        let payers = Payers { ways, beliefs };
        let mut chance = Chance::new(Seed::plain(8));
        let keeps = (0..4000).filter(|_| payers.drawn(2, &mut chance)[1] == ways[1]).count();
        assert!((2800..3200).contains(&keeps), "{keeps}");
        let mut position = SearchPosition::new(2, 30);
        assert_eq!(payers.inclination(&position, 20), [0.0, 1.0]);
        position.pass();
        assert_eq!(payers.inclination(&position, 20), [0.75, 0.25]);
    }
}
