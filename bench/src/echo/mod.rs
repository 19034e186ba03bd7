//! Round trips: one question and its answer, through bots that answer at once, beside a bare echo in C.
//!
//! All are asked by the same code in the same kind of cell, on the one processor that table and bot share. What differs is
//! what a language and its host cost.

mod bots;

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_arena::naming::Finder;
use croupier_arena::{Bot, Crew, Lane, Outside};
use croupier_games::hearts::{Hearts, HeartsOptions};
use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Chance, Game, Seat, Seed};
use croupier_hosts::cell::{Limits, Sandbox};
use croupier_hosts::{Kits, Patience, pin_to, usable_cores};
use croupier_record::{Ask, EntrantId, Notice, Player};

use crate::room;
use bots::{Answers, HEARTS, JUJITSU, NO_THANKS};

/// The ways take turns so often.
const ROUNDS: usize = 300;
/// A turn so short is often left alone by the neighbours.
const TRIPS: u32 = 500;
/// A JVM compiles what it runs often.
const WARMING: u32 = 20_000;
/// What is measured, with the goal for its ratio.
const WAYS: [(&str, &str); 5] =
    [("C, bare echo", ""), ("Java", "0.5"), ("Haskell", "0.5"), ("Python", ""), ("HTTP, kept", "0.2")];

/// A question that is put again and again.
struct Question<'a, G: Game> {
    title: &'static str,
    answers: Answers,
    seats: usize,
    options: G::Options,
    /// After so many moves of a game.
    moves: usize,
    kits: &'a Kits,
}

/// Prints round trips per second of every way, and their ratios to the echo in C of the same run.
pub(crate) fn measure() -> Result<(), String> {
    let kits = Kits::new(Sandbox::Best);
    println!(
        "In a cell of the tier {}; Java {}, GHC {}, Python {}\n",
        kits.cell()?.tier(),
        kits.java()?.version(),
        kits.haskell()?.version(),
        kits.python()?.version()
    );
    println!("| question | way | round trips/s | ratio | goal |\n| --- | --- | --- | --- | --- |");
    Question::<NoThanks> {
        title: "No Thanks!, a frame",
        answers: NO_THANKS,
        seats: 5,
        options: NoThanksOptions::default(),
        moves: 20,
        kits: &kits,
    }
    .measure()?;
    Question::<Hearts> {
        title: "Hearts, a frame",
        answers: HEARTS,
        seats: 4,
        options: HeartsOptions::default(),
        moves: 26,
        kits: &kits,
    }
    .measure()?;
    Question::<Jujitsu> {
        title: "Jujitsu, JSON",
        answers: JUJITSU,
        seats: 2,
        options: JujitsuOptions::default(),
        moves: 10,
        kits: &kits,
    }
    .measure()
}

impl<G: Game> Question<'_, G> {
    fn measure(&self) -> Result<(), String> {
        let game = self.position()?;
        let mut crew = self.crew()?;
        let mut rates: [Vec<f64>; WAYS.len()] = Default::default();
        for way in 0..WAYS.len() {
            let player = crew.player(EntrantId(way as u16));
            begin(player, &game, self.seats)?;
            trips(player, &game, WARMING)?;
        }
        for round in 0..ROUNDS {
            for way in 0..WAYS.len() {
                // Whoever comes first is not always the same.
                let way = (way + round) % WAYS.len();
                rates[way].push(trips(crew.player(EntrantId(way as u16)), &game, TRIPS)?);
            }
        }
        let rates = rates.map(undisturbed);
        for ((way, goal), rate) in WAYS.iter().zip(rates) {
            println!("| {} | {way} | {rate:.0} | {:.2} | {goal} |", self.title, rate / rates[0]);
        }
        Ok(())
    }

    /// A game in its middle.
    fn position(&self) -> Result<G, String> {
        let mut game = G::deal(self.seats, &self.options, Seed(7)).map_err(|error| error.to_string())?;
        let mut chance = Chance::new(Seed(7));
        for _ in 0..self.moves {
            let Some(seat) = game.turn().next() else { break };
            let mv = game.any(seat, &mut chance);
            // What the rules offer, they take.
            let _ = game.play(seat, mv);
        }
        Ok(game)
    }

    /// One bot for each way. This thread and all of them are on one processor afterwards.
    fn crew(&self) -> Result<Crew<G>, String> {
        let folder = room()?;
        eprintln!("{}: compiling the bots…", self.title);
        let mut specs: Vec<String> =
            self.answers.build(folder.path(), self.kits)?.map(|file| file.display().to_string()).into();
        let core = usable_cores().first().copied();
        if let Some(core) = core {
            pin_to(core);
        }
        specs.push(crate::http::server(self.answers.http).map_err(|error| error.to_string())?);
        let finder = Finder {
            base: folder.path(),
            search: Vec::new(),
            entered: Vec::new(),
            kits: self.kits,
            limits: Limits::default(),
            loading: Duration::from_secs(10),
        };
        let mut bots: Vec<Bot> = Vec::new();
        for spec in &specs {
            let found = finder.find::<G>(spec).map_err(|error| error.to_string())?;
            bots.extend(found.into_iter().map(|named| named.bot));
        }
        let patience = Patience {
            per_move: Duration::from_secs(10),
            per_game: None,
            loading: Duration::from_secs(10),
            restarts: 0,
            per_thousand_games: None,
        };
        let outside = Outside { cell: Some(Arc::clone(self.kits.cell()?)), patience, logs: None };
        let names = WAYS.map(|(way, _)| way.to_owned());
        let mut crew =
            Crew::seat(&bots, &names, self.seats, &self.options, Some(&outside), Lane { number: 0, core })
                .map_err(|error| error.to_string())?;
        // They are started while their files are still there.
        let game = self.position()?;
        for way in 0..WAYS.len() {
            begin(crew.player(EntrantId(way as u16)), &game, self.seats)?;
        }
        Ok(crew)
    }
}

fn begin<G: Game>(player: &mut dyn Player<G>, game: &G, seats: usize) -> Result<(), String> {
    let names = vec!["echo"; seats];
    let start = Notice::Start { view: game.view(asked(game)), seed: Seed(7), game: 0, names: &names };
    player.notice(&start).map_err(|fault| fault.to_string())
}

/// Questions put and answered, per second on the wall.
fn trips<G: Game>(player: &mut dyn Player<G>, game: &G, count: u32) -> Result<f64, String> {
    let begun = Instant::now();
    for number in 0..count {
        let ask = Ask { number, view: game.view(asked(game)), refused: None, memory: None };
        player.answer(ask).map_err(|fault| fault.to_string())?;
    }
    Ok(f64::from(count) / begun.elapsed().as_secs_f64())
}

fn asked<G: Game>(game: &G) -> Seat {
    game.turn().next().unwrap_or(Seat(0))
}

/// The rate that one turn in ten surpasses. Neighbours slow everyone down, and those who wait most the least: the median
/// would flatter what is slow.
fn undisturbed(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() * 9 / 10]
}
