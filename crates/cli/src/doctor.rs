//! `croupier doctor`: what this machine offers to bots, tried and not guessed.

use croupier_hosts::Kits;
use croupier_hosts::cell::{self, Door, Finding, Sandbox};
use serde_json::{Value, json};

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::say::say_line;

pub(crate) fn run(args: &ListArgs) -> Result<(), Failure> {
    let door = Door::this_program().map_err(|error| Failure::Trouble(error.into()))?;
    let findings = cell::doctor(&door);
    let kits = Kits::new(Sandbox::Best);
    let python = kits.python().map(|host| host.version().to_owned());
    let haskell = kits.haskell().map(|host| host.version().to_owned());
    if args.json {
        let cells: Vec<Value> = findings.iter().map(as_json).collect();
        say_line(format_args!(
            "{:#}",
            json!({"cells": cells, "languages": {"python": python.as_ref().ok(), "haskell": haskell.as_ref().ok()}})
        ));
        return Ok(());
    }
    say_line("Cells, the best that works is used:");
    findings.iter().for_each(print);
    say_line("\nLanguages:");
    for (language, version) in [("Python", python), ("Haskell, GHC", haskell)] {
        match version {
            Ok(version) => say_line(format_args!("  {language} {version}")),
            Err(why) => say_line(format_args!("  {why}")),
        }
    }
    Ok(())
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
        Err(why) => json!({"tier": finding.tier.to_string(), "works": false, "why": why}),
    }
}
