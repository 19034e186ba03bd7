//! Single games told in full: the first of each fault, the closest, the most lopsided, a few early ones.

use croupier_games::Game;
use croupier_record::{GameBytes, Header, ReplayError};

use super::numbers::counted;
use super::{Piece, ReportInput, Section, anchor};
use crate::digest::{Digest, first_of_kind};
use crate::story::{seat_names, story, winners_line};

/// No more games than this are told.
pub const MOST_STORIES: usize = 24;
/// Of these, so many for what went wrong.
const MOST_FAULTY: usize = 14;
/// No more reasons than this are given for one game.
const MOST_REASONS: usize = 6;
/// So much of a story is told, in bytes: beyond it, the reader is sent to the record.
const LONGEST_STORY: usize = 40_000;

/// A game that is told, before its place in the report is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldGame {
    /// As the record numbers it.
    pub number: u64,
    /// Why it is told.
    pub why: Vec<String>,
    /// Who sat where, seat by seat.
    pub seats: Vec<String>,
    /// Who won.
    pub result: String,
    /// The story, or its beginning.
    pub story: String,
}

/// A game told in a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// Its name within the page.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Why it is told, who sat where and who won.
    pub about: String,
    /// What happened, turn by turn.
    pub story: String,
}

/// The games that a report tells, lowest number first, each with the reasons.
#[must_use]
pub fn games_to_tell(digest: &Digest, header: &Header) -> Vec<(u64, Vec<String>)> {
    let mut firsts: Vec<(u64, String)> = Vec::new();
    for (entrant, of) in header.entrants.iter().zip(&digest.entrants) {
        for faults in &of.faults.kinds {
            firsts.push((faults.game, format!("{}: {}", entrant.name, first_of_kind(faults.kind))));
        }
    }
    firsts.sort();
    let mut games: Vec<(u64, Vec<String>)> = Vec::new();
    let mut add = |game: u64, why: String, most: usize| {
        let known = games.iter().position(|(number, _)| *number == game);
        match known {
            Some(at) if games[at].1.len() < MOST_REASONS => games[at].1.push(why),
            None if games.len() < most => games.push((game, vec![why])),
            _ => {}
        }
    };
    firsts.into_iter().for_each(|(game, why)| add(game, why, MOST_FAULTY));
    digest.notable.games().into_iter().for_each(|(game, why)| add(game, why.to_string(), MOST_STORIES));
    games.sort();
    games
}

impl ToldGame {
    /// Tells a recorded game.
    pub fn tell<G: Game>(
        recorded: &GameBytes<'_>,
        header: &Header,
        options: &G::Options,
        why: Vec<String>,
    ) -> Result<Self, ReplayError> {
        let (mut text, end, _) = story::<G>(recorded, header, options)?;
        let names = seat_names(recorded, header);
        let number = recorded.fixture.number;
        if text.len() > LONGEST_STORY {
            let mut cut = LONGEST_STORY;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            let cut = text[..cut].rfind('\n').map_or(cut, |newline| newline + 1);
            let left = text[cut..].lines().count();
            text.truncate(cut);
            text += &format!("… {left} more lines: croupier log RECORD {number}\n");
        }
        Ok(Self {
            number,
            why,
            result: winners_line(&end, &names),
            seats: names.into_iter().map(str::to_owned).collect(),
            story: text,
        })
    }
}

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    if input.told.is_empty() {
        return None;
    }
    let told = input.told.iter().map(|game| Story {
        id: anchor(game.number),
        title: format!("Game {}", game.number),
        about: format!(
            "{}. {}. At the table: {}.",
            capital(&game.why.join("; ")),
            game.result,
            game.seats.join(", ")
        ),
        story: game.story.clone(),
    });
    let text = format!(
        "{} worth a look. Every other game is in the record too: croupier log RECORD NUMBER tells it.",
        counted(input.told.len() as u64, "game", "games")
    );
    let pieces = vec![Piece::Text(text), Piece::Stories(told.collect())];
    Some(Section { id: "games", title: "Single games", pieces })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
