//! Bots outside this process: the protocol they speak, the cell they run in, the languages they are written in.

pub mod cell;
