//! Hearts: the hands round the table, the trick in the middle.

use croupier_games::hearts::{HeartsCard, ShownHand, ShownPlay};
use serde_json::json;

use super::cards::{Draw, Face, Lies, face_down, note};
use super::{Picture, Scene, read, seats};
use crate::html::Text;

pub(super) fn draw(scene: &Scene<'_>) -> Option<Picture> {
    let views: Vec<ShownHand> = read(scene)?;
    let table = &views[0];
    let mut out = String::new();
    seats::open("hearts", scene, &mut out);
    for seat in 0..table.scores.len() {
        let to_move = table.to_move == Some(seat as u8);
        let facts = format!("score {} · {} in this deal", table.scores[seat], table.points[seat]);
        let view = views.iter().find(|view| usize::from(view.seat) == seat);
        seats::seat(scene, seat, to_move, &facts, &mut out, |out| match view {
            Some(view) => hand(scene, view, out),
            None => face_down(hand_size(table, seat) as u64, out),
        });
    }
    seats::middle("The trick", &mut out, |out| trick(scene, table, out));
    seats::close(&mut out);
    Some(Picture { html: out, offers_all: true, turns_round: false })
}

fn face(card: &HeartsCard) -> Face {
    let text = card.to_string();
    let (suit, rank) = text.split_at(1);
    Face { rank: rank.to_owned(), suit: suit.chars().next() }
}

/// A hand sorted by suit, as a player would hold it.
fn hand(scene: &Scene<'_>, view: &ShownHand, out: &mut String) {
    let mut cards = view.hand.clone();
    cards.sort_by_key(|card| card.0.number());
    for card in &cards {
        match scene.offered(&json!(card)) {
            Some(value) => face(card).draw(Lies::Offered(&value), out),
            None => face(card).draw(Lies::Still, out),
        }
    }
}

/// All had the same number of cards when the deal began, and each trick took one.
fn hand_size(view: &ShownHand, seat: usize) -> usize {
    let laid = |seat: u8| usize::from(view.trick.iter().any(|play| play.seat == seat));
    view.hand.len() + laid(view.seat) - laid(seat as u8)
}

/// The trick in play; between two tricks the one just finished, paler.
fn trick(scene: &Scene<'_>, table: &ShownHand, out: &mut String) {
    note(&format!("Deal {}, trick {}", table.deal, table.tricks.len() + 1), out);
    match (table.trick.as_slice(), &table.previous) {
        ([], Some(previous)) => laid("trick past", scene, previous, out),
        (trick, _) => laid("trick", scene, trick, out),
    }
    if let Some(seat) = table.forfeited {
        note(&format!("{} forfeited the game", scene.name(seat.into())), out);
    } else if table.to_move.is_none() {
        note("The game is over", out);
    } else if table.hearts_broken {
        note("Hearts are broken", out);
    }
}

fn laid(class: &str, scene: &Scene<'_>, plays: &[ShownPlay], out: &mut String) {
    out.add(format_args!("<div class=\"{class}\">"));
    for (at, play) in plays.iter().enumerate() {
        let side = seats::side(scene, play.seat.into());
        out.add(format_args!(
            "<div class=\"from-{side}\"><span class=\"sr\">{}:</span>",
            Text(scene.name(play.seat.into()))
        ));
        let newest = at + 1 == plays.len();
        face(&play.card).draw(if newest { Lies::Newest } else { Lies::Still }, out);
        out.push_str("</div>");
    }
    out.push_str("</div>");
}
