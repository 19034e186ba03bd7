//! The tables that are being played at, each under a word that only its visitor knows.
//!
//! While the house thinks, the table is with whoever thinks and not here: a page that asks for it
//! is told how many are before it, at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_session::{NoTable, Practice, PracticeView};
use tokio::sync::watch;

use crate::accounts::secrets;
use crate::error::Wrong;
use crate::limits::fair_queue::{FairQueue, QueueTurn, Ticket};

/// So many tables are kept; with one more, the one that was longest left alone is cleared.
const MOST: usize = 500;
/// The house thinks at so many tables at once.
const AT_ONCE: usize = 2;
/// So many more may wait for it: a class that plays at the same time.
const ROOM: usize = 1_000;

/// A table of any game.
type AnyTable = Box<dyn Practice>;

/// A table with its game.
struct Open {
    /// The name of the game.
    game: String,
    /// Who sits there against the visitor.
    opponent: String,
    at: Arc<Mutex<At>>,
    /// The visit in which it was last used.
    used: u64,
}

/// Where a table is.
enum At {
    /// Here: the visitor is to move, or the game is over.
    Here(AnyTable),
    /// The house thinks, or waits to; `over` closes when it has moved.
    Away { ticket: Ticket, over: watch::Receiver<()> },
    /// It broke down.
    Gone,
}

/// What a visitor finds at a table.
#[derive(Debug)]
pub(crate) struct PracticeTable {
    /// The name of the game.
    pub game: String,
    /// Who sits there against the visitor.
    pub opponent: String,
    /// The table; while the house thinks, how many are before it.
    pub seen: Result<PracticeView, usize>,
}

/// All tables.
pub(crate) struct Tables {
    open: Mutex<(u64, HashMap<String, Open>)>,
    queue: FairQueue,
}

impl Default for Tables {
    fn default() -> Self {
        Self { open: Mutex::default(), queue: FairQueue::new(AT_ONCE, ROOM) }
    }
}

impl Tables {
    /// Opens a table, which `sit` makes when the house has time for it; its word.
    pub(crate) fn open(
        &self,
        game: &str,
        opponent: String,
        address: IpAddr,
        sit: impl FnOnce() -> Result<AnyTable, NoTable> + Send + 'static,
    ) -> Result<String, Wrong> {
        let waiting = self.queue.join(address)?;
        let at = Arc::new(Mutex::new(At::Gone));
        think(&at, waiting, sit);
        let word = secrets::word();
        let mut all = lock(&self.open);
        all.0 += 1;
        let used = all.0;
        if all.1.len() >= MOST {
            let oldest = all.1.iter().min_by_key(|(_, table)| table.used).map(|(word, _)| word.clone());
            oldest.into_iter().for_each(|word| drop(all.1.remove(&word)));
        }
        all.1.insert(word.clone(), Open { game: game.to_owned(), opponent, at, used });
        Ok(word)
    }

    /// What there is to see at the table of a word.
    pub(crate) fn look(&self, word: &str, turned: u8) -> Option<PracticeTable> {
        let (game, opponent, at) = self.find(word)?;
        let seen = match &*lock(&at) {
            At::Here(table) => Ok(table.seen(turned)),
            At::Away { ticket, .. } => Err(ticket.before().unwrap_or(0)),
            At::Gone => return None,
        };
        Some(PracticeTable { game, opponent, seen })
    }

    /// Whether the house thinks at a table, or waits to.
    pub(crate) fn is_away(&self, word: &str) -> bool {
        self.find(word).is_some_and(|(_, _, at)| matches!(&*lock(&at), At::Away { .. }))
    }

    /// Plays the visitor's move, and lets the house think about its own. A table where the house
    /// still thinks takes none.
    pub(crate) fn play(&self, word: &str, mv: &str, address: IpAddr) -> Result<(), Wrong> {
        let (_, _, at) = self.find(word).ok_or_else(cleared)?;
        let waiting = self.queue.join(address)?;
        let mut here = lock(&at);
        match &mut *here {
            At::Here(table) => table.play(mv).map_err(|why| Wrong::Bad(why.to_string()))?,
            At::Away { .. } => return Err(Wrong::Bad("the house has not moved yet".to_owned())),
            At::Gone => return Err(cleared()),
        }
        if let At::Here(mut table) = std::mem::replace(&mut *here, At::Gone) {
            drop(here);
            think(&at, waiting, move || {
                table.think();
                Ok(table)
            });
        }
        Ok(())
    }

    /// Waits until the house has moved at a table, for so long at most. Nothing is held meanwhile.
    pub(crate) async fn settled(&self, word: &str, patience: Duration) {
        let Some((_, _, at)) = self.find(word) else { return };
        let over = match &*lock(&at) {
            At::Away { over, .. } => Some(over.clone()),
            At::Here(_) | At::Gone => None,
        };
        if let Some(mut over) = over {
            // It closes; nothing is ever said in it.
            let _ = tokio::time::timeout(patience, over.changed()).await;
        }
    }

    fn find(&self, word: &str) -> Option<(String, String, Arc<Mutex<At>>)> {
        let mut all = lock(&self.open);
        all.0 += 1;
        let used = all.0;
        let table = all.1.get_mut(word)?;
        table.used = used;
        Some((table.game.clone(), table.opponent.clone(), Arc::clone(&table.at)))
    }
}

/// There is no such table.
pub(crate) fn cleared() -> Wrong {
    Wrong::NotFound("such table any more; begin a new game at /play".to_owned())
}

/// Lets the house think as soon as it is this table's turn; then the table is here again.
fn think(
    at: &Arc<Mutex<At>>,
    waiting: QueueTurn,
    work: impl FnOnce() -> Result<AnyTable, NoTable> + Send + 'static,
) {
    let (thinking, over) = watch::channel(());
    *lock(at) = At::Away { ticket: waiting.ticket(), over };
    let at = Arc::clone(at);
    tokio::spawn(async move {
        let turn = waiting.await;
        let thought = tokio::task::spawn_blocking(move || {
            let table = work();
            drop(turn);
            table
        });
        let table = match thought.await {
            Ok(Ok(table)) => At::Here(table),
            Ok(Err(why)) => {
                tracing::warn!(%why, "a table for practice was not made");
                At::Gone
            }
            Err(error) => {
                tracing::error!(%error, "a table for practice broke down");
                At::Gone
            }
        };
        *lock(&at) = table;
        drop(thinking);
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_report::picture::Picture;
    use croupier_session::BadMove;
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(60);

    /// A table at which the house thinks until it is told to stop.
    struct Slow(Option<mpsc::Receiver<()>>);

    impl Practice for Slow {
        fn seen(&self, _: u8) -> PracticeView {
            let picture = Picture { html: String::new(), offers_all: false, turns_round: false };
            PracticeView { picture, choices: Vec::new(), told: Vec::new(), result: None }
        }

        fn play(&mut self, mv: &str) -> Result<(), BadMove> {
            if mv == "good" { Ok(()) } else { Err(BadMove::None) }
        }

        fn think(&mut self) {
            if let Some(stop) = self.0.take() {
                let _ = stop.recv();
            }
        }
    }

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    /// A table that can be played at, at which the house will think until the sender goes.
    async fn table(tables: &Tables, last: u8) -> (String, mpsc::Sender<()>) {
        let (stop, stopped) = mpsc::channel();
        let sit = || Ok(Box::new(Slow(Some(stopped))) as AnyTable);
        let word = tables.open("score-four", "slow".to_owned(), address(last), sit).unwrap();
        tables.settled(&word, LONG).await;
        (word, stop)
    }

    fn before(tables: &Tables, word: &str) -> Option<usize> {
        tables.look(word, 0).unwrap().seen.err()
    }

    #[tokio::test]
    async fn a_house_that_thinks_for_ever_holds_up_no_page_and_says_how_many_are_before() {
        let tables = Tables::default();
        let mut words = Vec::new();
        for last in 0..4 {
            words.push(table(&tables, last).await);
        }
        for (last, (word, _)) in words.iter().enumerate() {
            tables.play(word, "good", address(last as u8)).unwrap();
        }
        // One thread runs this test: whoever waited for a lock here would wait for ever.
        let waits: Vec<_> = words.iter().map(|(word, _)| before(&tables, word)).collect();
        assert_eq!(waits[2..], [Some(0), Some(1)]);
        assert!(tables.play(&words[0].0, "good", address(0)).is_err(), "it is the house's move");
        let (stranger, _stop) = table_in_line(&tables);
        assert_eq!(before(&tables, &stranger), Some(2));
        for (word, stop) in words {
            drop(stop);
            tables.settled(&word, LONG).await;
            assert_eq!(before(&tables, &word), None);
        }
    }

    fn table_in_line(tables: &Tables) -> (String, mpsc::Sender<()>) {
        let (stop, stopped) = mpsc::channel();
        let sit = || Ok(Box::new(Slow(Some(stopped))) as AnyTable);
        (tables.open("score-four", "slow".to_owned(), address(9), sit).unwrap(), stop)
    }

    #[tokio::test]
    async fn a_wrong_move_is_refused_at_once_and_the_table_stays() {
        let tables = Tables::default();
        let (word, _stop) = table(&tables, 1).await;
        assert!(matches!(tables.play(&word, "nonsense", address(1)), Err(Wrong::Bad(_))));
        assert_eq!(before(&tables, &word), None);
    }

    #[tokio::test]
    async fn a_table_that_breaks_down_is_gone_and_the_next_one_plays() {
        let tables = Tables::default();
        let broken = tables.open("score-four", "x".to_owned(), address(1), || panic!("on purpose")).unwrap();
        tables.settled(&broken, LONG).await;
        assert!(tables.look(&broken, 0).is_none());
        let (word, _stop) = table(&tables, 1).await;
        assert_eq!(before(&tables, &word), None);
    }

    #[tokio::test]
    async fn the_table_that_was_longest_left_alone_makes_room() {
        let tables = Tables::default();
        let mut words = Vec::new();
        for _ in 0..MOST {
            words.push(table(&tables, 1).await.0);
        }
        assert!(tables.look(&words[0], 0).is_some());
        table(&tables, 1).await;
        assert!(tables.look(&words[0], 0).is_some() && tables.look(&words[1], 0).is_none());
    }
}
