//! One position of a game as a piece of a web page: cards on a table, beads on a board.
//!
//! A picture is drawn from views in the form in which they leave the process, so it can show no more than
//! those seats know. It has neither style nor script in it; how it looks is said by one style sheet, and
//! where moves are offered they are buttons of a form. A game without a picture of its own is shown as its
//! view is written.

mod cards;
mod film;
mod four;
mod hearts;
mod jujitsu;
mod last_card;
mod no_thanks;
mod plain;
mod score_four;
mod seats;
mod stills;

use serde_json::Value;

pub use film::film;
pub use stills::{Still, Stills, caption, stills, views_at};

/// The style sheet of all pictures.
pub const STYLE: &str = include_str!("picture.css");

/// What is to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The views of all seats in their order, or the view of one.
    pub views: &'a [Value],
    /// Who sits where.
    pub names: &'a [&'a str],
    /// The moves that are offered as buttons named `move`; none where somebody only looks on.
    pub choices: &'a [Value],
    /// How far a board is turned, in eighths of a full turn.
    pub turned: u8,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// A piece of a page.
    pub html: String,
    /// Whether every move that was offered is a button in it; otherwise the page has to list them.
    pub offers_all: bool,
    /// Whether it looks different when [`Scene::turned`] does.
    pub turns_round: bool,
}

/// Draws a scene of one game; `None` where a view is not one of that game.
type Draw = fn(&Scene<'_>) -> Option<Picture>;

/// The games that have pictures of their own.
const DRAWN: &[(&str, Draw)] = &[
    ("hearts", hearts::draw),
    ("jujitsu", jujitsu::draw),
    ("last-card", last_card::draw),
    ("no-thanks", no_thanks::draw),
    ("score-four", score_four::draw),
];

/// Whether a game has a picture of its own; all others are shown as their views are written.
#[must_use]
pub fn is_drawn(game: &str) -> bool {
    DRAWN.iter().any(|(name, _)| *name == game)
}

/// The picture of a scene.
///
/// ```
/// use croupier_report::picture::{Scene, picture};
///
/// let view = serde_json::json!({"anything": [1, 2]});
/// let scene = Scene { views: &[view], names: &["north"], choices: &[], turned: 0 };
/// assert!(picture("a game of tomorrow", &scene).html.contains("anything"));
/// ```
#[must_use]
pub fn picture(game: &str, scene: &Scene<'_>) -> Picture {
    let drawn = DRAWN.iter().find(|(name, _)| *name == game).and_then(|(_, draw)| draw(scene));
    drawn.unwrap_or_else(|| plain::draw(scene))
}

/// The views of a scene as the type they are written from; `None` where one is of another game.
fn read<T: serde::de::DeserializeOwned>(scene: &Scene<'_>) -> Option<Vec<T>> {
    let views: Option<Vec<T>> = scene.views.iter().map(|view| T::deserialize(view).ok()).collect();
    views.filter(|views| !views.is_empty())
}

impl Scene<'_> {
    /// The move as a button's value if it is among those offered.
    fn offered(&self, mv: &Value) -> Option<String> {
        self.choices.contains(mv).then(|| mv.to_string())
    }

    /// Who sits at a seat.
    fn name(&self, seat: usize) -> &str {
        self.names.get(seat).copied().unwrap_or("?")
    }

    /// The one seat whose view it is; `None` where all are shown.
    fn watched(&self) -> Option<usize> {
        match self.views {
            [view] if self.names.len() > 1 => view.get("seat")?.as_u64().map(|seat| seat as usize),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_picture_is_of_a_game() {
        assert!(super::DRAWN.iter().all(|(name, _)| croupier_games::list::about(name).is_ok()));
    }
}
