//! Last Card: the hands round the table, the pile and the deck in the middle.

use croupier_games::last_card::{Direction, ShownCard, ShownTable};

use super::cards::{Draw, Face, Lies, counted, face_down, note};
use super::{Picture, Scene, read, seats};

/// So many of the last played cards are shown.
const PILE: usize = 6;

pub(super) fn draw(scene: &Scene<'_>) -> Option<Picture> {
    let views: Vec<ShownTable> = read(scene)?;
    let table = &views[0];
    let mut out = String::new();
    seats::open("last-card", scene, &mut out);
    for player in &table.players {
        let to_move = table.end.is_none() && table.players[0].seat == player.seat;
        let called = if player.called { " · called last card" } else { "" };
        let facts = counted(player.cards, "card") + called;
        let view = views.iter().find(|view| view.seat == player.seat);
        seats::seat(scene, player.seat.into(), to_move, &facts, &mut out, |out| match view {
            Some(view) => view.hand.iter().for_each(|card| face(card).draw(Lies::Still, out)),
            None => face_down(player.cards.into(), out),
        });
    }
    seats::middle("The pile", &mut out, |out| pile(table, out));
    seats::close(&mut out);
    Some(Picture { html: out, offers_all: scene.choices.is_empty(), turns_round: false })
}

fn face(card: &ShownCard) -> Face {
    let text = card.to_string();
    let (rank, suit) = text.split_at(text.len() - 1);
    Face { rank: rank.to_owned(), suit: suit.chars().next() }
}

fn pile(table: &ShownTable, out: &mut String) {
    let way = match table.direction {
        Direction::Forward => "↻",
        Direction::Backward => "↺",
    };
    note(&format!("Turn {} of {} {way}", table.turn, table.turn_limit), out);
    out.push_str("<div class=\"pile\">");
    let shown = table.played.len().saturating_sub(PILE);
    for (at, card) in table.played.iter().enumerate().skip(shown) {
        let newest = at + 1 == table.played.len();
        face(card).draw(if newest { Lies::Newest } else { Lies::Still }, out);
    }
    out.push_str("</div>");
    if let Some(suit) = &table.chosen_suit {
        note(&format!("The ace asks for {}", serde_json::json!(suit).as_str().unwrap_or_default()), out);
    }
    if table.punishment > 0 {
        out.add(format_args!("<p class=\"note alarm\">Punishment: {} cards</p>", table.punishment));
    }
    note(&format!("{} in the deck", counted(table.deck, "card")), out);
    if table.end.is_some() {
        note("The game is over", out);
    }
}
