//! The attacker with everything that it is sent, in every host: each byte that really goes over a pipe, over
//! a socket or into a module's memory.
//!
//! * Games are played twice, once as they were dealt and once with all that a seat cannot see dealt anew.
//!   What the bot in that seat is sent is the same byte for byte until something shows in its view.
//! * Of a thousand games the attacker keeps every number, and tries to turn its luck back, to confirm a
//!   guess, to find the state of a generator, and to see in its luck what is hidden.
//!
//! The hosts are the program's own, from a bot's name to its process. `arena/tests/redeal` holds the same at
//! the seam inside, for every game, form and number of seats.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(target_os = "linux")]

mod asked_again;
mod attack;
mod bots;
#[path = "../common/mod.rs"]
mod common;
mod messages;
mod place;
mod redeal;
mod tap;
mod thousand;
