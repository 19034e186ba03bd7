//! Every game as a bare hand-written loop: no trait, no views, no checks. What speed is measured against.

pub(crate) mod hearts;
pub(crate) mod jujitsu;
pub(crate) mod last_card;
pub(crate) mod no_thanks;
pub(crate) mod score_four;
