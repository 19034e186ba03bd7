//! Score Four: the board in three dimensions, seen from a corner, and turned as the onlooker likes.
//!
//! The board is projected here, so that it needs no script; what is further away is drawn first.

use croupier_games::score_four::ShownBoard;
use serde_json::json;
use std::f64::consts::TAU;

use super::cards::{Draw, note};
use super::{Picture, Scene, four, read, seats};
use crate::html::Text;

const SIDE: usize = 4;
/// From one peg to the next, and from one bead to the one on it.
const STEP: f64 = 74.0;
const RISE: f64 = 40.0;
/// How flat the board lies: 0 is from the side, 1 from above.
const TILT: f64 = 0.46;
const BEAD: (f64, f64) = (27.0, 21.0);
const MIDDLE: (f64, f64) = (260.0, 262.0);

pub(super) fn draw(scene: &Scene<'_>) -> Option<Picture> {
    let views: Vec<ShownBoard> = read(scene)?;
    let board = &views[0];
    let mut out = String::new();
    seats::open("score-four", scene, &mut out);
    for (seat, colour) in ["white", "black"].into_iter().enumerate() {
        let to_move = board.to_move == Some(seat as u8);
        let facts = match board.winner {
            Some(winner) if usize::from(winner) == seat => format!("{colour} · won"),
            _ => colour.to_owned(),
        };
        seats::seat(scene, seat, to_move, &facts, &mut out, |_| ());
    }
    seats::middle("The board", &mut out, |out| {
        three_dimensions(scene, board, out);
        pegs(scene, board, out);
        if board.to_move.is_none() {
            let mut places = (0..SIDE.pow(3)).map(|cell| [cell / 16, cell / SIDE % SIDE, cell % SIDE]);
            // A game can be won by the other's fault, too.
            let line = places.any(|place| four::through(&board.board, place));
            note(if line { "Four in a line" } else { "The game is over" }, out);
        }
    });
    seats::close(&mut out);
    Some(Picture { html: out, offers_all: true, turns_round: true })
}

/// Where a point of the board is seen, and how far away it is.
fn seen(turned: u8, row: f64, column: f64, height: f64) -> (f64, f64, f64) {
    let angle = TAU * (f64::from(turned % 8) / 8.0 + 1.0 / 16.0);
    let half = (SIDE as f64 - 1.0) / 2.0;
    let (x, y) = ((column - half) * STEP, (row - half) * STEP);
    let (across, deep) = (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos());
    (MIDDLE.0 + across, MIDDLE.1 + deep * TILT - height, deep)
}

fn three_dimensions(scene: &Scene<'_>, board: &ShownBoard, out: &mut String) {
    out.add(format_args!(
        "<svg viewBox=\"0 0 520 400\" role=\"img\" aria-label=\"{}\">",
        Text(&spoken(board))
    ));
    plate(scene.turned, out);
    let mut order: Vec<(usize, usize)> = (0..SIDE * SIDE).map(|peg| (peg / SIDE, peg % SIDE)).collect();
    let depth = |&(row, column): &(usize, usize)| seen(scene.turned, row as f64, column as f64, 0.0).2;
    order.sort_by(|one, other| depth(one).total_cmp(&depth(other)));
    for (row, column) in order {
        peg(scene.turned, board, row, column, out);
    }
    out.push_str("</svg>");
}

/// The wood below the pegs.
fn plate(turned: u8, out: &mut String) {
    let corner = |row: f64, column: f64| {
        let (x, y, _) = seen(turned, row, column, 0.0);
        format!("{x:.1},{:.1}", y + 8.0)
    };
    let (low, high) = (-0.75, SIDE as f64 - 0.25);
    out.add(format_args!(
        "<polygon class=\"plate\" points=\"{} {} {} {}\"/>",
        corner(low, low),
        corner(low, high),
        corner(high, high),
        corner(high, low)
    ));
}

/// A peg with its beads, the lowest first.
fn peg(turned: u8, board: &ShownBoard, row: usize, column: usize, out: &mut String) {
    let (x, foot, _) = seen(turned, row as f64, column as f64, 0.0);
    let top = foot - RISE * SIDE as f64 - 6.0;
    out.add(format_args!(
        "<line class=\"peg\" x1=\"{x:.1}\" y1=\"{foot:.1}\" x2=\"{x:.1}\" y2=\"{top:.1}\"/>"
    ));
    for (level, rows) in board.board.iter().enumerate() {
        let colour = match rows[row].as_bytes().get(column) {
            Some(b'W') => "white",
            Some(b'B') => "black",
            _ => break,
        };
        let y = foot - RISE * (level as f64 + 0.5);
        let newest = is_last(board, row, column) && usize::from(board.pegs[row][column]) == level + 1;
        let newest = if newest { " newest" } else { "" };
        let line = if four::through(&board.board, [level, row, column]) { " line" } else { "" };
        let (wide, high) = BEAD;
        out.add(format_args!(
            "<ellipse class=\"bead {colour}{newest}{line}\" cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{wide}\" \
             ry=\"{high}\"/><ellipse class=\"shine\" cx=\"{:.1}\" cy=\"{:.1}\" rx=\"9\" ry=\"5\"/>",
            x - 8.0,
            y - 8.0
        ));
    }
}

fn is_last(board: &ShownBoard, row: usize, column: usize) -> bool {
    board.last.is_some_and(|last| json!(last) == json!({ "row": row, "column": column }))
}

/// The board from above: how high every peg is and what lies on top; buttons where a bead may be dropped.
fn pegs(scene: &Scene<'_>, board: &ShownBoard, out: &mut String) {
    out.push_str(
        "<table class=\"pegs\"><caption>From above: the beads of each peg, the lowest first</caption><tbody>",
    );
    for row in 0..SIDE {
        out.push_str("<tr>");
        for column in 0..SIDE {
            let beads: String = board
                .board
                .iter()
                .filter_map(|rows| rows[row].chars().nth(column))
                .filter(|c| *c != '.')
                .collect();
            let newest = if is_last(board, row, column) { " class=\"newest\"" } else { "" };
            let shown = if beads.is_empty() { "·" } else { &beads };
            let mv = json!({ "row": row, "column": column });
            match scene.offered(&mv) {
                Some(value) => out.add(format_args!(
                    "<td{newest}><button class=\"choice\" name=\"move\" value=\"{}\" \
                     aria-label=\"Row {row}, column {column}, holds {}\">{shown}</button></td>",
                    Text(&value),
                    beads.len()
                )),
                None => out.add(format_args!("<td{newest}>{shown}</td>")),
            }
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table>");
}

/// The board for a listener; what lies where is in the table below it.
fn spoken(board: &ShownBoard) -> String {
    let beads: u32 = board.pegs.iter().flatten().map(|&height| u32::from(height)).sum();
    let last = board.last.map(|last| json!(last));
    match last {
        Some(last) => {
            format!("{beads} beads on the board, the last on row {}, column {}", last["row"], last["column"])
        }
        None => "The empty board".to_owned(),
    }
}
