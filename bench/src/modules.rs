//! What a WebAssembly module costs: a call with its view, and the naive Last Card player in C beside the one
//! in Rust.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::naming::files::Visibility;
use croupier_arena::naming::{Finder, NamedBot, entrant_names};
use croupier_arena::{Bot, CannotPlay, EarlierPrints, OpenGames, Outs, Outside, Schedule, Tournament};
use croupier_games::last_card::{LastCard, LastCardOptions};
use croupier_games::no_thanks::NoThanks;
use croupier_games::{Game, Seat, Seed, View};
use croupier_hosts::cell::{ResourceLimits, Sandbox};
use croupier_hosts::wasm::WasmModule;
use croupier_hosts::{Account, BotLog, BotSetting, Inside, Interrupt, Load, Runtimes, TimeLimits, hello};
use croupier_record::Instances;

use crate::clock;

const ROUNDS: usize = 5;
const CALLS: u32 = 500_000;
const GAMES: u64 = 20_000;
const SEED: Seed = Seed::plain(2026);

/// Prints both, and nothing of Python.
pub(crate) fn alone() -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    measure(&root, &Runtimes::new(Sandbox::Best))
}

/// Prints both.
pub(crate) fn measure(root: &Path, runtimes: &Runtimes) -> Result<(), String> {
    let folder = std::env::temp_dir().join("croupier-bench-modules");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    println!();
    a_call::<NoThanks>(root, &folder, "no_thanks.c", 5)?;
    a_call::<LastCard>(root, &folder, "last_card.c", 4)?;
    let naive = [compiled(root, &folder, "last_card.c")?.display().to_string(), "house:naive".to_owned()];
    let mut seconds: [Vec<f64>; 2] = Default::default();
    for _ in 0..ROUNDS {
        for (spec, seconds) in naive.iter().zip(&mut seconds) {
            seconds.push(per_game(spec, root, runtimes)?);
        }
    }
    let [in_c, in_rust] = seconds.map(crate::median);
    println!(
        "A game of Last Card among four naive players: {:.1} µs in C, {:.1} µs in Rust, {:.2} times",
        in_c * 1e6,
        in_rust * 1e6,
        in_c / in_rust
    );
    Ok(())
}

/// An example of the kit, compiled.
fn compiled(root: &Path, folder: &Path, example: &str) -> Result<PathBuf, String> {
    let out = folder.join(example).with_extension("wasm");
    let made = Command::new(root.join("scripts/wasm-compile"))
        .arg(root.join("languages/wasm/examples").join(example))
        .arg("-o")
        .arg(&out)
        .status();
    match made {
        Ok(status) if status.success() => Ok(out),
        _ => Err(format!("{example} could not be compiled")),
    }
}

/// Prints what one question to an example costs, there and back.
fn a_call<G: Game>(root: &Path, folder: &Path, example: &str, seats: usize) -> Result<(), String> {
    let module = compiled(root, folder, example)?;
    let call = crate::median((0..ROUNDS).map(|_| calls::<G>(&module, seats)).collect::<Result<_, _>>()?);
    println!("A call of a module with a view of {}: {:.3} µs", G::ABOUT.title, call * 1e6);
    Ok(())
}

/// Seconds of processor time that one question takes, there and back.
fn calls<G: Game>(module: &Path, seats: usize) -> Result<f64, String> {
    let module = WasmModule::read(module, ResourceLimits::default()).map_err(|why| why.to_string())?;
    let options = G::Options::default();
    let hello =
        hello::<G>("bench", seats, &options, Instances::default()).map_err(|error| error.to_string())?;
    let log = BotLog::create(None).map_err(|error| error.to_string())?;
    let (time_limits, account) = (time_limits(), Account::default());
    let mut bot = module.seat(BotSetting { hello, time_limits, log, account });
    bot.wake().map_err(|fault| fault.to_string())?;
    let game = G::deal(seats, &options, SEED).map_err(|error| error.to_string())?;
    let view = game.view(Seat(0));
    let mut failed = None;
    let took = clock::time(|| {
        for number in 0..CALLS {
            if let Err(fault) = bot.code_for(number, &mut |room| view.lay(room)) {
                failed = Some(fault.to_string());
                return;
            }
        }
    });
    failed.map_or(Ok(took.as_secs_f64() / f64::from(CALLS)), Err)
}

/// Seconds of processor time that a game among four of one player takes.
fn per_game(spec: &str, root: &Path, runtimes: &Runtimes) -> Result<f64, String> {
    let finder = Finder {
        base: root,
        sight: Visibility::default(),
        search: Vec::new(),
        entered: Vec::new(),
        runtimes,
        limits: ResourceLimits::default(),
        loading: Duration::from_secs(10),
    };
    let found = finder.find::<LastCard>(spec).map_err(|error| error.to_string())?;
    let bots: Vec<NamedBot> = found.iter().cycle().take(4).cloned().collect();
    let schedule =
        Schedule::new(&LastCard::ABOUT, bots.len(), None, SEED).map_err(|error| error.to_string())?;
    let seated: Vec<Bot> = bots.iter().map(|named| named.bot.clone()).collect();
    let instances = Instances::default();
    let (time_limits, prints) = (time_limits(), EarlierPrints::Go);
    let outside = Outside { cell: None, time_limits, instances, at_once: 1, logs: None, prints };
    let options = LastCardOptions::default();
    let tournament = Tournament::<LastCard> {
        options: &options,
        seed: SEED,
        games: GAMES,
        openings: 0,
        schedule: &schedule,
        bots: &seated,
        names: &entrant_names(&bots, 1),
        lanes: 1,
        outside: Some(&outside),
        timed: false,
        threads: 1,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let begun = clock::process_time();
    tournament
        .run(0, &AtomicBool::new(false), |_| Ok::<(), CannotPlay>(()))
        .map_err(|error| error.to_string())?;
    Ok((clock::process_time() - begun).as_secs_f64() / GAMES as f64)
}

fn time_limits() -> TimeLimits {
    TimeLimits {
        per_move: Duration::from_secs(1),
        per_game: None,
        loading: Duration::from_secs(10),
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    }
}
