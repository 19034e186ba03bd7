//! A place where bots of every host can be seated and are listened to: found by name as a plan names them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use croupier_arena::naming::files::Visibility;
use croupier_arena::naming::{Finder, NamedBot};
use croupier_arena::{Bot, Crew, EarlierPrints, Lane, Outside};
use croupier_games::Game;
use croupier_hosts::cell::ResourceLimits;
use croupier_hosts::{CellKind, Interrupt, Load, Runtimes, TimeLimits};
use croupier_record::{Instances, Player};
use tempfile::TempDir;

use crate::common::folder;
use crate::tap::Tap;

/// Far from what anybody here needs, on any machine.
const LIMIT: Duration = Duration::from_secs(60);

pub(crate) struct Place {
    dir: TempDir,
    pub(crate) tap: Tap,
    runtimes: Runtimes,
}

impl Place {
    /// Python runs in processes.
    pub(crate) fn new() -> Self {
        Self::with_python_in(CellKind::Process)
    }

    pub(crate) fn with_python_in(cell: CellKind) -> Self {
        let tap = Tap::new();
        let runtimes = Runtimes::in_cell(tap.cell()).with_python_in(cell);
        Self { dir: folder(), tap, runtimes }
    }

    /// Where bots' files go.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The first bot of a name.
    pub(crate) fn bot<G: Game>(&self, spec: &str) -> NamedBot {
        let finder = Finder {
            base: self.dir(),
            search: Vec::new(),
            entered: Vec::new(),
            sight: Visibility::default(),
            runtimes: &self.runtimes,
            limits: ResourceLimits::default(),
            loading: LIMIT,
        };
        let bot = finder.find::<G>(spec).unwrap_or_else(|why| panic!("{why}")).remove(0);
        assert!(!matches!(bot.bot, Bot::Broken(_) | Bot::Uncompiled { .. }), "{:?}", bot.bot);
        bot
    }

    pub(crate) fn outside(&self, instances: Instances, at_once: usize) -> Outside {
        let time_limits = TimeLimits {
            per_move: LIMIT,
            per_game: None,
            loading: LIMIT,
            restarts: 0,
            per_thousand_games: None,
            interrupt: Interrupt::default(),
            load: Load::default(),
        };
        let cell = Some(Arc::clone(self.runtimes.cell().unwrap()));
        let (logs, prints) = (Some(self.dir().join("logs")), EarlierPrints::Go);
        Outside { cell, time_limits, instances, at_once, logs, prints }
    }

    /// A player of a bot.
    pub(crate) fn player<G: Game>(&self, bot: &Bot, seats: usize) -> Box<dyn Player<G>> {
        let (bots, names, options) = ([bot.clone()], ["listener".to_owned()], G::Options::default());
        let outside = self.outside(Instances::Tournament, 1);
        let lane = Lane { number: 0, core: None };
        let crew = Crew::<G>::seat(&bots, &names, seats, &options, Some(&outside), lane).unwrap();
        crew.into_players().remove(0)
    }

    /// What the bot that was seated last has printed.
    #[cfg(feature = "wasm")]
    pub(crate) fn log(&self, name: &str) -> String {
        let name = croupier_record::bot_log_name(name, 0);
        std::fs::read_to_string(self.dir().join("logs").join(name)).unwrap()
    }
}
