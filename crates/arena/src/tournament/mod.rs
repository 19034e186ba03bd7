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
use croupier_record::{Block, GivenGame, Journal, Lucks, Press, TellsAll};

use crate::batches::{Desk, Growing};
use crate::caught::{Panicked, caught};
use crate::crew::crews::Crews;
use crate::crew::{Bot, Lane, NoCrew, Outside};
use crate::elsewhere::{Elsewhere, NotPlayed};
use crate::event::Batch;
use crate::groups::Groups;
use crate::open_games::OpenGames;
use crate::outs::Outs;
use crate::queue::Queue;
use crate::recall::Recalled;
use crate::schedule::Schedule;
use crate::table::NoPast;
use crate::terms::{Terms, are_quick};
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

/// Where games are played elsewhere and no lanes matter, so many batches are given out at a time, at most.
pub(crate) const MOST_SPANS: u64 = 32;

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
    /// Games cannot be given to somebody else.
    #[error(transparent)]
    NotGiven(#[from] TellsAll),
    /// Whoever was to play games elsewhere has not.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
    /// A game that somebody else played is none of this tournament.
    #[error(
        "worker {by} sent game {game}, and that is no game of this tournament: {why}; none of it is kept"
    )]
    Misplayed {
        /// The game.
        game: u64,
        /// The worker.
        by: String,
        /// What is wrong with it.
        why: String,
    },
    /// Games were given to a worker that do not go with what it knows.
    #[error("these games cannot be played here: {0}")]
    Unfit(&'static str),
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
        hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<Ended, E>
    where
        E: From<CannotPlay>,
    {
        self.check_deal()?;
        let workers = self.workers();
        let terms = self.terms();
        let crews = workers
            .iter()
            .map(|&lane| terms.crews(lane))
            .collect::<Result<Vec<_>, NoCrew>>()
            .map_err(CannotPlay::from)?;
        let queue = self.queue(from, Groups::most_batches(&terms));
        let work = |(lane, crews): (Lane, _), queue: &Queue, sender: &Results| {
            self.work(lane, crews, queue, (from, stop), sender);
        };
        self.run_workers(from, &queue, workers.into_iter().zip(crews), work, hand_on)
    }

    /// The same with games that are played elsewhere: what comes back is checked and kept as if it had been
    /// played here, so that the record is the same.
    pub fn run_elsewhere<E>(
        &self,
        elsewhere: &dyn Elsewhere,
        from: u64,
        stop: &AtomicBool,
        hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<Ended, E>
    where
        E: From<CannotPlay>,
    {
        self.check_deal()?;
        if self.seed.is_plain() {
            return Err(CannotPlay::from(TellsAll).into());
        }
        let queue = self.queue_elsewhere(from, elsewhere);
        let workers = 0..if self.has_lanes() { self.lanes.max(1) } else { elsewhere.at_once().max(1) };
        let work = |lane: usize, queue: &Queue, sender: &Results| {
            // Where there are no lanes, everyone takes from the one queue.
            let lane = if self.has_lanes() { lane } else { 0 };
            if let Err(error) = self.give_out(elsewhere, lane, queue, (from, stop), sender) {
                let _ = sender.send(Err(error));
            }
        };
        self.run_workers(from, &queue, workers, work, hand_on)
    }

    /// Dealing once shows that the options are good, so that no worker can meet a bad one.
    fn check_deal(&self) -> Result<(), CannotPlay> {
        G::deal(self.schedule.seats(), self.options, self.seed).map_err(CannotPlay::from).map(drop)
    }

    /// Lets workers work, and hands on what they send, in order.
    fn run_workers<W: Send, E: From<CannotPlay>>(
        &self,
        from: u64,
        queue: &Queue,
        workers: impl Iterator<Item = W>,
        work: impl Fn(W, &Queue, &Results) + Sync,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<Ended, E> {
        // Whoever is out is so from the same game on, however many games are played at once.
        let window = self.queue(from, Groups::planned_batches(&self.terms())).window();
        let mut silence = self.earlier_silence(from)?;
        let (sender, receiver) = mpsc::channel();
        let (broken, work) = (OnceLock::new(), &work);
        thread::scope(|scope| {
            for worker in workers {
                let sender = sender.clone();
                let broken = &broken;
                scope.spawn(move || {
                    let worked = caught(|| work(worker, queue, &sender));
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

    /// What every game of it is played with.
    #[must_use]
    pub fn terms(&self) -> Terms<'a, G> {
        let Self { options, openings, schedule, bots, names, lanes, outside, timed, urls, .. } = *self;
        let (seats, games_per_deal) = (schedule.seats(), schedule.games_per_deal());
        let span = self.batch_size();
        Terms { options, seats, games_per_deal, span, openings, bots, names, lanes, outside, timed, urls }
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

    /// Whether a batch is played so soon that nobody minds waiting for it, or playing it again.
    pub(crate) fn is_quick(&self) -> bool {
        are_quick(self.bots)
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

    /// The queue of a run whose games are played elsewhere, where a task may have many batches.
    fn queue_elsewhere(&self, from: u64, elsewhere: &dyn Elsewhere) -> Queue {
        let (lanes, workers, at_a_time) = match self.has_lanes() {
            true => (self.lanes.max(1), self.lanes.max(1), Groups::planned_batches(&self.terms())),
            false => (1, elsewhere.at_once().max(1), MOST_SPANS),
        };
        Queue::new(from, self.games, self.batch_size(), lanes, workers, at_a_time)
    }

    /// How many games a batch has.
    pub(crate) fn batch_size(&self) -> u64 {
        span(self.schedule, self.bots)
    }

    fn work(
        &self,
        lane: Lane,
        crews: Crews<'a, G>,
        queue: &Queue,
        (from, stop): (u64, &AtomicBool),
        results: &Results,
    ) {
        if let Some(core) = lane.core {
            pin_to(core);
        }
        let terms = self.terms();
        let (table, place, recall) = (terms.table(), self.open.place(), self.recall());
        let mut desk = Desk { terms, table, crews, queue, stop, place, lane: lane.number, recall };
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
            let groups = groups.get_or_insert_with(|| Groups::seat(terms, &desk.crews));
            spans.clear();
            spans.push(span);
            spans.extend((1..groups.batches()).map_while(|_| queue.take_more(lane.number, stop)));
            let told_to_stop = || stop.load(Ordering::Relaxed) || queue.is_closed();
            let games = if groups.is_wanted() { self.games_of(&spans) } else { Vec::new() };
            groups.play(&games, spans.len() as u64, &mut desk.crews, &desk.place, told_to_stop);
            for &(first, end) in &spans {
                let growing = match self.batch(first, end, &mut desk, groups) {
                    Ok(growing) => growing,
                    Err(error) => {
                        let _ = results.send(Err(error));
                        return;
                    }
                };
                if !self.send(growing, queue, &mut press, results) {
                    return;
                }
            }
        }
        desk.place.end();
    }

    /// Sends a batch to be handed on, where enough of it is there; false where nobody wants more.
    pub(crate) fn send(
        &self,
        Growing { mut batch, whole }: Growing,
        queue: &Queue,
        press: &mut Option<Press>,
        results: &Results,
    ) -> bool {
        if !whole {
            // Nobody need wait for this one: it will not come.
            queue.close();
        }
        if !whole && (self.journal().is_some() || batch.block.count == 0) {
            return true;
        }
        let packed = packed(&mut batch.block, press).map(|()| batch);
        let failed = packed.is_err();
        results.send(packed).is_ok() && !failed
    }

    /// The games of these spans that are still to be played.
    fn games_of(&self, spans: &[(u64, u64)]) -> Vec<GivenGame> {
        let mut lucks = Lucks::of(self.seed);
        let numbers = spans.iter().flat_map(|&(first, end)| first..end);
        let games = numbers.filter(|&number| !self.is_finished(number)).filter_map(|number| {
            let luck = lucks.game(number, self.schedule.deal(number));
            let out = self.outs.at(number);
            let fixture = self.fixture(number, &luck, &out);
            let is_played = !fixture.seats.iter().any(|entrant| out.contains(entrant));
            is_played.then_some(GivenGame { fixture, luck })
        });
        games.collect()
    }
}

/// How many games of such a tournament are handed on together.
#[must_use]
pub fn span(schedule: &Schedule, bots: &[Bot]) -> u64 {
    let mut outside = bots.iter().filter(|bot| bot.is_foreign());
    let most = match bots.iter().any(Bot::is_foreign) {
        false => BATCH,
        true if outside.all(Bot::is_module) => MODULE_BATCH,
        true => SMALL_BATCH,
    };
    schedule.batch(most)
}

/// Where workers send what they played.
pub(crate) type Results = mpsc::Sender<Result<Batch, CannotPlay>>;

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
