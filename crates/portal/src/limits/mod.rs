//! What keeps one reader from holding up the others: how often an address may ask, how many slots it
//! may hold at once, and a queue in which addresses take turns. Nothing here knows what is asked for.

pub(crate) mod fair_queue;
pub(crate) mod guess_limits;
pub(crate) mod rate_limit;
pub(crate) mod slots;
