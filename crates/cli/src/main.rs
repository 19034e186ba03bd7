//! The binary `croupier`: reads the command line, calls the command, says how it ended.

mod commands;
mod output;

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use args::{Args, Command};
use clap::Parser;
// What every command uses has a short name.
#[cfg(feature = "site")]
use commands::shared::store;
use commands::shared::{args, failure, luck, packages, play, setup, sight, stop, web};
use croupier_hosts::cell::{self, Launcher};
use failure::Failure;
use output::note;
use stop::Stop;

fn main() -> ExitCode {
    // The launcher of a cell: this process takes its rights away and becomes a bot, before it is anything
    // else.
    if std::env::args_os().nth(1).is_some_and(|word| word == Launcher::COMMAND) {
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
    match commands::call(command, &stop) {
        // What went wrong because it was told to stop is no news.
        Err(Failure::BadInput(_)) if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted),
        result => result,
    }
}
