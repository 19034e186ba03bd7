//! Results on their way from whoever takes them from the queue to whoever waits for their games.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_record::{DoneGame, GamesDone};
use croupier_session::{Delivery, NotPlayed};

/// Where results lie until somebody asks for their games.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    lying: Mutex<Lying>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Lying {
    /// By lane and number: what came twice lies here once.
    games: BTreeMap<(u32, u64), LyingGame>,
    /// Why nothing will come any more.
    trouble: Option<NotPlayed>,
}

/// A game, with what is said of the job that it came with.
#[derive(Debug)]
struct LyingGame {
    game: DoneGame,
    by: String,
    /// What its lane's bots had used, behind the last game of a job.
    with: Option<GamesDone>,
}

impl Inbox {
    /// A result came.
    pub(super) fn put(&self, by: &str, mut done: GamesDone) {
        let games = std::mem::take(&mut done.games);
        let (lane, last) = (done.lane, games.len());
        let mut lying = self.lock();
        let mut with = Some(done);
        for (at, game) in games.into_iter().enumerate() {
            let with = if at + 1 == last { with.take() } else { None };
            let number = game.kept.number;
            lying.games.entry((lane, number)).or_insert(LyingGame { game, by: by.to_owned(), with });
        }
        drop(lying);
        self.arrived.notify_all();
    }

    /// Nothing will come any more.
    pub(super) fn fail(&self, why: NotPlayed) {
        self.lock().trouble.get_or_insert(why);
        self.arrived.notify_all();
    }

    /// Takes those of these games that are there.
    pub(super) fn take(&self, lane: u32, numbers: &[u64]) -> Vec<Delivery> {
        taken(&mut self.lock(), lane, numbers)
    }

    /// The same; where there are none, waits for some, but not for long. The error says why none will
    /// come.
    pub(super) fn wait(
        &self,
        lane: u32,
        numbers: &[u64],
        at_most: Duration,
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let mut lying = self.lock();
        let some = taken(&mut lying, lane, numbers);
        if !some.is_empty() {
            return Ok(some);
        }
        if let Some(trouble) = &lying.trouble {
            return Err(trouble.clone());
        }
        let (mut lying, _) =
            self.arrived.wait_timeout(lying, at_most).unwrap_or_else(PoisonError::into_inner);
        Ok(taken(&mut lying, lane, numbers))
    }

    fn lock(&self) -> MutexGuard<'_, Lying> {
        self.lying.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Games of these numbers, which are in order; those of one job in one delivery.
fn taken(lying: &mut Lying, lane: u32, numbers: &[u64]) -> Vec<Delivery> {
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return Vec::new() };
    // Few lie here, and many are asked for.
    let there = lying.games.range((lane, first)..=(lane, last)).map(|(&(_, number), _)| number);
    let there: Vec<u64> = there.filter(|number| numbers.binary_search(number).is_ok()).collect();
    let mut deliveries: Vec<Delivery> = Vec::new();
    let mut is_open = false;
    for number in there {
        let Some(LyingGame { game, by, with }) = lying.games.remove(&(lane, number)) else { continue };
        if !is_open || deliveries.last().is_none_or(|last| last.by != by) {
            deliveries.push(Delivery { by, done: GamesDone { lane, ..GamesDone::default() } });
        }
        if let Some(last) = deliveries.last_mut() {
            last.done.games.push(game);
            is_open = with.is_none();
            if let Some(with) = with {
                let games = std::mem::take(&mut last.done.games);
                last.done = GamesDone { games, ..with };
            }
        }
    }
    deliveries
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use croupier_record::KeptGame;

    use super::*;

    fn done(lane: u32, numbers: &[u64]) -> GamesDone {
        let game = |&number: &u64| {
            let kept =
                KeptGame { number, seats: Default::default(), events: vec![1], times: None, part: None };
            DoneGame { kept, luck: None }
        };
        let (took, games) = (Duration::from_secs(numbers.len() as u64), numbers.iter().map(game).collect());
        GamesDone { lane, whole: true, took, games, ..GamesDone::default() }
    }

    fn told(deliveries: &[Delivery]) -> Vec<(&str, Vec<u64>)> {
        let numbers = |one: &Delivery| one.done.games.iter().map(|game| game.kept.number).collect();
        deliveries.iter().map(|one| (one.by.as_str(), numbers(one))).collect()
    }

    #[test]
    fn each_takes_its_own_games_whatever_job_they_came_with() {
        let inbox = Inbox::default();
        inbox.put("a", done(0, &[1, 2, 3]));
        inbox.put("b", done(0, &[4, 5]));
        inbox.put("c", done(1, &[1]));
        let first = inbox.take(0, &[1, 2]);
        assert_eq!(told(&first), [("a", vec![1, 2])]);
        let second = inbox.take(0, &[3, 4, 5, 6]);
        assert_eq!(told(&second), [("a", vec![3]), ("b", vec![4, 5])]);
        assert_eq!(second[1].done.took, Duration::from_secs(2), "what is said of a job comes with its end");
        assert!(inbox.take(0, &[1, 2, 3, 4, 5]).is_empty());
        assert_eq!(told(&inbox.take(1, &[1])), [("c", vec![1])]);
    }

    #[test]
    fn what_comes_twice_is_there_once() {
        let inbox = Inbox::default();
        inbox.put("first", done(0, &[7]));
        inbox.put("second", done(0, &[7]));
        assert_eq!(told(&inbox.take(0, &[7])), [("first", vec![7])]);
        assert!(inbox.take(0, &[7]).is_empty());
    }

    #[test]
    fn whoever_waits_is_told_that_nothing_will_come_but_has_what_is_there() {
        let inbox = Inbox::default();
        inbox.put("a", done(0, &[1]));
        inbox.fail(NotPlayed("the store is gone".to_owned()));
        inbox.fail(NotPlayed("for another reason".to_owned()));
        assert_eq!(told(&inbox.wait(0, &[1, 2], Duration::ZERO).unwrap()), [("a", vec![1])]);
        let error = inbox.wait(0, &[2], Duration::ZERO).unwrap_err();
        assert_eq!(error.to_string(), "the store is gone");
        assert!(Inbox::default().wait(0, &[2], Duration::ZERO).unwrap().is_empty());
    }

    #[test]
    fn whoever_waits_is_woken_by_what_comes() {
        let inbox = Inbox::default();
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| inbox.wait(0, &[3], Duration::from_secs(60)).unwrap());
            inbox.put("a", done(0, &[3]));
            assert_eq!(told(&waits.join().unwrap()), [("a", vec![3])]);
        });
    }
}
