//! Every page that readers of a large site look at, while workers play on it: requests a second, and how long
//! they take.
//!
//! `croupier-bench site [PLAYERS [GAMES [CLIENTS [REQUESTS [RATE [FOLDER]]]]]]`; a folder is kept, and is not
//! filled twice.

use std::path::PathBuf;

use super::readers::{Load, read};
use super::running::{Running, WORKERS};
use super::{Failed, effort, ladder, number, season};

/// A page: its name, and its address by the number of the request and the number of games.
type Page = (&'static str, fn(usize, usize) -> String);

const PAGES: [Page; 9] = [
    ("front", |_, _| "/".to_owned()),
    ("ladder, first page", |_, _| "/c/no-thanks".to_owned()),
    ("ladder, any page", |at, _| format!("/c/no-thanks?page={}", at % 100 + 1)),
    ("ladder, by a name", |at, _| format!("/c/no-thanks?find=player+{at}")),
    ("newest games", |_, _| "/games".to_owned()),
    ("older games, any page", |at, games| {
        format!("/games?contest=no-thanks&before={}", at * 7919 % games + 100)
    }),
    ("player", |at, _| format!("/players/{}", 100 + at * 31 % 9_000)),
    ("game with its story", |at, games| format!("/games/{}", 100 + at * 7919 % (games - 100))),
    ("one game, read by all", |at, games| format!("/games/{}?turn={}", games / 2, at % 20)),
];

/// Fills a site, and prints the table.
pub(super) fn measure(args: &[String]) -> Result<(), Failed> {
    let (players, games) = (number(args, 0, 10_000)?, number(args, 1, 1_000_000)?);
    let load = Load {
        clients: number(args, 2, 500)?,
        requests: number(args, 3, 20_000)?,
        rate: number(args, 4, 2_000)?,
    };
    let room = crate::room()?;
    let data = args.get(5).map_or_else(|| room.path().to_owned(), PathBuf::from);
    std::fs::create_dir_all(&data).map_err(super::words)?;
    season::prepare(&data, players, games)?;
    ladder::measure(&data)?;
    let site = Running::start(&data, true)?;
    println!("{players} players, {games} games, {WORKERS} workers playing; {load:?}\n");
    println!(
        "| page | requests/s | p50 ms | p99 ms | worst ms | µs of processor time each | µs kept from one |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, path) in PAGES {
        let before = effort::so_far();
        let seen = read(site.address, load, move |at| path(at, games))?;
        let after = effort::so_far();
        let [half, most, worst] = [0.5, 0.99, 1.0].map(|share| seen.at(share));
        let each =
            |at: usize| after[at].saturating_sub(before[at]).as_secs_f64() * 1e6 / load.requests as f64;
        println!(
            "| {name} | {:.0} | {half:.1} | {most:.1} | {worst:.1} | {:.0} | {:.0} |",
            seen.rate,
            each(0),
            each(1)
        );
    }
    site.stop()
}
