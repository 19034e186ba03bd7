//! The cell, tried with real programs that do what a hostile bot would do. Every claim is made for every tier
//! that makes it and that this machine has; a tier that it lacks fails `this_machine_can_build_cells_with_…`,
//! with the reason.
#![cfg(target_os = "linux")]

mod calls;
mod ending;
mod files;
mod finding;
mod limits;
mod network;
mod own_files;
mod runtimes;
mod strangers;
mod support;
mod time;
mod weight;
