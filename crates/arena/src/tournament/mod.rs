//! A tournament: games given to workers, results handed on in order.
//!
//! Workers take batches of consecutive games; whoever waits for the results gets the batches in the order of
//! their games, so that nothing depends on the number of threads. Batches in flight are bounded, so that
//! memory does not grow with the number of games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread;

use croupier_games::{BadSetup, Game, Seed};
use croupier_hosts::{pin_to, usable_cores};
use croupier_record::{Block, Journal, Press};

use crate::batches::{Desk, Growing};
use crate::caught::{Panicked, caught};
use crate::crew::crews::{CrewCount, Crews};
use crate::crew::{Bot, Lane, NoCrew, Outside};
use crate::event::Batch;
use crate::groups::Groups;
use crate::open_games::OpenGames;
use crate::outs::Outs;
use crate::queue::Queue;
use crate::recall::Recalled;
use crate::schedule::Schedule;
use crate::table::{NoPast, Table};
use crate::url_turns::UrlTurns;

/// Games in a batch of players of the house. It is part of the record's layout, so it never depends on the
/// machine.
const BATCH: u64 = 1024;
/// Games in a batch where bots outside this process play: they are slow, and standings must not lag many
/// games behind.
const SMALL_BATCH: u64 = 8;
/// Games in a batch where all of those are WebAssembly modules: handing on a batch takes as long as a game of
/// theirs.
const MODULE_BATCH: u64 = 32;

/// A tournament ready to be played.
#[derive(Debug)]
pub struct Tournament<'a, G: Game> {
    /// The game's options.
    pub options: &'a G::Options,
    /// What all luck grows from.
    pub seed: Seed,
    /// How many games there are.
    pub games: u64,
    /// How many drawn moves of each player every game begins with.
    pub openings: u8,
    /// Who sits where.
    pub schedule: &'a Schedule,
    /// The bots, in the order of the entrants.
    pub bots: &'a [Bot],
    /// Their names.
    pub names: &'a [String],
    /// In how many independent parts the games are played where bots outside this process play, each with
    /// instances of its own.
    pub lanes: usize,
    /// What such bots need.
    pub outside: Option<&'a Outside>,
    /// Whether thinking is timed: reading the clock costs more than a move of the house.
    pub timed: bool,
    /// How many threads may play; lanes have one each.
    pub threads: usize,
    /// Where finished games of open batches are kept, and taken from. Without one, an interrupted batch is
    /// handed on as far as it was played.
    pub journal: Option<&'a Journal>,
    /// The record that this run goes on with: bots that live through the tournament are asked its games
    /// again, since their processes are new and would know nothing of them.
    pub record: Option<&'a Path>,
    /// Where it stands who is waited for.
    pub open: &'a OpenGames,
    /// Who is out, by earlier runs and by this one.
    pub outs: &'a Outs,
    /// Which urls are being played with.
    pub urls: &'a UrlTurns,
}

/// Why a tournament cannot even begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotPlay {
    /// The game cannot be dealt.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// The bots cannot be seated.
    #[error(transparent)]
    Crew(#[from] NoCrew),
    /// The machine is too busy to play a game fairly.
    #[error(
        "the machine is overloaded: in game {0} a bot got less than a hundredth of a processor; end other \
         work or take fewer lanes, then go on with `--resume`"
    )]
    Overloaded(u64),
    /// A recorded game that bots are to be asked again does not replay.
    #[error("game {0} cannot be asked again: {1}")]
    Past(u64, NoPast),
    /// The record of the games so far cannot be read.
    #[error("{0}")]
    Unread(String),
    /// Finished games cannot be packed for the record: the batch from this game on, and what the system says.
    /// They are not handed on, and stay in the journal.
    #[error("the games from {0} on cannot be packed for the record: {1}")]
    Unpacked(u64, String),
    /// A worker met an error of ours.
    #[error("this is an error in croupier, and no game after it counts: {0}")]
    Broken(Panicked),
}

/// How a tournament ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All games are played.
    Complete,
    /// It was told to stop; the games handed on so far are whole.
    Stopped,
}

impl<'a, G: Game> Tournament<'a, G> {
    /// Plays the games from number `from` on, and hands every batch on in order; an error of `hand_on` ends
    /// it.
    ///
    /// Setting `stop` ends it early: games are broken off when their open moves are answered or missed, and
    /// what was finished is in the journal, or handed on.
    pub fn run<E>(
        &self,
        from: u64,
        stop: &AtomicBool,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<Ended, E>
    where
        E: From<CannotPlay>,
    {
        // Dealing once shows that the options are good, so that no worker can meet a bad one.
        G::deal(self.schedule.seats(), self.options, self.seed).map_err(CannotPlay::from)?;
        let workers = self.workers();
        let crews = workers
            .iter()
            .map(|&lane| self.crews(lane))
            .collect::<Result<Vec<_>, NoCrew>>()
            .map_err(CannotPlay::from)?;
        let queue = self.queue(from, Groups::most_batches(self));
        // Whoever is out is so from the same game on, however many games are played at once.
        let window = self.queue(from, Groups::planned_batches(self)).window();
        let mut silence = self.earlier_silence(from)?;
        let (sender, receiver) = mpsc::channel();
        let broken = OnceLock::new();
        thread::scope(|scope| {
            for (lane, crews) in workers.into_iter().zip(crews) {
                let (sender, queue) = (sender.clone(), &queue);
                let broken = &broken;
                scope.spawn(move || {
                    let worked = caught(|| self.work(lane, crews, queue, (from, stop), &sender));
                    if let Err(panicked) = worked {
                        // The others wait for batches that will never be handed on.
                        queue.close();
                        broken.get_or_init(|| panicked);
                    }
                });
            }
            drop(sender);
            let _closing = queue.closing();
            let mut early = BTreeMap::new();
            let mut next = from;
            for batch in receiver {
                let batch: Batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => {
                        queue.close();
                        return Err(CannotPlay::into(error));
                    }
                };
                early.insert(batch.block.first, batch);
                while let Some(mut batch) = early.remove(&next) {
                    self.settle_outs(&mut batch, window, &mut silence)?;
                    next += u64::from(batch.block.count);
                    hand_on(batch)?;
                    queue.done(next);
                }
            }
            match broken.get() {
                Some(panicked) => Err(CannotPlay::Broken(panicked.clone()).into()),
                None => Ok(if next >= self.games { Ended::Complete } else { Ended::Stopped }),
            }
        })
    }

    /// Whether lanes matter: players of the house know nothing across games, so anyone may play any of
    /// theirs.
    pub(crate) fn has_lanes(&self) -> bool {
        self.bots.iter().any(Bot::is_foreign)
    }

    /// One worker per lane, each on a processor of its own; or one per thread, all in the same lane.
    fn workers(&self) -> Vec<Lane> {
        if !self.has_lanes() {
            return vec![Lane { number: 0, core: None }; self.threads.max(1)];
        }
        let cores = usable_cores();
        let core = |lane: usize| (!cores.is_empty()).then(|| cores[lane % cores.len()]);
        (0..self.lanes.max(1)).map(|number| Lane { number, core: core(number) }).collect()
    }

    fn crews(&self, lane: Lane) -> Result<Crews<'a, G>, NoCrew> {
        let count = CrewCount::of(self.bots, self.schedule.games_per_deal(), self.lanes);
        Crews::seat(self.bots, self.names, self.schedule.seats(), self.options, self.outside, lane, count)
    }

    /// Whether a batch is played so soon that nobody minds waiting for it, or playing it again.
    pub(crate) fn is_quick(&self) -> bool {
        self.bots.iter().all(|bot| matches!(bot, Bot::House(house) if house.is_quick))
    }

    /// The journal, where it is worth keeping one.
    pub(crate) fn journal(&self) -> Option<&Journal> {
        self.journal.filter(|_| !self.is_quick())
    }

    fn queue(&self, from: u64, at_a_time: u64) -> Queue {
        let (lanes, workers) = match self.has_lanes() {
            true => (self.lanes.max(1), self.lanes.max(1)),
            false => (1, self.threads.max(1)),
        };
        let queue = Queue::new(from, self.games, self.batch_size(), lanes, workers, at_a_time);
        // Handing on is work too: beside a move that is timed it would take the processor away from it.
        if self.bots.iter().any(Bot::is_measured) { queue.step_by_step() } else { queue }
    }

    /// How many games a batch has.
    pub(crate) fn batch_size(&self) -> u64 {
        let mut outside = self.bots.iter().filter(|bot| bot.is_foreign());
        let most = match self.has_lanes() {
            false => BATCH,
            true if outside.all(Bot::is_module) => MODULE_BATCH,
            true => SMALL_BATCH,
        };
        self.schedule.batch(most)
    }

    fn work(
        &self,
        lane: Lane,
        crews: Crews<'a, G>,
        queue: &Queue,
        (from, stop): (u64, &AtomicBool),
        results: &mpsc::Sender<Result<Batch, CannotPlay>>,
    ) {
        if let Some(core) = lane.core {
            pin_to(core);
        }
        // Where fuel is the only clock, nobody's is read, and the whole record repeats.
        let table =
            Table::new(self.timed || self.bots.iter().any(Bot::is_clocked)).opening_with(self.openings);
        let (place, recall) = (self.open.place(), self.recall());
        let mut desk = Desk { table, crews, queue, stop, place, lane: lane.number, recall };
        let mut groups = None;
        // Set up for the first batch: it takes as long as to pack a few games.
        let mut press = None;
        let mut spans = Vec::new();
        while let Some(span) = queue.take(lane.number, stop) {
            // Bots are started when there is something to play, and not before.
            if groups.is_none() {
                match self.recall_record(from, &mut desk) {
                    Ok(Recalled::Whole) => {}
                    Ok(Recalled::BrokenOff) => {
                        // What is in the journal stays there, and nothing more is played.
                        queue.close();
                        break;
                    }
                    Err(error) => {
                        let _ = results.send(Err(error));
                        return;
                    }
                }
            }
            let groups = groups.get_or_insert_with(|| Groups::seat(self, &desk.crews));
            spans.clear();
            spans.push(span);
            spans.extend((1..groups.batches()).map_while(|_| queue.take_more(lane.number, stop)));
            let told_to_stop = || stop.load(Ordering::Relaxed) || queue.is_closed();
            groups.play(&spans, &mut desk.crews, &desk.place, told_to_stop);
            for &(first, end) in &spans {
                let Growing { mut batch, whole } = match self.batch(first, end, &mut desk, groups) {
                    Ok(growing) => growing,
                    Err(error) => {
                        let _ = results.send(Err(error));
                        return;
                    }
                };
                if !whole {
                    // Nobody need wait for this one: it will not come.
                    queue.close();
                }
                if !whole && (self.journal().is_some() || batch.block.count == 0) {
                    continue;
                }
                let packed = packed(&mut batch.block, &mut press).map(|()| batch);
                let failed = packed.is_err();
                if results.send(packed).is_err() || failed {
                    return;
                }
            }
        }
        desk.place.end();
    }
}

/// Packs a block in a press that is kept. It fails only for want of memory; a block that went on without it
/// would be written empty, and its games forgotten.
fn packed(block: &mut Block, press: &mut Option<Press>) -> Result<(), CannotPlay> {
    let made = press.take().map_or_else(Press::new, Ok);
    let done = made.and_then(|mut made| block.pack_in(&mut made).map(|()| *press = Some(made)));
    done.map_err(|error| CannotPlay::Unpacked(block.first, error.to_string()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests;
