//! `croupier doctor`: what this machine offers to bots, tried and not guessed.

use croupier_hosts::Kits;
use croupier_hosts::cell::{self, Door, Finding, Sandbox};
use serde_json::{Value, json};

use crate::args::ListArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &ListArgs) -> Result<(), Failure> {
    let door = Door::this_program().map_err(|error| Failure::Trouble(error.into()))?;
    let findings = cell::doctor(&door);
    let python = Kits::new(Sandbox::Best).python().map(|host| host.version().to_owned());
    if args.json {
        let cells: Vec<Value> = findings.iter().map(as_json).collect();
        println!("{:#}", json!({"cells": cells, "languages": {"python": python.as_ref().ok()}}));
        return Ok(());
    }
    println!("Cells, the best that works is used:");
    findings.iter().for_each(print);
    println!("\nLanguages:");
    match python {
        Ok(version) => println!("  Python {version}"),
        Err(why) => println!("  {why}"),
    }
    Ok(())
}

fn print(finding: &Finding) {
    match &finding.result {
        Ok(protection) => {
            println!("  {}: works", finding.tier);
            protection.guards.iter().for_each(|guard| println!("    {guard}"));
        }
        Err(why) => println!("  {}: {why}", finding.tier),
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
