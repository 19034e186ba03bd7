//! The exact solver: who wins a position if nobody errs, and with which beads.
//!
//! It asks only whether the mover gets at least a draw or at least a win, so that most of the tree need not
//! be seen. Looks decide nothing here but the order in which beads are tried. It knows no clock and no
//! player: it is what they are measured with.

use super::children::Children;
use super::forcing::pursued;
use super::looks::looks;
use super::memo::{Bound, Memo, Note};
use super::position::Position;

/// So many forcing beads in a row are pursued, and so many in all from one position.
const PURSUED_DEEP: u32 = 16;
const PURSUED_WIDE: u32 = 64;

/// How a position ends for its mover if nobody errs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The other side wins.
    Lost,
    /// Nobody wins.
    Drawn,
    /// The mover wins.
    Won,
}

impl Outcome {
    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }

    fn of(value: i16) -> Self {
        match value {
            ..=-1 => Self::Lost,
            0 => Self::Drawn,
            1.. => Self::Won,
        }
    }
}

/// What is asked of a position: whether its mover gets so much or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Draw,
    Win,
}

impl Question {
    fn value(self) -> i16 {
        match self {
            Self::Draw => 0,
            Self::Win => 1,
        }
    }

    /// What must be denied to the other side: it gets a win where we get no draw.
    fn turned(self) -> Self {
        match self {
            Self::Draw => Self::Win,
            Self::Win => Self::Draw,
        }
    }
}

/// The steps of a solver are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OutOfSteps;

/// A solver and what it remembers, from one position to the next.
#[derive(Debug)]
pub struct Solver {
    memo: Memo,
    steps: u64,
}

impl Solver {
    /// A solver that remembers about so many positions.
    #[must_use]
    pub fn new(positions: usize) -> Self {
        Self { memo: Memo::new(positions), steps: 0 }
    }

    /// Forgets all positions, so that what comes next takes as many steps as it would with a new solver.
    pub fn forget(&mut self) {
        self.memo.clear();
    }

    /// The outcome of a position in which nobody has won yet; `None` if it is not found in so many steps.
    pub fn outcome(&mut self, position: &Position, steps: u64) -> Option<Outcome> {
        self.steps = steps;
        // The question that is likely to settle it alone comes first.
        if looks(position) < 0 {
            if !self.gets(position, Question::Draw).ok()? {
                return Some(Outcome::Lost);
            }
            let won = self.gets(position, Question::Win).ok()?;
            return Some(if won { Outcome::Won } else { Outcome::Drawn });
        }
        if self.gets(position, Question::Win).ok()? {
            return Some(Outcome::Won);
        }
        let drawn = self.gets(position, Question::Draw).ok()?;
        Some(if drawn { Outcome::Drawn } else { Outcome::Lost })
    }

    /// Whether a mover who gets `outcome` in this position still gets it with a bead in this cell, a set of
    /// one; `None` if that is not found in so many steps. Cheaper than what the bead leads to: one question
    /// is enough.
    pub fn keeps(&mut self, position: &Position, cell: u64, outcome: Outcome, steps: u64) -> Option<bool> {
        let denied = match outcome {
            _ if position.winning() & cell != 0 => return Some(true),
            Outcome::Lost => return Some(true),
            Outcome::Drawn => Question::Win,
            Outcome::Won => Question::Draw,
        };
        self.steps = steps;
        self.gets(&position.after(cell), denied).ok().map(|gets| !gets)
    }

    /// What the mover gets with a bead in this cell, a set of one.
    pub fn outcome_of(&mut self, position: &Position, cell: u64, steps: u64) -> Option<Outcome> {
        if position.winning() & cell != 0 {
            return Some(Outcome::Won);
        }
        self.outcome(&position.after(cell), steps).map(Outcome::turned)
    }

    /// Whether the mover gets so much.
    fn gets(&mut self, position: &Position, question: Question) -> Result<bool, OutOfSteps> {
        self.steps = self.steps.checked_sub(1).ok_or(OutOfSteps)?;
        let playable = position.playable();
        if position.own.wins & playable != 0 {
            return Ok(true);
        }
        let threatened = position.theirs.wins & playable;
        if threatened != 0 {
            if threatened & (threatened - 1) != 0 {
                return Ok(false);
            }
            return Ok(!self.gets(&position.after(threatened), question.turned())?);
        }
        // Who has a bead of the other side in every line cannot win; with nobody left to win it is a draw.
        match question {
            Question::Win if position.own.is_shut_out_by(&position.theirs) => return Ok(false),
            Question::Draw if position.theirs.is_shut_out_by(&position.own) => return Ok(true),
            _ => {}
        }
        let cells = position.safe();
        if cells == 0 {
            return Ok(false);
        }
        self.gets_by_choice(position, cells, question)
    }

    /// Whether the mover gets so much with one of these cells, where nothing is forced.
    fn gets_by_choice(
        &mut self,
        position: &Position,
        cells: u64,
        question: Question,
    ) -> Result<bool, OutOfSteps> {
        let key = position.hash();
        let note = self.memo.recall(key);
        if let Some(known) = note.and_then(|note| answered(note, question)) {
            return Ok(known);
        }
        if note.is_none() {
            let mut steps = PURSUED_WIDE;
            let won = pursued(position, PURSUED_DEEP, &mut steps);
            self.steps = self.steps.saturating_sub(u64::from(PURSUED_WIDE - steps));
            if won.is_some() {
                return Ok(true);
            }
        }
        let mut children = Children::new(position, cells, note.map(|note| note.best));
        if children.all().any(|(child, _)| self.is_denied(child, question)) {
            return Ok(true);
        }
        let mut answer = (false, 0);
        while let Some((child, cell)) = children.next() {
            if !self.gets(&child, question.turned())? {
                answer = (true, cell);
                break;
            }
        }
        let free = 64 - position.count();
        let (bound, value) =
            if answer.0 { (Bound::AtLeast, question.value()) } else { (Bound::AtMost, question.value() - 1) };
        self.memo.note(key, Note { value, depth: free as i8, bound, best: answer.1 });
        Ok(answer.0)
    }

    /// Whether it is remembered that the mover of a child does not get what would refute the question.
    #[inline]
    fn is_denied(&self, child: &Position, question: Question) -> bool {
        let note = self.memo.recall(child.hash());
        note.and_then(|note| answered(note, question.turned())) == Some(false)
    }
}

/// What a note says to a question.
#[inline]
fn answered(note: Note, question: Question) -> Option<bool> {
    match note.bound {
        Bound::AtLeast if Outcome::of(note.value) >= Outcome::of(question.value()) => Some(true),
        Bound::AtMost if Outcome::of(note.value) < Outcome::of(question.value()) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::anywhere;
    use super::*;
    use croupier_games::score_four::{Location, ScoreFour};
    use croupier_games::{Chance, Game, Seed, View};

    /// The outcome by the rules of the game and nothing else, every bead tried.
    fn by_the_rules(game: &ScoreFour) -> Outcome {
        let Some(seat) = game.turn().next() else {
            // Whoever would be to move has not completed the line.
            return if game.winners().len() == 2 { Outcome::Drawn } else { Outcome::Lost };
        };
        let mut moves: Vec<Location> = Vec::new();
        game.view(seat).legal(&mut moves);
        let mut best = Outcome::Lost;
        for at in moves {
            let mut after = game.clone();
            after.play(seat, at).unwrap();
            best = best.max(by_the_rules(&after).turned());
            if best == Outcome::Won {
                break;
            }
        }
        best
    }

    /// A game of seeded play with so many beads left, not over and without a blunder at the end.
    fn late_game(left: usize, chance: &mut Chance) -> ScoreFour {
        loop {
            let mut game = ScoreFour::deal(2, &Default::default(), Seed::plain(0)).unwrap();
            while let Some(seat) = game.turn().next() {
                let view = game.view(seat);
                let position = Position::of(view.board(), view.colour());
                if position.count() as usize == 64 - left {
                    return game;
                }
                let cells = position.candidates() & !position.winning();
                let cells = if cells == 0 { position.playable() } else { cells };
                let peg = chance.pick_bit(cells).unwrap() % 16;
                game.play(seat, Location::ALL[peg as usize]).unwrap();
            }
        }
    }

    #[test]
    fn it_finds_what_trying_every_bead_by_the_rules_finds() {
        let mut chance = Chance::new(Seed::plain(21));
        let mut solver = Solver::new(1 << 16);
        let mut seen = [0; 3];
        for number in 0..240 {
            let game = late_game(8 + number % 4, &mut chance);
            let seat = game.turn().next().unwrap();
            let position = Position::of(game.view(seat).board(), game.view(seat).colour());
            let expected = by_the_rules(&game);
            assert_eq!(solver.outcome(&position, u64::MAX), Some(expected), "{position:?}");
            seen[expected as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
    }

    #[test]
    fn the_best_of_all_cells_is_what_the_position_is() {
        let mut chance = Chance::new(Seed::plain(22));
        let mut solver = Solver::new(1 << 18);
        for _ in 0..60 {
            let position = anywhere(44, &mut chance);
            let cells = (0..64).map(|cell| 1 << cell).filter(|cell| position.playable() & cell != 0);
            let best = cells.filter_map(|cell| solver.outcome_of(&position, cell, u64::MAX)).max();
            assert_eq!(best, Solver::new(1 << 18).outcome(&position, u64::MAX), "{position:?}");
        }
    }

    #[test]
    fn a_bead_keeps_an_outcome_where_it_leads_to_no_less() {
        let mut chance = Chance::new(Seed::plain(23));
        let mut solver = Solver::new(1 << 18);
        let mut seen = [0; 2];
        for _ in 0..60 {
            let position = anywhere(46, &mut chance);
            let outcome = solver.outcome(&position, u64::MAX).unwrap();
            for cell in (0..64).map(|cell| 1 << cell).filter(|cell| position.playable() & cell != 0) {
                let kept = solver.keeps(&position, cell, outcome, u64::MAX).unwrap();
                solver.forget();
                let leads_to = solver.outcome_of(&position, cell, u64::MAX).unwrap();
                assert_eq!(kept, leads_to == outcome, "{cell:#x} in {position:?}");
                seen[usize::from(kept)] += 1;
            }
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
    }

    #[test]
    fn it_gives_up_when_its_steps_are_used_up() {
        let position = Position::new(0, 0);
        assert_eq!(Solver::new(1 << 10).outcome(&position, 1000), None);
    }
}
