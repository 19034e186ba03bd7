//! `croupier workers`: who works at a store, what waits there and why; and what makes a store ready.

use croupier_report::{Align, Columns};
use croupier_worker::{
    Overview, ServerUrl, Waiting, WorkerState, abilities, admit, difference, forget, overview, this_build,
    why_waits, worker_url,
};
use serde_json::{Value, json};

use super::failure;
use crate::failure::Failure;
use crate::output::{say, say_json, say_line};

/// The environment variable with the password of an admitted role.
const PASSWORD: &str = "CROUPIER_WORKER_PASSWORD";

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
                        croupier workers --store postgres://croupier:PASSWORD@db.example/croupier --admit\n  \
                        croupier workers --store postgres://croupier:PASSWORD@db.example/croupier")]
pub(crate) struct WorkersArgs {
    /// The PostgreSQL database over which games are given out, as its owner:
    /// postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, value_name = "URL", env = "CROUPIER_STORE", hide_env_values = true)]
    pub(crate) store: String,
    /// Make the database ready, admit this role as a worker with a new password, and print the url for
    /// `croupier worker`; the role can take jobs, end them, and do nothing else. The password is drawn, or
    /// that of the environment variable CROUPIER_WORKER_PASSWORD
    #[arg(long, value_name = "ROLE", num_args = 0..=1, default_missing_value = "croupier_worker")]
    pub(crate) admit: Option<String>,
    /// Forget a run that nobody will go on with: its jobs, and what came of them
    #[arg(long, value_name = "RUN", conflicts_with = "admit")]
    pub(crate) forget: Option<String>,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &WorkersArgs) -> Result<(), Failure> {
    let store: ServerUrl =
        args.store.parse().map_err(|error| Failure::BadInput(format!("--store: {error}")))?;
    if let Some(role) = &args.admit {
        return admitted(args, &store, role);
    }
    if let Some(run) = &args.forget {
        return match forget(&store, run).map_err(failure)? {
            true => Ok(()),
            false => Err(Failure::BadInput(format!("the store has no run \"{run}\""))),
        };
    }
    let seen = overview(&store).map_err(failure)?;
    if args.json {
        say_json(format_args!("{:#}", as_json(&seen)));
        return Ok(());
    }
    show(&seen);
    Ok(())
}

fn admitted(args: &WorkersArgs, store: &ServerUrl, role: &str) -> Result<(), Failure> {
    let password = match std::env::var(PASSWORD) {
        Ok(password) if !password.is_empty() => password,
        _ => croupier_worker::new_password().map_err(failure)?,
    };
    admit(store, role, &password).map_err(failure)?;
    let url = worker_url(&args.store, role, &password);
    if args.json {
        say_json(json!({"role": role, "url": url}));
        return Ok(());
    }
    say_line("The store is ready. A worker is started on any machine that reaches it with");
    say_line(format_args!("  croupier worker --store '{url}'"));
    Ok(())
}

fn show(seen: &Overview) {
    let alive: Vec<&WorkerState> = seen.workers.iter().filter(|worker| worker.is_alive).collect();
    if alive.is_empty() {
        say_line("No worker is there; start one with `croupier worker --store URL`.");
    } else {
        let columns = [
            ("worker", Align::Left),
            ("version", Align::Left),
            ("cell", Align::Left),
            ("speed", Align::Right),
            ("jobs", Align::Right),
            ("of", Align::Right),
            ("games/min", Align::Right),
            ("failures", Align::Right),
            ("seen", Align::Right),
            ("", Align::Left),
        ];
        say(Columns::new(&columns).table(&alive.iter().map(|worker| row(worker)).collect::<Vec<_>>()));
        for worker in &alive {
            let offers: Vec<String> = worker.languages.iter().map(|word| abilities::in_words(word)).collect();
            say_line(format_args!("{} offers {}", worker.name, offers.join(", ")));
        }
    }
    if seen.waiting.is_empty() {
        say_line("\nNothing waits.");
    } else {
        let columns = [
            ("run", Align::Left),
            ("waiting", Align::Right),
            ("in hand", Align::Right),
            ("workers", Align::Right),
            ("", Align::Left),
        ];
        let rows: Vec<_> = seen.waiting.iter().map(|waiting| waiting_row(waiting, &seen.workers)).collect();
        say("\n");
        say(Columns::new(&columns).table(&rows));
    }
    for letter in &seen.given_up {
        let why = letter.why.lines().collect::<Vec<_>>().join("; ");
        say_line(format_args!("Given up: {} games from {} on: {why}", letter.count, letter.first));
    }
}

fn row(worker: &WorkerState) -> Vec<String> {
    let here = this_build();
    let note = if worker.build != here {
        difference(&here, &worker.build)
    } else if worker.is_resting {
        "rests after failures".to_owned()
    } else {
        String::new()
    };
    vec![
        worker.name.clone(),
        worker.build.version.clone(),
        worker.cell.clone(),
        format!("{:.0}", worker.speed),
        worker.in_hand.to_string(),
        worker.slots.to_string(),
        format!("{:.0}", games_a_minute(worker)),
        worker.failures.to_string(),
        format!("{} s ago", worker.seen.as_secs()),
        note,
    ]
}

/// Since it came.
fn games_a_minute(worker: &WorkerState) -> f64 {
    worker.pieces as f64 * 60.0 / worker.came.as_secs_f64().max(1.0)
}

fn waiting_row(waiting: &Waiting, workers: &[WorkerState]) -> Vec<String> {
    let why = why_waits(waiting, workers).map(|why| why.to_string()).unwrap_or_default();
    vec![
        waiting.key.clone(),
        waiting.waiting.to_string(),
        waiting.in_hand.to_string(),
        waiting.workers.to_string(),
        why,
    ]
}

fn as_json(seen: &Overview) -> Value {
    let worker = |worker: &WorkerState| {
        json!({
            "name": worker.name, "version": worker.build.version, "rules": worker.build.rules,
            "same_build": worker.build == this_build(), "speed": worker.speed, "slots": worker.slots,
            "offers": worker.languages, "cell": worker.cell, "came_s": worker.came.as_secs_f64(),
            "seen_s": worker.seen.as_secs_f64(), "alive": worker.is_alive, "resting": worker.is_resting,
            "in_hand": worker.in_hand, "jobs": worker.jobs, "games": worker.pieces,
            "games_a_minute": games_a_minute(worker), "failures": worker.failures,
        })
    };
    let waiting = |waiting: &Waiting| {
        json!({
            "run": waiting.key, "version": waiting.build.version, "rules": waiting.build.rules,
            "needs": waiting.needs, "waiting": waiting.waiting, "in_hand": waiting.in_hand,
            "workers": waiting.workers,
            "why": why_waits(waiting, &seen.workers).map(|why| why.to_string()),
        })
    };
    let given_up = |letter: &croupier_worker::DeadLetter| {
        json!({
            "first": letter.first, "games": letter.count, "why": letter.why, "workers": letter.workers,
            "ago_s": letter.ago.as_secs_f64(),
        })
    };
    json!({
        "workers": seen.workers.iter().map(worker).collect::<Vec<_>>(),
        "waiting": seen.waiting.iter().map(waiting).collect::<Vec<_>>(),
        "given_up": seen.given_up.iter().map(given_up).collect::<Vec<_>>(),
    })
}
