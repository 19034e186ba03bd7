//! `croupier games`: what can be played.

use croupier_games::{About, list};
use croupier_report::{Align, Columns};
use serde_json::json;

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::output::{say, say_json};

#[allow(clippy::unnecessary_wraps)] // Every command has this shape.
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
    let seats: Vec<String> = about.seats.iter().map(ToString::to_string).collect();
    vec![about.name.to_owned(), seats.join(" "), about.tagline.to_owned()]
}

fn as_json(about: &About) -> serde_json::Value {
    let figures: Vec<_> =
        about.figures.iter().map(|f| json!({"name": f.name, "meaning": f.meaning})).collect();
    json!({
        "name": about.name, "title": about.title, "tagline": about.tagline, "version": about.version,
        "players": about.seats, "fewest_bots": about.fewest_bots, "figures": figures,
    })
}
