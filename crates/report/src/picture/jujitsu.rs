//! Psychological Jujitsu: the lot in the middle, both hands, and the turns of the round so far.

use croupier_games::jujitsu::{ShownMatch, ShownTurn};
use serde_json::json;

use super::cards::{Draw, Face, Lies, counted, note};
use super::{Picture, Scene, read, seats};
use crate::html::Text;

pub(super) fn draw(scene: &Scene<'_>) -> Option<Picture> {
    let views: Vec<ShownMatch> = read(scene)?;
    // Both seats see everything but the bids of the turn, so one view tells all.
    let table = &views[0];
    let own = usize::from(table.seat);
    let other = 1 - own;
    let mut out = String::new();
    seats::open("jujitsu", scene, &mut out);
    let to_move = !table.game_ended;
    let sides = [
        (own, table.my_points_total, &table.my_cards_remaining),
        (other, table.opponent_points_total, &table.opponent_cards_remaining),
    ];
    for (seat, points, cards) in sides {
        let facts = counted(points, "point");
        seats::seat(scene, seat, to_move, &facts, &mut out, |out| {
            for &card in cards {
                let offered = (seat == own).then(|| scene.offered(&json!(card))).flatten();
                match offered {
                    Some(value) => Face::number(card).draw(Lies::Offered(&value), out),
                    None => Face::number(card).draw(Lies::Still, out),
                }
            }
        });
    }
    seats::middle("The lot", &mut out, |out| lot(table, out));
    past(scene, table, &mut out);
    seats::close(&mut out);
    Some(Picture { html: out, offers_all: true, turns_round: false })
}

fn lot(table: &ShownMatch, out: &mut String) {
    let highest = table.rounds.get(usize::from(table.current_round) - 1).copied().unwrap_or_default();
    note(&format!("Round {} of {}, cards 1 to {highest}", table.current_round, table.rounds.len()), out);
    out.push_str("<div class=\"pile\">");
    for (at, &card) in table.lot.iter().enumerate() {
        let newest = at + 1 == table.lot.len();
        Face::number(card).draw(if newest { Lies::Newest } else { Lies::Still }, out);
    }
    out.push_str("</div>");
    let worth: u32 = table.lot.iter().map(|&card| u32::from(card)).sum();
    match table.game_ended {
        true => note("The match is over", out),
        false => note(&format!("{worth} to win"), out),
    }
    if let Some(next) = table.next_victory_card {
        note(&format!("The next card is {next}"), out);
    }
}

/// The turns of this round; on its first turn, those of the round before.
fn past(scene: &Scene<'_>, table: &ShownMatch, out: &mut String) {
    if table.previous_turns.is_empty() {
        return;
    }
    let (own, other) = (usize::from(table.seat), 1 - usize::from(table.seat));
    out.add(format_args!(
        "<div class=\"past\" tabindex=\"0\" role=\"region\" aria-label=\"Turns\"><table><thead><tr><th \
         scope=\"col\">drawn</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th \
         scope=\"col\">won</th></tr></thead><tbody>",
        Text(scene.name(own)),
        Text(scene.name(other))
    ));
    for turn in &table.previous_turns {
        out.add(format_args!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            turn.drawn_victory_card,
            bid(turn.my_bid, turn.my_response_legal),
            bid(turn.opponent_bid, turn.opponent_response_legal),
            Text(&won(scene, turn, [own, other]))
        ));
    }
    out.push_str("</tbody></table></div>");
}

/// A bid; one that was drawn for a bot is marked.
fn bid(card: u8, legal: bool) -> String {
    if legal { card.to_string() } else { format!("{card} <abbr title=\"drawn at random\">†</abbr>") }
}

fn won(scene: &Scene<'_>, turn: &ShownTurn, [own, other]: [usize; 2]) -> String {
    let list = |cards: &[u8]| cards.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    match (turn.my_cards_won.as_slice(), turn.opponent_cards_won.as_slice()) {
        ([], []) => "tie".to_owned(),
        (mine, []) => format!("{}: {}", scene.name(own), list(mine)),
        (_, theirs) => format!("{}: {}", scene.name(other), list(theirs)),
    }
}
