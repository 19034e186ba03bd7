//! Who is out of a tournament that is played in parts: decided by whoever folds its blocks, in their order,
//! so that it is the same whoever played them, and in whichever order.

use croupier_arena::RecordedOuts;
use croupier_games::{Game, Visitor, list, with_game};
use croupier_record::{Block, EntrantId, Header, Out, ReplayError};

use crate::error::SessionError;
use crate::layout::schedule_of;
use crate::plan::options_of;
use crate::session::too_few_left;

/// Who is out by the blocks so far. The game's type is known inside alone.
pub struct PartOuts {
    header: Header,
    outs: RecordedOuts,
    settling: Box<dyn Settling>,
}

/// Reads the games of a block, with their type.
trait Settling: Send {
    fn settle(
        &self,
        outs: &mut RecordedOuts,
        block: &mut Block,
        header: &Header,
        border: u64,
    ) -> Result<(), ReplayError>;
}

impl PartOuts {
    /// Nobody yet, in the tournament with this head.
    pub fn new(header: &Header) -> Result<Self, SessionError> {
        let settling = with_game(&header.game, Typing(header))??;
        Ok(Self { header: header.clone(), outs: RecordedOuts::default(), settling })
    }

    /// Decides who is out by the next block, and writes into it who is. Whoever is put out in it is not
    /// seated from `border` on: the first game of a part that nobody can have begun by now.
    pub fn settle(&mut self, block: &mut Block, border: u64) -> Result<(), SessionError> {
        Ok(self.settling.settle(&mut self.outs, block, &self.header, border)?)
    }

    /// All so far, those who were put out first in front.
    #[must_use]
    pub fn all(&self) -> &[Out] {
        self.outs.all()
    }

    /// Why the tournament cannot go on with those who are left, where it cannot.
    pub fn too_few(&self) -> Result<Option<String>, SessionError> {
        let out: Vec<EntrantId> = self.all().iter().map(|out| out.entrant).collect();
        if out.is_empty() {
            return Ok(None);
        }
        let schedule = schedule_of(list::about(&self.header.game)?, &self.header)
            .map_err(|error| SessionError::Field { error, broken: String::new() })?;
        Ok(too_few_left(&schedule, &self.header, &out))
    }
}

impl std::fmt::Debug for PartOuts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PartOuts({}, {:?})", self.header.game, self.all())
    }
}

struct Typing<'a>(&'a Header);

impl Visitor for Typing<'_> {
    type Output = Result<Box<dyn Settling>, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        Ok(Box::new(Typed::<G> { options: options_of::<G>(&self.0.options)? }))
    }
}

struct Typed<G: Game> {
    options: G::Options,
}

impl<G: Game> Settling for Typed<G> {
    fn settle(
        &self,
        outs: &mut RecordedOuts,
        block: &mut Block,
        header: &Header,
        border: u64,
    ) -> Result<(), ReplayError> {
        outs.settle::<G>(block, header, &self.options, border)
    }
}
