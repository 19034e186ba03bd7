//! The last beads of Score Four, solved to the end.

use croupier_bots::exact::{Goal, Open, Ranking};
use croupier_games::score_four::ScoreFour;
use croupier_games::{Chance, Game, Seat, Seed};

use super::{Given, mover, play_until, player, strongest};

/// How many beads lie when the player is asked.
const BEADS: f64 = 43.0;

/// The game's own points, of which nobody has more than one.
struct Points;

impl Goal<ScoreFour> for Points {
    fn is_over(&self, game: &ScoreFour) -> bool {
        Ranking.is_over(game)
    }

    fn worth(&self, game: &ScoreFour, seat: Seat) -> f64 {
        Ranking.worth(game, seat)
    }

    fn most(&self) -> f64 {
        1.0
    }
}

#[test]
fn few_points_of_score_four_are_given_away_with_21_cells_left() {
    let (mut flagship, mut minmax) = (strongest::<ScoreFour>(20_000), player::<ScoreFour>("minmax"));
    let mut given = Given::default();
    for deal in 0..600 {
        if given.is_enough() {
            break;
        }
        let mut game = ScoreFour::deal(2, &Default::default(), Seed::plain(deal)).unwrap();
        // The first beads are drawn, so that games differ.
        let mut chance = Chance::new(Seed::plain(deal));
        for _ in 0..6 {
            let seat = mover(&game);
            let mv = game.any(seat, &mut chance);
            game.play(seat, mv).unwrap();
        }
        let beads = |game: &ScoreFour| [0, 1].map(|seat| game.figures(Seat(seat))[4].unwrap());
        if play_until(&mut game, &mut minmax, |game| beads(game).iter().sum::<f64>() >= BEADS) {
            let worth = Open::new(Points).moves(std::slice::from_ref(&game));
            given.add(flagship.anew().choose(game.view(mover(&game))), &worth);
        }
    }
    given.hold("Score Four, 21 cells left, points", 0.01);
}
