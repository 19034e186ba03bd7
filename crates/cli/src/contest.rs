//! A tournament from beginning to end, whatever command asked for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::naming::{NamedBot, entrant_names};
use croupier_arena::plan::Limits;
use croupier_arena::{BadField, Bot, Ended, Outside, Schedule, Tournament};
use croupier_games::{GENERATOR, Game, Seed};
use croupier_hosts::{Kits, Patience};
use croupier_record::{BOT_LOGS, Entrant, FORMAT, Header, games_in};
use croupier_report::story;
use croupier_stats::{Standings, Tally, standings};

use crate::failure::Failure;
use crate::out_folder::{OutFolder, open_to_resume};
use crate::progress::Progress;

/// Up to so many games, each game gets files of its own unless the plan says otherwise.
const GAMES_WITH_FILES: u64 = 10_000;

/// What is to be played.
pub(crate) struct Contest<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) bots: Vec<NamedBot>,
    pub(crate) players: Option<usize>,
    pub(crate) games: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) lanes: u32,
    pub(crate) game_files: Option<bool>,
    pub(crate) timed: bool,
    pub(crate) out: Option<PathBuf>,
    pub(crate) resume: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) kits: Arc<Kits>,
    pub(crate) limits: Limits,
    /// Whether the stories of all games are wanted; they are kept in memory.
    pub(crate) tell: bool,
}

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) header: Header,
    pub(crate) standings: Standings,
    pub(crate) tally: Tally,
    pub(crate) ended: Ended,
    pub(crate) out: Option<PathBuf>,
    /// The stories of all games, where they are wanted.
    pub(crate) stories: Vec<String>,
}

/// What bots outside this process need, where there are any.
pub(crate) fn outside<G: Game>(
    bots: &[Bot],
    kits: &Kits,
    limits: &Limits,
    logs: Option<PathBuf>,
) -> Result<Option<Outside>, Failure> {
    if !bots.iter().any(Bot::is_foreign) {
        return Ok(None);
    }
    let cell = match bots.iter().any(Bot::needs_cell) {
        true => Some(Arc::clone(kits.cell().map_err(Failure::BadInput)?)),
        false => None,
    };
    let patience = Patience {
        per_move: Duration::from_millis(limits.move_ms.unwrap_or(G::ABOUT.move_ms)),
        per_game: limits.match_ms.map(Duration::from_millis),
        loading: Duration::from_millis(limits.load_ms),
        restarts: limits.restarts,
        per_thousand_games: G::ABOUT.ms_per_thousand_games.map(Duration::from_millis),
    };
    Ok(Some(Outside { cell, patience, logs }))
}

impl<G: Game> Contest<G> {
    /// Plays it.
    pub(crate) fn play(&self, stop: &AtomicBool, mut progress: Progress) -> Result<Outcome, Failure> {
        let seed = self.seed()?;
        let schedule = Schedule::new(&G::ABOUT, self.bots.len(), self.players, seed)
            .map_err(|error| self.with_broken(&error))?;
        let header = self.header(&schedule, seed)?;
        // Everything that can be wrong with the input is found before anything is written.
        G::deal(schedule.seats(), &self.options, seed)?;
        let (mut out, mut tally) = self.open(&header)?;
        let copies = (0..schedule.copies()).flat_map(|_| &self.bots);
        let bots: Vec<Bot> = copies.map(|named| named.bot.clone()).collect();
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let logs = self.out.as_ref().map(|folder| folder.join(BOT_LOGS));
        let outside = outside::<G>(&bots, &self.kits, &self.limits, logs)?;
        let tournament = Tournament::<G> {
            options: &self.options,
            seed,
            games: header.games,
            schedule: &schedule,
            bots: &bots,
            names: &names,
            lanes: self.lanes as usize,
            outside: outside.as_ref(),
            timed: self.timed,
            threads: self.threads(),
        };
        progress.played(tally.games(), header.games);
        let mut stories = Vec::new();
        let ended = tournament.run(tally.games(), stop, |batch| -> Result<(), Failure> {
            tally.merge(&batch.tally);
            if self.tell {
                for recorded in games_in(batch.block.first, header.seats, &batch.block.plain) {
                    stories.push(story::<G>(&recorded, &header, &self.options)?.0);
                }
            }
            if let Some(out) = &mut out {
                out.games::<G>(&batch, &self.options)?;
            }
            progress.played(tally.games(), header.games);
            Ok(())
        })?;
        progress.finish();
        let standings = standings(&G::ABOUT, &tally);
        if let Some(out) = out {
            out.finish(&standings, header.games)?;
        }
        Ok(Outcome { standings, tally, ended, out: self.out.clone(), stories, header })
    }

    /// A field that is too small, and the bots that might have filled it.
    fn with_broken(&self, error: &BadField) -> Failure {
        let broken = self.bots.iter().filter_map(|named| match &named.bot {
            Bot::Broken(why) => Some(format!("; {} {why}", named.spec)),
            _ => None,
        });
        Failure::BadInput(format!("{error}{}", broken.collect::<String>()))
    }

    fn open<'h>(&self, header: &'h Header) -> Result<(Option<OutFolder<'h>>, Tally), Failure> {
        let nothing = Tally::new(&G::ABOUT, header.entrants.len());
        match &self.out {
            None => Ok((None, nothing)),
            Some(folder) if self.resume => {
                let (out, tally) = OutFolder::resume::<G>(folder, header, &self.options)?;
                Ok((Some(out), tally))
            }
            Some(folder) => Ok((Some(OutFolder::create(folder, &G::ABOUT, header)?), nothing)),
        }
    }

    /// The seed that is asked for, the one of the run that goes on, or a new one.
    fn seed(&self) -> Result<Seed, Failure> {
        match (self.seed, &self.out) {
            (Some(seed), _) => Ok(Seed(seed)),
            (None, Some(folder)) if self.resume => Ok(open_to_resume(folder)?.header().seed),
            _ => Ok(drawn_seed()),
        }
    }

    fn header(&self, schedule: &Schedule, seed: Seed) -> Result<Header, Failure> {
        let asked = self.games.unwrap_or(G::ABOUT.default_games);
        if asked == 0 {
            return Err(Failure::BadInput("0 games are asked for; at least 1 can be played".to_owned()));
        }
        if self.limits.move_ms == Some(0) {
            return Err(Failure::BadInput("move_ms is 0; a bot needs at least 1 ms for a move".to_owned()));
        }
        if self.lanes == 0 {
            return Err(Failure::BadInput("0 lanes are asked for; at least 1 is needed".to_owned()));
        }
        let games = schedule.games(asked);
        let names = entrant_names(&self.bots, schedule.copies());
        let entrants = names.into_iter().zip(self.bots.iter().cycle()).map(|(name, named)| Entrant {
            name,
            bot: named.spec.clone(),
            hash: named.hash.clone(),
        });
        Ok(Header {
            format: FORMAT,
            croupier: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::ABOUT.name.to_owned(),
            game_version: G::ABOUT.version,
            options: serde_json::to_value(&self.options).map_err(|error| Failure::Trouble(error.into()))?,
            generator: GENERATOR.to_owned(),
            seed,
            seats: schedule.seats(),
            games,
            lanes: self.lanes,
            entrants: entrants.collect(),
            game_files: self.game_files.unwrap_or(games <= GAMES_WITH_FILES),
        })
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all).max(1)
    }
}

/// A seed nobody chose, short enough to be typed.
fn drawn_seed() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    Seed(RandomState::new().hash_one("croupier") % 1_000_000_000)
}
