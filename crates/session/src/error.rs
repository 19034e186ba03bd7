//! Why a session cannot be played, or was broken off.

use std::io;
use std::path::PathBuf;
use std::slice;

use croupier_arena::{BadField, CannotPlay, NoPast, Untried};
use croupier_games::{BadSetup, UnknownGame, list};
use croupier_record::{Design, MOST_GAMES, MOST_LANES, RecordError, ReplayError};
use croupier_report::LogError;
use croupier_stats::MOST_COMPARED;

use crate::loading::Unloaded;
use crate::parts::lane::UnfitWorker;
use crate::repeated_deals::BehindUrl;
use crate::session::MOST_OPENINGS;

const PLAY_WITHOUT: &str =
    "--without-broken, or broken = \"skip\" in a plan, plays without what does not load";

/// Why a session cannot be played, or was broken off. Each says what is wrong and what would be
/// accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game's options are none.
    #[error("the options of {game}: {error}")]
    Options {
        /// Whose options they would be.
        game: String,
        /// What is wrong with them.
        error: serde_json::Error,
    },
    /// The game cannot be dealt like this.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// So many bots do not make a field.
    #[error("{error}{broken}")]
    Field {
        /// What is missing.
        error: BadField,
        /// The bots that might have filled it, and why they do not load.
        broken: String,
    },
    /// Bots that were named do not load, and may not be left out.
    #[error("{}; {PLAY_WITHOUT}", told(.0))]
    NotLoaded(Vec<Unloaded>),
    /// One of the two that are to be compared does not load.
    #[error("{}; without it there is nothing to compare", told(slice::from_ref(.0)))]
    NotCompared(Unloaded),
    /// Nobody knows whether bots load.
    #[error(transparent)]
    Untried(Untried),
    /// Nothing is to be played.
    #[error("0 games are asked for; at least 1 can be played")]
    NoGames,
    /// More is to be played than a record holds. A round robin is played to its end, which may take
    /// as many again.
    #[error("{0} games are asked for; at most {most} can be played", most = MOST_GAMES / 2)]
    TooManyGames(u64),
    /// Nobody can move in no time.
    #[error("move_ms is 0; a bot needs at least 1 ms for a move")]
    NoTime,
    /// Nothing can be played in no lane.
    #[error("0 lanes are asked for; at least 1 is needed")]
    NoLanes,
    /// More lanes than a record has.
    #[error("{0} lanes are asked for; at most {MOST_LANES} are possible")]
    TooManyLanes(u32),
    /// Moves are drawn where luck makes games differ as it is.
    #[error(
        "openings are for games without luck or hidden cards, such as {such}; {0} has luck of its own, and \
         no two of its games are alike",
        such = without_luck()
    )]
    NeedsNoOpenings(&'static str),
    /// Too many moves are drawn.
    #[error("openings = {0}: at most {MOST_OPENINGS} moves of each player are drawn")]
    TooManyOpenings(u8),
    /// A difference below nothing, or none at all.
    #[error("the tolerance {0} is no difference; 0 or more is")]
    BadTolerance(f64),
    /// All pairs of so many are too many to keep.
    #[error("{0} bots are too many to compare all pairs; `until = \"decided\"` takes up to {MOST_COMPARED}")]
    TooManyCompared(usize),
    /// A deal would be played again by who may remember it.
    #[error(
        "the design {design} deals the same cards again, and {bot} could remember them; add \
         instances = \"game\" to the plan, or take the design balanced or random"
    )]
    Remembers {
        /// What repeats deals.
        design: Design,
        /// Who remembers.
        bot: String,
    },
    /// A deal would be played again by a bot that nobody here can start anew.
    #[error("{0}, or trust it with trust_urls = true in the plan or --trust-urls")]
    BehindUrl(#[from] BehindUrl),
    /// A number was given beside a secret or a beacon, which it leaves no part in the luck.
    #[error("the deals of seed {0} depend on it alone; leave it out, or secret and beacon")]
    SeedAlone(u64),
    /// The run that is to go on has deals of another beacon.
    #[error("the deals of the run that is to go on do not depend on the beacon's round of this plan")]
    OtherBeacon,
    /// The run that is to go on has deals of another secret.
    #[error("the luck of the run that is to go on does not grow from the secret of --secret")]
    OtherSecret,
    /// The system gives no luck.
    #[error("the system gives no random bits: {0}")]
    NoLuck(getrandom::Error),
    /// Bots outside this process have no place to run.
    #[error("{0}")]
    NoCell(croupier_hosts::cell::NoCell),
    /// There is no record to go on with.
    #[error("{} is not there, so there is nothing to resume; run without --resume", .0.display())]
    NothingToResume(PathBuf),
    /// The record is of something else.
    #[error("{} was made by another tournament ({what}); run without --resume to begin anew", path.display())]
    OtherTournament {
        /// The record.
        path: PathBuf,
        /// The first thing in which they differ.
        what: String,
    },
    /// There is no such record.
    #[error("there is no record {}", .0.display())]
    NoRecord(PathBuf),
    /// The record is of other rules than this program has.
    #[error(
        "{}: a record of version {there} of the rules of {title}; this program has version {here}",
        path.display()
    )]
    OtherRules {
        /// The record.
        path: PathBuf,
        /// The game's title.
        title: &'static str,
        /// The version of its rules in the record.
        there: u32,
        /// The version of its rules here.
        here: u32,
    },
    /// The record's options are none.
    #[error("{}: its options: {error}", path.display())]
    RecordedOptions {
        /// The record.
        path: PathBuf,
        /// What is wrong with them.
        error: serde_json::Error,
    },
    /// The record has no such game.
    #[error("{}: there is no game {number}; {planned} were planned, numbered from 0", path.display())]
    NoSuchGame {
        /// The record.
        path: PathBuf,
        /// As asked for.
        number: u64,
        /// How many there should be.
        planned: u64,
    },
    /// The game stands in the record and was not played.
    #[error("{}: game {number} was not played: a bot of its table was out by then", path.display())]
    NotPlayed {
        /// The record.
        path: PathBuf,
        /// As asked for.
        number: u64,
    },
    /// The game has no such turn.
    #[error("--from {from}: game {game} has {turns} turns; 1 to {most} are accepted", turns = most - 1)]
    NoSuchTurn {
        /// By its number in the record.
        game: u64,
        /// As asked for.
        from: u64,
        /// The last turn that can be asked for: the first that was not played.
        most: u64,
    },
    /// A recorded game does not replay up to a turn.
    #[error("game {game}: {error}")]
    Past {
        /// By its number in the record.
        game: u64,
        /// What is wrong with it.
        error: NoPast,
    },
    /// A file of somebody else is in the way.
    #[error(
        "{} is there, and no run of croupier wrote it; move it away or choose another folder with --out",
        .0.display()
    )]
    ForeignFile(PathBuf),
    /// Another run writes to the folder.
    #[error(
        "{} is in use by {holder}; wait until it has ended, or choose another folder with --out",
        folder.display()
    )]
    InUse {
        /// Where the results would go.
        folder: PathBuf,
        /// Who is there.
        holder: String,
    },
    /// A record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A recorded game does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A log cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The games were broken off.
    #[error(transparent)]
    Play(CannotPlay),
    /// A tournament that nobody else can play.
    #[error("this is played here alone: {0}")]
    HereAlone(&'static str),
    /// A worker that cannot play a run's games as they would be played elsewhere.
    #[error(transparent)]
    Unfit(#[from] UnfitWorker),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
}

impl SessionError {
    /// Whether whoever asked can mend it by asking otherwise: nothing was played then, and nothing
    /// written.
    #[must_use]
    pub fn is_bad_input(&self) -> bool {
        match self {
            Self::Record(error) => error.is_bad_input(),
            Self::NoLuck(_)
            | Self::Replay(_)
            | Self::Log(_)
            | Self::Play(_)
            | Self::Untried(_)
            | Self::Past { .. }
            | Self::File { .. }
            | Self::Interrupted => false,
            _ => true,
        }
    }
}

/// The games in which nothing is dealt or hidden.
fn without_luck() -> String {
    let titles = list::ALL.iter().filter(|about| !about.hidden).map(|about| about.title);
    titles.collect::<Vec<_>>().join(" and ")
}

/// Who does not load, a line each; what a compiler said is told whole, since no log has it.
fn told(unloaded: &[Unloaded]) -> String {
    let one = |Unloaded { left_out, message }: &Unloaded| match message {
        Some(message) if !message.is_empty() => format!("{left_out}\n{}\n", message.trim_end()),
        _ => left_out.to_string(),
    };
    unloaded.iter().map(one).collect::<Vec<_>>().join("\n")
}

impl From<CannotPlay> for SessionError {
    fn from(error: CannotPlay) -> Self {
        match error {
            CannotPlay::Setup(error) => Self::Setup(error),
            error => Self::Play(error),
        }
    }
}
