//! Score Four
//!
//! Sixteen pegs stand in a square of four rows and four columns, and each takes four beads. White and Black
//! take turns to drop a bead of their colour onto a peg; it comes to rest on the beads already there. White
//! begins. Whoever first has four beads in a straight line wins: along a row, a column or a peg, or on any
//! diagonal of a level, of an upright plane or through the whole board, 76 lines in all. When every line
//! holds both colours nobody can win any more, and the game is a draw at once; a full board without a winner
//! is such a case, since there each line has both colours. A location off the board or on a full peg is
//! refused, nothing is placed, and the player is asked again; too many refusals in a row (64, unless the
//! organiser says otherwise) lose the game. Nothing is hidden and nothing is left to chance.

mod board;
mod bytes;
mod compact;
mod lines;
mod location;
mod story;
#[cfg(test)]
mod tests;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::about::{About, Better, Figure, Figures, Rank, Scores, Seating, scores_of};
use crate::chance::Chance;
use crate::game::{BadSetup, Game, Illegal, Refusal};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::Moment;

pub use board::{Board, Cell, Colour};
pub use lines::{CELLS, LINE_COUNT, LINES, MOST_THROUGH, PEGS, SIDE, THROUGH};
pub use location::Location;
pub use view::{ScoreFourView, ShownBoard};

/// Nobody can have four beads before the seventh is placed.
const FIRST_FOUR: u8 = 7;

/// A position of Score Four.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreFour {
    board: Board,
    /// How many beads are placed; it tells whose turn it is.
    placed: u8,
    /// The first line that does not hold both colours. Lines are never freed again, so it only ever rises,
    /// and all lines before it need no second look.
    first_open: u8,
    ending: Option<Ending>,
    last: Option<Cell>,
    /// Refusals since the last bead.
    refused: u32,
    /// How many refusals in a row lose the game.
    limit: u32,
    /// All refusals, by seat.
    retries: [u32; 2],
}

/// The most invalid answers in a row: a bot that gives no other ends its game.
const MOST_RETRIES: u32 = 10_000;

/// What an organiser may set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ScoreFourOptions {
    /// How many invalid answers in a row lose the game; from 1 to 10,000.
    #[schemars(range(min = 1, max = 10_000))]
    pub retries: u32,
}

impl Default for ScoreFourOptions {
    fn default() -> Self {
        Self { retries: 64 }
    }
}

/// Why a bead cannot be dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A row or a column that the board does not have.
    #[error("that is off the board: rows and columns go from 0 to 3")]
    OffTheBoard,
    /// No location at all.
    #[error("that is no location; a row and a column from 0 to 3 are")]
    Null,
    /// Four beads are on the peg already.
    #[error("that peg is full: it holds four beads")]
    PegFull,
}

/// How a game came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The last bead completed a line.
    Four,
    /// Every line holds both colours.
    Blocked,
    /// The seat to move was refused too often.
    Forfeit,
}

impl Game for ScoreFour {
    const ABOUT: About = About {
        name: "score-four",
        title: "Score Four",
        tagline: "drop beads onto pegs; four in a line in space win",
        version: 1,
        seats: &[2],
        fewest_bots: 2,
        hidden: false,
        seating: Seating::PairsBothWays,
        figures: &[
            Figure { name: "points", meaning: "1 for a win, ½ for a draw, 0 for a loss" },
            Figure { name: "wins", meaning: "games won, those that the other side forfeited included" },
            Figure { name: "draws", meaning: "games in which nobody could win any more" },
            Figure { name: "losses", meaning: "games lost, own forfeits included" },
            Figure { name: "beads", meaning: "beads placed" },
            Figure { name: "retries", meaning: "invalid answers" },
        ],
        ranking: &[Rank { figure: 0, better: Better::High }],
    };

    type Options = ScoreFourOptions;
    type Move = Location;
    type Breach = Breach;
    type View<'a> = ScoreFourView<'a>;

    fn deal(seats: usize, options: &ScoreFourOptions, _: Seed) -> Result<Self, BadSetup> {
        Self::ABOUT.check_seats(seats)?;
        if !(1..=MOST_RETRIES).contains(&options.retries) {
            return Err(BadSetup(format!(
                "retries must be from 1, where the first invalid answer loses, to {MOST_RETRIES}, not {}",
                options.retries
            )));
        }
        Ok(Self {
            board: Board::default(),
            placed: 0,
            first_open: 0,
            ending: None,
            last: None,
            refused: 0,
            limit: options.retries,
            retries: [0; 2],
        })
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending.is_some() { Turn::Over } else { Turn::of(self.to_move().seat()) }
    }

    #[inline]
    fn view(&self, seat: Seat) -> ScoreFourView<'_> {
        ScoreFourView::new(self, seat)
    }

    // Searches spend their time here: inlined, much of it is known before the loop over the moves.
    #[inline(always)]
    fn play(&mut self, seat: Seat, location: Location) -> Result<(), Illegal<Breach>> {
        if self.ending.is_some() || seat != self.to_move().seat() {
            return Err(Illegal::NotToMove);
        }
        let cell = self.board.landing(location).map_err(Illegal::Breach)?;
        self.place(cell);
        Ok(())
    }

    /// An invalid location is asked for again, up to the limit; no answer at all loses at once.
    fn refuse(&mut self, seat: Seat, attempt: Option<Location>) -> Refusal {
        debug_assert!(self.turn().awaits(seat));
        if attempt.is_some() {
            let retries = &mut self.retries[Colour::of(seat) as usize];
            *retries = retries.saturating_add(1);
            self.refused = self.limit.min(self.refused.saturating_add(1));
            if self.refused < self.limit {
                return Refusal::AskAgain;
            }
        }
        self.ending = Some(Ending::Forfeit);
        Refusal::Forfeited
    }

    fn imagine(view: ScoreFourView<'_>, _: &mut Chance) -> Self {
        view.imagine()
    }

    fn scores(&self) -> Scores {
        scores_of(2, |seat| self.points(seat))
    }

    fn winners(&self) -> Seats {
        match (self.ending, self.winner()) {
            (None, _) => Seats::NONE,
            (_, Some(winner)) => Seats::only(winner.seat()),
            (_, None) => Seat::all(2).collect(),
        }
    }

    fn figures(&self, seat: Seat) -> Figures {
        let points = self.points(seat);
        let over = self.ending.is_some();
        let counted = [over && points == 1.0, over && points == 0.5, over && points == 0.0];
        let colour = Colour::of(seat);
        let beads = f64::from(self.board.beads(colour).count_ones());
        let retries = f64::from(self.retries[colour as usize]);
        let [wins, draws, losses] = counted.map(|yes| f64::from(u8::from(yes)));
        [points, wins, draws, losses, beads, retries].into_iter().map(Some).collect()
    }

    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String) {
        story::tell(moment, names, out);
    }
}

impl ScoreFour {
    /// Who drops the next bead, or would if the game were not over.
    #[inline]
    fn to_move(&self) -> Colour {
        if self.placed.is_multiple_of(2) { Colour::White } else { Colour::Black }
    }

    fn winner(&self) -> Option<Colour> {
        match self.ending? {
            // Who completes a line moved last; who is refused too often was to move. Both times the other one
            // wins.
            Ending::Four | Ending::Forfeit => Some(self.to_move().other()),
            Ending::Blocked => None,
        }
    }

    fn points(&self, seat: Seat) -> f64 {
        self.winners().share(seat)
    }

    /// Puts the mover's bead into a cell. What seldom changes is written only then: searches copy and play
    /// millions of positions.
    #[inline]
    fn place(&mut self, cell: Cell) {
        let mover = self.to_move();
        self.board = self.board.with(mover, cell);
        self.placed += 1;
        self.last = Some(cell);
        if self.refused != 0 {
            self.refused = 0;
        }
        if self.placed >= FIRST_FOUR && self.board.wins(mover, cell) {
            self.ending = Some(Ending::Four);
        } else if self.is_blocked() {
            self.ending = Some(Ending::Blocked);
        }
    }

    /// Moves on to the first line that does not hold both colours, and says whether there is none.
    #[inline]
    fn is_blocked(&mut self) -> bool {
        let mut index = self.first_open;
        while let Some(&line) = LINES.get(usize::from(index)) {
            if !self.board.blocks(line) {
                return false;
            }
            index += 1;
            self.first_open = index;
        }
        true
    }
}
