//! The commands, a file or folder each: what was asked for becomes a call of the crates, and what
//! came of it is shown.

mod bots;
pub(crate) mod calibrate;
mod check;
pub(crate) use check::as_said;
mod commit;
mod compare;
mod doctor;
mod games;
mod hearts;
pub(crate) mod jujitsu;
mod kit;
mod log;
mod no_thanks;
#[cfg(not(all(feature = "site", feature = "workers")))]
pub(crate) mod not_built_in;
pub(crate) mod packages;
mod plan_keys;
pub(crate) mod ratings;
pub(crate) mod report;
pub(crate) mod rerun;
mod run;
mod schema;
mod score_four;
pub(crate) mod shared;
#[cfg(feature = "site")]
pub(crate) mod site;
mod verify;
mod wasm_header;
#[cfg(feature = "workers")]
pub(crate) mod workers;

use crate::args::Command;
use crate::failure::Failure;
use crate::stop::Stop;

/// Does what the command line asks for.
pub(crate) fn call(command: Command, stop: &Stop) -> Result<(), Failure> {
    match command {
        Command::Run(args) => run::run(&args, stop),
        Command::Commit(args) => commit::run(&args),
        Command::NoThanks(args) => no_thanks::run(&args, stop),
        Command::Hearts(args) => hearts::run(&args, stop),
        Command::Jujitsu(args) => jujitsu::run(&args, stop),
        Command::ScoreFour(args) => score_four::run(&args, stop),
        Command::Games(args) => games::run(&args),
        Command::Bots(args) => bots::run(&args),
        Command::Log(args) => log::run(&args),
        Command::Check(args) => check::run(&args, stop),
        Command::Verify(args) => verify::run(&args, stop),
        Command::Rerun(args) => rerun::run(&args, stop),
        Command::Report(args) => report::run(&args, stop),
        Command::Ratings(args) => ratings::run(&args, stop),
        Command::Compare(args) => compare::run(&args, stop),
        Command::Solve(args) => jujitsu::solve::run(&args, stop),
        Command::Exploitability(args) => jujitsu::exploitability::run(&args, stop),
        Command::Calibrate(args) => calibrate::run(&args, stop),
        Command::PlanKeys => plan_keys::run(),
        Command::Schema(args) => schema::run(&args),
        Command::WasmHeader => wasm_header::run(),
        Command::Kit(args) => kit::run(&args),
        Command::Packages(args) => packages::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        #[cfg(feature = "site")]
        Command::Serve(args) => site::serve::run(&args, stop.flag()),
        #[cfg(feature = "site")]
        Command::Contest(args) => site::contest::run(&args),
        #[cfg(feature = "site")]
        Command::Submit(args) => site::submit::submit(&args, stop),
        #[cfg(feature = "site")]
        Command::Status(args) => site::submit::status(&args),
        #[cfg(feature = "site")]
        Command::FetchGame(args) => site::submit::fetch_game(&args),
        #[cfg(feature = "site")]
        Command::Backup(args) => site::backup::run(&args),
        #[cfg(feature = "site")]
        Command::MoveStore(args) => site::move_store::run(&args),
        #[cfg(not(feature = "site"))]
        Command::Serve(_) => not_built_in::refused("serve"),
        #[cfg(not(feature = "site"))]
        Command::Contest(_) => not_built_in::refused("contest"),
        #[cfg(not(feature = "site"))]
        Command::Submit(_) => not_built_in::refused("submit"),
        #[cfg(not(feature = "site"))]
        Command::Status(_) => not_built_in::refused("status"),
        #[cfg(not(feature = "site"))]
        Command::FetchGame(_) => not_built_in::refused("fetch-game"),
        #[cfg(not(feature = "site"))]
        Command::Backup(_) => not_built_in::refused("backup"),
        #[cfg(not(feature = "site"))]
        Command::MoveStore(_) => not_built_in::refused("move-store"),
        #[cfg(feature = "workers")]
        Command::Worker(args) => workers::worker::run(&args, stop),
        #[cfg(feature = "workers")]
        Command::Workers(args) => workers::overview::run(&args),
        #[cfg(not(feature = "workers"))]
        Command::Worker(_) => not_built_in::refused("worker"),
        #[cfg(not(feature = "workers"))]
        Command::Workers(_) => not_built_in::refused("workers"),
    }
}
