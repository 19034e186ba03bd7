//! How much of its budget a bot used for each kind of call, where its clock is fuel: the same on every
//! machine, so that a bot that stays within it here does so everywhere.

use std::time::Duration;

use croupier_record::OwnTime;
use serde::Serialize;

/// What a bot was called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    /// A game begins.
    Start,
    /// Its first move of a game, which finds everything cold.
    First,
    /// A later move where only one is legal.
    Forced,
    /// A later move among a few.
    Few,
    /// A later move among many.
    Many,
    /// A game is over.
    End,
}

/// More legal moves than these are many.
const FEW: usize = 5;

impl Call {
    const ALL: [Self; 6] = [Self::Start, Self::First, Self::Forced, Self::Few, Self::Many, Self::End];

    /// The kind of a move: whether it is the first of its game, and how many are legal.
    pub(crate) fn of_move(first: bool, legal: usize) -> Self {
        match legal {
            _ if first => Self::First,
            0..=1 => Self::Forced,
            2..=FEW => Self::Few,
            _ => Self::Many,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Start => "a game begins",
            Self::First => "the first move of a game",
            Self::Forced => "a later move, one legal",
            Self::Few => "a later move, 2 to 5 legal",
            Self::Many => "a later move, more legal",
            Self::End => "a game is over",
        }
    }
}

/// What calls of all kinds used so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Budget([Used; Call::ALL.len()]);

#[derive(Debug, Clone, Copy, Default)]
struct Used {
    calls: u64,
    fuel: u64,
    time: Duration,
    most: Duration,
}

impl Budget {
    /// A call used this.
    pub(crate) fn add(&mut self, call: Call, own: OwnTime) {
        let used = &mut self.0[call as usize];
        used.calls += 1;
        used.fuel += own.fuel().unwrap_or(0);
        used.time += own.time();
        used.most = used.most.max(own.time());
    }

    /// What each kind used of what is allowed for a call.
    pub(crate) fn spent(&self, allowed: Duration) -> Vec<Spent> {
        let all = Call::ALL.iter().zip(&self.0);
        all.filter(|(_, used)| used.calls > 0).map(|(call, used)| used.spent(*call, allowed)).collect()
    }
}

impl Used {
    fn spent(&self, call: Call, allowed: Duration) -> Spent {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        Spent {
            call: call.words(),
            calls: self.calls,
            mean_fuel: self.fuel / self.calls,
            mean_ms: ms(self.time) / self.calls as f64,
            most_ms: ms(self.most),
            most_of_limit: self.most.as_secs_f64() / allowed.as_secs_f64(),
        }
    }
}

/// What one kind of call used of a bot's budget, on the clock of the reference machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spent {
    /// What for.
    pub call: &'static str,
    /// How many there were.
    pub calls: u64,
    /// Fuel in the mean.
    pub mean_fuel: u64,
    /// Milliseconds in the mean.
    pub mean_ms: f64,
    /// The most that one used.
    pub most_ms: f64,
    /// That as a part of what is allowed for a move.
    pub most_of_limit: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_kept_apart_and_the_most_is_a_part_of_the_limit() {
        let mut budget = Budget::default();
        let ms = |ms: u64| OwnTime::Fuel(ms * 10_000_000);
        budget.add(Call::of_move(true, 1), ms(500));
        budget.add(Call::of_move(false, 3), ms(10));
        budget.add(Call::of_move(false, 5), ms(20));
        let spent = budget.spent(Duration::from_secs(2));
        assert_eq!(spent.iter().map(|one| one.calls).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((spent[0].call, spent[0].most_of_limit), ("the first move of a game", 0.25));
        assert_eq!((spent[1].mean_ms, spent[1].most_ms, spent[1].mean_fuel), (15.0, 20.0, 150_000_000));
    }
}
