//! A report as Markdown: the same sections as text and tables. Pictures are left to the page.

use std::fmt::Write;

use crate::sections::{Piece, Report, ReportTable, Section, Story};

/// The whole report.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = format!("# {}\n\n{}\n", plain(&report.title), plain(&report.summary));
    for part in &report.sections {
        section(&mut out, part);
    }
    out
}

fn section(out: &mut String, part: &Section) {
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "\n## {}", plain(part.title));
    for piece in &part.pieces {
        match piece {
            Piece::Text(text) => {
                let _ = writeln!(out, "\n{}", plain(text));
            }
            Piece::Table(of) => table(out, of),
            Piece::Gallery(_) => {}
            Piece::Stories(stories) => {
                out.push('\n');
                stories.iter().for_each(|told| story(out, told));
            }
        }
    }
}

fn table(out: &mut String, table: &ReportTable) {
    // A column that only holds pictures has nothing to say here.
    let columns: Vec<usize> = (0..table.headings.len())
        .filter(|&at| !table.rows.iter().any(|row| row.get(at).is_some_and(|cell| cell.picture.is_some())))
        .collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let _ = writeln!(out, "\n{}:\n", plain(&table.caption));
    *out += &line(columns.iter().map(|&at| plain(&table.headings[at].text)).collect());
    let rule = |at: usize| if table.headings[at].numbers { "---:" } else { "---" };
    *out += &line(columns.iter().map(|&at| rule(at).to_owned()).collect());
    for row in &table.rows {
        *out += &line(columns.iter().map(|&at| plain(&row[at].text)).collect());
    }
}

/// A line for each game: its story is a call of `croupier log` away, and would drown the rest.
fn story(out: &mut String, told: &Story) {
    let _ = writeln!(out, "* **{}**: {}", plain(&told.title), plain(&told.about));
}

/// Words that Markdown takes as words.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    // A name that begins with a number sign would become a heading only at the start of a line.
    if out.starts_with('#') && out.len() > 1 { format!("\\{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_can_break_a_table_or_become_markup() {
        assert_eq!(plain("a|b\n<i>*"), "a\\|b \\<i\\>\\*");
        assert_eq!((plain("#"), plain("# x")), ("#".into(), "\\# x".into()));
    }
}
