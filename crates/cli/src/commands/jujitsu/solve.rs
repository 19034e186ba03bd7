//! `croupier solve GAME N`: works out a game's table and keeps it; what Ctrl-C stopped goes on with the same
//! command.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use croupier_bots::jujitsu::table::{FEWEST_SOLVED, MOST_SOLVED};
use croupier_games::Game;
use croupier_games::jujitsu::Jujitsu;
use serde_json::json;

use super::layers::Layers;
use super::{solved, solving};
use crate::failure::Failure;
use crate::output::{say_json, say_line};

/// What is to be solved.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// The game; jujitsu can be solved
    pub(crate) game: String,
    /// How many cards its rounds have
    #[arg(value_name = "N")]
    pub(crate) cards: u8,
    /// The file to write [default: in the cache folder, where players of the house look for it]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many threads may work; the table never depends on it [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// Print the result and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &SolveArgs, stop: &AtomicBool) -> Result<(), Failure> {
    if args.game != Jujitsu::ABOUT.name {
        let what = format!("\"{}\" cannot be solved; jujitsu can", args.game);
        return Err(Failure::BadInput(what));
    }
    if !(FEWEST_SOLVED..=MOST_SOLVED).contains(&args.cards) {
        let range = format!("{FEWEST_SOLVED} to {MOST_SOLVED}");
        let what = format!("Jujitsu of {} cards is not solved; of {range} it is", args.cards);
        return Err(Failure::BadInput(what));
    }
    let place = || solved::cache_folder().map(|folder| folder.join(solved::file_name(args.cards)));
    let Some(path) = args.out.clone().or_else(place) else {
        return Err(Failure::BadInput("there is no cache folder; name a file with --out".to_owned()));
    };
    let begun = Instant::now();
    let threads = args.threads.unwrap_or_else(solved::all_processors);
    let layers = Layers::beside(&path, args.cards);
    let made = solving::made(args.cards, threads, Some(&layers), args.quiet || args.json, stop)?;
    let (took, table) = (begun.elapsed(), &made.table);
    solved::write(&path, table).map_err(|error| {
        Failure::Trouble(anyhow::Error::new(error).context(format!("{} cannot be written", path.display())))
    })?;
    layers.remove();
    if args.json {
        say_json(json!({
            "game": args.game, "cards": args.cards, "positions": table.len(), "patterns": made.patterns,
            "resumed": made.resumed, "seconds": took.as_secs_f64(), "file": path,
        }));
    } else {
        let (positions, took) = (table.len(), solved::seconds(took));
        say_line(format_args!(
            "Jujitsu of {} cards: {positions} positions in {took}, written to {}",
            args.cards,
            path.display()
        ));
    }
    Ok(())
}
