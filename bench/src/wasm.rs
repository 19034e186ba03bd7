//! The price of WebAssembly: the five Python beginners, each in an instance of the component, beside the same
//! five in one native interpreter. Processor time on both sides: everything happens in one process, and
//! neighbours do not count.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use croupier_arena::Bot;
use croupier_arena::naming::files::Visibility;
use croupier_arena::naming::{Finder, NamedBot};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_hosts::cell::{ResourceLimits, Sandbox};
use croupier_hosts::{
    Account, BotLog, BotSetting, CellKind, Interrupt, Load, PythonHost, Runtimes, TimeLimits, hello,
};
use croupier_record::Instances;

use crate::clock;
use crate::hosts::{decisions_per_second, fields, fuel_of_each, plain_engine, twenty_bots};

const ROUNDS: usize = 5;

/// Prints decisions per second of every way, and their ratios to the plain engine of the same run.
pub(crate) fn measure() -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let runtimes = Runtimes::new(Sandbox::Best).with_python_in(CellKind::Wasm);
    let begun = Instant::now();
    runtimes.python_ready().map_err(|missing| missing.to_string())?;
    println!("The component was there after {:.2} s", begun.elapsed().as_secs_f64());
    let python = PythonHost::find().map_err(|missing| missing.to_string())?;
    println!("The plain engine runs on Python {}", python.version());
    let (five, one) = fields(&root, &runtimes)?;
    let (mut plain, mut inside) = (Vec::new(), Vec::new());
    let mut ways: [(&str, &[NamedBot], usize, Vec<f64>); 3] = [
        ("five beginners, one lane", &five, 1, Vec::new()),
        ("five beginners, two lanes, per core", &five, 2, Vec::new()),
        ("one bot against the house", &one, 1, Vec::new()),
    ];
    for _ in 0..ROUNDS {
        plain.push(plain_engine(&root, python.interpreter())?.processor);
        inside.push(engine_inside(&root, &runtimes)?);
        for (_, bots, lanes, rates) in &mut ways {
            rates.push(decisions_per_second(bots, *lanes, &runtimes)?.processor);
        }
    }
    let plain = crate::median(plain);
    println!("| way | decisions/s of processor time | ratio |\n| --- | --- | --- |");
    println!("| plain engine, one interpreter | {plain:.0} | 1 |");
    let inside = crate::median(inside);
    println!("| plain engine inside the component | {inside:.0} | {:.2} |", inside / plain);
    for (way, _, _, rates) in ways {
        let rate = crate::median(rates);
        println!("| {way} | {rate:.0} | {:.2} |", rate / plain);
    }
    twenty_bots(&five, &runtimes)?;
    each_burns(&five, &runtimes)?;
    crate::modules::measure(&root, &runtimes)
}

/// Prints only what a decision of each bot of a file burns, by default the beginners; no neighbour can
/// disturb that.
pub(crate) fn fuel(file: Option<String>) -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let runtimes = Runtimes::new(Sandbox::Best).with_python_in(CellKind::Wasm);
    let bots = match file {
        Some(file) => finder(&root, &runtimes).find::<NoThanks>(&file).map_err(|error| error.to_string())?,
        None => fields(&root, &runtimes)?.0,
    };
    each_burns(&bots, &runtimes)
}

fn each_burns(bots: &[NamedBot], runtimes: &Runtimes) -> Result<(), String> {
    println!("\n| bot | fuel of a decision |\n| --- | --- |");
    for (bot, fuel) in bots.iter().zip(fuel_of_each(bots, runtimes)?) {
        println!("| {} | {fuel} |", bot.name);
    }
    Ok(())
}

/// Finds bots, and lets them import what the bench and the beginners have.
fn finder<'a>(root: &'a Path, runtimes: &'a Runtimes) -> Finder<'a> {
    Finder {
        base: root,
        sight: Visibility::default(),
        search: vec![root.join("bench"), root.join("examples/no-thanks")],
        entered: Vec::new(),
        runtimes,
        limits: ResourceLimits::default(),
        loading: Duration::from_secs(60),
    }
}

/// Decisions per second of the plain engine where it runs inside the component, all bots in one instance and
/// nobody outside: what Python itself costs in there.
fn engine_inside(root: &Path, runtimes: &Runtimes) -> Result<f64, String> {
    let found = finder(root, runtimes)
        .find::<NoThanks>("bench/inside_engine.py")
        .map_err(|error| error.to_string())?;
    let Some(Bot::Inside(engine)) = found.first().map(|named| &named.bot) else {
        return Err("bench/inside_engine.py is not run inside the component".to_owned());
    };
    let hello = hello::<NoThanks>("bench", 5, &NoThanksOptions::default(), Instances::default())
        .map_err(|error| error.to_string())?;
    let log = BotLog::create(None).map_err(|error| error.to_string())?;
    let time_limits = TimeLimits {
        per_move: Duration::from_secs(1),
        per_game: None,
        loading: Duration::from_secs(60),
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    };
    let mut bot = engine.seat(BotSetting { hello, time_limits, log, account: Account::default() });
    let mut woken = Ok(());
    let took = clock::time(|| woken = bot.wake());
    woken.map_err(|fault| fault.to_string())?;
    let decisions = bot.greeting().and_then(|said| said.name.as_ref()?.parse::<f64>().ok());
    decisions.map(|decisions| decisions / took.as_secs_f64()).ok_or_else(|| "it said nothing".to_owned())
}
