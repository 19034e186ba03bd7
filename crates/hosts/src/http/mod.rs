//! Bots behind urls: a small HTTP/1.1 client that sends and reads apart, and the players that use it.
//!
//! [`Web`] makes an [`HttpBot`] of a url, [`seat_http`] a player of the bot. A seat has a connection, which
//! has at most one request in flight, and a poll set waits for all connections of a crew. Redirects are not
//! followed: a `POST` is not sent to a place that the organiser did not name.

mod address;
mod bot;
mod channel;
mod connection;
mod deadline;
mod dial;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod jujitsu;
mod originals;
mod poll_set;
mod probe;
mod response;
mod seat;
mod sign_in;
mod stream;
#[cfg(test)]
mod tests;
#[cfg(feature = "https")]
mod tls;
#[cfg(not(feature = "https"))]
#[path = "no_tls.rs"]
mod tls;
mod url;

pub use address::{Reach, is_public};
pub use bot::{HttpBot, NoCertificates, NoHttpBot, Web};
pub use dial::Unreachable;
pub use poll_set::PollSet;
pub use probe::probe_http;
pub use seat::{CrewShared, HttpSetting, seat_http};
pub use sign_in::SignIn;
pub use url::{BadUrl, Url};
