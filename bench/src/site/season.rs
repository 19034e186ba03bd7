//! A site with a long season behind it: a demonstration that has played a little, and then as many players
//! and games as are wanted, all with the record of a game that was really played.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use croupier_portal::store::{Store, bench_data, contests, games};

use super::running::Running;
use super::{Failed, words};

/// The contest that is filled.
pub(super) const CONTEST: &str = "no-thanks";

/// Fills the site of this folder, unless it is filled.
pub(super) fn prepare(data: &Path, players: usize, wanted: usize) -> Result<(), Failed> {
    let runtime = tokio::runtime::Runtime::new().map_err(words)?;
    let begun = Instant::now();
    let store = runtime.block_on(Store::open(data)).map_err(words)?;
    if runtime.block_on(games::count(&store)).map_err(words)? < wanted as i64 {
        let demo = Running::start(data, true)?;
        let found = runtime.block_on(first_game(&store));
        demo.stop()?;
        let (contest, record) = found?;
        let fill =
            bench_data::fill(&store, contest.id, players as i64, wanted as i64, contest.seats, &record);
        runtime.block_on(fill).map_err(words)?;
        eprintln!("filled in {:.1} s", begun.elapsed().as_secs_f64());
    } else {
        eprintln!("opened in {:.1} s", begun.elapsed().as_secs_f64());
    }
    runtime.block_on(store.close());
    Ok(())
}

/// The contest, and the record of the first game that ends in it.
async fn first_game(store: &Store) -> Result<(contests::Contest, Vec<u8>), Failed> {
    loop {
        let contest = contests::named(store, CONTEST).await.map_err(words)?;
        if let Some(contest) = contest {
            let wanted = games::Wanted { contest: Some(contest.id), most: 1, ..games::Wanted::default() };
            if let Some(game) = games::list(store, wanted).await.map_err(words)?.first()
                && let Some(record) = games::record(store, game.id).await.map_err(words)?
            {
                return Ok((contest, record));
            }
        }
        thread::sleep(Duration::from_millis(50));
    }
}
