//! Rungs of a game's ladder beat those below them: measured over games that never change.

use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::last_card::LastCard;
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Better, Game, Seat, Seed};
use croupier_record::{Ask, Notice, Player};

use crate::house;

/// By how many of its own standard errors one player is ahead of another in the figure that ranks, where both
/// take every other seat, in turn, over so many games.
fn ahead<G: Game>(one: &str, other: &str, games: u64) -> f64 {
    ahead_at::<G>(G::ABOUT.seats[0], &G::Options::default(), [one, other], games)
}

/// The same at a table of so many seats, with these options.
fn ahead_at<G: Game>(seats: usize, options: &G::Options, names: [&str; 2], games: u64) -> f64 {
    let seat = |name: &str| house::seat::<G>(&house::find::<G>(name).unwrap()).unwrap();
    // A player of its own for every seat, since some keep a game in mind.
    let mut players = names.map(|name| (0..seats).map(|_| seat(name)).collect());
    let leads: Vec<f64> = (0..games).map(|number| lead(&mut players, options, number)).collect();
    let mean = leads.iter().sum::<f64>() / games as f64;
    let spread = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (games - 1) as f64;
    mean / (spread / games as f64).sqrt().max(1e-9)
}

/// What the first player makes of a game more than the second.
fn lead<G: Game>(players: &mut [Vec<Box<dyn Player<G>>>; 2], options: &G::Options, number: u64) -> f64 {
    let seats = players[0].len();
    let seed = Seed::plain(2026).child(number / 2);
    let mut game = G::deal(seats, options, seed).unwrap();
    let whose = |seat: Seat| (u64::from(seat.0) + number) as usize % 2;
    let names = vec!["player"; seats];
    let entrants = vec![croupier_record::EntrantId(0); seats];
    for (who, seated) in players.iter_mut().enumerate() {
        for (seat, player) in Seat::all(seats).zip(seated) {
            let (view, seed) = (game.view(seat), seed.child(99 + who as u64 + 2 * u64::from(seat.0)));
            let start = Notice::Start { view, seed, game: number, names: &names, entrants: &entrants };
            player.notice(&start).unwrap();
        }
    }
    while let Some(seat) = game.turn().next() {
        let ask = Ask { number: 0, view: game.view(seat), refused: None, memory: None };
        let mv = players[whose(seat)][seat.index()].answer(ask).unwrap().mv;
        game.play(seat, mv).unwrap();
    }
    let rank = G::ABOUT.ranking[0];
    let made = |who: usize| -> f64 {
        let own: Vec<f64> = Seat::all(seats)
            .filter(|&seat| whose(seat) == who)
            .map(|seat| game.figures(seat)[rank.figure].unwrap_or(0.0))
            .collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    match rank.better {
        Better::Low => made(1) - made(0),
        Better::High => made(0) - made(1),
    }
}

#[test]
fn rungs_of_no_thanks_beat_those_below_at_small_and_large_tables() {
    for (seats, one, other, games) in [
        (2, "threshold", "basic", 60),
        (2, "advanced", "threshold", 60),
        (2, "flagship@400", "advanced", 300),
        (5, "threshold", "basic", 60),
        (5, "advanced", "threshold", 60),
        (5, "flagship@400", "advanced", 300),
    ] {
        let lead = ahead_at::<NoThanks>(seats, &NoThanksOptions {}, [one, other], games);
        assert!(lead > 3.0, "{seats} seats: {one} is ahead of {other} by {lead:.1} standard errors");
    }
}

#[test]
fn rungs_of_jujitsu_beat_those_below() {
    // Rounds whose tables are made in a moment.
    let options = JujitsuOptions { rounds: vec![7, 7, 7] };
    for (one, other, games) in [
        ("minmax", "basic", 200),
        ("draw-card", "basic", 200),
        ("advanced", "minmax", 2000),
        ("flagship@1000", "advanced", 2000),
        ("flagship@1000", "draw-card", 60),
        ("flagship@1000", "basic", 100),
    ] {
        let lead = ahead_at::<Jujitsu>(2, &options, [one, other], games);
        assert!(lead > 3.0, "{one} is ahead of {other} by {lead:.1} standard errors");
    }
}

#[test]
fn rungs_of_jujitsu_beat_those_below_in_rounds_that_are_too_large_to_be_solved() {
    let options = JujitsuOptions { rounds: vec![13, 13, 13] };
    for (one, other, games) in
        [("minmax", "basic", 100), ("advanced", "minmax", 300), ("flagship@100", "advanced", 200)]
    {
        let lead = ahead_at::<Jujitsu>(2, &options, [one, other], games);
        assert!(lead > 3.0, "{one} is ahead of {other} by {lead:.1} standard errors");
    }
}

#[test]
fn more_steps_beat_fewer_in_rounds_of_jujitsu_that_are_too_large_to_be_solved() {
    let options = JujitsuOptions { rounds: vec![13, 13, 13] };
    let lead = ahead_at::<Jujitsu>(2, &options, ["flagship@1000", "flagship@100"], 1200);
    assert!(lead > 3.0, "1000 steps are ahead of 100 by {lead:.1} standard errors");
}

#[test]
fn rungs_of_last_card_beat_those_below() {
    for (one, other, games) in
        [("minmax", "basic", 300), ("advanced", "minmax", 1200), ("flagship@600", "minmax", 500)]
    {
        let lead = ahead::<LastCard>(one, other, games);
        assert!(lead > 3.0, "{one} is ahead of {other} by {lead:.1} standard errors");
    }
}
