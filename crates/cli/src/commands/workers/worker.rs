//! `croupier worker`: plays games of other machines' tournaments until it is told to stop.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use croupier_hosts::cell::Sandbox;
use croupier_hosts::http::Reach;
use croupier_worker::{Follow, Offered, ServerUrl, WorkerConfig, WorkerEvent, work};
use serde_json::{Value, json};

use super::failure;
use crate::failure::Failure;
use crate::output::{note, say_json};
use crate::packages::PackagesArgs;
use crate::stop::Stop;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The first Ctrl-C, or TERM, lets jobs end that end soon and hands back the others; the \
                        second ends at once.\n\n\
                        Example: croupier worker --store \
                        postgres://croupier_worker:PASSWORD@db.example/croupier\n\n\
                        Exit codes: 0 stopped; 1 trouble outside; 2 bad input."
)]
pub(crate) struct WorkerArgs {
    /// The PostgreSQL database over which games are given out; `croupier workers --admit` prints this url
    #[arg(long, value_name = "URL", env = "CROUPIER_STORE", hide_env_values = true)]
    pub(crate) store: String,
    /// What it is called in lists [default: the machine's name and the process's number]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// How many jobs it does at a time [default: one per processor]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// The languages that it may offer, such as `python,java`, or `none`; each is tried first [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) languages: Option<Vec<String>>,
    /// As in `croupier run`
    #[arg(long, value_name = "WALLS", default_value = "best")]
    pub(crate) sandbox: Sandbox,
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// Bots behind urls may be on this machine and its own network
    #[arg(long)]
    pub(crate) private_urls: bool,
    /// A worker that says nothing for so many seconds is given up, and others play its games
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "30",
        value_parser = clap::value_parser!(u16).range(1..=3600)
    )]
    pub(crate) term: u16,
    /// When told to stop, finish jobs that end within so many seconds, and hand back the others
    #[arg(long, value_name = "SECONDS", default_value = "5")]
    pub(crate) grace: u16,
    /// Where to write what bots print
    #[arg(long, value_name = "DIR")]
    pub(crate) logs: Option<PathBuf>,
    /// Print what happens as JSON, a line each
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &WorkerArgs, stop: &Stop) -> Result<(), Failure> {
    let store: ServerUrl =
        args.store.parse().map_err(|error| Failure::BadInput(format!("--store: {error}")))?;
    let processors = || thread::available_parallelism().map_or(1, usize::from).min(256) as u16;
    let config = WorkerConfig {
        store,
        name: args.name.clone().unwrap_or_else(usual_name),
        slots: args.jobs.unwrap_or_else(processors),
        sandbox: args.sandbox,
        languages: named(args.languages.as_deref())?,
        packages: args.packages.read()?,
        reach: if args.private_urls { Reach::Anywhere } else { Reach::PublicOnly },
        term: Duration::from_secs(args.term.into()),
        grace: Duration::from_secs(args.grace.into()),
        logs: args.logs.clone(),
    };
    let follow: Follow = if args.json {
        Arc::new(|event: WorkerEvent| say_json(as_json(&event)))
    } else {
        Arc::new(|event: WorkerEvent| match event {
            // Some every second: they are counted by `croupier workers`.
            WorkerEvent::Done { .. } => {}
            event => note(format_args!("croupier: {event}")),
        })
    };
    work(&config, stop, &follow).map_err(failure)
}

/// The machine's name and the process's number.
fn usual_name() -> String {
    let host = croupier_worker::machine_name();
    format!("{host}-{}", std::process::id())
}

/// The languages of these words.
fn named(words: Option<&[String]>) -> Result<Vec<Offered>, Failure> {
    let Some(words) = words else { return Ok(Offered::all().collect()) };
    let find = |word: &String| {
        Offered::all().find(|offered| offered.word() == *word).ok_or_else(|| {
            let known: Vec<String> = Offered::all().map(Offered::word).collect();
            Failure::BadInput(format!(
                "--languages: {word} is no language; there are {}, and `none`",
                known.join(", ")
            ))
        })
    };
    words.iter().filter(|word| *word != "none").map(find).collect()
}

fn as_json(event: &WorkerEvent) -> Value {
    let words = event.to_string();
    match event {
        WorkerEvent::Tried { language, missing } => {
            json!({"event": "tried", "language": language, "works": missing.is_none(), "why": missing})
        }
        WorkerEvent::Ready { hello } => json!({
            "event": "ready", "name": hello.name, "jobs": hello.slots, "speed": hello.speed,
            "cell": hello.cell, "offers": hello.languages, "version": hello.build.version,
            "rules": hello.build.rules,
        }),
        WorkerEvent::Away { why } => json!({"event": "away", "why": why}),
        WorkerEvent::Back => json!({"event": "back"}),
        WorkerEvent::Unsuited { .. } => json!({"event": "unsuited", "why": words}),
        WorkerEvent::Run { game, bots } => json!({"event": "run", "game": game, "bots": bots}),
        WorkerEvent::Done { games, took } => {
            json!({"event": "done", "games": games, "ms": took.as_millis() as u64})
        }
        WorkerEvent::Lost { first } => json!({"event": "lost", "first": first}),
        WorkerEvent::Failed { first, why } => json!({"event": "failed", "first": first, "why": why}),
        WorkerEvent::Stopping { in_hand } => json!({"event": "stopping", "in_hand": in_hand}),
        WorkerEvent::Left { is_told } => json!({"event": "left", "told": is_told}),
    }
}
