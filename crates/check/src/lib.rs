//! The conformance suite for a bot of any language: does it start, answer in time, play legally, also where
//! positions are rare, after a restart and after a game that was broken off, and does it look only at what it
//! is shown?
//!
//! [`check_bot`] runs the stages in order and tells each as it ends. It prints nothing, and no stage knows a
//! language; what a game calls rare stands in [`rare`], what a game asks beyond that in [`marking`]. Only
//! [`as_call`] knows one: it tells a failing position as a call that authors of players in Haskell can paste.

mod budget;
mod by_name;
mod deadline;
mod first_misstep;
mod haskell;
mod keep;
mod likelihood;
pub mod marking;
mod pace;
pub mod rare;
mod run;
mod seatings;
mod stage;
mod stage_table;
mod stages;
mod start_position;
mod steered;
mod subject;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod test_double;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests;
mod usual;

pub use budget::Spent;
pub use by_name::{Task, check_bot};
pub use deadline::{LONGEST_CHECK, LONGEST_STAGE, Now};
pub use haskell::{HOW_TO_CALL, as_call};
pub use likelihood::Coverage;
pub use run::{Amount, Report};
pub use stage::{CheckEvent, Failing, Stage, Verdict};
pub use stages::start::NOT_STARTED;
pub use subject::Trouble;
pub use usual::{Command, DEALS, GAMES, SEED, quoted};
