//! How many batches make the next group, by what the last one took. It follows the clock, and changes nothing
//! but the time that a tournament takes.

use std::time::Duration;

/// A group that is played sooner than this may grow, to as many games as should take so long.
const SHORT: Duration = Duration::from_millis(500);
/// One that takes longer shrinks: nobody likes to wait for the games in hand when they stop a tournament.
pub(super) const LONG: Duration = Duration::from_millis(1500);
/// From one group to the next there are at most so many times as many: few games say little of many.
const GROWTH: u64 = 16;

/// How many batches the next group has, after so many that took so long; there may be reasons for fewer.
pub(super) fn next(batches: u64, took: Duration) -> u64 {
    if took > LONG {
        return (batches / 2).max(1);
    }
    let fit = u128::from(batches) * SHORT.as_nanos() / took.as_nanos().max(1);
    let most = batches.saturating_mul(GROWTH);
    u64::try_from(fit).unwrap_or(most).clamp(batches, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_games_are_soon_played_in_large_groups() {
        assert_eq!(next(1, Duration::from_millis(10)), 16);
        assert_eq!(next(1, Duration::ZERO), 16);
        assert_eq!(next(16, Duration::from_millis(160)), 50);
    }

    #[test]
    fn a_group_never_grows_beyond_what_should_take_half_a_second() {
        assert_eq!(next(1, Duration::from_millis(200)), 2);
        assert_eq!(next(3, Duration::from_millis(400)), 3);
        assert_eq!(next(3, Duration::from_millis(900)), 3);
    }

    #[test]
    fn who_takes_long_is_given_half_of_it_and_never_nothing() {
        assert_eq!(next(8, Duration::from_secs(2)), 4);
        assert_eq!(next(1, Duration::from_secs(60)), 1);
    }
}
