//! Whether a bot behind a url is there at all, before anything is asked of it.

use std::time::Instant;

use crate::http::bot::HttpBot;
use crate::http::deadline::Deadline;
use crate::http::dial::{Unreachable, dial};
use crate::http::originals;
use crate::time::time_limits::TimeLimits;

/// Calls a bot of a game whose original has no request to greet it with, and says why it cannot be reached.
/// All others are greeted, which tells more.
pub fn probe_http(game: &str, bot: &HttpBot, time_limits: &TimeLimits) -> Result<(), Unreachable> {
    if originals::of(game).is_none() {
        return Ok(());
    }
    let until = Instant::now() + time_limits.loading;
    dial(bot, Deadline::new(until, &time_limits.interrupt)).map(drop)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::channel::test_double::limits;
    use crate::http::Web;

    #[test]
    fn a_bot_of_jujitsus_original_is_called_before_its_first_match() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let bot = |port| Web::default().bot(&format!("http://127.0.0.1:{port}/")).unwrap();
        let there = bot(server.local_addr().unwrap().port());
        assert_eq!(probe_http("jujitsu", &there, &limits()), Ok(()));
        drop(server);
        assert_eq!(probe_http("jujitsu", &there, &limits()), Err(Unreachable::Refused));
        assert_eq!(probe_http("no-thanks", &there, &limits()), Ok(()), "its hello will tell");
    }
}
