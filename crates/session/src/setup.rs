//! What is to be played, and how.

use std::path::PathBuf;
use std::sync::Arc;

use croupier_arena::Parallel;
use croupier_arena::naming::NamedBot;
use croupier_arena::plan::{Broken, Limits};
use croupier_games::{UnknownGame, list};
use croupier_hosts::Runtimes;
use croupier_hosts::cell::Sandbox;
use croupier_record::{Instances, Until};
use serde_json::Value;

use crate::early_stop::LOOK;
use crate::fold::Looks;
use crate::layout::Layout;
use crate::luck::Drawn;
use crate::repeated_deals::Urls;

/// What is to be played, and how: whatever shapes a tournament, and nothing of how it is shown.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game, who meets whom, and until when.
    pub layout: Layout,
    /// The game's options, those that are not the usual ones.
    pub options: Value,
    /// The bots, found and built.
    pub bots: Vec<NamedBot>,
    /// What becomes of those that were named and do not load.
    pub broken: Broken,
    /// The bots, as they are named, that nobody named: they were found in folders. One of them that
    /// does not load is left out.
    pub searched: Vec<String>,
    /// What all luck grows from, where somebody chose it: whoever knows it knows all cards.
    pub seed: Option<u64>,
    /// What luck that nobody chose begins with, beside new bits.
    pub drawn: Drawn,
    /// So many games lie between two looks, at least, where whoever follows wants to look; where
    /// the end depends on the results, somebody always does.
    pub look: Option<u64>,
    /// In how many independent parts the games are played where bots outside this process play.
    pub lanes: u32,
    /// How long an instance of a bot lives.
    pub instances: Instances,
    /// How many drawn moves of each player every game begins with.
    pub openings: u8,
    /// Whether bots behind urls may play several games at once.
    pub parallel: Parallel,
    /// Whether seats of one bot have one row in the standings.
    pub pool: bool,
    /// Whether bots behind urls may meet a deal again.
    pub urls: Urls,
    /// Whether every game gets files of its own; where it is left out, those of a small tournament
    /// do.
    pub game_files: Option<bool>,
    /// Whether the thinking times of players of the house are taken; those of others always are.
    pub timed: bool,
    /// Where record and logs go.
    pub results: Results,
    /// What is being done, in words, for whoever finds their folder in use.
    pub command: Option<String>,
    /// How many threads may play; no result depends on it. Where it is left out, one per processor.
    pub threads: Option<usize>,
    /// What runs bots outside this process.
    pub runtimes: Arc<Runtimes>,
    /// What bots may use.
    pub limits: Limits,
}

/// Where record and logs go.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Results {
    /// Nowhere: the outcome is all there is.
    #[default]
    Nowhere,
    /// Into a folder.
    Folder {
        /// The folder; it is made where it is not there.
        path: PathBuf,
        /// Which run of it this is.
        run: Run,
    },
}

/// Which run of a tournament it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// The only one: where it is stopped, the finished games of open batches count at once.
    Only,
    /// The first: where it is stopped, finished games of open batches are kept for the run that
    /// goes on.
    First,
    /// It goes on where an earlier one stopped.
    GoesOn,
}

impl Results {
    /// The folder, where there is one.
    #[must_use]
    pub fn folder(&self) -> Option<&PathBuf> {
        match self {
            Self::Nowhere => None,
            Self::Folder { path, .. } => Some(path),
        }
    }

    /// The folder of the run that this one goes on with.
    pub(crate) fn resumed(&self) -> Option<&PathBuf> {
        match self {
            Self::Folder { path, run: Run::GoesOn } => Some(path),
            _ => None,
        }
    }

    /// Whether finished games of open batches are kept.
    pub(crate) fn is_resumable(&self) -> bool {
        matches!(self, Self::Folder { run: Run::First | Run::GoesOn, .. })
    }
}

impl Setup {
    /// The usual tournament of these bots: as many games as the game's source plays, luck that
    /// nobody chose, nothing written.
    pub fn new(game: &str, bots: Vec<NamedBot>) -> Result<Self, UnknownGame> {
        Ok(Self {
            layout: Layout::of(list::about(game)?),
            options: Value::Object(serde_json::Map::new()),
            bots,
            broken: Broken::default(),
            searched: Vec::new(),
            seed: None,
            drawn: Drawn::default(),
            look: None,
            lanes: 1,
            instances: Instances::default(),
            openings: 0,
            parallel: Parallel::default(),
            pool: false,
            urls: Urls::default(),
            game_files: None,
            timed: false,
            results: Results::default(),
            command: None,
            threads: None,
            runtimes: Arc::new(Runtimes::new(Sandbox::default())),
            limits: Limits::default(),
        })
    }

    /// So many games lie between two looks, where somebody looks.
    pub(crate) fn games_between_looks(&self) -> Option<u64> {
        self.look.or((self.layout.until == Until::Decided).then_some(LOOK))
    }

    /// Whether somebody looks.
    pub(crate) fn looks(&self) -> Looks {
        if self.games_between_looks().is_some() { Looks::AtBorders } else { Looks::Never }
    }

    /// How many threads play.
    pub(crate) fn threads(&self) -> usize {
        crate::read::recorded::threads(self.threads)
    }
}
