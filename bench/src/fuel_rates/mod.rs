//! How well fuel follows time: every instruction that a module can use in a loop of its own, its processor
//! time beside the time that its fuel stands for. `croupier-bench fuel-rates`.

mod module;
mod pieces;
mod python;

use std::time::Duration;

use croupier_games::layout::game_number;
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Game, Seed};
use croupier_hosts::cell::ResourceLimits;
use croupier_hosts::wasm::{WasmModule, time_of};
use croupier_hosts::{Account, BotLog, BotSetting, Inside, Interrupt, Load, TimeLimits, hello};
use croupier_record::Instances;

use crate::clock;

const ROUNDS: usize = 3;
const SEED: Seed = Seed::plain(2026);
/// What a measurement aims to take.
const SPAN: Duration = Duration::from_millis(10);

/// Prints a line for each instruction that takes longer than its fuel says, the worst first, and how many do
/// not.
pub(crate) fn measure() -> Result<(), String> {
    let mut rates = Vec::new();
    for (name, piece) in pieces::all() {
        match rate(&piece) {
            Ok(rate) => rates.push((rate, name)),
            Err(why) => println!("{name}: {why}"),
        }
    }
    rates.sort_by(|one, other| other.0.0.total_cmp(&one.0.0));
    println!("instruction                              time / fuel   ns each   fuel each");
    for ((rate, nanos, fuel), name) in &rates {
        println!("{name:40} {rate:11.2} {nanos:9.2} {fuel:11.1}");
    }
    python::measure()
}

/// Processor time over the time that the fuel stands for, the nanoseconds and the fuel of one piece.
fn rate(piece: &[u8]) -> Result<(f64, f64, f64), String> {
    let game = game_number(NoThanks::ABOUT.name, NoThanks::ABOUT.version);
    let module = WasmModule::compile(&module::around(game, piece), ResourceLimits::default())
        .map_err(|why| why.to_string())?;
    let hello = hello::<NoThanks>("bench", 2, &NoThanksOptions::default(), Instances::default())
        .map_err(|error| error.to_string())?;
    let log = BotLog::create(None).map_err(|error| error.to_string())?;
    let (time_limits, account) = (time_limits(), Account::default());
    let mut bot = module.seat(BotSetting { hello, time_limits, log, account });
    bot.wake().map_err(|fault| fault.to_string())?;
    let mut run = |rounds: u32| {
        let mut answered = None;
        let took = clock::time(|| answered = Some(bot.code_for(rounds, &mut |_| 0)));
        match answered {
            Some(Ok(coded)) => Ok((took, coded.fuel)),
            Some(Err(fault)) => Err(fault.to_string()),
            None => Err("was not asked".to_owned()),
        }
    };
    let mut rounds = 1;
    while run(rounds)?.0 < SPAN / 2 {
        rounds *= 2;
    }
    let mut best: Option<(Duration, u64)> = None;
    for _ in 0..ROUNDS {
        let one = run(rounds)?;
        best = best.filter(|best| best.0 <= one.0).or(Some(one));
    }
    let (took, fuel) = best.ok_or("was not measured")?;
    let each = f64::from(rounds) * module::COPIES as f64;
    let nanos = took.as_secs_f64() * 1e9;
    Ok((nanos / (time_of(fuel).as_nanos() as f64).max(1.0), nanos / each, fuel as f64 / each))
}

fn time_limits() -> TimeLimits {
    TimeLimits {
        per_move: Duration::from_secs(1000),
        per_game: None,
        loading: Duration::from_secs(10),
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    }
}
