//! Where everyone stands: a picture of each ladder, kept in memory and made anew when results have come, never because
//! somebody reads it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::store::contests::Contest;
use crate::store::ladder::{self, Entry};
use crate::store::{Store, Stored, contests};

/// How sure an interval is, in standard deviations: 95 of 100 lie within.
const SPREAD: f64 = 1.96;

/// One line of a ladder.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its rank, from 1.
    pub rank: usize,
    /// The best and the worst rank that its interval allows.
    pub ranks: (usize, usize),
    /// The interval of its rating.
    pub interval: (f64, f64),
    /// Who it is.
    pub entry: Entry,
}

/// A contest with its ladder, as it stood at one moment.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The contest.
    pub contest: Contest,
    /// The ladder, the best first; those who are out stand last.
    pub rows: Vec<Row>,
    /// Games played on it, counted by seats and divided by the size of a table.
    pub games: i64,
    by_entry: HashMap<i64, usize>,
    by_account: HashMap<i64, usize>,
}

impl Standing {
    /// Puts entries in order.
    #[must_use]
    pub fn new(contest: Contest, mut entries: Vec<Entry>) -> Self {
        let out = |entry: &Entry| (entry.out_of.is_some(), entry.games == 0);
        entries.sort_by(|one, other| {
            out(one).cmp(&out(other)).then(other.rating.total_cmp(&one.rating)).then(one.id.cmp(&other.id))
        });
        let games = entries.iter().map(|entry| entry.games).sum::<i64>() / contest.seats.max(1);
        let rows = ranked(entries);
        let at = |(at, row): (usize, &Row)| (row.entry.id, at);
        let by_entry = rows.iter().enumerate().map(at).collect();
        let account = |(at, row): (usize, &Row)| row.entry.account.map(|account| (account, at));
        let by_account = rows.iter().enumerate().filter_map(account).collect();
        Self { contest, rows, games, by_entry, by_account }
    }

    /// The line of an entry.
    #[must_use]
    pub fn of_entry(&self, entry: i64) -> Option<&Row> {
        self.by_entry.get(&entry).map(|&at| &self.rows[at])
    }

    /// The line of an account.
    #[must_use]
    pub fn of_account(&self, account: i64) -> Option<&Row> {
        self.by_account.get(&account).map(|&at| &self.rows[at])
    }
}

fn ranked(entries: Vec<Entry>) -> Vec<Row> {
    let interval = |entry: &Entry| {
        (entry.rating - SPREAD * entry.uncertainty, entry.rating + SPREAD * entry.uncertainty)
    };
    let mut lows: Vec<f64> = entries.iter().map(|entry| interval(entry).0).collect();
    let mut highs: Vec<f64> = entries.iter().map(|entry| interval(entry).1).collect();
    lows.sort_by(f64::total_cmp);
    highs.sort_by(f64::total_cmp);
    let all = entries.len();
    let row = |(at, entry): (usize, Entry)| {
        let (low, high) = interval(&entry);
        let surely_better = all - lows.partition_point(|&other| other <= high);
        let surely_worse = highs.partition_point(|&other| other < low);
        let ranks = ((surely_better + 1).min(at + 1), (all - surely_worse).max(at + 1));
        Row { rank: at + 1, ranks, interval: (low, high), entry }
    };
    entries.into_iter().enumerate().map(row).collect()
}

/// All ladders.
#[derive(Debug, Default)]
pub struct Standings {
    now: RwLock<Arc<Vec<Arc<Standing>>>>,
}

impl Standings {
    /// As they stand.
    #[must_use]
    pub fn all(&self) -> Arc<Vec<Arc<Standing>>> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The ladder of the contest with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Arc<Standing>> {
        self.all().iter().find(|standing| standing.contest.name == name).map(Arc::clone)
    }

    /// The ladder of the contest with this number.
    #[must_use]
    pub fn get(&self, contest: i64) -> Option<Arc<Standing>> {
        self.all().iter().find(|standing| standing.contest.id == contest).map(Arc::clone)
    }

    /// Makes all of them anew, and says how long that took.
    pub async fn renew(&self, store: &Store) -> Stored<Duration> {
        let begun = Instant::now();
        let mut all = Vec::new();
        for contest in contests::all(store).await? {
            let entries = ladder::of_contest(store, contest.id).await?;
            all.push(Arc::new(Standing::new(contest, entries)));
        }
        self.put(all);
        Ok(begun.elapsed())
    }

    /// Makes one of them anew.
    pub async fn renew_one(&self, store: &Store, contest: i64) -> Stored<()> {
        let Some(contest) = contests::get(store, contest).await? else { return Ok(()) };
        let entries = ladder::of_contest(store, contest.id).await?;
        let new = Arc::new(Standing::new(contest, entries));
        let mut all = Vec::clone(&self.all());
        match all.iter_mut().find(|standing| standing.contest.id == new.contest.id) {
            Some(old) => *old = new,
            None => all.push(new),
        }
        self.put(all);
        Ok(())
    }

    fn put(&self, all: Vec<Arc<Standing>>) {
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(all);
    }
}
