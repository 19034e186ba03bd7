//! Who sits round the table: the watched seat at the bottom, the others clockwise in the order of play.

use super::Scene;
use super::cards::Draw;
use crate::html::Text;

/// The table, with a place in its middle.
pub(super) fn open(game: &str, scene: &Scene<'_>, out: &mut String) {
    out.add(format_args!("<div class=\"picture {game} seats-{}\">", scene.names.len()));
}

/// Ends the table.
pub(super) fn close(out: &mut String) {
    out.push_str("</div>");
}

/// Where a seat is put: 0 is the bottom.
fn place(scene: &Scene<'_>, seat: usize) -> usize {
    let seats = scene.names.len().max(1);
    (seat + seats - scene.watched().unwrap_or(0)) % seats
}

/// Adds a seat with what lies before it.
pub(super) fn seat(
    scene: &Scene<'_>,
    seat: usize,
    to_move: bool,
    facts: &str,
    out: &mut String,
    content: impl FnOnce(&mut String),
) {
    let (place, turn) = (place(scene, seat), if to_move { " to-move" } else { "" });
    let whose = if to_move { ", to move" } else { "" };
    let name = Text(scene.name(seat));
    out.add(format_args!(
        "<section class=\"seat at-{place}{turn}\" aria-label=\"{name}{whose}\"><h3>{name}</h3><p \
         class=\"facts\">{}</p><div class=\"hand\">",
        Text(facts)
    ));
    content(out);
    out.push_str("</div></section>");
}

/// Adds the middle of the table.
pub(super) fn middle(label: &str, out: &mut String, content: impl FnOnce(&mut String)) {
    out.add(format_args!("<section class=\"middle\" aria-label=\"{}\">", Text(label)));
    content(out);
    out.push_str("</section>");
}

/// The class of the place in the middle where a seat's card lies.
pub(super) fn side(scene: &Scene<'_>, seat: usize) -> usize {
    place(scene, seat)
}
