//! A position as a search sees it: whose turn it is does not matter, only who moves and who waits.
//!
//! It knows the cells in which each side would complete a line. They are kept up bead by bead, so that a win,
//! a forced move and a bead that must not be played are each one mask away. It knows nothing of how good a
//! position is.

use croupier_games::score_four::{Board, Colour};

use super::side::Side;

/// One level up.
pub(super) const UP: u32 = 16;
/// The bottom level.
const BOTTOM: u64 = 0xffff;

/// The board from the side of whoever is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The mover.
    pub(super) own: Side,
    /// The other side.
    pub(super) theirs: Side,
}

impl Position {
    /// The position of these beads, each a set of cells: bit level × 16 + row × 4 + column. Nobody has won.
    #[must_use]
    pub fn new(own: u64, theirs: u64) -> Self {
        Self { own: Side::new(own, theirs), theirs: Side::new(theirs, own) }
    }

    /// A board, looked at by the colour that moves.
    #[must_use]
    pub fn of(board: Board, mover: Colour) -> Self {
        Self::new(board.beads(mover), board.beads(mover.other()))
    }

    /// The cells that hold a bead.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.own.beads | self.theirs.beads
    }

    /// How many beads lie.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.taken().count_ones()
    }

    /// The mover's beads and those of the other side.
    #[must_use]
    pub fn beads(&self) -> [u64; 2] {
        [self.own.beads, self.theirs.beads]
    }

    /// The cells in which a bead can come to rest.
    #[inline]
    #[must_use]
    pub fn playable(&self) -> u64 {
        let taken = self.taken();
        !taken & (taken << UP | BOTTOM)
    }

    /// Those of them that win at once.
    #[inline]
    #[must_use]
    pub fn winning(&self) -> u64 {
        self.own.wins & self.playable()
    }

    /// Those in which the other side would win, were it to move.
    #[inline]
    #[must_use]
    pub fn threatened(&self) -> u64 {
        self.theirs.wins & self.playable()
    }

    /// Those that do not lift the other side into a win.
    #[inline]
    #[must_use]
    pub fn safe(&self) -> u64 {
        self.playable() & !(self.theirs.wins >> UP)
    }

    /// The cells worth a look: a win, else the answer to a threat, else those that give nothing away, else
    /// all.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        let sets = [self.winning(), self.threatened(), self.safe(), self.playable()];
        sets.into_iter().find(|&set| set != 0).unwrap_or(0)
    }

    /// Whether every line holds both colours, so that nobody can win any more.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.own.is_shut_out_by(&self.theirs) && self.theirs.is_shut_out_by(&self.own)
    }

    /// The position after a bead of the mover in this cell, a set of one; the other side is to move.
    #[inline]
    #[must_use]
    pub fn after(&self, cell: u64) -> Self {
        Self { own: self.theirs.without(cell), theirs: self.own.with(cell, &self.theirs) }
    }

    /// A number for the position, well mixed; different positions rarely share one.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        hash(self.own.beads, self.theirs.beads)
    }
}

/// A number for two sets of beads, well mixed.
#[inline]
pub(super) fn hash(own: u64, theirs: u64) -> u64 {
    let mixed =
        own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ theirs.rotate_left(32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_of, random_play};
    use super::*;
    use croupier_games::score_four::{LINES, Location, ScoreFour};
    use croupier_games::{Chance, Game, Move, Seed};

    #[test]
    fn what_is_kept_up_bead_by_bead_is_what_is_counted_anew() {
        random_play(200, Seed::plain(7), |position| {
            let [own, theirs] = position.beads();
            assert_eq!(*position, Position::new(own, theirs));
        });
    }

    #[test]
    fn the_cells_that_win_are_those_with_which_a_line_is_complete() {
        let completed = |beads: u64| LINES.iter().any(|line| beads & line == *line);
        random_play(100, Seed::plain(8), |position| {
            let [own, theirs] = position.beads();
            let wins = |beads: u64| -> u64 {
                let free = (0..64).map(|cell| 1 << cell).filter(|cell| position.taken() & cell == 0);
                free.filter(|cell| completed(beads | cell)).sum()
            };
            assert_eq!(position.own.wins, wins(own), "{position:?}");
            assert_eq!(position.theirs.wins, wins(theirs), "{position:?}");
        });
    }

    #[test]
    fn it_sees_the_same_moves_wins_and_ends_as_the_rules() {
        let mut chance = Chance::new(Seed::plain(9));
        let (mut wins, mut draws) = (0, 0);
        for _ in 0..400 {
            let mut game = ScoreFour::deal(2, &Default::default(), Seed::plain(0)).unwrap();
            let mut position = Position::new(0, 0);
            while let Some(seat) = game.turn().next() {
                let board = game.view(seat).board();
                assert_eq!(position, Position::of(board, Colour::of(seat)));
                let pegs = (position.playable() | position.playable() >> 32) as u32;
                assert_eq!((pegs | pegs >> 16) as u16, board.open_pegs());
                // Wins are left alone most of the time, so that some games are drawn.
                let playable = position.playable();
                let quiet = playable & !position.winning();
                let kinds = [position.threatened() & quiet, position.safe() & quiet, quiet, playable];
                let kind = kinds.into_iter().find(|&kind| kind != 0 && !chance.one_in(99));
                let cell = any_of(kind.unwrap_or(playable), &mut chance);
                let won = position.winning() & cell != 0;
                let peg = u64::from(cell.trailing_zeros() % 16);
                game.play(seat, Location::from_code(peg).unwrap()).unwrap();
                position = position.after(cell);
                assert_eq!(won, game.turn().next().is_none() && game.winners().len() == 1);
                assert_eq!(!won && position.is_dead(), game.winners().len() == 2);
                (wins, draws) = (wins + u32::from(won), draws + u32::from(!won && position.is_dead()));
            }
        }
        assert!(wins > 20 && draws > 20, "{wins} won, {draws} drawn");
    }
}
