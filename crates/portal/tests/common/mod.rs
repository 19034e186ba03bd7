//! What the tests of the store share.

use croupier_portal::store::contests::Contest;

/// A contest of No Thanks! for three, as an organiser would make it.
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
