//! The commands of a site: to serve it, to make contests on it and send bots to it, to copy and move it.

pub(crate) mod backup;
pub(crate) mod contest;
pub(crate) mod move_store;
pub(crate) mod serve;
pub(crate) mod submit;
