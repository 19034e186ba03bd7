//! What was played: enough to play it again, and nothing that makes two reports of one record differ.

use serde_json::Value;

use super::numbers::{count, counted, mean};
use super::table::{Cell, Heading, ReportTable};
use super::{Piece, ReportInput, Section};
use crate::standings_table::out_lines;

/// What came of it, in a sentence.
pub(super) fn summary(input: &ReportInput<'_>) -> String {
    let games = counted(input.standings.games, "game", "games");
    let bots = counted(input.header.entrants.len() as u64, "bot", "bots");
    let mut text = format!("{games} among {bots}, {}.", input.header.origin);
    if let Some(first) = input.standings.lines.first().filter(|line| line.is_compared()) {
        let by = first.mean.map_or_else(String::new, |of| {
            format!(", {} {} ± {}", input.main(), mean(Some(of.mean)), mean(Some(of.reach())))
        });
        let certain = if *first.ranks.end() == 1 { "" } else { ", though not told apart from the next" };
        text += &format!(" First is {}{by}{certain}.", input.name(first.entrant));
    }
    if !input.complete {
        text += &format!(
            " {} were planned: the tournament was stopped, or still runs.",
            count(input.header.games)
        );
    }
    for line in out_lines(input.about, input.header, input.standings) {
        text += &format!(" {line}.");
    }
    for bot in &input.header.left_out {
        text += &format!(" Left out: {bot}.");
    }
    for part in &input.digest.parts {
        text += &format!(" {}.", part.told(input.header));
    }
    text
}

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let header = input.header;
    let mut rows = vec![
        row(
            "game",
            format!("{} ({}), version {} of its rules", input.about.title, header.game, header.game_version),
        ),
        row("games", format!("{} of {}", count(input.standings.games), count(header.games))),
        row("design", header.design.to_string()),
        row("games per deal", header.games_per_deal.to_string()),
        row("seats at a table", header.seats.to_string()),
        row("seed", header.origin.number().map_or_else(|| "drawn".to_owned(), |number| number.to_string())),
        row("turns", count(input.digest.turns)),
        row("lanes", header.lanes.to_string()),
        row("instances live through a", header.instances.to_string()),
        row("luck", header.generator.clone()),
        row("commitment", header.origin.commitment().map_or_else(|| "none".to_owned(), String::from)),
        row("played by", format!("croupier {}", header.croupier)),
    ];
    options("option", &header.options, &mut rows);
    let conditions = ReportTable {
        caption: "The conditions".to_owned(),
        headings: vec![Heading::words("what"), Heading::words("value")],
        rows,
        named_by: 0,
    };
    let inside = header.entrants.iter().any(|entrant| entrant.runs_in.is_some());
    let entrant = |entrant: &croupier_record::Entrant| {
        let mut row = vec![Cell::words(&entrant.name), Cell::words(&entrant.bot), Cell::words(&entrant.hash)];
        row.extend(inside.then(|| Cell::words(entrant.runs_in.as_deref().unwrap_or_default())));
        row
    };
    let mut headings =
        vec![Heading::words("bot"), Heading::words("as named in the plan"), Heading::words("hash")];
    headings.extend(inside.then(|| Heading::words("runs in")));
    let field = ReportTable {
        caption: "The field, in the order of the plan".to_owned(),
        headings,
        rows: header.entrants.iter().map(entrant).collect(),
        named_by: 0,
    };
    let pieces = vec![Piece::Table(conditions), Piece::Table(field)];
    Some(Section { id: "played", title: "What was played", pieces })
}

/// A row per option; options within options are named by their way.
fn options(name: &str, value: &Value, rows: &mut Vec<Vec<Cell>>) {
    match value {
        Value::Object(parts) => {
            for (key, part) in parts {
                options(&format!("{name} {key}"), part, rows);
            }
        }
        Value::String(text) => rows.push(row(name, text.clone())),
        other => rows.push(row(name, other.to_string())),
    }
}

fn row(what: &str, value: String) -> Vec<Cell> {
    vec![Cell::words(what), Cell::words(value)]
}
