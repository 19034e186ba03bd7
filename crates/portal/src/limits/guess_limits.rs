//! How often secrets may be guessed: by all processes of a site together, so that whoever is sent to
//! another one has not more guesses.

use crate::limits::rate_limit::{Rate, RateLimits};
use crate::store::guesses::{self, Allowance};
use crate::store::{Store, Stored};

/// How often secrets may be guessed.
#[derive(Debug, Default)]
pub(crate) struct GuessLimits {
    /// What this process counted: whoever is over that is refused without a look at the database.
    here: RateLimits,
    /// Where all processes count, if there may be several.
    together: Option<Store>,
}

impl GuessLimits {
    /// The limits of a site with this store.
    pub(crate) fn of(store: &Store) -> Self {
        Self { here: RateLimits::default(), together: store.is_shared().then(|| store.clone()) }
    }

    /// Takes one guess of this name; `false` where there is none left.
    pub(crate) async fn take(&self, name: &str, rate: Rate) -> Stored<bool> {
        if !self.here.take(name, rate) {
            return Ok(false);
        }
        match &self.together {
            None => Ok(true),
            Some(store) => guesses::take(store, &hashed(name), allowance(rate)).await,
        }
    }

    /// Puts one back: it was right, and does not count.
    pub(crate) async fn give_back(&self, name: &str, rate: Rate) -> Stored<()> {
        self.here.give_back(name, rate);
        match &self.together {
            None => Ok(()),
            Some(store) => guesses::give_back(store, &hashed(name), allowance(rate)).await,
        }
    }
}

/// Whoever asks chooses a part of a name, and its length.
fn hashed(name: &str) -> String {
    blake3::hash(name.as_bytes()).to_hex().to_string()
}

fn allowance(rate: Rate) -> Allowance {
    Allowance { burst: rate.burst, a_minute: rate.a_minute }
}
