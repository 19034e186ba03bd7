//! What a cell costs on this machine: what every tier guards, how long a bot takes to its first line, how
//! long its end takes, and what reading its clock costs. `cargo run --release -p croupier-hosts --example
//! cell_start [python3]`

use std::io::Read;
use std::time::{Duration, Instant};

use croupier_hosts::cell::{Cell, Launcher, SandboxSpec, Tier, doctor, enter};

const ROUNDS: usize = 60;

fn main() {
    let mut args = std::env::args_os().skip(1).peekable();
    if args.next_if(|first| first == Launcher::COMMAND).is_some() {
        enter(args);
    }
    let python = args.next().unwrap_or_else(|| "/usr/bin/python3".into());
    let launcher = Launcher::this_program().expect("this program has a path");
    for finding in doctor(&launcher) {
        match finding.result {
            Ok(protection) => {
                protection.guards.iter().for_each(|guarded| println!("{}: {guarded}", finding.tier));
            }
            Err(why) => println!("{}: {why}", finding.tier),
        }
    }
    // What a host has in memory must not make starting slower: nothing of it is copied.
    let ballast = std::hint::black_box(vec![1_u8; 500 << 20]);
    println!("\n{:>12} {:>8} {:>10} {:>10} {:>10}", "tier", "bot", "first line", "kill", "clock");
    for tier in Tier::ALL {
        let Ok(cell) = Cell::of_tier(tier, &launcher) else { continue };
        for (name, bot) in [("native", native()), ("python", interpreted(&python))] {
            let [line, kill, clock] = measure(&cell, &bot);
            println!("{:>12} {name:>8} {line:>10.1?} {kill:>10.1?} {clock:>10.1?}", tier.to_string());
        }
    }
    drop(ballast);
}

fn native() -> SandboxSpec {
    let mut bot = SandboxSpec::new("/bin/sh");
    bot.args = ["-c", "echo; read line"].map(Into::into).into();
    bot
}

fn interpreted(python: &std::ffi::OsStr) -> SandboxSpec {
    let mut bot = SandboxSpec::new(python);
    bot.args = ["-I", "-S", "-c", "import json, random; print(flush=True); input()"].map(Into::into).into();
    // A version manager's interpreter lies in `<prefix>/bin`.
    bot.readable.extend(bot.program.ancestors().nth(2).map(Into::into));
    bot
}

/// Medians of the time to the first line, of killing, and of reading the clock.
fn measure(cell: &Cell, bot: &SandboxSpec) -> [Duration; 3] {
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut process = cell.spawn(bot).expect("started");
        process.output.read_exact(&mut [0]).expect("a line");
        times[0].push(start.elapsed());
        let start = Instant::now();
        let _ = process.handle.processor_time();
        times[2].push(start.elapsed());
        let start = Instant::now();
        process.handle.kill();
        times[1].push(start.elapsed());
    }
    times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    })
}
