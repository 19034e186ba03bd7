//! A game of Score Four told bead by bead, with a drawing of the four levels after each.

use std::fmt::Write;

use super::board::{Board, Cell, Colour};
use super::lines::{CELLS, SIDE};
use super::location::Location;
use super::view::sign;
use super::{Ending, ScoreFour};
use crate::seats::Seat;
use crate::story::{Moment, because, line};

pub(super) fn tell(moment: &Moment<'_, ScoreFour>, names: &[&str], out: &mut String) {
    match *moment {
        Moment::Dealt(_) => {
            line(out, format_args!("{} is White and begins; {} is Black", names[0], names[1]));
            line(out, format_args!("Drawings show the levels from the bottom (left) to the top (right)"));
        }
        Moment::Played { after, seat, mv, .. } => bead(after, seat, mv, names, out),
        Moment::Refused { after, seat, attempt, why, .. } => refusal(after, seat, attempt, names, why, out),
        Moment::Ended(game) => result(game, names, out),
    }
}

fn bead(after: &ScoreFour, seat: Seat, location: Location, names: &[&str], out: &mut String) {
    let (row, column) = (location.row(), location.column());
    let level = after.last.map_or(0, Cell::level);
    let name = named(Colour::of(seat), names);
    line(out, format_args!("{}. {name} on row {row}, column {column}: level {level}", after.placed));
    draw(after.board, 0, out);
}

fn refusal(
    after: &ScoreFour,
    seat: Seat,
    attempt: Option<Location>,
    names: &[&str],
    why: &str,
    out: &mut String,
) {
    let name = named(Colour::of(seat), names);
    let count = format!("{} of {}", after.refused, after.limit);
    match attempt {
        Some(Location::NULL) => line(out, format_args!("{name} answers null: {why} ({count})")),
        Some(location) => {
            let (row, column) = (location.row(), location.column());
            line(out, format_args!("{name} tries row {row}, column {column}: {why} ({count})"));
        }
        None => line(out, format_args!("{name} gave no answer{}", because(why))),
    }
}

fn result(game: &ScoreFour, names: &[&str], out: &mut String) {
    let winner = game.winner().map(|winner| named(winner, names)).unwrap_or_default();
    let loser = named(game.to_move(), names);
    match game.ending {
        Some(Ending::Four) => {
            line(out, format_args!("{winner} wins with four in a line:"));
            draw(game.board, game.board.completed(game.to_move().other()), out);
        }
        Some(Ending::Forfeit) => {
            match game.refused {
                // Whoever has answers left and has lost gave none.
                fewer if fewer < game.limit => line(out, format_args!("{loser} has lost: it gave no answer")),
                1 => line(out, format_args!("{loser} has lost by an invalid answer")),
                many => line(out, format_args!("{loser} has lost by {many} invalid answers in a row")),
            }
            line(out, format_args!("{winner} wins"));
        }
        Some(Ending::Blocked) if usize::from(game.placed) == CELLS => {
            line(out, format_args!("A draw: the board is full"));
        }
        Some(Ending::Blocked) => line(out, format_args!("A draw: every line holds both colours")),
        None => line(out, format_args!("The game is not over")),
    }
}

fn named(colour: Colour, names: &[&str]) -> String {
    format!("{} ({colour:?})", names[colour.seat().index()])
}

/// The levels side by side, the bottom at the left, with a star before each marked bead.
fn draw(board: Board, marked: u64, out: &mut String) {
    line(out, format_args!("   {}", ["   0 1 2 3"; SIDE].concat()));
    for row in 0..SIDE {
        let mut text = format!("  {row}");
        for level in 0..SIDE {
            // Every cell brings its own space, the place of its mark.
            text.push_str("  ");
            for column in 0..SIDE {
                let mark = Cell::at(level, row, column).is_some_and(|cell| cell.is_in(marked));
                let _ = write!(text, "{}{}", if mark { '*' } else { ' ' }, sign(board, level, row, column));
            }
        }
        line(out, format_args!("{text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::score_four::tests::INVALID;
    use crate::score_four::tests::{BLOCKED_AT_48, BLOCKED_AT_64, after};

    const NAMES: [&str; 2] = ["Ann", "Bob"];

    fn told(moment: &Moment<'_, ScoreFour>) -> String {
        let mut out = String::new();
        ScoreFour::tell(moment, &NAMES, &mut out);
        out
    }

    #[test]
    fn a_bead_is_told_with_a_drawing_of_all_levels() {
        let (before, after) = (after("355"), after("3553"));
        let mv = Location::new(0, 3);
        let text = told(&Moment::Played { before: &before, after: &after, seat: Seat(1), mv });
        let expected = [
            "4. Bob (Black) on row 0, column 3: level 1",
            "      0 1 2 3   0 1 2 3   0 1 2 3   0 1 2 3",
            "  0   . . . W   . . . B   . . . .   . . . .",
            "  1   . B . .   . W . .   . . . .   . . . .",
            "  2   . . . .   . . . .   . . . .   . . . .",
            "  3   . . . .   . . . .   . . . .   . . . .",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_winning_line_is_marked_at_the_end() {
        let text = told(&Moment::Ended(&after("055afaaff1f")));
        let expected = [
            "Ann (White) wins with four in a line:",
            "      0 1 2 3   0 1 2 3   0 1 2 3   0 1 2 3",
            "  0  *W B . .   . . . .   . . . .   . . . .",
            "  1   . B . .   .*W . .   . . . .   . . . .",
            "  2   . . B .   . . B .   . .*W .   . . . .",
            "  3   . . . W   . . . B   . . . W   . . .*W",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_refusal_is_told_with_its_reason_and_its_number() {
        let mut game = after("0000");
        let before = game.clone();
        game.refuse(Seat(0), INVALID);
        let attempt = Some(Location::new(0, 0));
        let why = "that peg is full: it holds four beads";
        let text = told(&Moment::Refused { before: &before, after: &game, seat: Seat(0), attempt, why });
        assert_eq!(
            text,
            "Ann (White) tries row 0, column 0: that peg is full: it holds four beads (1 of 64)\n"
        );
        let why = "no answer within 5 s";
        let text =
            told(&Moment::Refused { before: &before, after: &game, seat: Seat(0), attempt: None, why });
        assert_eq!(text, "Ann (White) gave no answer: no answer within 5 s\n");
        let (attempt, why) =
            (Some(Location::NULL), "that is no location; a row and a column from 0 to 3 are");
        let text = told(&Moment::Refused { before: &before, after: &game, seat: Seat(0), attempt, why });
        assert_eq!(text, format!("Ann (White) answers null: {why} (1 of 64)\n"));
    }

    #[test]
    fn who_gave_no_answer_is_not_told_to_have_answered() {
        let mut game = after("0");
        game.refuse(Seat(1), INVALID);
        game.refuse(Seat(1), None);
        let text = told(&Moment::Ended(&game));
        assert_eq!(text, "Bob (Black) has lost: it gave no answer\nAnn (White) wins\n");
    }

    #[test]
    fn forfeits_and_draws_are_told_as_what_they_are() {
        let mut game = after("0");
        for _ in 0..64 {
            game.refuse(Seat(1), INVALID);
        }
        let text = told(&Moment::Ended(&game));
        assert_eq!(text, "Bob (Black) has lost by 64 invalid answers in a row\nAnn (White) wins\n");
        let blocked = told(&Moment::Ended(&after(BLOCKED_AT_48)));
        assert_eq!(blocked, "A draw: every line holds both colours\n");
        let full = told(&Moment::Ended(&after(BLOCKED_AT_64)));
        assert_eq!(full, "A draw: the board is full\n");
    }

    #[test]
    fn no_line_of_a_drawing_is_wider_than_a_screen() {
        let mut out = String::new();
        draw(after("055afaaff1f").board, u64::MAX, &mut out);
        assert!(out.lines().all(|line| line.len() <= 80), "{out}");
    }
}
