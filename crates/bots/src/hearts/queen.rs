//! What a queen of spades that nobody threw tells: who could have got rid of her and did not holds her less
//! likely.
//!
//! It reads the tricks that all have seen.

use croupier_games::Seat;
use croupier_games::cards::Suit;
use croupier_games::hearts::{HeartsView, QUEEN_OF_SPADES, Trick};

/// By so much less likely, for each time.
const KEPT_BACK: f32 = 0.15;

/// How likely a seat holds the queen of spades after what it has kept back, beside one who never had a
/// chance.
pub(super) fn queen_kept(view: HeartsView<'_>, seat: Seat) -> f32 {
    let tricks = view.tricks().enumerate().filter(|&(number, _)| number > 0).map(|(_, trick)| trick);
    let missed = tricks.chain([view.trick()]).filter(|trick| kept_back(trick, seat)).count();
    KEPT_BACK.powi(missed.min(4) as i32)
}

/// Whether the seat could have thrown the queen on another in this trick, had it held her.
fn kept_back(trick: &Trick<'_>, seat: Seat) -> bool {
    let mut best = None;
    for (who, card) in trick.plays() {
        let Some(highest) = best else {
            best = Some(card);
            continue;
        };
        if who == seat {
            let follows = Some(card.suit()) == trick.suit();
            let under = card.suit() == Suit::Spades && highest > QUEEN_OF_SPADES;
            return card != QUEEN_OF_SPADES && (!follows || under);
        }
        if card.suit() == highest.suit() && card > highest {
            best = Some(card);
        }
    }
    false
}
