//! A tournament from beginning to end, whatever command asked for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use croupier_arena::naming::{NamedBot, entrant_names};
use croupier_arena::plan::Limits;
use croupier_arena::{BadField, Bot, Ended, OpenGames, Outside, Schedule, Tournament};
use croupier_bots::Budget;
use croupier_games::{Game, Seed};
use croupier_hosts::Kits;
use croupier_record::{
    Block, Design, FORMAT, Header, Instances, Journal, MOST_GAMES, MOST_LANES, Origin, Until, games_in,
    record_path,
};
use croupier_report::story;
use croupier_stats::{Matched, Standings, Tally, decision, standings};

use crate::asked_again;
use crate::dealt_again::{self, Urls};
use crate::failure::Failure;
use crate::lookout::{Enough, Halt, Lookout, reason};
use crate::luck::{self, Drawn};
use crate::out_folder::{OutFolder, open_to_resume};
use crate::outside::{outside, tell_of_waiting};
use crate::progress::Progress;
use crate::say::note;
use crate::solved;
use crate::stop::{Playing, Stop};

/// Up to so many games, each game gets files of its own unless the plan says otherwise.
const GAMES_WITH_FILES: u64 = 10_000;

/// What is to be played.
pub(crate) struct Contest<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) bots: Vec<NamedBot>,
    pub(crate) players: Option<usize>,
    pub(crate) games: Option<u64>,
    pub(crate) seed: Option<u64>,
    /// What luck that nobody chose begins with, beside new bits.
    pub(crate) drawn: Drawn,
    pub(crate) design: Design,
    pub(crate) until: Until,
    pub(crate) tolerance: f64,
    /// Whether only the first two bots are compared, and all others are their opponents.
    pub(crate) versus: bool,
    /// Games between two looks, where someone looks.
    pub(crate) look: u64,
    pub(crate) lanes: u32,
    pub(crate) instances: Instances,
    /// Whether bots behind urls may meet a deal again.
    pub(crate) urls: Urls,
    pub(crate) game_files: Option<bool>,
    pub(crate) timed: bool,
    pub(crate) out: Option<PathBuf>,
    pub(crate) resume: bool,
    /// Whether this command can go on with an interrupted run: then finished games of open batches are kept for it. Where
    /// it cannot, they count at once.
    pub(crate) resumable: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) kits: Arc<Kits>,
    pub(crate) limits: Limits,
    /// Whether the stories of all games are wanted; they are kept in memory.
    pub(crate) tell: bool,
    /// What is told before the first deal.
    pub(crate) publish: Publish,
}

/// What a contest tells of its luck before its first deal, on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Publish {
    /// Nothing.
    Nothing,
    /// The hash of its secret, where one was drawn.
    Commitment,
}

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) header: Header,
    pub(crate) standings: Standings,
    pub(crate) tally: Tally,
    pub(crate) ended: Ended,
    /// Games that are finished and not counted yet: they are kept for the run that goes on.
    pub(crate) kept: u64,
    pub(crate) out: Option<PathBuf>,
    /// The stories of all games, where they are wanted.
    pub(crate) stories: Vec<String>,
    /// Why it stopped, where that depended on the results.
    pub(crate) reason: Option<String>,
}

impl<G: Game> Contest<G> {
    /// Plays it.
    pub(crate) fn play(&self, stop: &Stop, progress: Progress) -> Result<Outcome, Failure> {
        if self.until == Until::Played {
            return self.play_until(stop, progress, None);
        }
        // Looks become rarer as games go on: each takes as long, and finds less that is new.
        let mut next = 0;
        self.play_until(
            stop,
            progress,
            Some(&mut |matched: &Matched, tally: &Tally| {
                let due = tally.games() >= next;
                if due {
                    next = tally.games() + tally.games() / 50;
                }
                due && decision(&G::ABOUT, tally, matched, self.bots.len(), self.tolerance).is_final()
            }),
        )
    }

    /// Plays it until whoever looks has seen enough.
    pub(crate) fn play_until(
        &self,
        stop: &Stop,
        mut progress: Progress,
        enough: Option<Enough<'_>>,
    ) -> Result<Outcome, Failure> {
        let origin = self.origin()?;
        let seed = origin.seed();
        let mut schedule = self.schedule(seed).map_err(|error| self.with_broken(&error))?;
        if enough.is_some() {
            schedule = schedule.looked_at_every(self.look);
        }
        let header = self.header(&schedule, origin.clone())?;
        let mut lookout =
            enough.map(|enough| Lookout::<G>::new(&header, &self.options, enough)).transpose()?;
        // Everything that can be wrong with the input is found before anything is written.
        G::deal(schedule.seats(), &self.options, seed)?;
        let (mut out, mut tally) = self.open(&header, &mut lookout)?;
        let copies = (0..schedule.copies()).flat_map(|_| &self.bots);
        let bots: Vec<Bot> = copies.map(|named| named.bot.clone()).collect();
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let outside = outside::<G>(&bots, &self.kits, &self.limits, self.instances, self.out.as_deref())?;
        let open = OpenGames::default();
        let record = self.out.as_deref().filter(|_| self.resume).map(record_path);
        let journal = out.as_ref().filter(|_| self.resumable).map(|out| Arc::clone(out.journal()));
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
            journal: journal.as_deref(),
            record: record.as_deref(),
            open: &open,
        };
        solved::prepare_for(&self.options, &self.bots, progress.is_silent(), stop)?;
        self.publish(&origin);
        dealt_again::tell(&header, &bots, progress.is_silent());
        if self.resume && !progress.is_silent() {
            let kept = journal.as_deref().map_or(0, |journal| journal.games_from(tally.games()));
            asked_again::tell(&header, &bots, tally.games() + kept);
        }
        progress.played(tally.games(), header.games);
        let mut stories = Vec::new();
        let satisfied =
            |lookout: &Option<Lookout<'_, G>>| lookout.as_ref().is_some_and(Lookout::is_satisfied);
        let games = if satisfied(&lookout) { tally.games() } else { header.games };
        let playing = stop.playing(Playing {
            names: names.as_slice().into(),
            open: open.clone(),
            limit: longest_move(&bots, outside.as_ref()),
            journal: journal.clone(),
            lock: out.as_ref().map(|out| Arc::clone(out.lock())),
        });
        let ended =
            Tournament { games, ..tournament }.run(tally.games(), stop, |batch| -> Result<(), Halt> {
                tally.merge(&batch.tally);
                asked_again::tell_parts(&header, &batch.block.parts);
                if self.tell {
                    for recorded in
                        games_in(batch.block.first, header.seats, header.games_per_deal, &batch.block.plain)
                    {
                        stories.push(story::<G>(&recorded, &header, &self.options).map_err(Failure::from)?.0);
                    }
                }
                if let Some(out) = &mut out {
                    out.games::<G>(&batch, &self.options)?;
                }
                progress.played(tally.games(), header.games);
                if let Some(lookout) = &mut lookout {
                    lookout.look(&batch.block, &tally)?;
                }
                if satisfied(&lookout) { Err(Halt::Enough) } else { Ok(()) }
            });
        drop(playing);
        let ended = Halt::ended(ended)?;
        progress.finish();
        if let Some(outside) = &outside {
            let asked = bots.iter().zip(tally.entrants()).filter(|(bot, _)| bot.needs_cell());
            let own = asked.map(|(_, entrant)| entrant.thought.micros).sum();
            tell_of_waiting(outside, Duration::from_micros(own));
        }
        let standings = standings(&G::ABOUT, &tally);
        let kept = journal.as_deref().map_or(0, |journal: &Journal| journal.games_from(tally.games()));
        if let Some(out) = out {
            out.finish(&standings, ended == Ended::Complete)?;
        }
        let matched = lookout.filter(|_| self.until == Until::Decided).map(Lookout::matched);
        let played = ended == Ended::Complete;
        let reason = matched.map(|matched| reason::<G>(&header, self.bots.len(), &tally, &matched, played));
        Ok(Outcome { standings, tally, ended, kept, out: self.out.clone(), stories, header, reason })
    }

    fn schedule(&self, seed: Seed) -> Result<Schedule, BadField> {
        if self.versus {
            return Schedule::versus(&G::ABOUT, self.bots.len(), self.players, self.design, seed);
        }
        Schedule::designed(&G::ABOUT, self.bots.len(), self.players, self.design, seed)
    }

    /// Tells the hash of a drawn secret before the first deal.
    fn publish(&self, origin: &Origin) {
        if let (Publish::Commitment, None, Some(commitment)) =
            (self.publish, origin.number(), origin.commitment())
        {
            if let Some(beacon) = origin.beacon() {
                note(format_args!("Deals depend on {}, too", beacon.named()));
            }
            note(format_args!("Commitment to the luck of this run: {commitment}"));
        }
    }

    /// A field that is too small, and the bots that might have filled it.
    fn with_broken(&self, error: &BadField) -> Failure {
        let broken = self.bots.iter().filter_map(|named| match &named.bot {
            Bot::Broken(why) => Some(format!("; {} {why}", named.spec)),
            _ => None,
        });
        Failure::BadInput(format!("{error}{}", broken.collect::<String>()))
    }

    fn open<'h>(
        &self,
        header: &'h Header,
        lookout: &mut Option<Lookout<'_, G>>,
    ) -> Result<(Option<OutFolder<'h>>, Tally), Failure> {
        let nothing = Tally::new(&G::ABOUT, header.entrants.len());
        match &self.out {
            None => Ok((None, nothing)),
            Some(folder) if self.resume => {
                let look = |block: &Block, tally: &Tally| match lookout {
                    Some(lookout) => lookout.look(block, tally),
                    None => Ok(()),
                };
                let (out, tally) = OutFolder::resume::<G>(folder, header, &self.options, look)?;
                Ok((Some(out), tally))
            }
            Some(folder) => Ok((Some(OutFolder::create(folder, &G::ABOUT, header)?), nothing)),
        }
    }

    /// The luck of the run that goes on, of the seed that is asked for, or new luck.
    fn origin(&self) -> Result<Origin, Failure> {
        if let (true, Some(folder)) = (self.resume, &self.out) {
            let there = open_to_resume(folder)?.header().origin.clone();
            self.drawn.check(&there)?;
            // A number gave other luck to the first generator.
            if self.seed.is_none() || self.seed == there.number() {
                return Ok(there);
            }
        }
        luck::origin(self.seed, &self.drawn, &self.bots)
    }

    fn header(&self, schedule: &Schedule, origin: Origin) -> Result<Header, Failure> {
        let asked = self.games.unwrap_or(G::ABOUT.default_games);
        if asked == 0 {
            return Err(Failure::BadInput("0 games are asked for; at least 1 can be played".to_owned()));
        }
        // A round robin is played to its end, which may take as many again.
        if asked > MOST_GAMES / 2 {
            return Err(Failure::BadInput(format!(
                "{asked} games are asked for; at most {} can be played",
                MOST_GAMES / 2
            )));
        }
        if self.limits.move_ms == Some(0) {
            return Err(Failure::BadInput("move_ms is 0; a bot needs at least 1 ms for a move".to_owned()));
        }
        self.check_design()?;
        if self.lanes == 0 {
            return Err(Failure::BadInput("0 lanes are asked for; at least 1 is needed".to_owned()));
        }
        if self.lanes > MOST_LANES {
            return Err(Failure::BadInput(format!(
                "{} lanes are asked for; at most {MOST_LANES} are possible",
                self.lanes
            )));
        }
        let games = schedule.games(asked);
        let names = entrant_names(&self.bots, schedule.copies());
        let entrants =
            names.into_iter().zip(self.bots.iter().cycle()).map(|(name, named)| named.entrant(name));
        Ok(Header {
            format: FORMAT,
            croupier: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::ABOUT.name.to_owned(),
            game_version: G::ABOUT.version,
            options: json_of(&self.options)?,
            generator: origin.generator().to_owned(),
            origin,
            seats: schedule.seats(),
            games,
            games_per_deal: schedule.games_per_deal(),
            design: self.design,
            until: self.until,
            tolerance: self.tolerance,
            lanes: self.lanes,
            instances: self.instances,
            limits: Some(json_of(&self.limits)?),
            entrants: entrants.collect(),
            game_files: self.game_files.unwrap_or(games <= GAMES_WITH_FILES),
        })
    }

    /// Refuses to deal the same cards again to bots that could remember them, and a tolerance that is none.
    fn check_design(&self) -> Result<(), Failure> {
        if !(self.tolerance >= 0.0 && self.tolerance.is_finite()) {
            let what = format!("the tolerance {} is no difference; 0 or more is", self.tolerance);
            return Err(Failure::BadInput(what));
        }
        dealt_again::check(self.design, self.instances, &self.bots, self.urls).map_err(Failure::BadInput)
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all).max(1)
    }
}

/// How long any of these may take for a move, or to get ready; `None` where somebody may take any time.
fn longest_move(bots: &[Bot], outside: Option<&Outside>) -> Option<Duration> {
    let mut longest = outside.map_or(Duration::ZERO, |outside| outside.patience.per_move);
    for bot in bots {
        if let Bot::House(house) | Bot::Clocked { house, .. } = bot {
            match house.budget {
                Budget::Time(time) => longest = longest.max(time),
                Budget::Steps(_) => return None,
                Budget::Usual if house.is_quick => {}
                Budget::Usual => return None,
            }
        }
    }
    Some(longest)
}

fn json_of(what: &impl serde::Serialize) -> Result<serde_json::Value, Failure> {
    serde_json::to_value(what).map_err(|error| Failure::Trouble(error.into()))
}
