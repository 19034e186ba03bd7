//! Kuhn's poker: three cards, one each, one chip in the pot and one to bet. Worth −1/18 to who begins (Kuhn
//! 1950).

use croupier_games::{Chance, Seat, Turn};

use super::Rules;

#[derive(Debug, Clone, PartialEq)]
pub struct Kuhn {
    pub cards: [u8; 2],
    /// 0 to check or fold, 1 to bet or call.
    past: Vec<u8>,
}

impl Kuhn {
    /// The six deals.
    pub fn deals() -> Vec<Self> {
        let pairs = (0..3).flat_map(|one| (0..3).map(move |other| [one, other]));
        pairs.filter(|[one, other]| one != other).map(|cards| Self { cards, past: Vec::new() }).collect()
    }
}

impl Rules for Kuhn {
    const NAME: &'static str = "kuhn";
    const HIDDEN: bool = true;

    fn deal(chance: &mut Chance) -> Self {
        Self::deals().swap_remove(chance.below(6))
    }

    fn turn(&self) -> Turn {
        match self.past.as_slice() {
            [] | [0, 1] => Turn::of(Seat(0)),
            [_] => Turn::of(Seat(1)),
            _ => Turn::Over,
        }
    }

    fn legal(&self, _: Seat) -> Vec<u8> {
        vec![0, 1]
    }

    fn play(&mut self, _: Seat, mv: u8) {
        self.past.push(mv);
    }

    fn seen(&self, seat: Seat) -> Vec<u8> {
        [self.cards[seat.index()], self.past.len() as u8]
            .into_iter()
            .chain(self.past.iter().copied())
            .collect()
    }

    fn redraw(&mut self, seat: Seat, chance: &mut Chance) {
        let own = self.cards[seat.index()];
        let others: Vec<u8> = (0..3).filter(|&card| card != own).collect();
        self.cards[1 - seat.index()] = others[chance.below(2)];
    }

    fn won(&self) -> f64 {
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        match self.past.as_slice() {
            [1, 0] => 1.0,
            [0, 1, 0] => -1.0,
            [0, 0] => higher,
            _ => 2.0 * higher,
        }
    }
}
