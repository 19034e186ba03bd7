//! The rules of Score Four, each as a claim.

use super::*;
use crate::game::Move;

/// 48 beads after which every line holds both colours, one hexadecimal digit for each peg.
pub(super) const BLOCKED_AT_48: &str = "46a895956a5912a6b721840bed73defc3ccf003fcfa63059";
/// 64 beads, and no line of one colour.
pub(super) const BLOCKED_AT_64: &str = "50410249a70b9e0f5dc8defce6213f2b47516ec436d89a1ad877bf23a9b58c63";

/// An answer that no position takes.
pub(super) const INVALID: Option<Location> = Some(Location::new(4, 0));

pub(super) fn dealt() -> ScoreFour {
    ScoreFour::deal(2, &ScoreFourOptions::default(), Seed::plain(0)).unwrap()
}

/// The position after beads on these pegs, one hexadecimal digit for each.
pub(super) fn after(pegs: &str) -> ScoreFour {
    let mut game = dealt();
    for peg in pegs.chars() {
        drop_bead(&mut game, peg.to_digit(16).unwrap());
    }
    game
}

fn drop_bead(game: &mut ScoreFour, peg: u32) {
    let seat = game.turn().next().unwrap();
    game.play(seat, Location::of_peg(peg)).unwrap();
}

fn play_at_random(game: &mut ScoreFour, chance: &mut Chance, mut each: impl FnMut(&ScoreFour)) {
    each(game);
    while let Some(seat) = game.turn().next() {
        let location = game.any(seat, chance);
        game.play(seat, location).unwrap();
        each(game);
    }
}

/// A second referee, who looks along all directions from all cells and remembers nothing.
fn lines_by_walking() -> Vec<Vec<[i32; 3]>> {
    let steps = |n: i32| [n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1];
    let mut lines = Vec::new();
    for start in (0..64).map(|n| [n / 16, n / 4 % 4, n % 4]) {
        // Of a direction and its reverse, the later number in the list counts once.
        for step in (14..27).map(steps) {
            let walk = (0..4).map(|n| [0, 1, 2].map(|axis| start[axis] + n * step[axis]));
            let line: Vec<[i32; 3]> = walk.collect();
            if line.iter().flatten().all(|at| (0..4).contains(at)) {
                lines.push(line);
            }
        }
    }
    lines
}

fn colours_on(board: Board, line: &[[i32; 3]]) -> Vec<Option<Colour>> {
    line.iter()
        .map(|at| board.bead(Cell::at(at[0] as usize, at[1] as usize, at[2] as usize).unwrap()))
        .collect()
}

#[test]
fn white_begins_and_the_colours_take_turns() {
    let mut game = dealt();
    for seat in [0, 1, 0, 1] {
        assert_eq!(game.turn(), Turn::of(Seat(seat)));
        drop_bead(&mut game, 5);
    }
    let peg = [0, 1, 2, 3].map(|level| game.board.bead(Cell::at(level, 1, 1).unwrap()).unwrap());
    assert_eq!(peg, [Colour::White, Colour::Black, Colour::White, Colour::Black]);
}

#[test]
fn four_in_a_row_win_at_once() {
    let game = after("0415263");
    assert_eq!((game.turn(), game.winner()), (Turn::Over, Some(Colour::White)));
    assert_eq!(game.scores()[..], [1.0, 0.0]);
}

#[test]
fn four_on_one_peg_win_for_black_too() {
    let game = after("01213141");
    assert_eq!((game.turn(), game.winner()), (Turn::Over, Some(Colour::Black)));
}

#[test]
fn a_diagonal_through_the_whole_board_wins() {
    assert_eq!(after("055afaaff1").ending, None);
    let game = after("055afaaff1f");
    assert_eq!((game.ending, game.winner()), (Some(Ending::Four), Some(Colour::White)));
    let corners = [Cell::at(0, 0, 0), Cell::at(3, 3, 3)].map(Option::unwrap);
    assert!(corners.iter().all(|corner| corner.is_in(game.board.completed(Colour::White))));
}

#[test]
fn a_second_referee_comes_to_the_same_verdict_after_every_bead() {
    let lines = lines_by_walking();
    assert_eq!(lines.len(), 76);
    for n in 0..300 {
        let mut chance = Chance::new(Seed::plain(11).child(n));
        play_at_random(&mut dealt(), &mut chance, |game| {
            let held: Vec<_> = lines.iter().map(|line| colours_on(game.board, line)).collect();
            let four = |colour| held.iter().any(|line| line == &[Some(colour); 4]);
            let won = [Colour::White, Colour::Black].into_iter().find(|&colour| four(colour));
            let both =
                |line: &Vec<_>| [Colour::White, Colour::Black].iter().all(|&c| line.contains(&Some(c)));
            let ended = won.is_some() || held.iter().all(both);
            assert_eq!((game.winner(), game.turn() == Turn::Over), (won, ended), "seed {n}: {game:?}");
        });
    }
}

#[test]
fn it_is_a_draw_as_soon_as_every_line_holds_both_colours() {
    let before = after(&BLOCKED_AT_48[..47]);
    assert_eq!(before.turn(), Turn::of(Seat(1)));
    let game = after(BLOCKED_AT_48);
    assert_eq!((game.turn(), game.placed, game.winner()), (Turn::Over, 48, None));
    assert_ne!(game.board.open_pegs(), 0);
    assert_eq!(game.scores()[..], [0.5, 0.5]);
    for line in lines_by_walking() {
        let colours = colours_on(game.board, &line);
        assert!(colours.contains(&Some(Colour::White)) && colours.contains(&Some(Colour::Black)), "{line:?}");
    }
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let game = after(BLOCKED_AT_64);
    assert_eq!((game.placed, game.ending), (64, Some(Ending::Blocked)));
    assert_eq!(game.scores()[..], [0.5, 0.5]);
}

#[test]
fn the_first_open_line_is_the_lowest_that_lacks_a_colour() {
    let mut game = dealt();
    for peg in BLOCKED_AT_48.chars() {
        drop_bead(&mut game, peg.to_digit(16).unwrap());
        let lowest = LINES.iter().position(|&line| !game.board.blocks(line));
        assert_eq!(usize::from(game.first_open), lowest.unwrap_or(LINE_COUNT));
    }
}

#[test]
fn a_refused_move_changes_nothing_whatever_it_is_and_whoever_makes_it() {
    let game = after("0000");
    let mut tried = game.clone();
    assert_eq!(tried.play(Seat(0), Location::new(0, 0)), Err(Illegal::Breach(Breach::PegFull)));
    for location in (16..70_000).filter_map(Location::from_code) {
        let breach = if location == Location::NULL { Breach::Null } else { Breach::OffTheBoard };
        assert_eq!(tried.play(Seat(0), location), Err(Illegal::Breach(breach)), "{location:?}");
    }
    for seat in 1..=u8::MAX {
        assert_eq!(tried.play(Seat(seat), Location::new(1, 1)), Err(Illegal::NotToMove));
    }
    assert_eq!(tried, game);
}

#[test]
fn nobody_moves_once_the_game_is_over() {
    for pegs in ["0415263", BLOCKED_AT_48, BLOCKED_AT_64] {
        let game = after(pegs);
        let mut tried = game.clone();
        for seat in [Seat(0), Seat(1), Seat(2)] {
            for location in (0..20).filter_map(Location::from_code) {
                assert_eq!(tried.play(seat, location), Err(Illegal::NotToMove));
            }
        }
        assert_eq!(tried, game);
    }
}

#[test]
fn the_64th_invalid_answer_in_a_row_loses_the_game() {
    let mut game = after("0");
    for _ in 0..63 {
        assert_eq!(game.refuse(Seat(1), INVALID), Refusal::AskAgain);
        assert_eq!(game.turn(), Turn::of(Seat(1)));
    }
    assert_eq!(game.refuse(Seat(1), INVALID), Refusal::Forfeited);
    assert_eq!((game.turn(), game.winner()), (Turn::Over, Some(Colour::White)));
    assert_eq!(game.board, after("0").board);
    assert_eq!(game.figures(Seat(1))[..], [0.0, 0.0, 0.0, 1.0, 0.0, 64.0].map(Some));
}

#[test]
fn no_answer_at_all_loses_at_once() {
    let mut game = after("0");
    assert_eq!(game.refuse(Seat(1), None), Refusal::Forfeited);
    assert_eq!((game.turn(), game.winners()), (Turn::Over, Seats::only(Seat(0))));
    assert_eq!(game.figures(Seat(1))[5], Some(0.0));
}

#[test]
fn a_valid_move_starts_the_count_of_refusals_anew() {
    let mut game = dealt();
    for peg in 0..6 {
        let seat = game.turn().next().unwrap();
        for _ in 0..63 {
            assert_eq!(game.refuse(seat, INVALID), Refusal::AskAgain);
        }
        drop_bead(&mut game, peg);
    }
    assert_eq!(game.figures(Seat(1))[5], Some(189.0));
}

#[test]
fn with_one_retry_the_first_invalid_answer_loses() {
    let mut game = ScoreFour::deal(2, &ScoreFourOptions { retries: 1 }, Seed::plain(0)).unwrap();
    assert_eq!(game.refuse(Seat(0), INVALID), Refusal::Forfeited);
    assert_eq!(game.scores()[..], [0.0, 1.0]);
}

#[test]
fn what_cannot_be_set_up_is_refused_with_the_reason() {
    for bad in [0, 10_001, u32::MAX] {
        let why =
            ScoreFour::deal(2, &ScoreFourOptions { retries: bad }, Seed::plain(0)).unwrap_err().to_string();
        assert!(why.contains("retries must be from 1"), "{why}");
    }
    let three = ScoreFour::deal(3, &ScoreFourOptions::default(), Seed::plain(0)).unwrap_err().to_string();
    assert_eq!(three, "Score Four is played by 2, not by 3");
    let unknown = serde_json::from_str::<ScoreFourOptions>(r#"{"retry": 3}"#).unwrap_err().to_string();
    assert!(unknown.contains("unknown field `retry`, expected `retries`"), "{unknown}");
    assert_eq!(serde_json::from_str::<ScoreFourOptions>("{}").unwrap(), ScoreFourOptions { retries: 64 });
}

#[test]
fn the_seed_changes_nothing() {
    assert_eq!(ScoreFour::deal(2, &ScoreFourOptions::default(), Seed::plain(99)).unwrap(), dealt());
}

#[test]
fn figures_count_the_result_the_beads_and_the_retries() {
    let mut game = after("041526");
    assert_eq!(game.scores()[..], [0.0, 0.0]);
    assert_eq!(game.figures(Seat(0))[..], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0].map(Some));
    game.refuse(Seat(0), INVALID);
    drop_bead(&mut game, 3);
    assert_eq!(game.figures(Seat(0))[..], [1.0, 1.0, 0.0, 0.0, 4.0, 1.0].map(Some));
    assert_eq!(game.figures(Seat(1))[..], [0.0, 0.0, 0.0, 1.0, 3.0, 0.0].map(Some));
    assert_eq!(after(BLOCKED_AT_48).figures(Seat(1))[..], [0.5, 0.0, 1.0, 0.0, 24.0, 0.0].map(Some));
    assert_eq!(ScoreFour::ABOUT.figures.len(), game.figures(Seat(0)).len());
}

/// How many sequences of so many moves there are from here.
fn sequences(game: &ScoreFour, depth: usize, lists: &mut [Vec<Location>]) -> u64 {
    let (Some(seat), Some((moves, rest))) = (game.turn().next(), lists.split_first_mut()) else { return 0 };
    game.legal(seat, moves);
    let mut sum = 0;
    for &location in moves.iter() {
        let mut next = game.clone();
        next.play(seat, location).unwrap();
        sum += if depth == 1 { 1 } else { sequences(&next, depth - 1, rest) };
    }
    sum
}

#[test]
fn there_are_16_775_760_sequences_of_six_moves() {
    let mut lists = vec![Vec::new(); 6];
    let counts: Vec<u64> = (1..=6).map(|depth| sequences(&dealt(), depth, &mut lists)).collect();
    // 16ⁿ, less those with a fifth bead on one peg; nobody can win before the seventh.
    assert_eq!(counts, [16, 256, 4096, 65_536, 1_048_560, 16_775_760]);
}
