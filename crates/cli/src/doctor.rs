//! `croupier doctor`: what this machine offers to bots, tried and not guessed.

use croupier_hosts::Kits;
use croupier_hosts::cell::{self, Door, Finding, Sandbox};
use serde_json::{Map, Value, json};

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::say::say_line;

pub(crate) fn run(args: &ListArgs) -> Result<(), Failure> {
    let door = Door::this_program().map_err(|error| Failure::Trouble(error.into()))?;
    let findings = cell::doctor(&door);
    let kits = Kits::new(Sandbox::Best);
    let languages = [
        (
            "Python",
            kits.python().map(|host| format!("{} at {}", host.version(), host.interpreter().display())),
        ),
        ("Java", kits.java().map(|host| host.version().to_owned())),
        ("Haskell", kits.haskell().map(|host| format!("GHC {}", host.version()))),
    ];
    if args.json {
        let cells: Vec<Value> = findings.iter().map(as_json).collect();
        let found: Map<String, Value> =
            languages.iter().map(|(name, found)| (name.to_lowercase(), json!(found.as_ref().ok()))).collect();
        say_line(format_args!("{:#}", json!({"cells": cells, "languages": found})));
        return Ok(());
    }
    say_line("Cells, the best that works is used:");
    findings.iter().for_each(print);
    say_line("\nLanguages:");
    for (language, found) in languages {
        match found {
            Ok(version) => say_line(format_args!("  {language}: {version}")),
            Err(why) => say_line(format_args!("  {language}: {why}")),
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
