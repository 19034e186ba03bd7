//! Players that weigh every pair of bids: exactly where few cards are left, by a guess of what comes after where many are.

use croupier_games::jujitsu::{Bid, Cards, Jujitsu, JujitsuView};
use croupier_games::{Chance, View};

use super::endgame::{Endgames, Rest};
use super::habits::Habits;
use super::matrix::{MOST, Matrix, Solution};
use crate::budget::Budget;
use crate::choose::Choose;

/// Weighs every pair of bids, and guesses what comes after.
#[derive(Debug, Default)]
pub struct Minmax;

/// Plays the last cards of a round perfectly.
#[derive(Debug, Default)]
pub struct Advanced {
    endgames: Endgames,
}

/// Plays perfectly as early as its budget allows, and takes what the other side's habits give, at a bounded risk.
#[derive(Debug, Default)]
pub struct Flagship {
    endgames: Endgames,
    habits: Habits,
    budget: Budget,
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }
}

/// With so many cards in each hand, [`Advanced`] begins to play perfectly.
const ADVANCED_CARDS: u32 = 5;

impl Choose<Jujitsu> for Minmax {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        let rest = seen(view);
        let solution = guessed(&rest).solve();
        bid(view, &solution.rows, chance)
    }
}

impl Choose<Jujitsu> for Advanced {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        let (_, solution) = weighed(&seen(view), &mut self.endgames, ADVANCED_CARDS);
        bid(view, &solution.rows, chance)
    }
}

impl Choose<Jujitsu> for Flagship {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        self.habits.watch(view);
        let rest = seen(view);
        let (matrix, solution) = weighed(&rest, &mut self.endgames, exact_cards(self.budget));
        let expected = self.habits.expected(view);
        let rows = self.habits.lean(&matrix, &solution, &expected);
        bid(view, &rows, chance)
    }
}

/// With so many cards in each hand the rest of a round can be solved in the time there is.
fn exact_cards(budget: Budget) -> u32 {
    match budget {
        Budget::Usual => 6,
        Budget::Time(time) if time.as_millis() < 10 => 5,
        Budget::Time(time) if time.as_millis() < 100 => 6,
        Budget::Time(_) => 7,
        Budget::Steps(steps) => steps.min(u64::from(u32::MAX)) as u32,
    }
}

/// The matrix of a turn and how to play it, exact with at most so many cards in each hand.
fn weighed(rest: &Rest, endgames: &mut Endgames, exact: u32) -> (Matrix, Solution) {
    if rest.own.count_ones() <= exact {
        return endgames.play(rest);
    }
    let matrix = guessed(rest);
    let solution = matrix.solve();
    (matrix, solution)
}

/// What every pair of bids is worth, where what comes after is guessed.
fn guessed(rest: &Rest) -> Matrix {
    let (own, theirs) = (spread(rest.own), spread(rest.theirs));
    let to_come = sum_of(rest.pile) + f64::from(rest.next);
    Matrix::new(own.1, theirs.1, |row, column| {
        let (one, other) = (own.0[row], theirs.0[column]);
        let sign = f64::from(i8::from(one > other) - i8::from(one < other));
        let lot = f64::from(rest.lot);
        // A lot that nobody wins goes to whoever wins the next.
        let left = to_come + if one == other && rest.next != 0 { lot } else { 0.0 };
        sign * lot + left * lead(rest.own & !(1 << one), rest.theirs & !(1 << other))
    })
}

/// How much of the points to come goes to the own side, from -1 for nothing to 1 for all, were cards bid at random.
fn lead(own: u64, theirs: u64) -> f64 {
    let (mut wins, mut rest) = (0, own);
    while rest != 0 {
        let card = rest & rest.wrapping_neg();
        rest &= rest - 1;
        wins +=
            (theirs & (card - 1)).count_ones() as i32 - (theirs & !(card - 1) & !card).count_ones() as i32;
    }
    let pairs = own.count_ones() * theirs.count_ones();
    if pairs == 0 { 0.0 } else { f64::from(wins) / f64::from(pairs) }
}

fn sum_of(cards: u64) -> f64 {
    (0..64).filter(|card| cards >> card & 1 == 1).map(f64::from).sum()
}

/// The cards of a hand, the lowest first; of a hand that is larger than a matrix, every so manieth.
pub(super) fn spread(hand: u64) -> ([u8; MOST], usize) {
    let (mut all, mut count) = ([0; 64], 0);
    for card in (0..64).filter(|card| hand >> card & 1 == 1) {
        all[count] = card;
        count += 1;
    }
    let shown = count.min(MOST);
    let mut list = [0; MOST];
    for (at, place) in list.iter_mut().enumerate().take(shown) {
        *place = all[if shown > 1 { at * (count - 1) / (shown - 1) } else { 0 }];
    }
    (list, shown)
}

/// Draws a card by these chances.
fn bid(view: JujitsuView<'_>, rows: &[f64; MOST], chance: &mut Chance) -> Bid {
    let (cards, count) = spread(set(view.hand(view.seat())));
    let mut point = chance.below(1 << 30) as f64 / f64::from(1 << 30);
    for at in 0..count {
        point -= rows[at];
        if point < 0.0 {
            return Bid(i32::from(cards[at]));
        }
    }
    // Rounding leaves a little over, and a finished match has no card at all.
    Bid(if count == 0 { 0 } else { i32::from(cards[count - 1]) })
}

fn seen(view: JujitsuView<'_>) -> Rest {
    let next = view.next_victory_card().unwrap_or(0);
    Rest {
        own: set(view.hand(view.seat())),
        theirs: set(view.hand(view.opponent())),
        lot: view.lot().iter().copied().map(u32::from).sum(),
        next,
        pile: set(view.draw_pile()) & !(1 << next),
    }
}

pub(super) fn set(cards: Cards) -> u64 {
    cards.fold(0, |set, card| set | 1 << card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::jujitsu::JujitsuOptions;
    use croupier_games::{Game, Seat, Seed};

    /// The mean lead in points per round over so many rounds of this many cards.
    fn lead_over(
        one: &mut impl Choose<Jujitsu>,
        other: &mut impl Choose<Jujitsu>,
        cards: u8,
        rounds: u64,
    ) -> f64 {
        let mut total = 0.0;
        for number in 0..rounds {
            let options = JujitsuOptions { rounds: vec![cards] };
            let mut game = Jujitsu::deal(2, &options, Seed(number)).unwrap();
            let mut chance = [Chance::new(Seed(number).child(1)), Chance::new(Seed(number).child(2))];
            while game.turn().next().is_some() {
                let bids = [
                    one.choose(game.view(Seat(0)), &mut chance[0]),
                    other.choose(game.view(Seat(1)), &mut chance[1]),
                ];
                game.play(Seat(0), bids[0]).unwrap();
                game.play(Seat(1), bids[1]).unwrap();
            }
            total += game.scores()[0] - game.scores()[1];
        }
        total / rounds as f64
    }

    #[test]
    fn perfect_play_of_small_rounds_loses_to_nobody() {
        let mut perfect = Advanced::default();
        for cards in [3, 4, 5] {
            let lead = lead_over(&mut perfect, &mut crate::choose::Random, cards, 2000);
            assert!(lead > 0.2, "{cards}: {lead}");
            let lead = lead_over(&mut perfect, &mut super::super::DrawCard, cards, 2000);
            assert!(lead > -0.15, "{cards}: {lead}");
        }
    }

    #[test]
    fn the_flagship_takes_from_draw_card_what_advanced_leaves() {
        let draw_card = || super::super::DrawCard;
        let careful = lead_over(&mut Advanced::default(), &mut draw_card(), 9, 300);
        let greedy = lead_over(&mut Flagship::default(), &mut draw_card(), 9, 300);
        assert!(greedy > careful + 5.0, "{greedy} {careful}");
    }
}
