//! The binary `croupier`: reads the command line, calls the command, says how it ended.

mod args;
mod asked_again;
#[cfg(feature = "site")]
mod backup;
mod bots;
mod calibrate;
mod check;
mod check_shown;
mod commit;
mod compare;
mod contest;
#[cfg(feature = "site")]
mod contest_made;
mod dealt_again;
mod doctor;
mod draft;
mod exploit_asked;
mod exploitability;
mod export;
mod failure;
mod folder_lock;
mod games;
mod hearts;
mod jujitsu;
mod layers;
mod log;
mod lookout;
mod luck;
#[cfg(feature = "site")]
mod moment;
mod no_thanks;
#[cfg(not(feature = "site"))]
mod not_built_in;
mod out_folder;
mod outside;
mod plan_keys;
mod progress;
mod quick;
mod ratings;
mod recorded;
mod report;
mod report_args;
mod rerun;
mod run;
mod say;
mod schema;
mod score_four;
mod sealed;
#[cfg(feature = "site")]
mod serve;
mod show;
mod sight;
#[cfg(feature = "site")]
mod site_client;
mod solve;
mod solved;
mod solving;
mod stop;
#[cfg(feature = "site")]
mod submit;
mod verify;
mod wasm_header;
mod web;

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use args::{Args, Command};
use clap::Parser;
use croupier_hosts::cell::{self, Door};
use failure::Failure;
use say::note;
use stop::Stop;

fn main() -> ExitCode {
    // The door of a cell: this process takes its rights away and becomes a bot, before it is anything else.
    if std::env::args_os().nth(1).is_some_and(|word| word == Door::COMMAND) {
        cell::enter(std::env::args_os().skip(2));
    }
    let args = Args::parse();
    match call(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                note(format_args!("croupier: {message}"));
            }
            failure.exit_code()
        }
    }
}

fn call(command: Command) -> Result<(), Failure> {
    let stop = Stop::on_signals()?;
    match called(command, &stop) {
        // What went wrong because it was told to stop is no news.
        Err(Failure::BadInput(_)) if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted),
        result => result,
    }
}

fn called(command: Command, stop: &Stop) -> Result<(), Failure> {
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
        Command::Solve(args) => solve::run(&args, stop),
        Command::Exploitability(args) => exploitability::run(&args, stop),
        Command::Calibrate(args) => calibrate::run(&args, stop),
        Command::PlanKeys => plan_keys::run(),
        Command::Schema(args) => schema::run(&args),
        Command::WasmHeader => wasm_header::run(),
        Command::Doctor(args) => doctor::run(&args),
        #[cfg(feature = "site")]
        Command::Serve(args) => serve::run(&args, stop.flag()),
        #[cfg(feature = "site")]
        Command::Contest(args) => contest_made::run(&args),
        #[cfg(feature = "site")]
        Command::Submit(args) => submit::submit(&args, stop),
        #[cfg(feature = "site")]
        Command::Status(args) => submit::status(&args),
        #[cfg(feature = "site")]
        Command::FetchGame(args) => submit::fetch_game(&args),
        #[cfg(feature = "site")]
        Command::Backup(args) => backup::run(&args),
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
    }
}
