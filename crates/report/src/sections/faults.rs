//! What went wrong, by bot and kind, with the first of each.

use croupier_record::FaultKind;

use super::numbers::count;
use super::table::{Cell, Heading, ReportTable};
use super::{Piece, ReportInput, Section};
use crate::digest::{FaultsOfKind, kind_words};

/// No more rows than this; a field of thousands of broken bots is told in part.
const MOST_ROWS: usize = 400;
/// So much of a message is shown.
const MOST_LETTERS: usize = 300;

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let mut rows = Vec::new();
    for line in input.standings.lines.iter().chain(&input.standings.out) {
        for faults in &input.digest.entrants[line.entrant.index()].faults.kinds {
            rows.push(row(input, input.name(line.entrant), faults));
        }
    }
    if rows.is_empty() {
        let text = "No illegal move, no fault, nobody disqualified.".to_owned();
        return Some(Section { id: "faults", title: "Faults", pieces: vec![Piece::Text(text)] });
    }
    let mut pieces = Vec::new();
    if rows.len() > MOST_ROWS {
        pieces.push(Piece::Text(format!("The first {MOST_ROWS} of {} rows.", count(rows.len() as u64))));
        rows.truncate(MOST_ROWS);
    }
    pieces.push(Piece::Table(ReportTable {
        caption: "Illegal moves, faults and disqualifications, with the first of each kind".to_owned(),
        headings: vec![
            Heading::words("bot"),
            Heading::words("kind"),
            Heading::numbers("how often", "for a bot that is out: the turns it missed"),
            Heading::numbers("first in game", ""),
            Heading::words("the first, in words"),
        ],
        rows,
        named_by: 0,
    }));
    Some(Section { id: "faults", title: "Faults", pieces })
}

fn row(input: &ReportInput<'_>, name: &str, faults: &FaultsOfKind) -> Vec<Cell> {
    let kind = match faults.kind {
        Some(FaultKind::Disqualified) => "disqualified",
        other => kind_words(other),
    };
    vec![
        Cell::words(name),
        Cell::words(kind),
        Cell::number(count(faults.count)),
        input.game(faults.game),
        Cell::words(shortened(&faults.first)),
    ]
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
