//! `croupier games`: what can be played.

use croupier_games::{About, list};
use croupier_report::{Align, Columns};
use serde_json::json;

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::output::{say, say_json};

#[allow(clippy::unnecessary_wraps)] // Every command has this shape.
/// So many sizes of tables are listed one by one.
const MANY: usize = 4;

pub(crate) fn run(args: &ListArgs) -> Result<(), Failure> {
    if args.json {
        let games: Vec<_> = list::ALL.iter().map(as_json).collect();
        say_json(format_args!("{:#}", json!(games)));
        return Ok(());
    }
    let rows: Vec<Vec<String>> = list::ALL.iter().map(row).collect();
    let columns = [("game", Align::Left), ("players", Align::Left), ("", Align::Left)];
    say(Columns::new(&columns).table(&rows));
    Ok(())
}

fn row(about: &About) -> Vec<String> {
    vec![about.name.to_owned(), sizes(about.seats), about.tagline.to_owned()]
}

/// The sizes of tables, each by itself or, where they are many in a row, the first and the last.
fn sizes(seats: &[usize]) -> String {
    match seats {
        [first, .., last] if seats.len() > MANY && last - first + 1 == seats.len() => {
            format!("{first} to {last}")
        }
        _ => seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    }
}

fn as_json(about: &About) -> serde_json::Value {
    let figures: Vec<_> =
        about.figures.iter().map(|f| json!({"name": f.name, "meaning": f.meaning})).collect();
    json!({
        "name": about.name, "title": about.title, "tagline": about.tagline, "version": about.version,
        "players": about.seats, "fewest_bots": about.fewest_bots, "figures": figures,
    })
}
