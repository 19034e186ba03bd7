//! Speed as ratios: every game through the public trait, at a table and as a tournament, each beside a bare
//! hand-written loop of the same game in the same run.
//!
//! Ratios, since machines differ and have neighbours; processor time, since wall time measures the neighbours
//! too. Each figure is the median over rounds in which the ways take turns.

mod bare;
mod clock;
mod computing;
mod designs;
mod echo;
#[cfg(feature = "wasm")]
mod fuel_rates;
mod ghc;
mod hosts;
mod http;
mod jujitsu;
#[cfg(feature = "wasm")]
mod modules;
mod one;
#[cfg(feature = "queue")]
mod queue;
mod score_four;
mod searches_hearts;
mod searches_last_card;
mod searches_no_thanks;
#[cfg(feature = "site")]
mod site;
mod standings;
#[cfg(feature = "wasm")]
mod wasm;
mod ways;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use croupier_games::hearts::{Hearts, HeartsOptions};
use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::last_card::{LastCard, LastCardOptions};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::score_four::{ScoreFour, ScoreFourOptions};
use croupier_games::{Chance, Game, Seed};
use croupier_hosts::cell::{self, Launcher};

const ROUNDS: usize = 7;
/// What each measurement aims to take.
const SPAN: Duration = Duration::from_millis(150);
const PERFT_DEPTH: usize = 6;
const PARTS: &str = "none (the games), computing, designs, echo, fuel, fuel-rates, ghc, hosts, http, \
                     jujitsu, modules, one, score-four, searches-hearts, searches-last-card, searches-no-thanks, \
                     standings and wasm; with `--features site` also site, upload-check and uploads, with `--features queue` \
                     also queue";

fn main() -> ExitCode {
    let measured = match std::env::args().nth(1).as_deref() {
        None => {
            games();
            Ok(())
        }
        Some("one") => one::play(&std::env::args().skip(2).collect::<Vec<_>>()),
        Some("hosts") => hosts::measure(),
        Some("computing") => computing::alone(std::env::args().nth(2).as_deref()),
        #[cfg(feature = "wasm")]
        Some("fuel-rates") => fuel_rates::measure(),
        #[cfg(feature = "wasm")]
        Some("fuel") => wasm::fuel(std::env::args().nth(2)),
        #[cfg(feature = "wasm")]
        Some("modules") => modules::alone(),
        #[cfg(feature = "wasm")]
        Some("wasm") => wasm::measure(),
        #[cfg(feature = "queue")]
        Some("queue") => queue::measure(std::env::args().nth(2)),
        #[cfg(feature = "site")]
        Some(part @ ("site" | "uploads" | "upload-check")) => {
            site::measure(part, &std::env::args().skip(2).collect::<Vec<_>>())
        }
        Some("http") => http::measure(),
        Some("echo") => echo::measure(),
        Some("ghc") => ghc::measure(),
        Some("score-four") => return score_four::measure(&std::env::args().skip(2).collect::<Vec<_>>()),
        Some("jujitsu") => return jujitsu::measure(&std::env::args().skip(2).collect::<Vec<_>>()),
        Some("designs") => {
            designs::measure();
            Ok(())
        }
        Some("searches-last-card") => {
            searches_last_card::measure();
            Ok(())
        }
        Some("searches-no-thanks") => {
            searches_no_thanks::measure();
            Ok(())
        }
        Some("standings") => {
            standings::measure();
            Ok(())
        }
        Some("searches-hearts") => {
            searches_hearts::measure();
            Ok(())
        }
        // Bots go through this program into their cells, as they go through the real one.
        Some(Launcher::COMMAND) => cell::enter(std::env::args_os().skip(2)),
        Some(other) => {
            eprintln!("croupier-bench: \"{other}\" is no part of the bench; there are {PARTS}");
            return ExitCode::from(2);
        }
    };
    if let Err(why) = measured {
        eprintln!("croupier-bench: {why}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// A folder for bots, who are another user; it vanishes with its value.
fn room() -> Result<tempfile::TempDir, String> {
    use std::os::unix::fs::PermissionsExt;
    let made = tempfile::TempDir::new().and_then(|folder| {
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
        Ok(folder)
    });
    made.map_err(|error| error.to_string())
}

/// Every game beside a bare loop.
fn games() {
    println!("| game | unit | bare, M/s | rollouts, M/s | rollouts | boxed table | tournament |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    measure::<LastCard>("game", 4, &LastCardOptions::default(), 1.0, bare::last_card::play);
    measure::<NoThanks>("game of 5", 5, &NoThanksOptions::default(), 1.0, bare::no_thanks::play);
    // A target of 1 ends a game after its first deal in all but a few cases.
    let one_deal = HeartsOptions { target: 1 };
    measure::<Hearts>("deal of 4", 4, &one_deal, deals_per_game(&one_deal), bare::hearts::play);
    let rounds = JujitsuOptions::default();
    measure::<Jujitsu>("round of 13", 2, &rounds, rounds.rounds.len() as f64, bare::jujitsu::play);
    measure::<ScoreFour>("playout", 2, &ScoreFourOptions::default(), 1.0, bare::score_four::play);
    measure_perft();
}

/// How many deals a game of random players has on average.
fn deals_per_game(options: &HeartsOptions) -> f64 {
    let games = 2000;
    let mut chance = Chance::new(Seed::plain(1));
    let mut deals = 0.0;
    for number in 0..games {
        let Ok(mut game) = Hearts::deal(4, options, Seed::plain(3).child(number)) else { return 1.0 };
        while let Some(seat) = game.turn().next() {
            let mv = game.any(seat, &mut chance);
            let _ = game.play(seat, mv);
        }
        deals += game.figures(croupier_games::Seat(0))[2].unwrap_or(1.0);
    }
    deals / games as f64
}

fn measure<G: Game>(
    unit: &str,
    seats: usize,
    options: &G::Options,
    units: f64,
    bare: fn(&mut Chance) -> u64,
) {
    let mut chance = Chance::new(Seed::plain(7));
    let mut bare_loop = |count: u64| {
        (0..count).for_each(|_| {
            black_box(bare(&mut chance));
        });
    };
    let count = calibrate(&mut bare_loop);
    let games = (count as f64 / units / 2.0) as u64;
    let mut seconds: [Vec<f64>; 4] = Default::default();
    for _ in 0..ROUNDS {
        seconds[0].push(clock::time(|| bare_loop(count)).as_secs_f64() / count as f64);
        let per_unit = |time: Duration| time.as_secs_f64() / games as f64 / units;
        seconds[1].push(per_unit(clock::time(|| ways::rollouts::<G>(seats, options, games))));
        seconds[2].push(per_unit(clock::time(|| ways::tables::<G>(seats, options, games))));
        // The tournament's worker is a thread of its own.
        seconds[3].push(per_unit(whole_process(|| ways::tournament::<G>(seats, options, games))));
    }
    let [bare, rollout, table, tournament] = seconds.map(median);
    let (per_second, ours) = (1e-6 / bare, 1e-6 / rollout);
    let ratios = [rollout, table, tournament].map(|way| format!("{:.2}", bare / way)).join(" | ");
    println!("| {} | {unit} | {per_second:.2} | {ours:.2} | {ratios} |", G::ABOUT.title);
}

/// How many units take about the span.
fn calibrate(work: &mut impl FnMut(u64)) -> u64 {
    let mut count = 1000;
    loop {
        let took = clock::time(|| work(count));
        if took * 2 > SPAN {
            return (count as f64 * SPAN.as_secs_f64() / took.as_secs_f64()) as u64;
        }
        count *= 2;
    }
}

fn whole_process(work: impl FnOnce()) -> Duration {
    let begun = clock::process_time();
    work();
    clock::process_time() - begun
}

fn measure_perft() {
    let mut seconds: [Vec<f64>; 2] = Default::default();
    let Ok(game) = ScoreFour::deal(2, &ScoreFourOptions::default(), Seed::plain(1)) else { return };
    let mut moves = vec![Vec::new(); PERFT_DEPTH];
    let mut nodes = 0;
    for _ in 0..ROUNDS {
        seconds[0].push(
            clock::time(|| nodes = black_box(bare::score_four::perft(PERFT_DEPTH as u32))).as_secs_f64(),
        );
        let ours = || assert_eq!(ways::perft(&game, &mut moves), nodes);
        seconds[1].push(clock::time(ours).as_secs_f64());
    }
    let [bare, ours] = seconds.map(median);
    let million = |seconds: f64| nodes as f64 / seconds / 1e6;
    println!(
        "| Score Four | perft leaf | {:.0} | {:.0} | {:.2} | | |",
        million(bare),
        million(ours),
        bare / ours
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
