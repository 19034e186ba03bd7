//! A report as one HTML file that needs nothing else: no network, no script, no font.
//!
//! Whatever a bot or its author can name passes [`escape::Text`] on its way; there is no other way into the
//! page.

mod drawing;
mod escape;
mod table;

use std::fmt::Write;

use crate::sections::{Piece, Report, Section, Story};
use drawing::picture;
pub(crate) use escape::Text;
use table::table;

const STYLE: &str = include_str!("page.css");

/// The whole page.
#[must_use]
pub fn html(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · croupier</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n<p class=\"summary\">{summary}</p>\n",
        title = Text(&report.title),
        summary = Text(&report.summary)
    );
    contents(&mut out, &report.sections);
    out += "</header>\n<main>\n";
    for part in &report.sections {
        section(&mut out, part);
    }
    out += "</main>\n<footer><p>Made by croupier from the record alone: the same record gives the same \
            page.</p></footer>\n</body>\n</html>\n";
    out
}

fn contents(out: &mut String, sections: &[Section]) {
    *out += "<nav aria-label=\"Sections\"><ul>\n";
    for part in sections {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", part.id, Text(part.title));
    }
    *out += "</ul></nav>\n";
}

fn section(out: &mut String, part: &Section) {
    let _ = writeln!(out, "<section id=\"{id}\" aria-labelledby=\"{id}-title\">", id = part.id);
    let _ = writeln!(out, "<h2 id=\"{}-title\">{}</h2>", part.id, Text(part.title));
    for piece in &part.pieces {
        match piece {
            Piece::Text(text) => {
                let _ = writeln!(out, "<p>{}</p>", Text(text));
            }
            Piece::Table(of) => table(out, of),
            Piece::Gallery(pictures) => {
                *out += "<div class=\"gallery\">\n";
                for (title, drawn) in pictures {
                    let _ = write!(out, "<figure><figcaption>{}</figcaption>", Text(title));
                    picture(out, drawn, title);
                    *out += "</figure>\n";
                }
                *out += "</div>\n";
            }
            Piece::Stories(stories) => stories.iter().for_each(|told| story(out, told)),
        }
    }
    *out += "</section>\n";
}

fn story(out: &mut String, told: &Story) {
    let _ = writeln!(
        out,
        "<article id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h3 id=\"{id}-title\"><a \
         href=\"#{id}\">{title}</a></h3>\n<p>{about}</p>\n<pre tabindex=\"0\" aria-label=\"The story of \
         {title}\">{story}</pre>\n</article>",
        id = Text(&told.id),
        title = Text(&told.title),
        about = Text(&told.about),
        story = Text(&told.story)
    );
}
