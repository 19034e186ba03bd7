//! The games as bare loops: no trait, no views, no checks. What the speed of the real ones is measured against.

pub mod last_card;
