//! From an upload to the end of its check, on an idle site: a Python bot, and a Haskell player with GHC's own
//! time beside it.

use std::time::{Instant, SystemTime};

use croupier_hosts::HaskellHost;
use croupier_portal::store::uploads::{self, State};
use croupier_portal::store::{Store, bench_data};

use super::running::Running;
use super::sending::{contests, ended, python_bot, send};
use super::{Failed, words};
use crate::ghc;

const ROUNDS: usize = 5;

/// Prints both times, in the middle and at worst.
pub(super) fn measure() -> Result<(), Failed> {
    let (room, players) = (crate::room()?, crate::room()?);
    let runtime = tokio::runtime::Runtime::new().map_err(words)?;
    let store = runtime.block_on(contests(room.path(), &[("no-thanks", 5), ("hearts", 4)], false))?;
    let tokens = runtime.block_on(bench_data::class(&store, 2 * ROUNDS)).map_err(words)?;
    let site = Running::start(room.path(), false)?;
    #[allow(clippy::disallowed_methods)] // Only that it differs counts.
    let salt = format!("{:?}", SystemTime::now());
    let host = HaskellHost::find().map_err(words)?;
    let [mut python, mut haskell, mut alone] = [const { Vec::new() }; 3];
    for (round, pair) in tokens.chunks_exact(2).enumerate() {
        let check = |token: &str, contest: &str, name: &str, bot: &str| {
            let begun = Instant::now();
            let id = runtime.block_on(send(site.address, token, contest, name, bot))?;
            finished(&runtime, &store, id)?;
            Ok::<_, Failed>(begun.elapsed().as_secs_f64())
        };
        python.push(check(&pair[0], "no-thanks", "plain.py", &python_bot(round))?);
        // Every fifth example is of Hearts.
        let player = ghc::Player::new(players.path(), 5 * round, &salt)?;
        let source = std::fs::read_to_string(&player.file).map_err(words)?;
        // What is uploaded is kept under the name of its module, which is the same for all.
        let source = source.replacen("module Counter", "module Player", 1);
        haskell.push(check(&pair[1], "hearts", "Player.hs", &source)?);
        let begun = Instant::now();
        ghc::run(&mut player.by_hand(&host)?)?;
        alone.push(begun.elapsed().as_secs_f64());
        eprint!("\r{} of {ROUNDS} rounds", round + 1);
    }
    eprintln!();
    runtime.block_on(store.close());
    site.stop()?;
    println!("| from upload to the end of the check | median s | worst s |");
    println!("| --- | --- | --- |");
    for (what, times) in [("a Python bot", python), ("a Haskell player", haskell), ("GHC alone on it", alone)]
    {
        let worst = times.iter().copied().fold(0.0, f64::max);
        println!("| {what} | {:.2} | {worst:.2} |", crate::median(times));
    }
    Ok(())
}

fn finished(runtime: &tokio::runtime::Runtime, store: &Store, id: i64) -> Result<(), Failed> {
    let upload = runtime.block_on(ended(store, id))?;
    if upload.state == State::Passed {
        return Ok(());
    }
    let stages = runtime.block_on(uploads::stages(store, id)).map_err(words)?;
    let why = stages.last().map(|stage| stage.detail.clone()).unwrap_or_default();
    Err(format!("upload {id} failed its check: {}: {why}", upload.detail))
}
