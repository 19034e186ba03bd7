//! Where everyone stands: a picture of each ladder, kept in memory and made anew when results have
//! come, never because somebody reads it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::store::contests::Contest;
use crate::store::ladder::{self, Entry};
use crate::store::{Both, Store, StoreError, Stored, contests, games};

/// How sure an interval is, in standard deviations: 95 of 100 lie within.
const SPREAD: f64 = 1.96;

/// Whoever came is stamped a little before they can be seen; nothing is in the making for so many
/// milliseconds.
const SLOW_COMMIT: i64 = 60_000;

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
    /// Whose ladder it is.
    pub contest: Contest,
    /// The ladder, the best first; behind them those who are provisional, and last those who are out.
    pub rows: Vec<Row>,
    /// Games played on it, counted by seats and divided by the size of a table.
    pub games: i64,
    by_entry: HashMap<i64, usize>,
    by_account: HashMap<i64, usize>,
    /// All that happened before is counted.
    since: Since,
    /// Names to look in; made when somebody does.
    names: OnceLock<NameIndex>,
}

impl Standing {
    /// Puts entries in order, as they were read at this moment.
    #[must_use]
    pub fn new(contest: Contest, mut entries: Vec<Entry>, since: Since) -> Self {
        // By the lower end of what the rating may be: luck that nobody can be sure of yet lifts nobody.
        let class = |entry: &Entry| (entry.out_of.is_some(), entry.is_provisional(), entry.games == 0);
        entries.sort_by(|one, other| {
            let lows = [one, other].map(|entry| interval(entry).0);
            class(one).cmp(&class(other)).then(lows[1].total_cmp(&lows[0])).then(one.id.cmp(&other.id))
        });
        let games = entries.iter().map(|entry| entry.games).sum::<i64>() / contest.seats.max(1);
        let rows = ranked(entries);
        let at = |(at, row): (usize, &Row)| (row.entry.id, at);
        let by_entry = rows.iter().enumerate().map(at).collect();
        let account = |(at, row): (usize, &Row)| row.entry.account.map(|account| (account, at));
        let by_account = rows.iter().enumerate().filter_map(account).collect();
        Self { contest, rows, games, by_entry, by_account, since, names: OnceLock::new() }
    }

    /// The same ladder after some have played on or come.
    fn after(&self, contest: Contest, changed: Vec<Entry>, since: Since) -> Self {
        let mut entries: Vec<Entry> = self.rows.iter().map(|row| row.entry.clone()).collect();
        for entry in changed {
            match self.by_entry.get(&entry.id) {
                Some(&at) => entries[at] = entry,
                None => entries.push(entry),
            }
        }
        Self::new(contest, entries, since)
    }

    /// The lines of everyone whose name contains this, whatever its capitals.
    pub fn find<'a>(&'a self, part: &str) -> impl Iterator<Item = &'a Row> + use<'a> {
        let names = self.names.get_or_init(|| NameIndex::new(&self.rows));
        names.find(&part.to_lowercase()).into_iter().map(|at| &self.rows[at])
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

/// Where the rating may be.
fn interval(entry: &Entry) -> (f64, f64) {
    (entry.rating - SPREAD * entry.uncertainty, entry.rating + SPREAD * entry.uncertainty)
}

fn ranked(entries: Vec<Entry>) -> Vec<Row> {
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
            all.push(Arc::new(read(store, contest).await?));
        }
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(all);
        Ok(begun.elapsed())
    }

    /// Makes one of them anew.
    pub async fn renew_one(&self, store: &Store, contest: i64) -> Stored<()> {
        let Some(contest) = contests::get(store, contest).await? else { return Ok(()) };
        self.put(read(store, contest).await?);
        Ok(())
    }

    /// Makes all of them anew after games and uploads: only what changed is read.
    pub async fn renew_changed(&self, store: &Store) -> Stored<()> {
        for contest in contests::all(store).await? {
            self.renew_played(store, contest.id).await?;
        }
        Ok(())
    }

    /// Makes one of them anew after games and uploads: only those who played or came are read.
    pub async fn renew_played(&self, store: &Store, contest: i64) -> Stored<()> {
        let Some(old) = self.get(contest) else { return self.renew_one(store, contest).await };
        let Some(contest) = contests::get(store, contest).await? else { return Ok(()) };
        let since = Since::now(store).await?;
        let Since { game, moment } = old.since;
        if moment.was_set_since() {
            // By the calendar nobody can tell any more who came since.
            return self.renew_one(store, contest.id).await;
        }
        let moment = moment.calendar() - SLOW_COMMIT;
        let changed = ladder::changed_since(store, contest.id, game, moment).await?;
        self.put(aside(move || old.after(contest, changed, since)).await?);
        Ok(())
    }

    fn put(&self, new: Standing) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let mut all = Vec::clone(&now);
        match all.iter_mut().find(|standing| standing.contest.id == new.contest.id) {
            Some(old) => *old = Arc::new(new),
            None => all.push(Arc::new(new)),
        }
        *now = Arc::new(all);
    }
}

/// When a ladder was read. What happens while it is read may be in it, and is looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Since {
    /// The newest game then.
    game: i64,
    /// When that was.
    moment: Both,
}

impl Since {
    async fn now(store: &Store) -> Stored<Self> {
        Ok(Self { game: games::count(store).await?, moment: Both::now() })
    }
}

/// A ladder from the store.
async fn read(store: &Store, contest: Contest) -> Stored<Standing> {
    let since = Since::now(store).await?;
    let entries = ladder::of_contest(store, contest.id).await?;
    aside(move || Standing::new(contest, entries, since)).await
}

/// Thousands are put in order beside the threads that answer readers.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Stored<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Unreadable(format!("a ladder was not made: {error}")))
}

/// All names of a ladder in one text, a line each, in small letters: thousands are looked through at once.
#[derive(Debug, Clone)]
struct NameIndex {
    text: String,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl NameIndex {
    fn new(rows: &[Row]) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(rows.len()));
        for row in rows {
            text.push_str(&row.entry.name.to_lowercase());
            text.push('\n');
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// The lines that contain this.
    fn find(&self, part: &str) -> Vec<usize> {
        // No name has two lines.
        if part.contains('\n') {
            return Vec::new();
        }
        let found = self.text.match_indices(part).map(|(at, _)| self.ends.partition_point(|&end| end <= at));
        let mut found: Vec<usize> = found.filter(|&at| at < self.ends.len()).collect();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: i64, name: &str, rating: f64, games: i64) -> Entry {
        Entry {
            id,
            contest: 1,
            account: Some(id),
            house: None,
            name: name.to_owned(),
            upload: None,
            entered: 0,
            rating,
            uncertainty: 1.0,
            games,
            wins: 0.0,
            faults: 0,
            owed: 0,
            path: Vec::new(),
            stride: 1,
            out_of: None,
            content: String::new(),
            played: games,
        }
    }

    fn contest() -> Contest {
        Contest {
            id: 1,
            name: "course".into(),
            title: "Course".into(),
            game: "no-thanks".into(),
            seats: 2,
            options: "{}".into(),
            limits: "{}".into(),
            languages: String::new(),
            opens: None,
            closes: None,
            paused: false,
            games_a_minute: 60,
        }
    }

    #[test]
    fn a_ladder_after_some_games_is_the_one_that_is_made_anew() {
        let before = vec![entry(1, "Ada", 25.0, 3), entry(2, "Bo", 24.0, 3), entry(3, "Cy", 23.0, 3)];
        let played = vec![entry(3, "Cy", 29.0, 4), entry(4, "Di", 24.5, 1)];
        let after = vec![before[0].clone(), before[1].clone(), played[0].clone(), played[1].clone()];
        let later = Since { game: 9, ..Since::default() };
        let patched = Standing::new(contest(), before, Since::default()).after(contest(), played, later);
        let whole = Standing::new(contest(), after, later);
        assert_eq!(format!("{:?}", patched.rows), format!("{:?}", whole.rows));
        assert_eq!((patched.games, patched.since), (whole.games, later));
        assert_eq!(patched.of_entry(4).map(|row| row.rank), Some(3));
    }

    #[test]
    fn names_are_found_by_any_part_whatever_its_capitals_each_once() {
        let names = ["Banana", "ÉMILE", "Ana", "x"];
        let rated = names.iter().zip(1..).map(|(name, id)| entry(id, name, 30.0 - id as f64, 1));
        let standing = Standing::new(contest(), rated.collect(), Since::default());
        let found = |part: &str| standing.find(part).map(|row| row.entry.name.as_str()).collect::<Vec<_>>();
        assert_eq!(found("aNa"), ["Banana", "Ana"]);
        assert_eq!(found("émi"), ["ÉMILE"]);
        assert_eq!(found(""), names);
        assert!(found("ana\né").is_empty() && found("zebra").is_empty());
    }
}
