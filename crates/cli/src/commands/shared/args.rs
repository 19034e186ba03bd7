//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use croupier_arena::plan::Broken;
use croupier_hosts::CellKind;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::languages;
use croupier_record::{Commitment, Design, Secret, Until};

use crate::commands::calibrate::CalibrateArgs;
use crate::commands::jujitsu::exploitability::ExploitabilityArgs;
use crate::commands::jujitsu::solve::SolveArgs;
use crate::commands::packages::PackagesCommandArgs;
use crate::commands::report::ReportArgs;
use crate::commands::rerun::RerunArgs;
use crate::packages::PackagesArgs;
use crate::sight::FilesArgs;

/// The command line as it was given, for whoever finds this command at work.
pub(crate) fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("croupier".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// What the commands of a site take.
mod site {
    #[cfg(not(feature = "site"))]
    pub(crate) use crate::commands::not_built_in::{
        NotBuiltIn as BackupArgs, NotBuiltIn as ContestArgs, NotBuiltIn as FetchGameArgs,
        NotBuiltIn as MoveStoreArgs, NotBuiltIn as ServeArgs, NotBuiltIn as StatusArgs,
        NotBuiltIn as SubmitArgs,
    };
    #[cfg(feature = "site")]
    pub(crate) use crate::commands::site::{
        backup::BackupArgs,
        contest::ContestArgs,
        move_store::MoveStoreArgs,
        serve::ServeArgs,
        submit::{FetchGameArgs, StatusArgs, SubmitArgs},
    };
}

/// What the commands of workers take.
mod workers {
    #[cfg(not(feature = "workers"))]
    pub(crate) use crate::commands::not_built_in::{NotBuiltIn as WorkerArgs, NotBuiltIn as WorkersArgs};
    #[cfg(feature = "workers")]
    pub(crate) use crate::commands::workers::{overview::WorkersArgs, worker::WorkerArgs};
}

/// Runs AI tournaments for games: deals, keeps the rules, asks the bots, settles the scores.
#[derive(Debug, Parser)]
#[command(name = "croupier", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str =
    "Exit codes: 0 done; 1 trouble outside, such as a full disk; 2 bad input; 130 interrupted.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play the tournament of a plan: a TOML file, or the config.json of Last Card
    Run(RunArgs),
    /// Draw the secret of a plan's luck long before its games, and print its commitment, to be published
    Commit(CommitArgs),
    /// Play a competition of No Thanks!
    NoThanks(NoThanksArgs),
    /// Play Hearts between two or four bots
    Hearts(HeartsArgs),
    /// Play a match of Psychological Jujitsu
    Jujitsu(JujitsuArgs),
    /// Play a round robin of Score Four
    ScoreFour(ScoreFourArgs),
    /// List the games
    Games(ListArgs),
    /// List the players of the house
    Bots(BotsArgs),
    /// Tell the story of a recorded game
    Log(LogArgs),
    /// Check a bot: that it starts, answers in time and plays legally, also in rare positions and after a
    /// restart
    Check(CheckArgs),
    /// Is a new version of a bot better than the old one? Plays until the answer is known
    Compare(CompareArgs),
    /// Measure how strong the players of the house are: every rung of the ladder against the one below
    Calibrate(CalibrateArgs),
    /// Replay every game of a record and check every move, score and standing
    Verify(VerifyArgs),
    /// Play a recorded tournament or game again and compare, or go on from a turn with other bots
    Rerun(RerunArgs),
    /// Write a report of a record: a page, a text, or tables of games and moves
    Report(ReportArgs),
    /// Rate the bots of a record by who came in before whom, with intervals and a cross table
    Ratings(RatingsArgs),
    /// Solve Jujitsu of so many cards, and keep the table; after Ctrl-C the same command goes on
    Solve(SolveArgs),
    /// What would the best opponent win from a bot of Jujitsu? Goes through every line of a small round
    Exploitability(ExploitabilityArgs),
    /// Print the page that documents every key of a plan
    PlanKeys,
    /// Print the JSON schemas of a game's view, move and options
    Schema(SchemaArgs),
    /// Print the C header for bots that are WebAssembly modules
    WasmHeader,
    /// Write what an author of bots in a language needs at home: jar, modules, package or header, and bots to
    /// begin with
    #[command(after_help = "Example: croupier kit java my-bot")]
    Kit(KitArgs),
    /// Install the packages that bots may use, once: numpy, jars, modules; the same list serves at home and
    /// on a server
    Packages(PackagesCommandArgs),
    /// Try what this machine offers to bots, and say what is missing and how to get it; exit code 1 where
    /// something is
    Doctor(DoctorArgs),
    /// Serve a site: uploads, a continuous tournament, ladders, games
    Serve(site::ServeArgs),
    /// Make a contest on a site, which may be running
    Contest(site::ContestArgs),
    /// Send a bot to a site, and follow its check
    Submit(site::SubmitArgs),
    /// Where your uploads to a site stand
    Status(site::StatusArgs),
    /// Download the record of a site's game
    FetchGame(site::FetchGameArgs),
    /// Copy a site's folder while it runs
    Backup(site::BackupArgs),
    /// Move a site's memory from its folder to a PostgreSQL server, or back
    MoveStore(site::MoveStoreArgs),
    /// Play games of tournaments that are run with `croupier run --store`, on this machine or any other
    Worker(workers::WorkerArgs),
    /// Who works at a store, and what waits there and why; or make a store ready for workers
    Workers(workers::WorkersArgs),
}

/// What every command that plays takes.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Common {
    /// What all luck grows from: the same seed gives the same games. Leave it out where games count: whoever
    /// knows the seed knows all cards
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// How many games to play
    #[arg(long, value_name = "NUMBER")]
    pub(crate) games: Option<u64>,
    /// How games are laid out: random, balanced, pairs, substitute or rotate [default: the plan's]
    #[arg(long, value_name = "DESIGN")]
    pub(crate) design: Option<Design>,
    /// How many drawn moves of each player every game begins with, in games without luck: Score Four
    #[arg(long, value_name = "NUMBER")]
    pub(crate) openings: Option<u8>,
    /// One row for all seats of a bot (A, A#2) in the standings
    #[arg(long)]
    pub(crate) pool: bool,
    /// When to stop: `played`, when all games are, or `decided`, once the bots are told apart
    #[arg(long, value_name = "WHEN")]
    pub(crate) until: Option<Until>,
    /// A difference per game that does not matter, for `--until decided`
    #[arg(long, value_name = "POINTS")]
    pub(crate) tolerance: Option<f64>,
    /// How many threads may play; results never depend on it [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// Where to write logs and the record
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How bots outside this process are locked up: `require` plays only behind all walls, `best` behind
    /// those that this machine has, `off` behind limits alone
    #[arg(long, value_name = "WALLS", default_value = "best")]
    pub(crate) sandbox: Sandbox,
    /// Where Python bots run: `process` or `wasm`; where it is left out, as the plan says, or `process`
    #[arg(long, value_name = "CELL")]
    pub(crate) cell: Option<CellKind>,
    /// Let bots behind urls play designs that deal the same cards again, though they could remember them
    #[arg(long)]
    pub(crate) trust_urls: bool,
    /// Play without bots that do not load, and say so above the table; otherwise nothing is played then
    #[arg(long)]
    pub(crate) without_broken: bool,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// Print the result and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Common {
    /// Whether nothing but the result is printed.
    pub(crate) fn is_silent(&self) -> bool {
        self.quiet || self.json
    }

    /// What becomes of bots that do not load.
    pub(crate) fn broken(&self) -> Broken {
        if self.without_broken { Broken::Skip } else { Broken::Refuse }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The plan
    pub(crate) plan: PathBuf,
    /// Go on where an interrupted run of the same plan stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// The file with the secret that `croupier commit` drew for this plan
    #[arg(long, value_name = "FILE")]
    pub(crate) secret: Option<PathBuf>,
    /// Have the games played by workers: the PostgreSQL database over which they are given out,
    /// postgres://USER:PASSWORD@HOST/DATABASE; docs/machines.md says how
    #[arg(long, value_name = "URL")]
    pub(crate) store: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CommitArgs {
    /// The plan that will be run
    pub(crate) plan: PathBuf,
    /// The new file that keeps the secret until then; give it to nobody
    #[arg(long, value_name = "FILE")]
    pub(crate) secret: PathBuf,
}

/// What every command that plays one game takes.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PlayingArgs {
    /// The game's options as JSON, as in a plan [default: its usual ones]
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NoThanksArgs {
    /// How many games [default: 1000], then the bots [default: the five beginners]
    #[arg(value_name = "GAMES [BOT...]", num_args = 0..)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) playing: PlayingArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HeartsArgs {
    /// Two or four bots
    #[arg(value_name = "BOT", required = true, num_args = 1..)]
    pub(crate) bots: Vec<String>,
    #[command(flatten)]
    pub(crate) playing: PlayingArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct JujitsuArgs {
    /// The first bot
    pub(crate) one: String,
    /// The second bot
    pub(crate) other: String,
    /// The number of cards of each round [default: 13 13 13]
    #[arg(value_name = "N")]
    pub(crate) rounds: Vec<u8>,
    #[command(flatten)]
    pub(crate) playing: PlayingArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ScoreFourArgs {
    /// Two bots or more; every pair plays both colours equally often
    #[arg(value_name = "BOT", required = true, num_args = 1..)]
    pub(crate) bots: Vec<String>,
    #[command(flatten)]
    pub(crate) playing: PlayingArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BotsArgs {
    /// Only the players of this game
    pub(crate) game: Option<String>,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 no stage failed; 1 the bot failed; 2 bad input; 130 interrupted.")]
pub(crate) struct CheckArgs {
    /// The bot
    pub(crate) bot: String,
    /// The game it plays; not needed where the bot's own interface tells
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// The game's options as JSON, as in a plan; a site prints them where its contest has some
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// What the bot may use as JSON, as in a plan: `{"move_ms": 200}`, say
    #[arg(long, value_name = "JSON")]
    pub(crate) limits: Option<String>,
    /// How many games at each size of table [default: 100 deals at each, and 250 games in all]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) games: Option<u64>,
    /// What all luck grows from: the same seed gives the same games
    #[arg(long, value_name = "NUMBER", default_value_t = croupier_check::SEED)]
    pub(crate) seed: u64,
    /// Where to write the bot's logs and a record of each stage, each in a folder of its own
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// As in `croupier run`
    #[arg(long, value_name = "WALLS", default_value = "best")]
    pub(crate) sandbox: Sandbox,
    /// Print the result as JSON, when all stages are done
    #[arg(long)]
    pub(crate) json: bool,
    /// Where Python bots run: `process` or `wasm`
    #[arg(long, value_name = "CELL", default_value = "process")]
    pub(crate) cell: CellKind,
}

#[derive(Debug, clap::Args)]
#[command(after_help = COMPARE_CODES)]
pub(crate) struct CompareArgs {
    /// The new bot
    pub(crate) new: String,
    /// The old bot
    pub(crate) old: String,
    /// The game they play
    #[arg(long)]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// The game's options as JSON, such as '{"rounds": [9, 9]}'; `croupier schema GAME` lists them [default:
    /// the game's]
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// Go on where an interrupted comparison with the same words stopped, in the folder of --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Their opponents [default: the quick players of the house; nobody where two play]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pub(crate) against: Vec<String>,
    /// How many games to play at most
    #[arg(
        long,
        value_name = "CAP",
        default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) games: u64,
    /// A difference per game that does not matter: both within it is an answer too
    #[arg(long, value_name = "POINTS", default_value_t = 0.0)]
    pub(crate) tolerance: f64,
    /// How games are laid out: substitute, pairs, rotate, balanced or random [default: the game's best]
    #[arg(long, value_name = "DESIGN")]
    pub(crate) design: Option<Design>,
    /// How many drawn moves of each player every game begins with, in games without luck: Score Four
    #[arg(long, value_name = "NUMBER")]
    pub(crate) openings: Option<u8>,
    /// How many sit at a table [default: the most the game takes]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) players: Option<usize>,
    /// What all luck grows from: the same seed gives the same games
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// How many threads may play; results never depend on it [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// Where to write logs and the record
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// As in `croupier run`
    #[arg(long, value_name = "WALLS", default_value = "best")]
    pub(crate) sandbox: Sandbox,
    /// Let bots behind urls play designs that deal the same cards again, though they could remember them
    #[arg(long)]
    pub(crate) trust_urls: bool,
    /// Play without opponents that do not load, and say so; the two that are compared must load
    #[arg(long)]
    pub(crate) without_broken: bool,
    /// Print the answer and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const COMPARE_CODES: &str = "Exit codes: 0 the new bot is better; 1 it is worse, alike or not shown to be \
                             better (--json tells which), or trouble outside; 2 bad input; 130 interrupted.";

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The record, or the folder it is in
    pub(crate) record: PathBuf,
    /// The commitment that was published before the first deal: the record's secret must have it
    #[arg(long, value_name = "HASH")]
    pub(crate) commitment: Option<Commitment>,
    /// The secret of the day, for a game of a site's ladder: the deal must follow from it
    #[arg(long, value_name = "SECRET")]
    pub(crate) secret: Option<Secret>,
    /// Print the standings that follow from the games as JSON, with how many logs say the same
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RatingsArgs {
    /// The record, or the folder it is in
    pub(crate) record: PathBuf,
    /// Print the ratings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// The game's name
    pub(crate) game: String,
}

#[derive(Debug, clap::Args)]
pub(crate) struct KitArgs {
    #[arg(help = format!("The language: {}", languages::words().join(", ")))]
    pub(crate) language: String,
    /// Where to write it [default: croupier-LANGUAGE]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LogArgs {
    /// The record, or the folder it is in
    pub(crate) record: PathBuf,
    /// The number of the game, from 0
    pub(crate) game: u64,
    /// Write the game as a page with a picture of every turn to this new file, instead of its story
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// In that page, show only what this seat saw, from 0; all hands are open otherwise
    #[arg(long, value_name = "N", requires = "html")]
    pub(crate) seat: Option<u8>,
}
