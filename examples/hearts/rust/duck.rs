//! A Hearts bot: stays under tricks, and gives its worst cards to others.

use croupier::hearts::{Card, Hearts, View};

struct Duck;

impl croupier::Player<Hearts> for Duck {
    fn choose(&mut self, view: &View) -> Card {
        let led = view.trick.iter().filter(|play| Some(play.card.suit) == view.lead);
        let highest = led.map(|play| play.card.rank).max().unwrap_or(0);
        let best = view.legal.iter().max_by_key(|card| worth(view, **card, highest));
        *best.expect("somebody who is asked has a card to play")
    }
}

/// How much a card is worth to play now.
fn worth(view: &View, card: Card, highest: u8) -> i32 {
    let rank = i32::from(card.rank);
    match view.lead {
        None => -rank,
        Some(lead) if card.suit != lead => 100 * card.points() as i32 + rank,
        Some(_) if card.rank < highest => rank,
        Some(_) => -rank,
    }
}

fn main() {
    croupier::play(|| Duck)
}
