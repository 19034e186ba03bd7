//! What others plan and have played here, a game or a batch at a time: new bots sit down for it, and
//! remember nothing.

pub(crate) mod batch;
pub(crate) mod one_game;
pub(crate) mod outs;
pub(crate) mod seating;
