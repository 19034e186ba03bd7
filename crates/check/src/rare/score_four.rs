//! What is rare in Score Four: full pegs, wins to take and to stop, and the last beads of a full board.

use croupier_games::score_four::{CELLS, Colour, Location, ScoreFour};
use croupier_games::{Chance, Game, Seat, View};

use super::Rare;

/// So many beads are a board that is nearly full.
const NEARLY_FULL: u32 = CELLS as u32 - 4;

pub(super) static RARE: &[Rare<ScoreFour>] = &[
    Rare::met("a full peg", 2, |game, seat| game.view(seat).board().open_pegs().count_zeros() > 0),
    Rare::steered(
        "half of the pegs full",
        32,
        |game, seat| game.view(seat).board().open_pegs().count_ones() <= 8,
        quiet,
    ),
    Rare::met("a win to take", 1, |game, seat| wins(game, seat, game.view(seat).colour())),
    Rare::met("a win to stop", 1, |game, seat| wins(game, seat, game.view(seat).colour().other())),
    Rare::steered(
        "one peg left",
        19_000,
        |game, seat| game.view(seat).board().open_pegs().count_ones() == 1,
        quiet,
    ),
    Rare::steered("a board that is nearly full", 3_300, |game, seat| beads(game, seat) >= NEARLY_FULL, quiet),
    Rare::steered("the last bead", 33_000, |game, seat| beads(game, seat) == CELLS as u32 - 1, quiet),
];

fn beads(game: &ScoreFour, seat: Seat) -> u32 {
    game.view(seat).board().taken().count_ones()
}

/// Whether a bead of this colour would complete a line.
fn wins(game: &ScoreFour, seat: Seat, colour: Colour) -> bool {
    let board = game.view(seat).board();
    Location::ALL.iter().any(|&place| board.landing(place).is_ok_and(|cell| board.wins(colour, cell)))
}

/// Stops lines and completes none where it can, so that the board fills.
fn quiet(game: &ScoreFour, seat: Seat, chance: &mut Chance) -> Location {
    let view = game.view(seat);
    let (board, own) = (view.board(), view.colour());
    let mut legal = Vec::new();
    view.legal(&mut legal);
    chance.shuffle(&mut legal);
    let completes = |place: Location, colour| board.landing(place).is_ok_and(|cell| board.wins(colour, cell));
    let harmless = || legal.iter().copied().filter(|&place| !completes(place, own));
    let stopping = harmless().find(|&place| completes(place, own.other()));
    stopping.or_else(|| harmless().next()).unwrap_or_else(|| view.any(chance))
}
