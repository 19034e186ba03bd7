//! `croupier doctor`: what this machine offers to bots, tried and not guessed.
//!
//! Cells are tried by walking into them, languages by a game of an example bot that this binary carries.
//! Scripts are told by the exit code: 1 where no cell works, or a language does not.

mod languages;
mod server;

use std::io::IsTerminal;

use croupier_arena::self_test::{DoesNotWork, Works};
use croupier_hosts::Runtimes;
use croupier_hosts::cell::{self, Finding, Launcher, Sandbox};
use serde_json::{Value, json};

use crate::args::DoctorArgs;
use crate::failure::Failure;
use crate::output::{say_json, say_line};
use crate::packages::in_words as packages_in_words;
use languages::trials;

pub(crate) fn run(args: &DoctorArgs) -> Result<(), Failure> {
    let list = args.packages.read()?;
    let launcher = Launcher::this_program().map_err(|error| Failure::Trouble(error.into()))?;
    let live = !args.json && std::io::stderr().is_terminal();
    if live {
        eprint!("trying the cells …");
    }
    let findings = cell::doctor(&launcher);
    if !args.json {
        if live {
            eprint!("\r\x1b[K");
        }
        say_line("Cells, the best that works is used:");
        findings.iter().for_each(print);
        say_line("\nLanguages, each tried with a game of its example bot:");
    }
    let runtimes = Runtimes::new(Sandbox::Best).with_packages(list);
    let mut tried = Vec::new();
    for language in trials() {
        if live {
            eprint!("  {}: trying …", language.name);
        }
        let one = language.tried(&runtimes);
        if live {
            eprint!("\r\x1b[K");
        }
        if !args.json {
            say_line(format_args!("  {}: {}", language.name, in_words(&one)));
        }
        tried.push((language.name, one));
    }
    let packages = packages_in_words(&runtimes);
    if args.json {
        let cells: Vec<Value> = findings.iter().map(as_json).collect();
        let languages: Vec<Value> = tried.iter().map(|(name, one)| language_json(name, one)).collect();
        say_json(format_args!("{:#}", json!({"cells": cells, "languages": languages, "packages": packages})));
    }
    if !args.json && !packages.is_empty() {
        say_line("\nPackages, as they are listed:");
        packages.iter().for_each(|line| say_line(format_args!("  {line}")));
    }
    let cell = findings.iter().any(|finding| finding.result.is_ok());
    // What the build of this program left out on purpose did not fail here.
    let languages = tried.iter().all(|(_, one)| one.as_ref().err().is_none_or(DoesNotWork::is_left_out));
    if cell && languages { Ok(()) } else { Err(Failure::DoesNotWork) }
}

fn in_words(tried: &Result<Works, DoesNotWork>) -> String {
    match tried {
        Ok(tried) => {
            format!("ok, {}; a game of {} in {:.2} s", tried.version, tried.game, tried.took.as_secs_f64())
        }
        Err(why) => format!("does not work: {why}"),
    }
}

fn language_json(name: &str, tried: &Result<Works, DoesNotWork>) -> Value {
    match tried {
        Ok(tried) => json!({
            "language": name,
            "works": true,
            "version": tried.version,
            "game": tried.game,
            "ms": tried.took.as_millis() as u64,
        }),
        Err(why) => json!({"language": name, "works": false, "why": why.to_string()}),
    }
}

fn print(finding: &Finding) {
    match &finding.result {
        Ok(protection) => {
            say_line(format_args!("  {}: works", finding.tier));
            protection.guards.iter().for_each(|guard| say_line(format_args!("    {guard}")));
        }
        Err(why) => say_line(format_args!("  {}: {why}", finding.tier)),
    }
}

fn as_json(finding: &Finding) -> Value {
    match &finding.result {
        Ok(protection) => {
            let missing: Vec<String> = protection.missing().map(ToString::to_string).collect();
            json!({"tier": finding.tier.to_string(), "works": true, "missing": missing})
        }
        Err(why) => json!({"tier": finding.tier.to_string(), "works": false, "why": why.to_string()}),
    }
}
