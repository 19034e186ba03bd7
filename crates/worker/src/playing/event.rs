//! What a worker tells of itself.

use std::fmt;
use std::time::Duration;

use croupier_queue::{Build, Hello};

use crate::abilities::in_words;
use crate::build::{difference, this_build};

/// What happens at a worker.
#[derive(Debug, Clone)]
pub enum WorkerEvent {
    /// A language was tried, and what came of it.
    Tried {
        /// How it is called.
        language: String,
        /// Why it is not offered, where it is not.
        missing: Option<String>,
    },
    /// It has said hello, and asks for work.
    Ready {
        /// What it says of itself.
        hello: Hello,
    },
    /// The store does not answer.
    Away {
        /// Why.
        why: String,
    },
    /// It does again.
    Back,
    /// Runs wait that want other workers.
    Unsuited {
        /// What they want.
        others: Vec<Build>,
    },
    /// It plays games of this run for the first time.
    Run {
        /// The game.
        game: String,
        /// Who plays.
        bots: Vec<String>,
    },
    /// A job is done.
    Done {
        /// How many games.
        games: usize,
        /// How long they took.
        took: Duration,
    },
    /// A job that somebody else has by now: its games were broken off.
    Lost {
        /// The first of its games.
        first: i64,
    },
    /// A job could not be done.
    Failed {
        /// The first of its games.
        first: i64,
        /// Why.
        why: String,
    },
    /// It takes no more jobs, and has so many in hand.
    Stopping {
        /// How many.
        in_hand: usize,
    },
    /// It has ended.
    Left {
        /// Whether the store knows.
        is_told: bool,
    },
}

impl fmt::Display for WorkerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tried { language, missing: None } => write!(f, "{language} works"),
            Self::Tried { language, missing: Some(why) } => write!(f, "{language} is not offered: {why}"),
            Self::Ready { hello } => ready(hello, f),
            Self::Away { why } => write!(f, "the store does not answer ({why}); waiting for it"),
            Self::Back => f.write_str("the store answers again"),
            Self::Unsuited { others } => unsuited(others, f),
            Self::Run { game, bots } => write!(f, "playing {game}: {}", bots.join(", ")),
            Self::Done { games, took } => {
                write!(f, "{games} {} in {:.2} s", plural(*games), took.as_secs_f64())
            }
            Self::Lost { first } => {
                write!(f, "the games from {first} on are somebody else's by now; they were broken off")
            }
            Self::Failed { first, why } => write!(f, "the games from {first} on cannot be played: {why}"),
            Self::Stopping { in_hand: 0 } => f.write_str("stopping"),
            Self::Stopping { in_hand } => {
                let jobs = if *in_hand == 1 { "job" } else { "jobs" };
                write!(f, "stopping; finishing or handing back {in_hand} {jobs}; Ctrl-C again ends at once")
            }
            Self::Left { is_told: true } => f.write_str("left"),
            Self::Left { is_told: false } => {
                f.write_str("left; the store does not answer, and gives this worker up after its term")
            }
        }
    }
}

fn plural(games: usize) -> &'static str {
    if games == 1 { "game" } else { "games" }
}

fn ready(hello: &Hello, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Hello { name, speed, slots, languages, cell, .. } = hello;
    let offers: Vec<String> = languages.iter().map(|word| in_words(word)).collect();
    write!(f, "worker {name}: {slots} at a time, speed {speed:.0}, cell {cell}")?;
    write!(f, "; offers players of the house, {}", offers.join(", "))
}

fn unsuited(others: &[Build], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let here = this_build();
    let told: Vec<String> = others.iter().map(|wanted| difference(wanted, &here)).collect();
    write!(f, "games wait that this worker is not given: it is {}", told.join("; "))
}
