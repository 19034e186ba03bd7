//! The check is right: who is wrong is found, who is sound is not refused, and nobody waits longer than three
//! minutes.

use std::time::Duration;

use croupier_games::cards::CardSet;
use croupier_games::hearts::{Hearts, HeartsCard, HeartsView, POINT_CARDS, QUEEN_OF_SPADES, TWO_OF_CLUBS};
use croupier_games::score_four::ScoreFour;
use croupier_games::{Chance, Game, Seed, Visitor, list, with_game};

use crate::test_double::{DoubleBehaviour, checked, told};
use crate::{Amount, LONGEST_STAGE, Verdict};

/// Whether this is the first trick, and the hand has nothing of the suit led.
fn is_void_at_first(view: HeartsView<'_>) -> bool {
    let void = |suit| view.hand().and(CardSet::of_suit(suit)).is_empty();
    view.earlier().is_empty() && view.led().is_some_and(void)
}

#[test]
fn a_player_with_a_memory_that_puts_the_queen_on_the_first_trick_is_found_with_every_seed() {
    let tempted = DoubleBehaviour::<Hearts> {
        deviates: |view, _, _| {
            let falls = is_void_at_first(view) && view.hand().contains(QUEEN_OF_SPADES);
            falls.then_some(Ok(HeartsCard(QUEEN_OF_SPADES)))
        },
        remembers: true,
        ..DoubleBehaviour::sound()
    };
    for seed in 0..7 {
        // So few games never meet it: it is staged, or not found at all.
        let report = checked(tempted, Amount::Games(1), seed);
        let failed: Vec<_> = report.stages.iter().filter(|stage| stage.failed()).collect();
        assert!(
            failed.iter().any(|stage| stage.name.contains("first trick, with the queen")),
            "seed {seed}: {}",
            told(&report)
        );
    }
}

#[test]
fn thirteen_point_cards_in_one_hand_are_advice_and_no_failure() {
    let lost = DoubleBehaviour::<Hearts> {
        deviates: |view, _, _| {
            let alone = view.earlier().is_empty() && view.hand().without(POINT_CARDS).is_empty();
            alone.then_some(Err("head of an empty list"))
        },
        ..DoubleBehaviour::sound()
    };
    for remembers in [false, true] {
        let report = checked(DoubleBehaviour { remembers, ..lost }, Amount::Games(3), 1);
        assert!(report.is_sound(), "{}", told(&report));
        let advice: Vec<_> =
            report.stages.iter().filter(|stage| matches!(stage.verdict, Verdict::Advice(_))).collect();
        assert_eq!(advice.len(), 1, "{}", told(&report));
        assert!(
            advice[0].detail.ends_with("it comes once in 10^9 games, and no bot fails by it"),
            "{}",
            told(&report)
        );
        assert!(advice[0].verdict.failing().unwrap().what.contains("head of an empty list"));
    }
}

#[test]
fn a_bot_with_a_memory_is_staged_in_first_turns_as_often_as_others() {
    let report = checked(
        DoubleBehaviour::<Hearts> { remembers: true, ..DoubleBehaviour::sound() },
        Amount::Games(1),
        1,
    );
    let staged: Vec<_> = report.stages.iter().filter(|stage| stage.name.contains("first trick")).collect();
    assert_eq!(staged.len(), 3, "{}", told(&report));
    for stage in staged {
        assert!(matches!(stage.verdict, Verdict::Passed), "{}", told(&report));
        assert_eq!(stage.detail, "put into 5 of them", "{}", stage.name);
    }
}

/// How often a seat is asked in a game, in the mean of some games at the table where it is asked most often.
fn turns_of_a_game<G: Game>() -> u32 {
    let turns = |seats: usize| {
        let games = 20;
        let asked: usize = (0..games)
            .map(|number| {
                let mut chance = Chance::new(Seed::plain(number));
                let mut game = G::deal(seats, &G::Options::default(), chance.seed()).unwrap();
                let mut asked = 0;
                while let Some(seat) = game.turn().next() {
                    let mv = game.any(seat, &mut chance);
                    game.play(seat, mv).unwrap();
                    asked += 1;
                }
                asked
            })
            .sum();
        (asked / games as usize / seats) as u32
    };
    G::ABOUT.seats.iter().map(|&seats| turns(seats)).max().unwrap()
}

/// Half a second for a game.
fn half_a_second<G: Game>() -> Duration {
    Duration::from_millis(500) / turns_of_a_game::<G>()
}

/// Fails in one game of forty, on one of its first turns.
fn seldom_wrong(luck: Seed, turns: u32) -> bool {
    let mut chance = Chance::new(luck.child(40));
    chance.one_in(40) && turns as usize == chance.below(4)
}

const SEEDS: u64 = 50;

struct FaultInFewGames;

impl Visitor for FaultInFewGames {
    type Output = ();
    fn visit<G: Game>(self) {
        let sound = DoubleBehaviour::<G> { thinks: half_a_second::<G>(), ..DoubleBehaviour::sound() };
        let wrong = DoubleBehaviour {
            deviates: |_, luck, turns| seldom_wrong(luck, turns).then_some(Err("lost")),
            ..sound
        };
        let refused = |behaviour, seed| !checked(behaviour, Amount::Usual, seed).is_sound();
        let found = (0..SEEDS).filter(|&seed| refused(wrong, seed)).count() as u64;
        println!("{}: found with {found} of {SEEDS} seeds", G::ABOUT.name);
        assert!(found >= SEEDS - 1, "{}: {found}", G::ABOUT.name);
        for seed in 0..SEEDS {
            let report = checked(sound, Amount::Usual, seed);
            assert!(report.is_sound(), "{}, seed {seed}: {}", G::ABOUT.name, told(&report));
            // Time may be out a few games before all are played.
            assert!(report.sight.one_in_forty > 0.99, "{}: {}", G::ABOUT.name, told(&report));
        }
    }
}

#[test]
fn over_fifty_seeds_a_fault_in_one_game_of_forty_is_found_49_times_and_a_sound_bot_is_never_refused() {
    for about in list::ALL.iter().filter(|about| about.name != Hearts::ABOUT.name) {
        with_game(about.name, FaultInFewGames).unwrap();
    }
}

#[test]
fn over_fifty_seeds_the_same_holds_at_the_gate_of_hearts() {
    FaultInFewGames.visit::<Hearts>();
}

struct Slow;

impl Visitor for Slow {
    type Output = ();
    fn visit<G: Game>(self) {
        for (remembers, ms) in [(false, 1000), (true, 1000), (false, 100), (true, 100)] {
            let thinks = Duration::from_millis(ms);
            let report = checked(
                DoubleBehaviour::<G> { thinks, remembers, ..DoubleBehaviour::sound() },
                Amount::Usual,
                1,
            );
            let whole: Duration = report.stages.iter().map(|stage| stage.took).sum();
            assert!(whole <= Duration::from_secs(180), "{}: {whole:?}\n{}", G::ABOUT.name, told(&report));
            for stage in &report.stages {
                assert!(stage.took <= LONGEST_STAGE + thinks, "{}: {}", stage.name, told(&report));
            }
            assert!(report.is_sound(), "{}", told(&report));
            let tried = report.stages.iter().filter(|stage| matches!(stage.verdict, Verdict::Passed)).count();
            // What lies deep in a game is out of reach of one that has to play up to it.
            let least = if remembers { 3 } else { 2 };
            assert!(tried * least >= report.stages.len(), "{}: {}", G::ABOUT.name, told(&report));
        }
    }
}

#[test]
fn a_bot_that_thinks_a_second_a_move_is_checked_within_three_minutes_and_each_stage_within_20_seconds() {
    for about in list::ALL {
        with_game(about.name, Slow).unwrap();
    }
}

#[test]
fn of_a_slow_bot_it_is_told_how_likely_a_rare_fault_was_to_be_seen() {
    let thinks = Duration::from_millis(200);
    let report =
        checked(DoubleBehaviour::<ScoreFour> { thinks, ..DoubleBehaviour::sound() }, Amount::Usual, 1);
    let last = report.stages.last().unwrap();
    assert_eq!(last.name, "faults in few games");
    assert_eq!(last.detail, report.sight.to_string());
    assert!((5..100).contains(&report.sight.games), "{}", told(&report));
}

#[test]
fn the_memory_that_is_shown_is_the_one_that_the_player_got_and_not_the_one_it_left_with_its_answer() {
    let rogue = DoubleBehaviour::<Hearts> {
        // The two of clubs is gone by then.
        deviates: |_, _, turns| (turns == 3).then_some(Ok(HeartsCard(TWO_OF_CLUBS))),
        remembers: true,
        ..DoubleBehaviour::sound()
    };
    let report = checked(rogue, Amount::Games(1), 1);
    let failing = report.stages.iter().find_map(|stage| stage.verdict.failing()).unwrap();
    assert!(failing.what.starts_with("illegal move: "), "{}", failing.what);
    assert_eq!(failing.memory.as_deref(), Some("turn 2"));
}

#[test]
fn a_failure_that_is_the_same_in_every_stage_names_the_first_of_them() {
    let broken = DoubleBehaviour::<ScoreFour> {
        deviates: |_, _, _| Some(Err("no board")),
        ..DoubleBehaviour::sound()
    };
    let report = checked(broken, Amount::Games(1), 1);
    let failing: Vec<_> = report.stages.iter().filter_map(|stage| stage.verdict.failing()).collect();
    assert!(failing.len() > 5, "{}", told(&report));
    assert_eq!(failing[0].same_as, None);
    assert!(
        failing[1..]
            .iter()
            .all(|failing| failing.same_as.as_deref() == Some("plays legally at a table of 2")),
        "{}",
        told(&report)
    );
}
