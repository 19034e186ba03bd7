//! A recorded game as one page that needs nothing else: every still with its picture, one shown at a time.
//!
//! There is no script: each still is a section, and the address says which one is looked at.

use croupier_games::{Game, Seat};
use croupier_record::{GameBytes, Header, ReplayError};

use super::cards::Draw;
use super::{STYLE, Scene, Stills, picture, stills, views_at};
use crate::html::Text;

const PAGE: &str = include_str!("film.css");

/// The page of a game, as one seat saw it or with all hands open.
pub fn film<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
    watched: Option<Seat>,
) -> Result<String, ReplayError> {
    let stills = stills::<G>(recorded, header, options)?;
    let title = format!("{} · game {}", G::ABOUT.title, recorded.fixture.number);
    let mut out = String::new();
    out.add(format_args!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light \
         dark\">\n<title>{title}</title>\n<style>\n{STYLE}{PAGE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<main>\n",
        title = Text(&title)
    ));
    // The last section is the one that shows where the address names none, so the deal comes last.
    for number in (0..stills.all.len()).rev() {
        let views = views_at::<G>(recorded, header, options, number, watched)?;
        section(&stills, number, &drawn::<G>(&stills, &views), &mut out);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    Ok(out)
}

fn drawn<G: Game>(stills: &Stills, views: &[serde_json::Value]) -> String {
    let names: Vec<&str> = stills.names.iter().map(String::as_str).collect();
    picture(G::ABOUT.name, &Scene { views, names: &names, choices: &[], turned: 0 }).html
}

fn section(stills: &Stills, number: usize, drawn: &str, out: &mut String) {
    let last = stills.all.len() - 1;
    out.add(format_args!(
        "<section class=\"still\" id=\"turn-{number}\" aria-label=\"Turn {number} of {last}\">\n<nav>"
    ));
    link("first", 0, number > 0, out);
    link("back", number.saturating_sub(1), number > 0, out);
    out.add(format_args!("<span>turn {number} of {last}</span>"));
    link("forward", number + 1, number < last, out);
    link("last", last, number < last, out);
    out.push_str("</nav>\n");
    out.push_str(drawn);
    out.add(format_args!("\n<pre>{}</pre>\n</section>\n", Text(&super::caption(stills, number))));
}

fn link(word: &str, to: usize, there_is: bool, out: &mut String) {
    match there_is {
        true => out.add(format_args!("<a href=\"#turn-{to}\">{word}</a>")),
        false => out.add(format_args!("<span aria-hidden=\"true\">{word}</span>")),
    }
}
