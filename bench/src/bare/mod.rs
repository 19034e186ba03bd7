//! The games as bare loops: what the speed of the real ones is measured against.

pub mod score_four;
