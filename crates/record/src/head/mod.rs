//! What stands before a record's games: the plan, who plays, and who does not.

pub(crate) mod design;
pub(crate) mod header;
pub(crate) mod left_out;
pub(crate) mod out;
pub(crate) mod part;
pub(crate) mod sound;
