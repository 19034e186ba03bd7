//! What a bot has used over all its games, in however many processes one after the other or side by side.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use croupier_record::{BotAccount, EntrantId};

/// The games of a bot, its processor time, how often it ended, and whether it is out; clones are the same
/// account.
#[derive(Debug, Clone, Default)]
pub struct Account {
    balance: Arc<Mutex<Balance>>,
    out: Arc<OnceLock<String>>,
    /// Whether a game has told why it is out.
    told: Arc<AtomicBool>,
}

/// What stands in an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Balance {
    pub(crate) games: u64,
    pub(crate) processor: Duration,
    /// How often the bot ended and had to be started again.
    pub(crate) ended: u32,
}

impl Account {
    /// The same for a process whose games may be played once more by another: what it uses counts, and what
    /// puts it out is found again there.
    #[must_use]
    pub fn for_groups(&self) -> Self {
        Self { balance: Arc::clone(&self.balance), out: Arc::default(), told: Arc::default() }
    }

    /// Counts a game, and gives how many there are.
    pub(crate) fn count_game(&self) -> u64 {
        let mut balance = self.lock();
        balance.games += 1;
        balance.games
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> u64 {
        self.lock().games
    }

    /// Adds processor time, or fuel as time, and gives all of it.
    pub(crate) fn book(&self, time: Duration) -> Duration {
        let mut balance = self.lock();
        balance.processor += time;
        balance.processor
    }

    /// Counts that the bot ended and has to be started again, and gives how often it did.
    pub(crate) fn count_end(&self) -> u32 {
        let mut balance = self.lock();
        balance.ended += 1;
        balance.ended
    }

    /// Takes an end back that was not the bot's doing.
    pub(crate) fn forgive_end(&self) {
        let mut balance = self.lock();
        balance.ended = balance.ended.saturating_sub(1);
    }

    /// What stands in it.
    pub(crate) fn balance(&self) -> Balance {
        *self.lock()
    }

    /// Puts it back to what it was.
    pub(crate) fn restore(&self, balance: Balance) {
        *self.lock() = balance;
    }

    /// What stands in it, for whoever takes the bot's games up; where its processes left off is not
    /// known here.
    #[must_use]
    pub fn carried(&self, entrant: EntrantId) -> BotAccount {
        let Balance { games, processor, ended } = self.balance();
        let told = self.told.load(Ordering::Relaxed);
        let out = self.out().map(str::to_owned);
        BotAccount { entrant, games, used: processor, ended, out, told, selves: Vec::new() }
    }

    /// Goes on with what stood in it where the bot played before.
    pub fn go_on_with(&self, carried: &BotAccount) {
        let BotAccount { games, used, ended, out, told, .. } = carried;
        self.restore(Balance { games: *games, processor: *used, ended: *ended });
        self.told.store(*told, Ordering::Relaxed);
        if let Some(why) = out {
            self.put_out(why);
        }
    }

    /// The bot is out of the tournament, in all its processes; the first reason stays.
    pub(crate) fn put_out(&self, why: &str) {
        let _ = self.out.set(why.to_owned());
    }

    /// Why the bot is out, where it is.
    pub(crate) fn out(&self) -> Option<&str> {
        self.out.get().map(String::as_str)
    }

    /// Whether it is still to be told why the bot is out; from here on it is not.
    pub(crate) fn is_untold(&self) -> bool {
        !self.told.swap(true, Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Balance> {
        self.balance.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
