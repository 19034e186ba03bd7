//! What every game must keep, whoever wrote it: one suite over the list of games.
//!
//! A game under test is driven by a list of numbers, each of which picks a legal move, tries an illegal one
//! or refuses; proptest shrinks the list to the shortest that still fails.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_games::{Chance, Game, Illegal, Move, Seat, Seed, Turn, View, Visitor, list, with_game};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

type Checked = Result<(), TestCaseError>;

/// No game of the list takes more moves than this with random players.
const MANY_MOVES: usize = 200_000;

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

fn bytes<V: View>(view: V) -> Vec<u8> {
    let mut out = Vec::new();
    view.bytes(&mut out);
    out
}

fn views<G: Game>(game: &G, seats: usize) -> Vec<String> {
    Seat::all(seats).map(|seat| json(&game.view(seat))).collect()
}

/// Runs a check on every game and every number of seats, with seeds and numbers from proptest.
fn for_every_game(check: impl Check) {
    struct Run<C>(C);
    impl<C: Check> Visitor for Run<C> {
        type Output = ();
        fn visit<G: Game>(self) {
            for &seats in G::ABOUT.seats {
                let mut runner = TestRunner::new(Config {
                    cases: C::CASES,
                    failure_persistence: None,
                    ..Config::default()
                });
                let input = (any::<u64>(), prop::collection::vec(any::<u32>(), 0..C::LENGTH));
                let checked = runner.run(&input, |(seed, numbers)| {
                    let game = G::deal(seats, &G::Options::default(), Seed::plain(seed)).unwrap();
                    self.0.check(game, seats, &numbers, &mut Chance::new(Seed::plain(seed).child(1 << 40)))
                });
                if let Err(failure) = checked {
                    panic!("{} with {seats} seats: {failure}", G::ABOUT.title);
                }
            }
        }
    }
    for about in list::ALL {
        with_game(about.name, Run(check)).unwrap();
    }
}

trait Check: Copy {
    const CASES: u32 = 48;
    const LENGTH: usize = 160;
    fn check<G: Game>(self, game: G, seats: usize, numbers: &[u32], chance: &mut Chance) -> Checked;
}

/// Plays the legal moves that the numbers pick, calling `each` before every one, until they or the game end.
fn drive<G: Game>(
    game: &mut G,
    numbers: &[u32],
    mut each: impl FnMut(&G, Seat, &[G::Move], u32) -> Checked,
) -> Checked {
    let mut legal = Vec::new();
    for &number in numbers {
        let Some(seat) = game.turn().next() else { break };
        game.legal(seat, &mut legal);
        prop_assert!(!legal.is_empty(), "a seat that owes a move has none");
        each(game, seat, &legal, number)?;
        let mv = legal[number as usize % legal.len()];
        prop_assert!(game.play(seat, mv).is_ok(), "legal {mv:?} is refused");
    }
    Ok(())
}

#[test]
fn random_games_end_with_a_score_and_all_figures_for_every_seat() {
    #[derive(Clone, Copy)]
    struct Ends;
    impl Check for Ends {
        const CASES: u32 = 40;
        const LENGTH: usize = 1;
        fn check<G: Game>(self, mut game: G, seats: usize, _: &[u32], chance: &mut Chance) -> Checked {
            let mut moves = 0;
            while let Some(seat) = game.turn().next() {
                let mv = game.any(seat, chance);
                prop_assert!(game.play(seat, mv).is_ok(), "{mv:?} drawn by any is refused");
                moves += 1;
                prop_assert!(moves < MANY_MOVES, "the game does not end");
            }
            prop_assert_eq!(game.scores().len(), seats);
            for seat in Seat::all(seats) {
                prop_assert_eq!(game.figures(seat).len(), G::ABOUT.figures.len());
            }
            prop_assert!(game.winners().all(|seat| seat.index() < seats));
            Ok(())
        }
    }
    for_every_game(Ends);
}

#[test]
fn every_legal_move_is_accepted_and_listed_once() {
    #[derive(Clone, Copy)]
    struct Accepted;
    impl Check for Accepted {
        fn check<G: Game>(self, mut game: G, _: usize, numbers: &[u32], chance: &mut Chance) -> Checked {
            drive(&mut game, numbers, |game, seat, legal, _| {
                for (at, &mv) in legal.iter().enumerate() {
                    prop_assert!(game.clone().play(seat, mv).is_ok(), "legal {mv:?} is refused");
                    prop_assert!(!legal[..at].contains(&mv), "{mv:?} is listed twice");
                }
                let any = game.any(seat, chance);
                prop_assert!(legal.contains(&any), "{any:?} drawn by any is not listed");
                Ok(())
            })
        }
    }
    for_every_game(Accepted);
}

#[test]
fn illegal_moves_are_refused_with_a_reason_and_change_nothing() {
    #[derive(Clone, Copy)]
    struct Refused;
    impl Check for Refused {
        fn check<G: Game>(self, mut game: G, seats: usize, numbers: &[u32], chance: &mut Chance) -> Checked {
            // Moves of the other deal are real ones that mostly do not fit here; codes give those nobody
            // would play.
            let mut other = G::deal(seats, &G::Options::default(), chance.seed()).unwrap();
            let mut foreign = Vec::new();
            drive(&mut game, numbers, |game, seat, legal, number| {
                if let Some(seat) = other.turn().next() {
                    other.legal(seat, &mut foreign);
                    let mv = other.any(seat, chance);
                    let _ = other.play(seat, mv);
                }
                let wild =
                    [u64::from(number), u64::from(number) << 16, chance.bits() >> 16, chance.bits() >> 40];
                let candidates =
                    wild.into_iter().filter_map(G::Move::from_code).chain(foreign.iter().copied());
                for mv in candidates.filter(|mv| !legal.contains(mv)) {
                    let mut tried = game.clone();
                    let Err(illegal) = tried.play(seat, mv) else {
                        // Some moves can be written in two ways: a suit named with a card that is no ace is
                        // ignored.
                        let mut same = legal.iter().map(|&listed| {
                            let mut other = game.clone();
                            let _ = other.play(seat, listed);
                            other
                        });
                        prop_assert!(
                            same.any(|other| other == tried),
                            "{mv:?} is accepted and like none listed"
                        );
                        continue;
                    };
                    prop_assert!(illegal.to_string().len() > 5, "no reason is given");
                    prop_assert!(tried == *game, "refused {mv:?} changed the position");
                }
                for bystander in Seat::all(seats).filter(|&seat| !game.turn().awaits(seat)) {
                    let mut tried = game.clone();
                    prop_assert_eq!(tried.play(bystander, legal[0]), Err(Illegal::NotToMove));
                    prop_assert!(tried == *game);
                }
                Ok(())
            })
        }
    }
    for_every_game(Refused);
}

#[test]
fn nothing_can_be_played_once_the_game_is_over() {
    #[derive(Clone, Copy)]
    struct Over;
    impl Check for Over {
        const CASES: u32 = 12;
        const LENGTH: usize = 1;
        fn check<G: Game>(self, mut game: G, seats: usize, _: &[u32], chance: &mut Chance) -> Checked {
            let mut last = None;
            while let Some(seat) = game.turn().next() {
                let mv = game.any(seat, chance);
                prop_assert!(game.play(seat, mv).is_ok());
                last = Some(mv);
            }
            for (seat, mv) in Seat::all(seats).zip(std::iter::repeat(last.unwrap())) {
                let mut tried = game.clone();
                prop_assert_eq!(tried.play(seat, mv), Err(Illegal::NotToMove));
                prop_assert!(tried == game);
            }
            Ok(())
        }
    }
    for_every_game(Over);
}

#[test]
fn a_view_is_the_same_byte_for_byte_whatever_the_seat_cannot_see() {
    #[derive(Clone, Copy)]
    struct SameView;
    impl Check for SameView {
        const CASES: u32 = 32;
        fn check<G: Game>(self, mut game: G, seats: usize, numbers: &[u32], chance: &mut Chance) -> Checked {
            let mut same = |game: &G| -> Checked {
                for seat in Seat::all(seats) {
                    let redealt = G::imagine(game.view(seat), chance);
                    prop_assert_eq!(json(&redealt.view(seat)), json(&game.view(seat)), "seat {}", seat.0);
                    prop_assert_eq!(redealt.view(seat).seat(), seat);
                    prop_assert_eq!(bytes(redealt.view(seat)), bytes(game.view(seat)), "seat {}", seat.0);
                }
                Ok(())
            };
            same(&game)?;
            drive(&mut game, numbers, |game, _, _, _| same(game))?;
            same(&game)
        }
    }
    for_every_game(SameView);
}

#[test]
fn what_is_imagined_is_drawn_anew_and_can_be_played_to_the_end() {
    #[derive(Clone, Copy)]
    struct Imagined;
    impl Check for Imagined {
        const CASES: u32 = 24;
        fn check<G: Game>(self, mut game: G, seats: usize, numbers: &[u32], chance: &mut Chance) -> Checked {
            let first: Vec<G> = (0..8).map(|_| G::imagine(game.view(Seat(0)), chance)).collect();
            let varied = first.iter().any(|one| *one != first[0]);
            prop_assert!(varied || !G::ABOUT.hidden, "eight imagined positions are all the same");
            drive(&mut game, numbers, |_, _, _, _| Ok(()))?;
            for seat in Seat::all(seats) {
                let mut imagined = G::imagine(game.view(seat), chance);
                // Not the whole turn: who has committed a simultaneous move is hidden too.
                prop_assert_eq!(imagined.turn() == Turn::Over, game.turn() == Turn::Over);
                let mut moves = 0;
                while let Some(seat) = imagined.turn().next() {
                    let mv = imagined.any(seat, chance);
                    prop_assert!(
                        imagined.play(seat, mv).is_ok(),
                        "{mv:?} is refused in an imagined position"
                    );
                    moves += 1;
                    prop_assert!(moves < MANY_MOVES);
                }
            }
            Ok(())
        }
    }
    for_every_game(Imagined);
}

#[test]
fn a_committed_simultaneous_move_shows_in_no_view() {
    #[derive(Clone, Copy)]
    struct Hidden;
    impl Check for Hidden {
        fn check<G: Game>(self, mut game: G, seats: usize, numbers: &[u32], _: &mut Chance) -> Checked {
            drive(&mut game, numbers, |game, seat, legal, _| {
                let Turn::Waiting(owing) = game.turn() else { return Ok(()) };
                if owing.len() < 2 {
                    return Ok(());
                }
                for &mv in legal {
                    let mut committed = game.clone();
                    prop_assert!(committed.play(seat, mv).is_ok());
                    prop_assert_eq!(views(&committed, seats), views(game, seats), "{:?} shows", mv);
                }
                Ok(())
            })
        }
    }
    for_every_game(Hidden);
}

#[test]
fn games_with_refused_moves_end_too() {
    #[derive(Clone, Copy)]
    struct Refusals;
    impl Check for Refusals {
        fn check<G: Game>(self, mut game: G, seats: usize, numbers: &[u32], chance: &mut Chance) -> Checked {
            let mut moves = 0;
            let mut numbers = numbers.iter().cycle();
            while let Some(seat) = game.turn().next() {
                if numbers.next().is_some_and(|number| number % 5 == 0) {
                    game.refuse(seat, None);
                } else {
                    let mv = game.any(seat, chance);
                    prop_assert!(game.play(seat, mv).is_ok());
                }
                moves += 1;
                prop_assert!(moves < MANY_MOVES, "the game does not end");
            }
            prop_assert_eq!(game.scores().len(), seats);
            Ok(())
        }
    }
    for_every_game(Refusals);
}

#[test]
fn views_and_moves_fit_the_schemas_made_from_their_types() {
    #[derive(Clone, Copy)]
    struct Fits;
    impl Check for Fits {
        const CASES: u32 = 6;
        fn check<G: Game>(self, mut game: G, seats: usize, numbers: &[u32], _: &mut Chance) -> Checked {
            let view_schema = schemars::schema_for!(<G::View<'static> as View>::Shown).to_value();
            let view_schema = jsonschema::validator_for(&view_schema).unwrap();
            let move_schema = schemars::schema_for!(G::Move).to_value();
            let move_schema = jsonschema::validator_for(&move_schema).unwrap();
            drive(&mut game, numbers, |game, _, legal, _| {
                for seat in Seat::all(seats) {
                    let view = serde_json::to_value(game.view(seat)).unwrap();
                    prop_assert!(view_schema.is_valid(&view), "{view}");
                    let shown: Result<<G::View<'static> as View>::Shown, _> = serde_json::from_value(view);
                    prop_assert!(shown.is_ok());
                }
                for mv in legal {
                    let mv = serde_json::to_value(mv).unwrap();
                    prop_assert!(move_schema.is_valid(&mv), "{mv}");
                }
                Ok(())
            })
        }
    }
    for_every_game(Fits);
}

#[test]
fn moves_come_back_from_their_codes_and_from_their_json() {
    #[derive(Clone, Copy)]
    struct RoundTrip;
    impl Check for RoundTrip {
        fn check<G: Game>(self, mut game: G, _: usize, numbers: &[u32], chance: &mut Chance) -> Checked {
            drive(&mut game, numbers, |_, _, legal, number| {
                let wild =
                    [u64::from(number), chance.bits() >> 16].into_iter().filter_map(G::Move::from_code);
                for mv in wild.chain(legal.iter().copied()) {
                    prop_assert!(mv.code() < 1 << 48, "{:?} has code {}", mv, mv.code());
                    prop_assert_eq!(G::Move::from_code(mv.code()), Some(mv));
                    prop_assert_eq!(serde_json::from_str::<G::Move>(&json(&mv)).ok(), Some(mv));
                }
                Ok(())
            })
        }
    }
    for_every_game(RoundTrip);
}

#[test]
fn a_table_of_the_wrong_size_is_refused() {
    struct WrongSize;
    impl Visitor for WrongSize {
        type Output = ();
        fn visit<G: Game>(self) {
            for seats in (0..8).filter(|seats| !G::ABOUT.seats.contains(seats)) {
                assert!(
                    G::deal(seats, &G::Options::default(), Seed::plain(1)).is_err(),
                    "{} with {seats}",
                    G::ABOUT.title
                );
            }
        }
    }
    for about in list::ALL {
        with_game(about.name, WrongSize).unwrap();
    }
}

#[test]
fn every_game_has_a_rules_page_that_names_all_its_figures() {
    for about in list::ALL {
        let page = format!("{}/../../docs/rules/{}.md", env!("CARGO_MANIFEST_DIR"), about.name);
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(text.starts_with(&format!("# {}", about.title)), "{page}");
        for figure in about.figures {
            assert!(text.contains(figure.name), "{page} does not tell of {}", figure.name);
        }
    }
}

#[test]
fn the_description_of_every_game_holds_together() {
    for about in list::ALL {
        assert!(about.seats.is_sorted() && !about.seats.is_empty(), "{}", about.name);
        assert!(!about.figures.is_empty() && !about.ranking.is_empty(), "{}", about.name);
        assert!(about.ranking.iter().all(|rank| rank.figure < about.figures.len()), "{}", about.name);
        assert!(about.version > 0, "{}", about.name);
    }
}
