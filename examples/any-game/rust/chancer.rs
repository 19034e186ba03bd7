//! A bot of any game: plays any legal move, by its own luck.

use croupier::any_game::{AnyGame, View};
use croupier::Value;

struct Chancer;

impl croupier::Player<AnyGame> for Chancer {
    fn choose(&mut self, view: &View) -> Value {
        view.legal[croupier::random(view.legal.len())].clone()
    }
}

fn main() {
    croupier::play(|| Chancer)
}
