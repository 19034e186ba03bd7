//! A tournament that is played in several ways, with more games at once or fewer, for whoever compares its
//! records.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::naming::files::Visibility;
use croupier_arena::naming::{Finder, entrant_names};
use croupier_arena::{Bot, CannotPlay, EarlierPrints, OpenGames, Outs, Outside, Schedule, Tournament};
use croupier_games::{Game, Seed};
use croupier_hosts::cell::{Cell, Launcher, ResourceLimits, Sandbox};
use croupier_hosts::{Interrupt, Runtimes, TimeLimits};
use croupier_record::Instances;

/// A tournament to be played in several ways.
pub(crate) struct Played<'a> {
    pub(crate) bots: &'a [&'a str],
    pub(crate) games: u64,
    pub(crate) per_move: Duration,
    pub(crate) per_game: Option<Duration>,
    pub(crate) lanes: usize,
    pub(crate) instances: Instances,
}

impl<'a> Played<'a> {
    /// A hundred games of these bots, which begin every one anew.
    pub(crate) fn by(bots: &'a [&'a str]) -> Self {
        let (per_move, per_game) = (Duration::from_secs(20), None);
        Self { bots, games: 100, per_move, per_game, lanes: 1, instances: Instances::Game }
    }

    /// Everything that the record keeps of all games but their times, with at most so many games at once.
    pub(crate) fn record<G: Game>(&self, dir: &Path, at_once: usize) -> Vec<u8> {
        let launcher =
            Launcher { program: env!("CARGO_BIN_EXE_croupier").into(), args: vec![Launcher::COMMAND.into()] };
        let runtimes = Runtimes::in_cell(Cell::find_through(Sandbox::Best, &launcher).unwrap());
        let finder = Finder {
            base: dir,
            search: Vec::new(),
            entered: Vec::new(),
            sight: Visibility::default(),
            runtimes: &runtimes,
            limits: ResourceLimits::default(),
            loading: Duration::from_secs(20),
        };
        let named: Vec<_> = self.bots.iter().flat_map(|spec| finder.find::<G>(spec).unwrap()).collect();
        let bots: Vec<Bot> = named.iter().map(|named| named.bot.clone()).collect();
        assert!(bots.iter().all(|bot| bot.why_broken().is_none()), "{bots:?}");
        let time_limits = TimeLimits {
            per_move: self.per_move,
            per_game: self.per_game,
            loading: Duration::from_secs(20),
            restarts: 3,
            per_thousand_games: None,
            interrupt: Interrupt::default(),
            load: croupier_hosts::Load::default(),
        };
        let outside = Outside {
            cell: Some(Arc::clone(runtimes.cell().unwrap())),
            time_limits,
            instances: self.instances,
            at_once,
            logs: Some(dir.join(format!("logs-{at_once}"))),
            prints: EarlierPrints::Go,
        };
        let schedule = Schedule::new(&G::ABOUT, bots.len(), None, Seed::plain(7)).unwrap();
        let tournament = Tournament::<G> {
            options: &G::Options::default(),
            seed: Seed::plain(7),
            games: self.games,
            openings: 0,
            schedule: &schedule,
            bots: &bots,
            names: &entrant_names(&named, 1),
            lanes: self.lanes,
            outside: Some(&outside),
            timed: false,
            threads: 1,
            journal: None,
            record: None,
            open: &OpenGames::default(),
            outs: &Outs::default(),
            urls: &Default::default(),
        };
        let mut record = Vec::new();
        tournament
            .run(0, &AtomicBool::new(false), |batch| {
                record.extend_from_slice(&batch.block.first.to_le_bytes());
                record.extend_from_slice(&batch.block.plain);
                Ok::<(), CannotPlay>(())
            })
            .unwrap();
        record
    }
}

/// Where two records part, and what they hold from a little before on.
pub(crate) fn apart(one: &[u8], other: &[u8]) -> String {
    let at =
        one.iter().zip(other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
    let from = |bytes: &[u8]| {
        String::from_utf8_lossy(&bytes[at.saturating_sub(60).min(bytes.len())..(at + 160).min(bytes.len())])
            .into_owned()
    };
    format!("byte {at}:\n{:?}\n{:?}", from(one), from(other))
}
