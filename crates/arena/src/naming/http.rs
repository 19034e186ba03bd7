//! Bots behind urls: what a url means, and the name that it shows, which holds no password.

use std::sync::Arc;

use croupier_hosts::Runtimes;
use croupier_hosts::http::Url;

use crate::crew::Bot;
use crate::naming::{BadBot, NamedBot};

/// The bot of a url. Whether it is there shows when it is first called.
pub(crate) fn bot(spec: &str, runtimes: &Runtimes) -> Result<NamedBot, BadBot> {
    let bot = runtimes
        .web()
        .bot(spec)
        .map_err(|why| BadBot::BadUrl { spec: Url::without_user(spec), why: why.to_string() })?;
    let name = bot.url.to_string();
    let hash = blake3::hash(name.as_bytes()).to_hex()[..16].to_owned();
    Ok(NamedBot { spec: name.clone(), name, team: None, hash, bot: Bot::Http(Arc::new(bot)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_hosts::cell::Sandbox;

    #[test]
    fn a_url_is_a_bot_and_shows_no_password() {
        let runtimes = Runtimes::new(Sandbox::Off);
        let found = bot("http://ann:secret@127.0.0.1:8001/player/play", &runtimes).unwrap();
        assert_eq!(found.name, "http://127.0.0.1:8001/player/play");
        assert!(!format!("{found:?}").contains("secret"));
        let wrong = bot("http://ann:secret@h:0/", &runtimes).unwrap_err().to_string();
        assert_eq!(wrong, "\"http://h:0/\" is no url of a bot: its port is not 1 to 65535");
    }
}
