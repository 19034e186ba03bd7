//! What others plan and have played here: a game or a batch at a time, for which new bots sit down
//! and remember nothing; or a lane of a run, whose bots live from one task to the next. And what
//! is given away in the same parts.

pub(crate) mod batch;
pub(crate) mod given;
pub(crate) mod lane;
pub(crate) mod one_game;
pub(crate) mod outs;
pub(crate) mod run_spec;
pub(crate) mod seating;
