//! Rungs of a game's ladder beat those below them: measured over games that never change.

use croupier_games::no_thanks::NoThanks;
use croupier_games::{Better, Game, Seat, Seed};
use croupier_record::{Ask, Notice, Player};

use crate::house;

/// By how many of its own standard errors one player is ahead of another in the figure that ranks, where both take
/// every other seat, in turn, over so many games.
fn ahead<G: Game>(one: &str, other: &str, games: u64) -> f64 {
    let seats = G::ABOUT.seats[0];
    let seat = |name: &str| house::seat::<G>(&house::find::<G>(name).unwrap()).unwrap();
    let mut players = [seat(one), seat(other)];
    let leads: Vec<f64> = (0..games).map(|number| lead(&mut players, seats, number)).collect();
    let mean = leads.iter().sum::<f64>() / games as f64;
    let spread = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (games - 1) as f64;
    mean / (spread / games as f64).sqrt().max(1e-9)
}

/// What the first player makes of a game more than the second.
fn lead<G: Game>(players: &mut [Box<dyn Player<G>>; 2], seats: usize, number: u64) -> f64 {
    let seed = Seed(2026).child(number / 2);
    let mut game = G::deal(seats, &G::Options::default(), seed).unwrap();
    let whose = |seat: Seat| (u64::from(seat.0) + number) as usize % 2;
    let names = vec!["player"; seats];
    let entrants = vec![croupier_record::EntrantId(0); seats];
    for player in players.iter_mut().enumerate() {
        let view = game.view(Seat(0));
        let seed = seed.child(99 + player.0 as u64);
        player
            .1
            .notice(&Notice::Start { view, seed, game: number, names: &names, entrants: &entrants })
            .unwrap();
    }
    while let Some(seat) = game.turn().next() {
        let ask = Ask { number: 0, view: game.view(seat), refused: None, memory: None };
        let mv = players[whose(seat)].answer(ask).unwrap().mv;
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
fn rungs_of_no_thanks_beat_those_below() {
    for (one, other, games) in
        [("threshold", "basic", 60), ("advanced", "threshold", 100), ("flagship@300", "threshold", 100)]
    {
        let lead = ahead::<NoThanks>(one, other, games);
        assert!(lead > 3.0, "{one} is ahead of {other} by {lead:.1} standard errors");
    }
}
