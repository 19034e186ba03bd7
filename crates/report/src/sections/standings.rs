//! The order of the bots, and how sure it is.

use croupier_games::Better;

use super::numbers::{count, mean};
use super::table::{Cell, Heading, Table};
use super::{Matter, Piece, Section};

/// The section.
pub(super) fn section(matter: &Matter<'_>) -> Option<Section> {
    let (about, lines) = (matter.about, &matter.standings.lines);
    let main = about.ranking[0];
    let figure = about.figures[main.figure];
    let own: Vec<usize> = (0..about.figures.len()).filter(|&at| at != main.figure).collect();
    let mut headings = vec![
        Heading::numbers("#", "rank"),
        Heading::words("bot"),
        Heading::numbers("games", ""),
        Heading::numbers(figure.name, figure.meaning),
    ];
    headings
        .extend(own.iter().map(|&at| Heading::numbers(about.figures[at].name, about.figures[at].meaning)));
    headings.push(Heading::numbers("faults", "illegal moves and faults"));
    let rows = lines.iter().map(|line| {
        let tally = &line.tally;
        let mut row = vec![
            Cell::number(line.rank.to_string()),
            Cell::words(matter.name(line.entrant)),
            Cell::number(count(tally.games)),
            Cell::number(mean(tally.mean(main.figure))),
        ];
        row.extend(own.iter().map(|&at| Cell::number(mean(tally.mean(at)))));
        row.push(faults(tally));
        row
    });
    let better = if main.better == Better::Low { "lowest" } else { "highest" };
    let text = format!("Means per game, the {better} {} first: {}.", figure.name, figure.meaning);
    let table = Table { caption: "Standings".to_owned(), headings, rows: rows.collect(), named_by: 1 };
    let pieces = vec![Piece::Text(text), Piece::Table(table)];
    Some(Section { id: "standings", title: "Standings", pieces })
}

/// How much went wrong, leading to what.
fn faults(tally: &croupier_stats::EntrantTally) -> Cell {
    let all = tally.illegal + tally.faults;
    match &tally.disqualified {
        Some(why) => Cell {
            meaning: why.what.clone(),
            link: Some("faults".to_owned()),
            ..Cell::number(format!("{} · out", count(all)))
        },
        None if all > 0 => Cell { link: Some("faults".to_owned()), ..Cell::number(count(all)) },
        None => Cell::number("0"),
    }
}
