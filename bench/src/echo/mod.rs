//! Round trips: one question and its answer, through bots that answer at once, beside a bare echo in C.
//!
//! All are asked by the same code in the same kind of cell, on the one processor that table and bot share.
//! What differs is what a language and its host cost. Ratios are of processor time, table and bot together:
//! it is the same whoever else is on the machine.

mod bots;
mod seated;

use std::time::{Duration, Instant};

use croupier_arena::naming::Finder;
use croupier_arena::naming::files::Visibility;
use croupier_games::hearts::{Hearts, HeartsOptions};
use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Chance, Game, Seat, Seed};
use croupier_hosts::cell::{ResourceLimits, Sandbox};
use croupier_hosts::{Runtimes, languages, pin_to, usable_cores};
use croupier_record::{Ask, EntrantId, Notice};

use crate::room;
use bots::{Answers, HEARTS, JUJITSU, NO_THANKS};
use seated::EchoBot;

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
    runtimes: &'a Runtimes,
}

/// Prints round trips per second of every way, and their ratios to the echo in C of the same run.
pub(crate) fn measure() -> Result<(), String> {
    let runtimes = Runtimes::new(Sandbox::Best);
    let version = |word| {
        let language = languages::named(word).ok_or("no such language")?;
        runtimes.of(language).map(|runtime| runtime.version()).map_err(|missing| missing.to_string())
    };
    println!(
        "In a cell of the tier {}; {}, {}, {}\n",
        runtimes.cell().map_err(|none| none.to_string())?.tier(),
        version("java")?,
        version("haskell")?,
        version("python")?
    );
    println!("| question | way | round trips/s of processor time | ratio | goal | on the wall |");
    println!("| --- | --- | --- | --- | --- | --- |");
    Question::<NoThanks> {
        title: "No Thanks!, a frame",
        answers: NO_THANKS,
        seats: 5,
        options: NoThanksOptions::default(),
        moves: 20,
        runtimes: &runtimes,
    }
    .measure()?;
    Question::<Hearts> {
        title: "Hearts, a frame",
        answers: HEARTS,
        seats: 4,
        options: HeartsOptions::default(),
        moves: 26,
        runtimes: &runtimes,
    }
    .measure()?;
    Question::<Jujitsu> {
        title: "Jujitsu, JSON",
        answers: JUJITSU,
        seats: 2,
        options: JujitsuOptions::default(),
        moves: 10,
        runtimes: &runtimes,
    }
    .measure()
}

impl<G: Game> Question<'_, G> {
    fn measure(&self) -> Result<(), String> {
        let game = self.position()?;
        let mut ways = self.ways(&game)?;
        let mut turns: [Vec<TripRates>; WAYS.len()] = Default::default();
        for way in &mut ways {
            trips(way, &game, WARMING)?;
        }
        for round in 0..ROUNDS {
            for way in 0..WAYS.len() {
                // Whoever comes first is not always the same.
                let way = (way + round) % WAYS.len();
                turns[way].push(trips(&mut ways[way], &game, TRIPS)?);
            }
        }
        let rates = turns.map(|turns| TripRates {
            processor: crate::median(turns.iter().map(|turn| turn.processor).collect()),
            wall: undisturbed(turns.iter().map(|turn| turn.wall).collect()),
        });
        for ((way, goal), rate) in WAYS.iter().zip(&rates) {
            let ratio = rate.processor / rates[0].processor;
            println!(
                "| {} | {way} | {:.0} | {ratio:.2} | {goal} | {:.0} |",
                self.title, rate.processor, rate.wall
            );
        }
        Ok(())
    }

    /// A game in its middle.
    fn position(&self) -> Result<G, String> {
        let mut game =
            G::deal(self.seats, &self.options, Seed::plain(7)).map_err(|error| error.to_string())?;
        let mut chance = Chance::new(Seed::plain(7));
        for _ in 0..self.moves {
            let Some(seat) = game.turn().next() else { break };
            let mv = game.any(seat, &mut chance);
            // What the rules offer, they take.
            let _ = game.play(seat, mv);
        }
        Ok(game)
    }

    /// One bot for each way, started. This thread and all of them are on one processor afterwards.
    fn ways(&self, game: &G) -> Result<Vec<EchoBot<G>>, String> {
        let folder = room()?;
        eprintln!("{}: compiling the bots…", self.title);
        let mut specs: Vec<String> =
            self.answers.build(folder.path())?.map(|file| file.display().to_string()).into();
        let finder = Finder {
            base: folder.path(),
            sight: Visibility::default(),
            search: Vec::new(),
            entered: Vec::new(),
            runtimes: self.runtimes,
            limits: ResourceLimits::default(),
            loading: Duration::from_secs(10),
        };
        let core = usable_cores().first().copied();
        if let Some(core) = core {
            pin_to(core);
        }
        specs.push(crate::http::server(self.answers.http).map_err(|error| error.to_string())?);
        let mut ways = Vec::new();
        for spec in &specs {
            for named in finder.find::<G>(spec).map_err(|error| error.to_string())? {
                let mut way = EchoBot::new(
                    named.bot,
                    self.runtimes.cell().map_err(|none| none.to_string())?,
                    self.seats,
                    &self.options,
                    core,
                )?;
                let names = vec!["echo"; self.seats];
                let entrants = vec![EntrantId(0); self.seats];
                let view = game.view(asked(game));
                let start =
                    Notice::Start { view, seed: Seed::plain(7), game: 0, names: &names, entrants: &entrants };
                way.player().notice(&start).map_err(|fault| fault.to_string())?;
                ways.push(way);
            }
        }
        Ok(ways)
    }
}

/// Round trips per second.
struct TripRates {
    /// Of processor time, the table's and the bot's together.
    processor: f64,
    /// On the wall.
    wall: f64,
}

/// Questions put and answered.
fn trips<G: Game>(way: &mut EchoBot<G>, game: &G, count: u32) -> Result<TripRates, String> {
    let (begun, used) = (Instant::now(), way.used());
    for number in 0..count {
        let ask = Ask { number, view: game.view(asked(game)), refused: None, memory: None };
        way.player().answer(ask).map_err(|fault| fault.to_string())?;
    }
    let per_second = |took: Duration| f64::from(count) / took.as_secs_f64();
    Ok(TripRates { wall: per_second(begun.elapsed()), processor: per_second(way.used() - used) })
}

fn asked<G: Game>(game: &G) -> Seat {
    game.turn().next().unwrap_or(Seat(0))
}

/// The rate that one turn in ten surpasses: neighbours on the processor can only slow a turn down.
fn undisturbed(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() * 9 / 10]
}
