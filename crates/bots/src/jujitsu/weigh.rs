//! The matrix of a turn: from a table, from a rest that is solved, or from a guess of what comes after.

use croupier_games::View;
use croupier_games::jujitsu::{Cards, JujitsuView};

use super::bids::spread;
use super::endgame::{Rest, cards, sign};
use super::matrix::Matrix;
use super::prospects::Prospects;
use super::table::SolvedRound;
use super::worths::FEWEST;

/// What is left of the round, as its seat sees it.
pub(super) fn seen(view: JujitsuView<'_>) -> Rest {
    let next = view.next_victory_card().unwrap_or(0);
    Rest {
        own: set(view.hand(view.seat())),
        theirs: set(view.hand(view.opponent())),
        lot: view.lot().iter().copied().map(u32::from).sum(),
        next,
        pile: set(view.draw_pile()) & !(1 << next),
    }
}

fn set(cards: Cards) -> u64 {
    cards.bits()
}

/// The exact matrix of a turn, where the table has all that comes after it.
pub(super) fn looked_up(rest: &Rest, table: &SolvedRound) -> Option<Matrix> {
    let (own, theirs) = (cards(rest.own), cards(rest.theirs));
    let mut complete = true;
    let matrix = Matrix::new(own.1, theirs.1, |row, column| {
        let (one, other) = (own.0[row], theirs.0[column]);
        let won = f64::from(rest.lot) * sign(one, other);
        let left = rest.after(one, other).map_or(Some(0.0), |left| table.before_shown(&left));
        complete &= left.is_some();
        won + left.unwrap_or(0.0)
    });
    complete.then_some(matrix)
}

/// What every pair of bids is worth, where of what comes after each side gets as much as if cards were bid at
/// random.
pub(super) fn guessed(rest: &Rest) -> Matrix {
    guessed_by(rest, lead)
}

/// What every pair of bids is worth, where what comes after is estimated as tables of smaller rounds would
/// have it.
pub(super) fn estimated(rest: &Rest) -> Matrix {
    guessed_by(rest, |own, theirs| {
        (0.5 * PAIRS * lead(own, theirs) + 0.5 * rank_lead(own, theirs)).clamp(-1.0, 1.0)
    })
}

/// What every pair of bids is worth, where what comes after is worth what was fitted; `None` where nothing
/// was.
pub(super) fn fitted(rest: &Rest) -> Option<Matrix> {
    let (own, theirs) = (cards(rest.own), cards(rest.theirs));
    let held = own.1.checked_sub(1)?;
    let (won, tied) = (rest.after(1, 2)?, rest.after(1, 1)?);
    let (won, tied) = (Prospects::new(&won, held)?, Prospects::new(&tied, held)?);
    Some(Matrix::new(own.1, theirs.1, |row, column| {
        let (one, other) = (own.0[row], theirs.0[column]);
        let left = if one == other { &tied } else { &won };
        f64::from(rest.lot) * sign(one, other) + left.of(rest.own & !one, rest.theirs & !other)
    }))
}

/// The same a turn later: what comes after every pair of bids is weighed by [`fitted`] in its turn.
pub(super) fn fitted_twice(rest: &Rest) -> Option<Matrix> {
    let (own, theirs) = (cards(rest.own), cards(rest.theirs));
    if own.1 < FEWEST + 2 {
        return None;
    }
    let mut whole = true;
    let matrix = Matrix::new(own.1, theirs.1, |row, column| {
        let (one, other) = (own.0[row], theirs.0[column]);
        let won = f64::from(rest.lot) * sign(one, other);
        let Some(left) = rest.after(one, other).filter(|left| left.own != left.theirs) else { return won };
        let (mut sum, mut draws) = (0.0, 0.0);
        left.each_shown(|shown| {
            match fitted(shown) {
                Some(matrix) => sum += matrix.value(),
                None => whole = false,
            }
            draws += 1.0;
        });
        won + sum / draws
    });
    whole.then_some(matrix)
}

/// How much of a lead by pairs is won, in the tables of seven and eight cards.
const PAIRS: f64 = 1.4;
/// How much of a lead by ranks is won there, times the cards of a hand and one more.
const RANKS: f64 = 3.2;

fn guessed_by(rest: &Rest, share: impl Fn(u64, u64) -> f64) -> Matrix {
    let (own, theirs) = (spread(rest.own), spread(rest.theirs));
    let lot = f64::from(rest.lot);
    let to_come = f64::from(rest.to_come()) - lot;
    Matrix::new(own.1, theirs.1, |row, column| {
        let (one, other) = (1 << own.0[row], 1 << theirs.0[column]);
        // A lot that nobody wins goes to whoever wins the next.
        let left = to_come + if one == other && rest.next != 0 { lot } else { 0.0 };
        sign(one, other) * lot + left * share(rest.own & !one, rest.theirs & !other)
    })
}

/// Whose highest card is higher, whose second, and so on; higher ranks count for more.
fn rank_lead(mut own: u64, mut theirs: u64) -> f64 {
    let (mut lead, mut rank) = (0.0, 0.0);
    while own != 0 && theirs != 0 {
        rank += 1.0;
        lead += rank * sign(own & own.wrapping_neg(), theirs & theirs.wrapping_neg());
        own &= own - 1;
        theirs &= theirs - 1;
    }
    if rank == 0.0 { 0.0 } else { RANKS / (rank + 1.0) * 2.0 * lead / (rank * (rank + 1.0)) }
}

/// How much of the points to come goes to the own side, from -1 for nothing to 1 for all, were cards bid at
/// random.
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
