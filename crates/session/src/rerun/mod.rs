//! Recorded games played again, by the same bots or others, and compared with the record.
//!
//! Who sits where is taken from the record, and blocks are played in the lanes that they were
//! played in.

mod all;
mod one;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::{NamedBot, entrant_names};
use croupier_arena::plan::Limits;
use croupier_arena::{Bot, Outside};
use croupier_games::{Game, with_game};
use croupier_hosts::Runtimes;
use croupier_record::{BOT_LOGS, Entrant, Header};

use crate::error::SessionError;
use crate::read::recorded::Recorded;

pub use all::AllAgain;
pub use one::GameAgain;

/// Whether the bots of the record play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cast {
    /// All of them: what differs from the record is worth telling.
    AsRecorded,
    /// Others, in some places or all.
    Others,
}

/// What is to be played again.
#[derive(Debug)]
pub struct Rerun<'a> {
    /// The record.
    pub recorded: &'a Recorded,
    /// The bots: one for each entrant, or for each seat where one game is played.
    pub bots: &'a [NamedBot],
    /// Whether they are those of the record.
    pub cast: Cast,
    /// What runs bots outside this process.
    pub runtimes: &'a Runtimes,
    /// What bots may use.
    pub limits: &'a Limits,
    /// The folder for the record of what is played now, where one is wanted.
    pub out: Option<&'a Path>,
    /// What is being done, in words, for whoever finds that folder in use.
    pub command: Option<&'a str>,
    /// How many threads may play where all bots are of the house; one per processor where nothing
    /// is said.
    pub threads: Option<usize>,
}

impl Rerun<'_> {
    /// The head of what is played where all games are.
    #[must_use]
    pub fn header(&self) -> Header {
        let mut header = self.recorded.header.clone();
        env!("CARGO_PKG_VERSION").clone_into(&mut header.croupier);
        if self.cast == Cast::Others {
            header.entrants = self.entrants(entrant_names(self.bots, 1));
            header.origin = header.origin.clone().among(&header.entrants);
        }
        header
    }

    /// Plays all games again; after each block, `played` is told how many games are done.
    ///
    /// Where the bots are those of the record and nothing is written, it ends with the block of the
    /// first difference.
    pub fn play_all(&self, stop: &AtomicBool, played: &mut dyn FnMut(u64)) -> Result<AllAgain, SessionError> {
        with_game(&self.recorded.header.game, all::PlayAll { rerun: self, stop, played })?
    }

    /// Plays one game again: from its first turn, or as it was up to the turn `from`, counted from
    /// 1, and anew from there.
    pub fn play_game(&self, number: u64, from: Option<u64>) -> Result<GameAgain, SessionError> {
        with_game(&self.recorded.header.game, one::PlayAgain { rerun: self, number, from })?
    }

    fn entrants(&self, names: Vec<String>) -> Vec<Entrant> {
        names.into_iter().zip(self.bots).map(|(name, bot)| bot.entrant(name)).collect()
    }

    fn seatable(&self) -> Vec<Bot> {
        self.bots.iter().map(|named| named.bot.clone()).collect()
    }

    /// Where what the bots print is kept.
    fn logs(&self) -> Option<PathBuf> {
        self.out.map(|folder| folder.join(BOT_LOGS))
    }

    /// What these bots need; nothing where all of them play in this process.
    fn outside<G: Game>(&self, bots: &[Bot]) -> Result<Option<Outside>, SessionError> {
        let logs = self.logs();
        let instances = self.recorded.header.instances;
        Outside::of::<G>(bots, self.runtimes, self.limits, instances, logs).map_err(SessionError::NoCell)
    }
}
