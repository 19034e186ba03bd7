//! The run of a check: its stages in order, each told as it begins and ends.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_bots::house;
use croupier_games::{Game, Seed};
use croupier_record::Player;

use crate::budget::Spent;
use crate::deadline::{Deadline, LONGEST_CHECK, Now};
use crate::first_misstep::first_misstep;
use crate::keep::Keep;
use crate::likelihood::Coverage;
use crate::marking::{Marking, Marks};
use crate::pace::Stopwatch;
use crate::rare::{self, MovePolicy};
use crate::stage::{CheckEvent, Stage, Verdict};
use crate::stage_table::{PlayedGame, StageTable};
use crate::stages::{self, meeting::Meetings};
use crate::steered::{FirstMoves, Steered};
use crate::subject::{Subject, Trouble};

/// How a check is run.
pub(crate) struct Setting<'a, G: Game> {
    /// The game's options.
    pub(crate) options: &'a G::Options,
    /// How much is played at each size of table.
    pub(crate) amount: Amount,
    /// What all luck grows from.
    pub(crate) seed: Seed,
    /// Where records are written; nowhere, where nothing is said.
    pub(crate) out: Option<&'a Path>,
    /// How long an answer may take, for the words.
    pub(crate) per_move: Duration,
    /// Set to end the check early.
    pub(crate) stop: &'a AtomicBool,
    /// What time it is: stages of bots that think long end by it.
    pub(crate) now: Now<'a>,
}

/// How much is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// So many games at each size of table.
    Games(u64),
    /// [`DEALS`](crate::DEALS) deals at each size of table, and [`GAMES`](crate::GAMES) games in all.
    Usual,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Report {
    /// All stages, in order.
    pub stages: Vec<Stage>,
    /// The marks, where the game gives any.
    pub marks: Option<Marks>,
    /// What each kind of call used of the bot's budget; empty where its clock is the one on the wall.
    pub spent: Vec<Spent>,
    /// How likely a fault in few games was to be seen.
    pub sight: Coverage,
}

impl Report {
    /// Whether no stage failed; advice is none.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !self.stages.iter().any(Stage::failed)
    }
}

/// Runs all stages; `told` hears of each as it begins and ends.
pub(crate) fn check<G: Game>(
    subject: &Subject<'_, G>,
    setting: &Setting<'_, G>,
    told: &mut dyn FnMut(CheckEvent<'_>),
) -> Result<Report, Trouble> {
    let watch = Stopwatch::default();
    let keep = Keep { folder: setting.out, options: setting.options };
    let meetings = Meetings::new(rare::of::<G>());
    let end = Deadline::within(setting.now, LONGEST_CHECK);
    let mut run = Run {
        subject,
        setting,
        watch: &watch,
        keep,
        told,
        stages: Vec::new(),
        to_come: stages_of::<G>(&meetings),
        end,
        deadline: end,
        games: 0,
        meetings,
        joins: true,
        hopeless: None,
    };
    stages::start::run(&mut run)?;
    for &seats in G::ABOUT.seats {
        stages::deals::run(&mut run, seats)?;
    }
    stages::in_time::run(&mut run)?;
    stages::rare::run(&mut run)?;
    stages::broken_off::run(&mut run)?;
    stages::restart::run(&mut run)?;
    stages::hidden::run(&mut run)?;
    let marks = stages::marking::run(&mut run)?;
    stages::plays_on::run(&mut run)?;
    let spent = watch.read().budget.spent(setting.per_move);
    Ok(Report { sight: Coverage::of(run.games), stages: run.stages, marks, spent })
}

/// How many stages a check has: one for each size of table, kind of rare position and opponent that gives
/// marks, and six more.
fn stages_of<G: Game>(meetings: &Meetings<G>) -> usize {
    let marking = Marking::of::<G>().map_or(0, |marking| marking.opponents::<G>().len() + 1);
    G::ABOUT.seats.len() + meetings.kinds.len() + marking + 6
}

/// A check in hand.
pub(crate) struct Run<'a, G: Game> {
    pub(crate) subject: &'a Subject<'a, G>,
    pub(crate) setting: &'a Setting<'a, G>,
    pub(crate) watch: &'a Stopwatch,
    pub(crate) keep: Keep<'a, G>,
    pub(crate) told: &'a mut dyn FnMut(CheckEvent<'_>),
    pub(crate) stages: Vec<Stage>,
    /// How many stages come after this one.
    to_come: usize,
    /// When the check has to end.
    pub(crate) end: Deadline<'a>,
    /// When the stage has to end.
    pub(crate) deadline: Deadline<'a>,
    /// How many games the bot has played from their beginning to their end.
    pub(crate) games: u64,
    pub(crate) meetings: Meetings<G>,
    /// Whether it can go on in a game whose beginning it has not seen.
    pub(crate) joins: bool,
    /// Why nothing more can be learned from this bot.
    pub(crate) hopeless: Option<String>,
}

/// Why a stage of a bot that thinks long is passed over.
pub(crate) const NO_TIME: &str = "no time is left for it: a check takes three minutes at most";

/// What a stage came to, and what else there is to say.
pub(crate) type StageResult = Result<(Verdict, String), Trouble>;

impl<'a, G: Game> Run<'a, G> {
    /// Runs a stage; one that can teach nothing any more is passed over, with the reason.
    pub(crate) fn stage(
        &mut self,
        name: &str,
        act: impl FnOnce(&mut Self) -> StageResult,
    ) -> Result<(), Trouble> {
        let no_time = self.end.is_past().then(|| NO_TIME.to_owned());
        match self.hopeless.clone().or(no_time) {
            Some(why) => self.tell(name, |_| Ok((Verdict::NotChecked, why))),
            None => self.tell(name, act),
        }
    }

    /// Runs a stage whatever was before it.
    pub(crate) fn tell(
        &mut self,
        name: &str,
        act: impl FnOnce(&mut Self) -> StageResult,
    ) -> Result<(), Trouble> {
        (self.told)(CheckEvent::Begun(name));
        let begun = (self.setting.now)();
        self.to_come = self.to_come.saturating_sub(1);
        self.deadline = self.end.of_stage(self.to_come);
        let (mut verdict, detail) = act(self)?;
        verdict.name_first(&self.stages);
        let took = (self.setting.now)().saturating_duration_since(begun);
        let stage = Stage { name: name.to_owned(), verdict, detail, took };
        (self.told)(CheckEvent::Done(&stage));
        self.stages.push(stage);
        Ok(())
    }

    /// Whether the bot can be put into the middle of a game. One that is promised its memory back never has
    /// to do without it.
    pub(crate) fn can_join(&self) -> bool {
        self.joins && !self.watch.read().remembers
    }

    /// A new instance of the bot, with players of any legal move in the other seats.
    pub(crate) fn sit(&self, seats: usize) -> Result<StageTable<'a, G>, Trouble> {
        let random: Vec<_> = house::find::<G>(house::RANDOM).into_iter().cycle().take(seats - 1).collect();
        StageTable::new(self.subject, self.watch, self.setting.stop, &random)
    }

    /// A new instance of the bot, with players in the other seats that play the script and are steered like
    /// this after it.
    pub(crate) fn sit_with(
        &self,
        seats: usize,
        policy: MovePolicy<G>,
        script: &FirstMoves<G>,
    ) -> Result<StageTable<'a, G>, Trouble> {
        let steered = || Box::new(Steered::new(policy, script)) as Box<dyn Player<G>>;
        let others = (1..seats).map(|_| ("steered".to_owned(), steered())).collect();
        StageTable::against(self.subject, self.watch, self.setting.stop, others)
    }

    /// Keeps the games of a stage in a folder of this name, and says what was wrong in the first that was
    /// faulty.
    pub(crate) fn judge(
        &mut self,
        folder: &str,
        games: &[PlayedGame<G>],
        names: &[String],
    ) -> Result<Verdict, Trouble> {
        self.keep.write(folder, games, names)?;
        self.games += games.iter().filter(|played| played.is_whole()).count() as u64;
        let Some(faulty) = games.iter().find(|played| played.is_faulty()) else { return Ok(Verdict::Passed) };
        if self.watch.read().late > 0 {
            self.hopeless = Some("it was late before, and would be late here".to_owned());
        }
        let mut failing = first_misstep(faulty, names).unwrap_or_default();
        failing.record = faulty.position.tournament.map(|_| (folder.to_owned(), faulty.position.number));
        Ok(Verdict::Failed(Box::new(failing)))
    }
}
