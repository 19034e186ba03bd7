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
use crate::store::queue_figures::{self, Reading};

/// A figure.
pub(crate) struct Figure {
    /// Its name.
    name: &'static str,
    /// What Prometheus calls its kind.
    kind: &'static str,
    /// The names of its labels.
    labels: &'static [&'static str],
    /// What it is.
    about: &'static str,
}

const fn figure(
    name: &'static str,
    kind: &'static str,
    labels: &'static [&'static str],
    about: &'static str,
) -> Figure {
    Figure { name, kind, labels, about }
}

/// Figures of the site.
pub(crate) const OF_SITE: [Figure; 5] = [
    figure("croupier_answers_total", "counter", &["class"], "Answers given, by class of status."),
    figure("croupier_jobs", "gauge", &["class"], "Jobs in the queue or in work."),
    figure(
        "croupier_jobs_given_up",
        "gauge",
        &["class"],
        "Jobs that were given up and wait for an organiser.",
    ),
    figure("croupier_games_total", "counter", &[], "Games stored."),
    figure("croupier_players", "gauge", &["contest"], "Entries on a contest's ladder."),
];

/// Figures of the queue in the site's database and of the workers there, where it has one. All processes of
/// a site tell the same.
pub(crate) const OF_QUEUE: [Figure; 9] = [
    figure(
        "croupier_workers",
        "gauge",
        &["version", "state"],
        "Workers that are there: ready, or resting after failures.",
    ),
    figure("croupier_workers_slots", "gauge", &["version"], "Jobs that they do at a time."),
    figure(
        "croupier_workers_games_total",
        "counter",
        &["version", "worker"],
        "Games of a worker that is there, in results that were kept.",
    ),
    figure(
        "croupier_workers_failures_total",
        "counter",
        &["version", "worker"],
        "Jobs that a worker that is there did not end.",
    ),
    figure("croupier_queue_jobs", "gauge", &["version", "state"], "Jobs of runs: waiting, or in_hand."),
    figure(
        "croupier_queue_jobs_without_worker",
        "gauge",
        &["version"],
        "Jobs that wait and that no worker there can do.",
    ),
    figure(
        "croupier_queue_oldest_job_seconds",
        "gauge",
        &[],
        "How long ago the oldest job that waits was put; 0 without one.",
    ),
    figure("croupier_queue_results", "gauge", &[], "Results that their runs have not kept yet."),
    figure("croupier_queue_dead_letters", "gauge", &[], "Jobs given up, of runs that were not forgotten."),
];

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
    write_all(&mut out, &OF_SITE, &of_site(&site).await?);
    // The site is watched also while its queue is brought up to date.
    match queue_figures::read(&site.store).await {
        Ok(Some(readings)) => write_all(&mut out, &OF_QUEUE, &readings),
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "the figures of the queue cannot be read"),
    }
    Ok(([(header::CONTENT_TYPE, TEXT)], out).into_response())
}

async fn of_site(site: &Site) -> Result<Vec<Reading>, Refused> {
    let reading = |figure, labels: &[&str], value: f64| Reading {
        figure,
        labels: labels.iter().map(|&label| label.to_owned()).collect(),
        value,
    };
    let mut readings = Vec::new();
    for (class, counter) in ANSWERS.iter().enumerate().skip(2) {
        let count = counter.load(Ordering::Relaxed) as f64;
        readings.push(reading("croupier_answers_total", &[&format!("{class}xx")], count));
    }
    for class in Class::ALL {
        let count = site.queue.count(class).await? as f64;
        readings.push(reading("croupier_jobs", &[class.word()], count));
    }
    for class in Class::ALL {
        let count = site.queue.count_given_up(class).await? as f64;
        readings.push(reading("croupier_jobs_given_up", &[class.word()], count));
    }
    readings.push(reading("croupier_games_total", &[], games::count(&site.store).await? as f64));
    for standing in site.standings.all().iter() {
        let players = standing.rows.len() as f64;
        readings.push(reading("croupier_players", &[&standing.contest.name], players));
    }
    Ok(readings)
}

/// Writes figures, each with what was read of it.
fn write_all(out: &mut String, figures: &[Figure], readings: &[Reading]) {
    for Figure { name, kind, labels, about } in figures {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} {kind}");
        for reading in readings.iter().filter(|reading| reading.figure == *name) {
            let value = |(key, value): (&&str, &String)| format!("{key}=\"{}\"", escaped(value));
            let told: Vec<String> = labels.iter().zip(&reading.labels).map(value).collect();
            let told = if told.is_empty() { String::new() } else { format!("{{{}}}", told.join(",")) };
            let _ = writeln!(out, "{name}{told} {}", reading.value);
        }
    }
}

/// The value of a label as it is written: workers say their names themselves.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_watched_by_the_files_of_deploy_is_what_is_told() {
        let list = include_str!("../../../../deploy/figures.txt");
        let listed: Vec<&str> =
            list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let told = |figure: &Figure| {
            let Figure { name, kind, labels, about } = figure;
            let labels = if labels.is_empty() { "-".to_owned() } else { labels.join(",") };
            format!("{name} {kind} {labels} {about}")
        };
        let told: Vec<String> = OF_SITE.iter().chain(&OF_QUEUE).map(told).collect();
        assert_eq!(listed, told);
    }

    #[test]
    fn a_name_that_means_harm_is_one_label_in_one_line() {
        let labels = vec!["0.1".to_owned(), "a\"} 7\nevil{x=\"\\".to_owned()];
        let reading = Reading { figure: "croupier_workers_games_total", labels, value: 3.0 };
        let mut out = String::new();
        write_all(&mut out, &OF_QUEUE, &[reading]);
        let told: Vec<&str> = out.lines().filter(|line| !line.starts_with('#')).collect();
        let expected = r#"croupier_workers_games_total{version="0.1",worker="a\"} 7\nevil{x=\"\\"} 3"#;
        assert_eq!(told, [expected]);
        assert_eq!(out.matches("# HELP ").count(), OF_QUEUE.len());
    }
}
