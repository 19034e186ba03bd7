//! What an operator watches, in the text form that Prometheus reads.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::call::Call;
use super::wrong::Refused;
use crate::jobs::Class;
use crate::site::Site;
use crate::store::games;

/// Answers so far, by the first figure of their status.
static ANSWERS: [AtomicU64; 6] = [const { AtomicU64::new(0) }; 6];

/// The text form that Prometheus reads.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

pub(super) fn calls() -> Vec<Call> {
    vec![Call::file("/metrics", "What an operator watches, for Prometheus.", TEXT, metrics)]
}

/// Counts an answer.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let class = usize::from(response.status().as_u16() / 100);
    if let Some(counter) = ANSWERS.get(class) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
    response
}

async fn metrics(State(site): State<Arc<Site>>) -> Result<Response, Refused> {
    let mut out = String::new();
    head(&mut out, "croupier_answers_total", "counter", "Answers given, by class of status.");
    for (class, counter) in ANSWERS.iter().enumerate().skip(2) {
        line(
            &mut out,
            "croupier_answers_total",
            &[("class", &format!("{class}xx"))],
            counter.load(Ordering::Relaxed),
        );
    }
    head(&mut out, "croupier_jobs", "gauge", "Jobs in the queue or in work.");
    for class in Class::ALL {
        let count = site.queue.count(class).await?;
        line(&mut out, "croupier_jobs", &[("class", class.word())], count as u64);
    }
    let about = "Jobs that were given up and wait for an organiser.";
    head(&mut out, "croupier_jobs_given_up", "gauge", about);
    for class in Class::ALL {
        let count = site.queue.count_given_up(class).await?;
        line(&mut out, "croupier_jobs_given_up", &[("class", class.word())], count as u64);
    }
    head(&mut out, "croupier_games_total", "counter", "Games stored.");
    line(&mut out, "croupier_games_total", &[], games::count(&site.store).await? as u64);
    head(&mut out, "croupier_players", "gauge", "Entries on a contest's ladder.");
    for standing in site.standings.all().iter() {
        line(
            &mut out,
            "croupier_players",
            &[("contest", &standing.contest.name)],
            standing.rows.len() as u64,
        );
    }
    Ok(([(header::CONTENT_TYPE, TEXT)], out).into_response())
}

fn head(out: &mut String, name: &str, kind: &str, about: &str) {
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} {kind}");
}

fn line(out: &mut String, name: &str, labels: &[(&str, &str)], value: u64) {
    let labels: Vec<String> = labels.iter().map(|(key, value)| format!("{key}={value:?}")).collect();
    let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
    let _ = writeln!(out, "{name}{labels} {value}");
}
