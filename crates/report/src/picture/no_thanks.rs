//! No Thanks!: the open card with its coins in the middle, what everyone has taken round it.

use croupier_games::no_thanks::ShownTable;
use serde_json::Value;

use super::cards::{Draw, Face, Lies, counted, note};
use super::{Picture, Scene, read, seats};
use crate::html::Text;

pub(super) fn draw(scene: &Scene<'_>) -> Option<Picture> {
    let views: Vec<ShownTable> = read(scene)?;
    let table = &views[0];
    let mut out = String::new();
    seats::open("no-thanks", scene, &mut out);
    for (seat, player) in table.players.iter().enumerate() {
        let to_move = table.card.is_some() && usize::from(table.to_move) == seat;
        let facts = format!(
            "{} · {} points",
            counted(player.coins, "coin"),
            points(&player.collection, player.coins)
        );
        seats::seat(scene, seat, to_move, &facts, &mut out, |out| runs(&player.collection, out));
    }
    seats::middle("The open card", &mut out, |out| open_card(scene, table, out));
    seats::close(&mut out);
    Some(Picture { html: out, offers_all: true, turns_round: false })
}

/// What counts: the lowest card of every run, less the coins.
fn points(collection: &[u8], coins: u8) -> i32 {
    let starts =
        collection.iter().enumerate().filter(|&(at, &card)| at == 0 || collection[at - 1] + 1 != card);
    starts.map(|(_, &card)| i32::from(card)).sum::<i32>() - i32::from(coins)
}

/// The cards taken, run by run.
fn runs(collection: &[u8], out: &mut String) {
    if collection.is_empty() {
        return out.push_str("<span class=\"none\">no cards</span>");
    }
    for run in collection.chunk_by(|one, next| one + 1 == *next) {
        out.push_str("<span class=\"run\">");
        run.iter().for_each(|&card| Face::number(card).draw(Lies::Still, out));
        out.push_str("</span>");
    }
}

fn open_card(scene: &Scene<'_>, table: &ShownTable, out: &mut String) {
    let Some(card) = table.card else {
        return note("All cards are taken: the game is over", out);
    };
    note(&format!("Card {} of 24", table.round), out);
    out.push_str("<div class=\"pile\">");
    Face::number(card).draw(Lies::Newest, out);
    out.push_str("</div>");
    note(&format!("{} on it", counted(table.coins_on_card, "coin")), out);
    if table.coins_on_card > 0 {
        out.push_str("<p class=\"coins\" aria-hidden=\"true\">");
        (0..table.coins_on_card).for_each(|_| out.push_str("<span class=\"coin\"></span>"));
        out.push_str("</p>");
    }
    for choice in scene.choices {
        let label = words(choice);
        out.add(format_args!(
            "<button class=\"choice\" name=\"move\" value=\"{}\">{}</button> ",
            Text(&choice.to_string()),
            Text(&label)
        ));
    }
}

/// A decision as it is said at the table.
fn words(choice: &Value) -> String {
    match choice.as_str() {
        Some("take") => "Take it".to_owned(),
        Some("pass") => "No thanks!".to_owned(),
        _ => choice.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_counts_its_lowest_card_and_coins_count_against() {
        assert_eq!(points(&[5, 6, 7, 30], 4), 31);
        assert_eq!(points(&[], 11), -11);
    }
}
