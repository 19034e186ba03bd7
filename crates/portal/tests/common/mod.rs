//! What the tests of the store share.

pub(crate) mod home;
#[path = "../../../../tests/postgres/mod.rs"]
mod postgres;

use croupier_portal::store::contests::Contest;

/// A contest of No Thanks! for three, as an organiser would make it.
#[allow(dead_code)] // Not every test makes one.
pub(crate) fn course() -> Contest {
    Contest {
        id: 0,
        name: "course".into(),
        title: "Course".into(),
        game: "no-thanks".into(),
        seats: 3,
        options: "{}".into(),
        limits: "{}".into(),
        languages: String::new(),
        opens: None,
        closes: None,
        paused: false,
        games_a_minute: 60,
    }
}
