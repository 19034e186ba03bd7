//! The stages of a check, one file each, in the order in which they are run.

pub(crate) mod broken_off;
pub(crate) mod deals;
pub(crate) mod hidden;
pub(crate) mod in_time;
pub(crate) mod marking;
pub(crate) mod meeting;
pub(crate) mod plays_on;
pub(crate) mod rare;
pub(crate) mod restart;
pub(crate) mod start;

/// The luck of each stage, as numbers of children of the check's seed.
pub(crate) mod luck {
    pub(crate) const DEALS: u64 = 1;
    pub(crate) const RARE: u64 = 2;
    pub(crate) const BROKEN_OFF: u64 = 3;
    pub(crate) const RESTART: u64 = 4;
    pub(crate) const HIDDEN: u64 = 5;
    pub(crate) const MARKING: u64 = 6;
    pub(crate) const PLAYS_ON: u64 = 7;
}
