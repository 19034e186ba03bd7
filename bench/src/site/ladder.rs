//! The ladder of a large contest alone: from its rows in the store to an order with ranks and intervals. What
//! a page of it costs on top is measured with one reader.

use std::path::Path;
use std::time::Instant;

use croupier_portal::store::{Store, contests};
use croupier_portal::tournament::standing::Standings;

use super::season::CONTEST;
use super::{Failed, words};

const ROUNDS: usize = 15;

/// Prints how long making the ladder of the large contest takes: all of it, and after one more game.
pub(super) fn measure(data: &Path) -> Result<(), Failed> {
    let runtime = tokio::runtime::Runtime::new().map_err(words)?;
    let store = runtime.block_on(Store::open(data)).map_err(words)?;
    let contest = runtime.block_on(contests::named(&store, CONTEST)).map_err(words)?;
    let contest = contest.ok_or("the large contest is gone")?;
    let standings = Standings::default();
    let mut whole = timed(|| runtime.block_on(standings.renew_one(&store, contest.id)).map_err(words))?;
    let mut played = timed(|| runtime.block_on(standings.renew_played(&store, contest.id)).map_err(words))?;
    runtime.block_on(store.close());
    let rows = standings.get(contest.id).map_or(0, |standing| standing.rows.len());
    let (whole, played) = (in_words(&mut whole), in_words(&mut played));
    println!("A ladder of {rows} is read and made in {whole}, and made anew after games in {played}\n");
    Ok(())
}

/// Milliseconds of each round.
fn timed(mut work: impl FnMut() -> Result<(), Failed>) -> Result<Vec<f64>, Failed> {
    let round = |_| {
        let begun = Instant::now();
        work().map(|()| begun.elapsed().as_secs_f64() * 1e3)
    };
    (0..ROUNDS).map(round).collect()
}

fn in_words(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    format!("{:.1} ms ({:.1} to {:.1})", times[ROUNDS / 2], times[0], times[ROUNDS - 1])
}
