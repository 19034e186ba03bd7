//! One table, schedules, one tournament.
//!
//! The table asks, checks, plays or refuses; the schedule says who sits where; the tournament gives games to
//! workers and hands the results on in order. The table never knows a game's name, and nothing here prints.

mod batches;
mod caught;
mod clocked;
mod crew;
mod defaults;
mod earlier;
mod elsewhere;
mod event;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod groups;
pub mod naming;
mod open_games;
mod outs;
pub mod plan;
mod queue;
mod recall;
mod recorded_outs;
mod schedule;
pub mod self_test;
mod several;
mod silence;
mod table;
mod terms;
mod tournament;
mod trial;
mod url_turns;

pub use caught::{Panicked, caught};
pub use clocked::{MoveClock, MoveTimes};
pub use crew::crews::{CrewCount, Crews};
pub use crew::{Bot, Crew, EarlierPrints, GAMES_AT_ONCE, Lane, NoCrew, Outside};
pub use defaults::Defaults;
pub use elsewhere::{Delivery, Elsewhere, GivenLane, Needed, NotPlayed, check_given};
pub use event::Batch;
pub use open_games::{OpenGame, OpenGames};
pub use outs::Outs;
pub use recall::{Recall, Recalled};
pub use recorded_outs::RecordedOuts;
pub use schedule::{BadField, Schedule, TooFew, seats_for};
pub use several::several;
pub use table::{NoPast, Past, Table};
pub use terms::Terms;
pub use tournament::{CannotPlay, Ended, Tournament, span};
pub use trial::{Trial, Untried};
pub use url_turns::{HeldUrls, Parallel, SharedUrls, UrlTurns};
