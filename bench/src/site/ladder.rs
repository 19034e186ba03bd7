//! The ladder of a large contest alone: from its rows in the store to an order with ranks and intervals. What a page of it
//! costs on top is measured with one reader.

use std::path::Path;
use std::time::Instant;

use croupier_portal::store::{Store, contests};
use croupier_portal::tournament::standing::Standings;

use super::season::CONTEST;
use super::{Failed, words};

const ROUNDS: usize = 15;

/// Milliseconds that making the ladder of the large contest takes, in the middle and at worst.
pub(super) fn measure(data: &Path) -> Result<(usize, f64, f64), Failed> {
    let runtime = tokio::runtime::Runtime::new().map_err(words)?;
    let store = runtime.block_on(Store::open(data)).map_err(words)?;
    let contest = runtime.block_on(contests::named(&store, CONTEST)).map_err(words)?;
    let contest = contest.ok_or("the large contest is gone")?;
    let standings = Standings::default();
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        runtime.block_on(standings.renew_one(&store, contest.id)).map_err(words)?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    runtime.block_on(store.close());
    times.sort_by(f64::total_cmp);
    let rows = standings.get(contest.id).map_or(0, |standing| standing.rows.len());
    Ok((rows, times[ROUNDS / 2], times[ROUNDS - 1]))
}
