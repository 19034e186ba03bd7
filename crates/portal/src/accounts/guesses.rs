//! How often a password may be guessed: only failures count, and nobody's failures bar anybody else.
//!
//! * Of one account, an address has few guesses, then one every half a minute.
//! * Where an account is guessed at from many addresses, or an address guesses at many accounts,
//!   every further try of a stranger waits for a moment, a few of them at a time: that slows an
//!   owner on a new machine down, and bars them not. An address has room before that for a class
//!   that signs in at the same time, mistyped passwords included.
//! * A browser that signed in to the account before is no stranger: it has guesses of its own,
//!   whatever others do.

use std::net::IpAddr;
use std::time::Duration;

use crate::error::Wrong;
use crate::limits::guess_limits::GuessLimits;
use crate::limits::rate_limit::Rate;
use crate::limits::slots::network_of;

/// Failures of an address, before strangers wait.
const OF_ADDRESS: Rate = Rate { burst: 400.0, a_minute: 60.0 };
/// Failures of an address with one account.
const OF_PAIR: Rate = Rate { burst: 10.0, a_minute: 2.0 };
/// Failures of a known browser with its account.
const OF_DEVICE: Rate = Rate { burst: 10.0, a_minute: 2.0 };
/// Failures of everyone with one account, before strangers wait.
const OF_ACCOUNT: Rate = Rate { burst: 30.0, a_minute: 10.0 };
/// So long a stranger waits with an account that is guessed at.
const SLOWED: Duration = Duration::from_secs(3);

/// Somebody who wants to sign in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guesser<'a> {
    /// The account, however it was named.
    pub(crate) account: &'a str,
    /// Where they ask from.
    pub(crate) address: IpAddr,
    /// The browser, where it signed in to this account before.
    pub(crate) device: Option<&'a str>,
}

/// A guess that is being made: it counts as a failure until it is known to be right.
#[derive(Debug)]
pub(crate) struct Guess {
    counted: Vec<(String, Rate)>,
    /// How long to wait before the password is looked at.
    pub(crate) wait: Option<Duration>,
}

impl Guess {
    /// Begins a guess, or says that there were too many.
    pub(crate) async fn begin(limits: &GuessLimits, guesser: Guesser<'_>) -> Result<Self, Wrong> {
        let Guesser { account, address, device } = guesser;
        let mut guess = Self { counted: Vec::new(), wait: None };
        if let Some(device) = device {
            guess.count(limits, format!("guess by {device} {account}"), OF_DEVICE).await?;
            return Ok(guess);
        }
        let address = network_of(address);
        guess.count(limits, format!("guess from {address} {account}"), OF_PAIR).await?;
        for (name, rate) in
            [(format!("guess from {address}"), OF_ADDRESS), (format!("guess {account}"), OF_ACCOUNT)]
        {
            match guess.count(limits, name, rate).await {
                Ok(()) => {}
                Err(Wrong::TooMany) => guess.wait = Some(SLOWED),
                Err(error) => return Err(error),
            }
        }
        Ok(guess)
    }

    async fn count(&mut self, limits: &GuessLimits, name: String, rate: Rate) -> Result<(), Wrong> {
        if !limits.take(&name, rate).await? {
            return Err(Wrong::TooMany);
        }
        self.counted.push((name, rate));
        Ok(())
    }

    /// It was right: nothing counts.
    pub(crate) async fn was_right(self, limits: &GuessLimits) -> Result<(), Wrong> {
        for (name, rate) in self.counted {
            limits.give_back(&name, rate).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guesser<'a>(account: &'a str, last: u8, device: Option<&'a str>) -> Guesser<'a> {
        Guesser { account, address: [10, 0, 0, last].into(), device }
    }

    /// How many of these guesses are let through; all of them are wrong.
    async fn wrong(limits: &GuessLimits, guesser: Guesser<'_>, tries: usize) -> usize {
        let mut let_through = 0;
        for _ in 0..tries {
            let_through += usize::from(Guess::begin(limits, guesser).await.is_ok());
        }
        let_through
    }

    #[tokio::test]
    async fn a_class_behind_one_address_signs_in_within_a_minute_mistyped_passwords_included() {
        let limits = GuessLimits::default();
        let names: Vec<String> = (0..250).map(|number| format!("student {number}")).collect();
        // All at once: nobody is known to be right before everyone has begun.
        let mut begun = Vec::new();
        for name in &names {
            begun.push(Guess::begin(&limits, guesser(name, 1, None)).await.unwrap());
        }
        assert!(begun.iter().all(|guess| guess.wait.is_none()));
        for (number, guess) in begun.into_iter().enumerate() {
            if number % 4 == 0 {
                let second = Guess::begin(&limits, guesser(&names[number], 1, None)).await;
                assert!(second.is_ok(), "the second try");
            } else {
                guess.was_right(&limits).await.unwrap();
            }
        }
    }

    #[tokio::test]
    async fn whoever_guesses_is_stopped_soon_and_so_is_whoever_tries_one_password_on_everyone() {
        let limits = GuessLimits::default();
        assert_eq!(wrong(&limits, guesser("ada", 1, None), 1_000).await, 10);
        let names: Vec<String> = (0..2_000).map(|number| format!("student {number}")).collect();
        let mut sprayed = Vec::new();
        for name in &names {
            sprayed.push(Guess::begin(&limits, guesser(name, 2, None)).await.unwrap().wait.is_some());
        }
        assert_eq!(sprayed.iter().position(|&waits| waits), Some(400));
        assert!(sprayed[400..].iter().all(|&waits| waits));
    }

    #[tokio::test]
    async fn nobody_locks_another_out() {
        let limits = GuessLimits::default();
        for last in 10..200 {
            wrong(&limits, guesser("ada", last, None), 50).await;
        }
        let elsewhere = Guess::begin(&limits, guesser("ada", 1, None)).await.unwrap();
        assert_eq!(elsewhere.wait, Some(SLOWED), "slower, and let in");
        // A neighbour at the same address has used up all of its guesses; the owner's browser is known.
        wrong(&limits, guesser("ada", 1, None), 1_000).await;
        assert_eq!(wrong(&limits, guesser("ada", 1, None), 1).await, 0);
        let known = Guess::begin(&limits, guesser("ada", 1, Some("laptop"))).await.unwrap();
        assert_eq!(known.wait, None);
        let neighbour = Guess::begin(&limits, guesser("bo", 1, None)).await.unwrap();
        assert_eq!(neighbour.wait, None, "nor is anybody else at that address");
    }

    #[tokio::test]
    async fn a_known_browser_is_no_way_to_guess_either() {
        let limits = GuessLimits::default();
        assert_eq!(wrong(&limits, guesser("ada", 1, Some("stolen")), 1_000).await, 10);
    }

    #[tokio::test]
    async fn what_was_right_does_not_count() {
        let limits = GuessLimits::default();
        for _ in 0..1_000 {
            Guess::begin(&limits, guesser("ada", 1, None)).await.unwrap().was_right(&limits).await.unwrap();
        }
        assert_eq!(wrong(&limits, guesser("ada", 1, None), 100).await, 10);
    }
}
