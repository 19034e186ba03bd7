//! Measures one player of the house against another in games that repeat:
//! `cargo run --release -p croupier-bots --example rungs -- no-thanks 5 flagship@400 advanced 2000`.
//!
//! At a table of two they meet and change seats. At a wider one the first takes in every deal the place of
//! one of the second, in the same seat, with the same luck, among others of the second; the seat goes round.
//! Each player has a budget in steps, so nothing depends on the machine.

#![allow(clippy::print_stdout, clippy::print_stderr)] // It prints what it measures.

use croupier_bots::house;
use croupier_games::{Better, Game, Seat, Seed, Visitor, with_game};
use croupier_record::{Ask, EntrantId, Notice, Player};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, one, other, deals, rest @ ..] = &args[..] else {
        eprintln!("rungs: give a game, a number of seats, two players and a number of deals, perhaps a seed");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<u64>().ok();
    let (Some(seats), Some(deals)) = (number(seats), number(deals)) else {
        eprintln!("rungs: `{seats}` seats and `{deals}` deals have to be numbers");
        std::process::exit(2);
    };
    let seed = Seed::plain(rest.first().and_then(number).unwrap_or(1));
    let bout = Bout { seats: seats as usize, names: [one.clone(), other.clone()], deals, seed };
    if with_game(game, bout).ok().flatten().is_none() {
        eprintln!("rungs: the house has no such game or no such players; `croupier bots` lists them");
        std::process::exit(2);
    }
}

/// What is measured.
struct Bout {
    seats: usize,
    names: [String; 2],
    deals: u64,
    seed: Seed,
}

impl Visitor for Bout {
    type Output = Option<()>;

    fn visit<G: Game>(self) -> Option<()> {
        let seat = |name: &String| house::seat::<G>(&house::find::<G>(name)?);
        let mut one = seat(&self.names[0])?;
        let mut others: Vec<Box<dyn Player<G>>> =
            (0..self.seats).map(|_| seat(&self.names[1])).collect::<Option<_>>()?;
        let (mut sums, mut first, mut second) = ([0.0; 2], 0.0, 0.0);
        for deal in 0..self.deals {
            let at = (deal % self.seats as u64) as usize;
            let seed = self.seed.child(deal / self.seats as u64);
            let compared = if self.seats == 2 { None } else { Some(played::<G>(seed, &mut others)?[at]) };
            std::mem::swap(&mut one, &mut others[at]);
            let figures = played::<G>(seed, &mut others)?;
            std::mem::swap(&mut one, &mut others[at]);
            let (made, kept) = (figures[at], compared.unwrap_or_else(|| figures[1 - at]));
            let ahead = match G::ABOUT.ranking[0].better {
                Better::Low => kept - made,
                Better::High => made - kept,
            };
            sums = [sums[0] + made, sums[1] + kept];
            first += ahead;
            second += ahead * ahead;
        }
        let deals = self.deals as f64;
        let mean = first / deals;
        let error = ((second / deals - mean * mean) / deals).sqrt();
        println!(
            "{} {} seats: {} {:.3}, {} {:.3}; ahead {mean:.3} ± {error:.3} (one standard error, {} deals)",
            G::ABOUT.name,
            self.seats,
            self.names[0],
            sums[0] / deals,
            self.names[1],
            sums[1] / deals,
            self.deals
        );
        Some(())
    }
}

/// The figure that ranks every seat, after a game of these players.
fn played<G: Game>(seed: Seed, players: &mut [Box<dyn Player<G>>]) -> Option<Vec<f64>> {
    let seats = players.len();
    let mut game = G::deal(seats, &G::Options::default(), seed).ok()?;
    let (names, entrants) = (vec!["player"; seats], vec![EntrantId(0); seats]);
    for (seat, player) in Seat::all(seats).zip(players.iter_mut()) {
        let seed = seed.child(99 + u64::from(seat.0));
        let start =
            Notice::Start { view: game.view(seat), seed, game: 0, names: &names, entrants: &entrants };
        player.notice(&start).ok()?;
    }
    while let Some(seat) = game.turn().next() {
        let ask = Ask { number: 0, view: game.view(seat), refused: None, memory: None };
        let mv = players[seat.index()].answer(ask).ok()?.mv;
        game.play(seat, mv).ok()?;
    }
    Seat::all(seats).map(|seat| game.figures(seat)[G::ABOUT.ranking[0].figure]).collect()
}
