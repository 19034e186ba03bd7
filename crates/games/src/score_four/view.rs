//! What a seat sees of Score Four: everything, since nothing is hidden.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::ScoreFour;
use super::board::{Board, Cell, Colour};
use super::lines::{PEGS, SIDE};
use super::location::Location;
use crate::chance::{Chance, nth_bit};
use crate::game::View;
use crate::layout::Field;
use crate::seats::Seat;

/// A seat's view of the board.
#[derive(Debug, Clone, Copy)]
pub struct ScoreFourView<'a> {
    game: &'a ScoreFour,
    seat: Seat,
}

/// The view as it leaves the process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownBoard {
    /// Your seat: 0 is White and begins, 1 is Black.
    pub seat: u8,
    /// The colour of your beads.
    pub colour: Colour,
    /// The seat that moves now; null once the game is over.
    pub to_move: Option<u8>,
    /// The seat that has won; null while the game goes on, and after a draw.
    pub winner: Option<u8>,
    /// The levels, the bottom first; each has one text per row, with one sign per column: `W`, `B`, or `.`
    /// for none.
    pub board: [[String; SIDE]; SIDE],
    /// How many beads each peg holds, 0 to 4: `pegs[row][column]`.
    pub pegs: [[u8; SIDE]; SIDE],
    /// Where the last bead was dropped; null before the first.
    pub last: Option<Location>,
    /// How many more invalid answers in a row the seat to move can give; with the last of them it has lost.
    pub retries_left: u32,
}

impl<'a> ScoreFourView<'a> {
    pub(super) fn new(game: &'a ScoreFour, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// The beads on the pegs.
    #[inline]
    #[must_use]
    pub fn board(&self) -> Board {
        self.game.board
    }

    /// The colour of this seat.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> Colour {
        Colour::of(self.seat)
    }

    /// The colour that moves now; `None` once the game is over.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Option<Colour> {
        self.game.ending.is_none().then(|| self.game.to_move())
    }

    /// The colour that has won; `None` while the game goes on, and after a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        self.game.winner()
    }

    /// Where the last bead was dropped.
    #[must_use]
    pub fn last(&self) -> Option<Location> {
        self.game.last.map(Cell::location)
    }

    /// How many more invalid answers in a row the seat to move can give; with the last of them it has lost.
    #[must_use]
    pub fn retries_left(&self) -> u32 {
        self.game.limit - self.game.refused
    }

    /// The position itself: there is nothing in it that a player may not know, and so nothing to draw.
    pub(super) fn imagine(&self) -> ScoreFour {
        self.game.clone()
    }
}

impl View for ScoreFourView<'_> {
    type Move = Location;
    type Shown = ShownBoard;

    const FIELDS: &'static [Field] = super::bytes::FIELDS;

    #[inline]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self, moves: &mut Vec<Location>) {
        moves.clear();
        let open = if self.game.ending.is_none() { self.board().open_pegs() } else { 0 };
        if open == u16::MAX {
            // As long as no peg is full, a copy is all it takes.
            return moves.extend_from_slice(&Location::ALL);
        }
        moves.extend((0..PEGS as u32).filter(|peg| open >> peg & 1 == 1).map(Location::of_peg));
    }

    fn compact(&self, out: &mut Vec<u8>) {
        super::compact::write(self, out);
    }

    #[inline]
    fn lay(&self, room: &mut [u8]) -> usize {
        super::bytes::lay(self, room)
    }

    #[inline]
    fn any(&self, chance: &mut Chance) -> Location {
        Location::of_peg(pick(self.board().open_pegs(), chance))
    }
}

impl From<ScoreFourView<'_>> for ShownBoard {
    fn from(view: ScoreFourView<'_>) -> Self {
        let board = view.board();
        let seat_of = |colour: Colour| colour.seat().0;
        Self {
            seat: view.seat.0,
            colour: view.colour(),
            to_move: view.to_move().map(seat_of),
            winner: view.winner().map(seat_of),
            board: grid(|level, row| (0..SIDE).map(|column| sign(board, level, row, column)).collect()),
            pegs: grid(|row, column| board.height((row * SIDE + column) as u32)),
            last: view.last(),
            retries_left: view.retries_left(),
        }
    }
}

/// How often [`pick`] guesses: with twelve guesses of four bits, sixteen bits of the draw are left.
const GUESSES: usize = 12;

/// One of the open pegs, each as likely as any other, from a single draw.
#[inline]
fn pick(open: u16, chance: &mut Chance) -> u32 {
    let mut bits = chance.bits();
    // Nearly all pegs are open nearly all the time, so guessing is quicker than counting.
    for _ in 0..GUESSES {
        let peg = bits as u32 % 16;
        if open >> peg & 1 == 1 {
            return peg;
        }
        bits >>= 4;
    }
    nth_bit(open.into(), (bits as u32 * open.count_ones()) >> 16)
}

/// A square of values, one for each pair of numbers from 0 to 3.
fn grid<T>(value: impl Fn(usize, usize) -> T) -> [[T; SIDE]; SIDE] {
    std::array::from_fn(|outer| std::array::from_fn(|inner| value(outer, inner)))
}

/// The sign that stands for what a cell holds.
pub(super) fn sign(board: Board, level: usize, row: usize, column: usize) -> char {
    match Cell::at(level, row, column).and_then(|cell| board.bead(cell)) {
        Some(Colour::White) => 'W',
        Some(Colour::Black) => 'B',
        None => '.',
    }
}

impl Serialize for ScoreFourView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ShownBoard::from(*self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::score_four::ScoreFourOptions;
    use crate::score_four::tests::INVALID;
    use crate::score_four::tests::{after, dealt};
    use crate::seed::Seed;

    fn json(view: ScoreFourView<'_>) -> String {
        serde_json::to_string(&view).unwrap()
    }

    #[test]
    fn a_view_is_written_as_the_rules_page_shows_it() {
        let game = after("3553");
        let shown = concat!(
            r#"{"seat":0,"colour":"white","to_move":0,"winner":null,"#,
            r#""board":[["...W",".B..","....","...."],["...B",".W..","....","...."],"#,
            r#"["....","....","....","...."],["....","....","....","...."]],"#,
            r#""pegs":[[0,0,0,2],[0,2,0,0],[0,0,0,0],[0,0,0,0]],"#,
            r#""last":{"row":0,"column":3},"retries_left":64}"#,
        );
        assert_eq!(json(game.view(Seat(0))), shown);
        let read: ShownBoard = serde_json::from_str(shown).unwrap();
        assert_eq!(read, ShownBoard::from(game.view(Seat(0))));
    }

    #[test]
    fn nothing_is_last_before_the_first_bead() {
        let game = dealt();
        let shown = ShownBoard::from(game.view(Seat(1)));
        assert_eq!((shown.last, shown.colour, shown.to_move), (None, Colour::Black, Some(0)));
    }

    #[test]
    fn the_winner_is_shown_and_nobody_is_to_move_once_the_game_is_over() {
        let game = after("01213141");
        let shown = ShownBoard::from(game.view(Seat(0)));
        assert_eq!((shown.winner, shown.to_move), (Some(1), None));
        let mut moves = vec![Location::new(0, 0)];
        game.legal(Seat(0), &mut moves);
        assert_eq!(moves, []);
    }

    #[test]
    fn refusals_are_counted_down() {
        let mut game = dealt();
        game.refuse(Seat(0), INVALID);
        assert_eq!(game.view(Seat(0)).retries_left(), 63);
        game.play(Seat(0), Location::new(0, 0)).unwrap();
        assert_eq!(game.view(Seat(0)).retries_left(), 64);
    }

    #[test]
    fn an_imagined_position_looks_the_same_from_both_seats_at_any_time() {
        let mut chance = Chance::new(Seed::plain(4));
        for _ in 0..50 {
            // Three refusals in a row are met often enough to see forfeited games too.
            let mut game = ScoreFour::deal(2, &ScoreFourOptions { retries: 3 }, Seed::plain(0)).unwrap();
            loop {
                for seat in [Seat(0), Seat(1)] {
                    let imagined = ScoreFour::imagine(game.view(seat), &mut chance);
                    assert_eq!(json(imagined.view(seat)), json(game.view(seat)));
                }
                let Some(seat) = game.turn().next() else { break };
                if chance.one_in(4) {
                    game.refuse(seat, INVALID);
                } else {
                    game.play(seat, game.any(seat, &mut chance)).unwrap();
                }
            }
        }
    }

    #[test]
    fn legal_moves_are_the_pegs_that_are_not_full() {
        let game = after("3333");
        let mut moves = Vec::new();
        game.legal(Seat(0), &mut moves);
        let expected: Vec<Location> =
            Location::ALL.into_iter().filter(|&at| at != Location::new(0, 3)).collect();
        assert_eq!(moves, expected);
    }

    #[test]
    fn every_open_peg_is_picked_as_often_as_any_other() {
        // With two pegs open, one pick in five is not guessed but counted.
        for open in [u16::MAX, 0b1000_0000_0001_0000] {
            let mut seen = [0_u32; 16];
            let mut chance = Chance::new(Seed::plain(5));
            for _ in 0..16_000 {
                seen[pick(open, &mut chance) as usize] += 1;
            }
            let expected = 16_000 / open.count_ones();
            for (peg, &count) in seen.iter().enumerate() {
                let expected = if open >> peg & 1 == 1 { expected } else { 0 };
                // Five standard deviations of the larger case.
                assert!(count.abs_diff(expected) <= 320, "{open:b} {seen:?}");
                assert!(expected > 0 || count == 0, "{open:b} {seen:?}");
            }
        }
    }
}
