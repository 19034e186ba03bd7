//! What a run waits for, where it is worth telling: no worker, none of this version, none that offers
//! what is needed.

use std::collections::BTreeSet;
use std::fmt;

use croupier_queue::{Build, Waiting, WorkerState};

use crate::abilities::in_words;
use crate::build::difference;

/// Something that people should know while they wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attention {
    /// The store does not answer, and why.
    Away(String),
    /// It does again.
    Back,
    /// No worker is there.
    NoWorker,
    /// Workers are there, and none of them can do this.
    Unsuited(String),
    /// Workers ask for work again that can do it.
    Suited,
    /// A worker is of another build, and gets nothing of this run.
    OtherBuild(String),
}

impl fmt::Display for Attention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(why) => write!(f, "the store does not answer ({why}); waiting for it"),
            Self::Back => f.write_str("the store answers again"),
            Self::NoWorker => f.write_str(
                "no worker has asked for work; start one with `croupier worker --store URL`, on this \
                 machine or another",
            ),
            Self::Unsuited(why) | Self::OtherBuild(why) => f.write_str(why),
            Self::Suited => f.write_str("a worker has asked for work"),
        }
    }
}

/// Why jobs wait; `None` where somebody does them, or could.
#[must_use]
pub fn why_waits(stuck: &Waiting, workers: &[WorkerState]) -> Option<Attention> {
    if stuck.waiting == 0 || stuck.workers > 0 {
        return None;
    }
    let alive: Vec<&WorkerState> = workers.iter().filter(|worker| worker.is_alive).collect();
    if alive.is_empty() {
        return Some(Attention::NoWorker);
    }
    let same: Vec<&&WorkerState> = alive.iter().filter(|worker| worker.build == stuck.build).collect();
    if same.is_empty() {
        let other = alive.iter().map(|worker| told_other(&stuck.build, worker)).next_back()?;
        return Some(Attention::Unsuited(format!("no worker of this version is there; {other}")));
    }
    let offered: BTreeSet<&String> = same.iter().flat_map(|worker| &worker.languages).collect();
    let missing: Vec<String> =
        stuck.needs.iter().filter(|need| !offered.contains(need)).map(|need| in_words(need)).collect();
    if !missing.is_empty() {
        return Some(Attention::Unsuited(format!("no worker offers {}", missing.join(", "))));
    }
    if same.iter().all(|worker| worker.is_resting) {
        let why = "the workers that are there rest, after one failure behind the other".to_owned();
        return Some(Attention::Unsuited(why));
    }
    let all: Vec<String> = stuck.needs.iter().map(|need| in_words(need)).collect();
    Some(Attention::Unsuited(format!("no worker offers all of this together: {}", all.join(", "))))
}

/// How many jobs workers do at a time that can play a run of this build.
pub(super) fn slots(build: &Build, workers: &[WorkerState]) -> u64 {
    let able = workers.iter().filter(|worker| worker.is_alive && worker.build == *build);
    able.map(|worker| u64::from(worker.slots)).sum()
}

/// What is said of a worker of another build.
pub(super) fn told_other(wanted: &Build, worker: &WorkerState) -> String {
    format!("worker {} gets no games of this run: {}", worker.name, difference(wanted, &worker.build))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use croupier_queue::{Class, RunId};

    use super::*;

    fn build(version: &str) -> Build {
        Build { version: version.to_owned(), rules: "hearts 1".to_owned() }
    }

    fn worker(name: &str, version: &str, offers: &[&str]) -> WorkerState {
        WorkerState {
            id: 1,
            name: name.to_owned(),
            build: build(version),
            speed: 1.0,
            slots: 2,
            languages: offers.iter().map(|&word| word.to_owned()).collect(),
            cell: String::new(),
            came: Duration::ZERO,
            seen: Duration::ZERO,
            is_alive: true,
            is_resting: false,
            in_hand: 0,
            jobs: 0,
            pieces: 0,
            failures: 0,
        }
    }

    fn told(needs: &[&str], workers: &[WorkerState]) -> Option<String> {
        let needs: Vec<String> = needs.iter().map(|&word| word.to_owned()).collect();
        let able = |worker: &&WorkerState| {
            worker.is_alive
                && worker.build == build("1")
                && needs.iter().all(|need| worker.languages.contains(need))
        };
        let able = workers.iter().filter(able).count() as u64;
        let waiting = Waiting {
            run: RunId(1),
            key: "run".to_owned(),
            build: build("1"),
            class: Class::Final,
            needs,
            waiting: 3,
            in_hand: 0,
            workers: able,
        };
        why_waits(&waiting, workers).map(|told| told.to_string())
    }

    #[test]
    fn what_waits_says_why() {
        assert!(told(&[], &[]).is_some_and(|told| told.starts_with("no worker has asked for work; ")));
        let gone = WorkerState { is_alive: false, ..worker("a", "1", &[]) };
        assert!(told(&[], &[gone]).is_some_and(|told| told.starts_with("no worker has asked for work; ")));
        assert_eq!(told(&["python"], &[worker("a", "1", &["python"])]), None);
        assert_eq!(
            told(&["haskell", "python"], &[worker("a", "1", &["python"])]).as_deref(),
            Some("no worker offers haskell")
        );
        assert_eq!(
            told(&["haskell", "python"], &[worker("a", "1", &["python"]), worker("b", "1", &["haskell"])])
                .as_deref(),
            Some("no worker offers all of this together: haskell, python")
        );
        assert_eq!(
            told(&[], &[worker("a", "2", &[])]).as_deref(),
            Some(
                "no worker of this version is there; worker a gets no games of this run: version 2, where 1 \
                 is wanted"
            )
        );
    }

    #[test]
    fn only_workers_that_are_there_and_of_this_build_count() {
        let gone = WorkerState { is_alive: false, ..worker("a", "1", &[]) };
        assert_eq!(slots(&build("1"), &[gone, worker("b", "1", &[]), worker("c", "2", &[])]), 2);
    }
}
