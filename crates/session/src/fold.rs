//! What the games so far come to, taken in block by block: the tally, and where somebody looks,
//! everyone compared with everyone. Its size depends on the field and never on the number of games.

use croupier_arena::{Batch, Ended};
use croupier_games::{About, Game, Visitor, list, with_game};
use croupier_record::{
    Block, EntrantId, Header, Out, ReplayError, Until, counts, games_in, is_dropped, replay,
};
use croupier_stats::{Matched, Standings, Tally, standings};

use crate::early_stop::{EarlyStop, Reason};
use crate::error::SessionError;
use crate::layout::check_compared;
use crate::plan::options_of;

/// Whether anybody looks at the games before they are all played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// Nobody does; standings are all that is wanted.
    Never,
    /// At borders of batches.
    AtBorders,
}

impl Looks {
    /// Those that the end of a tournament depends on.
    #[must_use]
    pub fn of(until: Until) -> Self {
        match until {
            Until::Played => Self::Never,
            Until::Decided => Self::AtBorders,
        }
    }
}

/// What the games so far come to. The game's type is known inside alone.
pub struct Fold {
    about: &'static About,
    header: Header,
    bots: usize,
    tally: Tally,
    matched: Option<Matched>,
    early_stop: EarlyStop,
    replayed: Box<dyn Replayed>,
}

/// Replays the games of a block, with their type.
trait Replayed: Send {
    fn add(
        &self,
        block: &Block,
        header: &Header,
        tally: Option<&mut Tally>,
        matched: Option<&mut Matched>,
    ) -> Result<(), ReplayError>;
}

impl Fold {
    /// Nothing yet, of the tournament with this head; `bots` is the number of bots without their
    /// copies.
    pub fn new(header: &Header, bots: usize, looks: Looks) -> Result<Self, SessionError> {
        let about = list::about(&header.game)?;
        let matched = match looks {
            Looks::Never => None,
            Looks::AtBorders => {
                check_compared(header.entrants.len())?;
                Some(Matched::new(about, header))
            }
        };
        Ok(Self {
            about,
            header: header.clone(),
            bots,
            tally: Tally::new(about, header.entrants.len()),
            matched,
            early_stop: EarlyStop::default(),
            replayed: with_game(&header.game, Replaying(header))??,
        })
    }

    /// Takes in the next games of the record.
    pub fn add(&mut self, block: &Block) -> Result<(), SessionError> {
        self.replayed.add(block, &self.header, Some(&mut self.tally), self.matched.as_mut())?;
        self.settle();
        Ok(())
    }

    /// Takes in the next games as they were just played, with the times that no record of moves
    /// tells.
    pub(crate) fn add_played(&mut self, batch: &Batch) -> Result<(), SessionError> {
        self.tally.merge(&batch.tally);
        if let Some(matched) = &mut self.matched {
            self.replayed.add(&batch.block, &self.header, None, Some(matched))?;
        }
        self.settle();
        Ok(())
    }

    /// A batch always holds whole deals.
    fn settle(&mut self) {
        if let Some(matched) = &mut self.matched {
            matched.settle();
        }
    }

    /// How many games there are so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// Who was put out so far.
    #[must_use]
    pub fn outs(&self) -> Vec<Out> {
        let mut outs: Vec<Out> =
            self.tally.entrants().iter().filter_map(|entrant| entrant.out.clone()).collect();
        outs.sort_by_key(|out| out.game);
        outs
    }

    /// The same by their numbers.
    pub(crate) fn out(&self) -> Vec<EntrantId> {
        self.outs().iter().map(|out| out.entrant).collect()
    }

    /// What everyone has made so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The same, kept.
    pub(crate) fn into_tally(self) -> Tally {
        self.tally
    }

    /// Everyone compared with everyone, where somebody looks.
    #[must_use]
    pub fn matched(&self) -> Option<&Matched> {
        self.matched.as_ref()
    }

    /// Whether the tournament is to stop here, at the border of a batch: always asked at every
    /// border, so that the answer is the same however the games came in.
    pub fn is_decided(&mut self) -> bool {
        let Self { about, header, bots, tally, matched, early_stop, .. } = self;
        let matched = matched.as_ref().filter(|_| header.until == Until::Decided);
        matched.is_some_and(|matched| early_stop.is_decided(about, header, *bots, tally, matched))
    }

    /// The standings.
    #[must_use]
    pub fn standings(&self) -> Standings {
        standings(self.about, &self.tally)
    }

    /// Why it ended here.
    #[must_use]
    pub fn reason(&self, ended: Ended) -> Reason {
        match self.matched.as_ref().filter(|_| self.header.until == Until::Decided) {
            Some(matched) => Reason::found(self.about, &self.header, self.bots, &self.tally, matched, ended),
            None => Reason::Played { games: self.games() },
        }
    }
}

impl std::fmt::Debug for Fold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Fold({}, {} games)", self.about.name, self.games())
    }
}

struct Replaying<'a>(&'a Header);

impl Visitor for Replaying<'_> {
    type Output = Result<Box<dyn Replayed>, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        Ok(Box::new(Typed::<G> { options: options_of::<G>(&self.0.options)? }))
    }
}

struct Typed<G: Game> {
    options: G::Options,
}

impl<G: Game> Replayed for Typed<G> {
    fn add(
        &self,
        block: &Block,
        header: &Header,
        mut tally: Option<&mut Tally>,
        mut matched: Option<&mut Matched>,
    ) -> Result<(), ReplayError> {
        if let Some(tally) = &mut tally {
            tally.put_out(&block.outs);
        }
        for recorded in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
            if is_dropped(&block.outs, &recorded.fixture) {
                if let Some(tally) = &mut tally {
                    tally.skip();
                }
                continue;
            }
            let (end, missteps) = replay::<G>(&recorded, &self.options, header.seed(), |_| {})?;
            if !counts(&block.outs, &recorded.fixture, header.games_per_deal) {
                if let Some(tally) = &mut tally {
                    tally.skip();
                    tally.blame(&recorded.fixture, &missteps);
                }
                continue;
            }
            if let Some(tally) = &mut tally {
                tally.add(&recorded.fixture, &end, &missteps);
            }
            if let Some(matched) = &mut matched {
                matched.add(&recorded.fixture, &end);
            }
        }
        Ok(())
    }
}
