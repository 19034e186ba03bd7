//! Bots behind urls: a small HTTP/1.1 client that sends and reads apart, and the players that use it.
//!
//! [`Web`] makes an [`HttpBot`] of a url, [`seat_http`] a player of the bot. A seat has a line, a line has at most one
//! request on its way, and a switchboard waits for all lines of a crew. Redirects are not followed: a `POST` is not sent
//! to a place that the organiser did not name.

mod address;
mod bot;
mod brokers;
mod deadline;
mod dial;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod general;
mod jujitsu;
mod line;
mod response;
mod seat;
mod sign_in;
mod stream;
mod switchboard;
#[cfg(test)]
mod tests;
mod url;

pub use address::{Reach, is_public};
pub use bot::{HttpBot, Web};
pub use brokers::seat_http;
pub use seat::{HttpSetting, Lobby};
pub use sign_in::SignIn;
pub use switchboard::Switchboard;
pub use url::Url;
