//! What a report says, section by section, before it is laid out: texts, tables, pictures and stories as
//! plain values.
//!
//! One file per section. Nothing here knows HTML, Markdown or files, so that every layout says the same.

mod faults;
mod games;
pub(crate) mod numbers;
mod pairs;
mod picture;
mod played;
mod scores;
mod seats;
mod standings;
mod table;
mod times;

use croupier_games::About;
use croupier_record::{EntrantId, Header};
use croupier_stats::Standings;

use crate::digest::Digest;

pub use games::{MOST_STORIES, Story, ToldGame, games_to_tell};
pub use picture::{Bars, Interval, Picture};
pub use table::{Cell, Heading, ReportTable, Tint};

/// All that sections are made of.
#[derive(Debug, Clone, Copy)]
pub struct ReportInput<'a> {
    /// The game.
    pub about: &'a About,
    /// What was planned.
    pub header: &'a Header,
    /// What was made of all games.
    pub digest: &'a Digest,
    /// The order.
    pub standings: &'a Standings,
    /// Whether all planned games are in the record.
    pub complete: bool,
    /// The games that are told in full.
    pub told: &'a [ToldGame],
}

impl<'a> ReportInput<'a> {
    /// An entrant's name.
    #[must_use]
    pub fn name(&self, entrant: EntrantId) -> &'a str {
        self.header.entrants.get(entrant.index()).map_or("?", |entrant| entrant.name.as_str())
    }

    /// The name of the figure that ranks first.
    #[must_use]
    pub fn main(&self) -> &'static str {
        self.about.main_figure().name
    }

    /// A game's number as it stands in a text: a link where its story is told.
    pub(crate) fn game(&self, number: u64) -> Cell {
        let told = self.told.iter().any(|told| told.number == number);
        Cell { link: told.then(|| anchor(number)), ..Cell::number(number.to_string()) }
    }
}

/// The name of a told game within the page.
#[must_use]
pub fn anchor(game: u64) -> String {
    format!("game-{game}")
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its name within the page.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it says.
    pub pieces: Vec<Piece>,
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A paragraph.
    Text(String),
    /// Rows below headings.
    Table(ReportTable),
    /// Pictures side by side, each below its title.
    Gallery(Vec<(String, Picture)>),
    /// Games, told in full.
    Stories(Vec<Story>),
}

/// The whole report: its title, one sentence, and its sections.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What was played.
    pub title: String,
    /// What came of it, in a sentence.
    pub summary: String,
    /// The sections, in order; those that have nothing to say are left out.
    pub sections: Vec<Section>,
}

/// Everything that is to be said of a tournament.
#[must_use]
pub fn report(input: &ReportInput<'_>) -> Report {
    let all = [
        standings::section,
        scores::section,
        pairs::section,
        seats::section,
        times::section,
        faults::section,
        games::section,
        played::section,
    ];
    Report {
        title: input.about.title.to_owned(),
        summary: played::summary(input),
        sections: all.into_iter().filter_map(|section| section(input)).collect(),
    }
}
