//! Whose time a wait is: limits, clocks, and what others took from a bot's processor.

pub(crate) mod clocks;
pub(crate) mod limit;
pub(crate) mod load;
pub(crate) mod own_time;
pub(crate) mod stolen;
pub(crate) mod time_limits;
