//! A player that looks a single bead ahead.

use croupier_games::score_four::{Board, Cell, Colour, Location, PEGS, ScoreFour, ScoreFourView};
use croupier_games::{Chance, View};

use crate::choose::Choose;

/// Wins if it can, blocks if it must; otherwise plays where most of its lines are open, and not under a cell
/// that wins for the other side.
#[derive(Debug, Default)]
pub struct OnePly;

impl Choose<ScoreFour> for OnePly {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        let (board, own) = (view.board(), view.colour());
        winning(board, own)
            .or_else(|| winning(board, own.other()))
            .or_else(|| quiet(board, own, chance))
            // Nothing is left to choose where every open peg gives a win away.
            .unwrap_or_else(|| view.any(chance))
    }
}

/// The open pegs, each with the cell in which the next bead comes to rest.
fn landings(board: Board) -> impl Iterator<Item = (Location, Cell)> {
    Location::ALL.into_iter().filter_map(move |at| Some((at, board.landing(at).ok()?)))
}

/// Where a bead of this colour wins at once.
fn winning(board: Board, colour: Colour) -> Option<Location> {
    landings(board).find(|&(_, cell)| board.wins(colour, cell)).map(|(at, _)| at)
}

/// Of the pegs that give nothing away, one of those with the most open lines.
fn quiet(board: Board, own: Colour, chance: &mut Chance) -> Option<Location> {
    let mut best = [Location::new(0, 0); PEGS];
    let (mut count, mut most) = (0, 0);
    for (at, cell) in landings(board).filter(|&(_, cell)| !gives_away(board, own, cell)) {
        let lines = board.open_lines(own, cell);
        if lines > most {
            (count, most) = (0, lines);
        }
        if lines == most {
            best[count] = at;
            count += 1;
        }
    }
    best[..count].get(chance.below(count)).copied()
}

/// Whether an own bead in this cell lifts the other side into a win.
fn gives_away(board: Board, own: Colour, cell: Cell) -> bool {
    cell.above().is_some_and(|above| board.wins(own.other(), above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Game, Move, Seat, Seed};

    /// The position after beads on these pegs, one hexadecimal digit for each.
    fn after(pegs: &str) -> ScoreFour {
        let mut game = ScoreFour::deal(2, &Default::default(), Seed::plain(0)).unwrap();
        for peg in pegs.chars() {
            let seat = game.turn().next().unwrap();
            let at = Location::from_code(peg.to_digit(16).unwrap().into()).unwrap();
            game.play(seat, at).unwrap();
        }
        game
    }

    /// What it plays here, as a set of pegs over many streams of luck.
    fn choices(pegs: &str) -> Vec<u64> {
        let game = after(pegs);
        let seat = game.turn().next().unwrap();
        let choose = |n| OnePly.choose(game.view(seat), &mut Chance::new(Seed::plain(n))).code();
        let mut all: Vec<u64> = (0..200).map(choose).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn it_wins_where_it_can() {
        assert_eq!(choices("041526"), [3]);
    }

    #[test]
    fn it_wins_rather_than_blocks() {
        // Both have three in a row, on rows 0 and 1.
        assert_eq!(choices("0415268"), [7]);
    }

    #[test]
    fn it_blocks_where_it_must() {
        assert_eq!(choices("04152"), [3]);
    }

    #[test]
    fn it_does_not_put_a_bead_under_a_cell_that_wins_for_the_other_side() {
        // Black has three in row 0 of the second level, and the fourth cell hangs over the empty peg 3.
        let chosen = choices("002271e1cf");
        assert!(chosen.len() > 1 && !chosen.contains(&3), "{chosen:?}");
        // Without that threat peg 3 is as good as the others.
        assert!(choices("002271edcf").contains(&3));
    }

    #[test]
    fn it_begins_on_a_corner() {
        // Seven lines cross in a corner of the bottom, four in each of its other cells.
        assert_eq!(choices(""), [0, 3, 12, 15]);
    }

    #[test]
    fn it_plays_on_where_every_peg_gives_a_win_away() {
        let mut chance = Chance::new(Seed::plain(3));
        let mut met = 0;
        for _ in 0..1000 {
            let mut game = after("");
            while let Some(seat) = game.turn().next() {
                let (board, own) = (game.view(seat).board(), game.view(seat).colour());
                met += u32::from(landings(board).all(|(_, cell)| gives_away(board, own, cell)));
                game.play(seat, OnePly.choose(game.view(seat), &mut chance)).unwrap();
            }
        }
        assert!(met > 0);
    }

    /// The points that it wins against the random player, over so many games in one seat.
    fn points_against_random(seat: Seat, games: u64) -> f64 {
        let mut chance = Chance::new(Seed::plain(2026).child(seat.0.into()));
        let mut points = 0.0;
        for _ in 0..games {
            let mut game = after("");
            while let Some(mover) = game.turn().next() {
                let view = game.view(mover);
                let at = if mover == seat { OnePly.choose(view, &mut chance) } else { view.any(&mut chance) };
                game.play(mover, at).unwrap();
            }
            points += game.scores()[seat.index()];
        }
        points
    }

    #[test]
    fn it_beats_random_clearly_from_both_sides() {
        for seat in [Seat(0), Seat(1)] {
            let points = points_against_random(seat, 300);
            assert!(points > 285.0, "{points} of 300 in {seat:?}");
        }
    }
}
