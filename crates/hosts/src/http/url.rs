//! A bot's url, taken apart. What it shows of itself never holds a password.

use crate::http::sign_in::SignIn;

/// The address of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    /// Whether it is `https`.
    pub secure: bool,
    /// A name or an address; version 6 without its brackets.
    pub host: String,
    /// Where it listens.
    pub port: u16,
    /// What is asked for: a path and a query.
    pub path: String,
}

/// Why a text is no url of a bot; it never repeats the text, which may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadUrl {
    /// It is no address of the web.
    #[error("a url begins with http:// or https://")]
    Scheme,
    /// It has characters that no url has.
    #[error("a url has no spaces and only ASCII characters; write others as %XX")]
    Characters,
    /// Its port is none.
    #[error("its port is not 1 to 65535")]
    Port,
    /// An address of version 6 begins and does not end.
    #[error("its [ has no ]")]
    Bracket,
    /// What stands for such an address is none.
    #[error("what is in its [ ] is no address")]
    Address,
    /// It has no host.
    #[error("it names no host")]
    NoHost,
}

impl Url {
    /// Whether a text means a url, a sound one or not, and neither a file nor a player of the house.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        !matches!(Self::parse(text), Err(BadUrl::Scheme))
    }

    /// A text that means a url, which may be broken, without what may be a password in it.
    #[must_use]
    pub fn without_user(text: &str) -> String {
        match (text.split_once("://"), text.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{place}"),
            _ => text.to_owned(),
        }
    }

    /// Takes a url apart, and with it the sign-in that it may hold.
    pub fn parse(text: &str) -> Result<(Self, Option<SignIn>), BadUrl> {
        let (secure, rest) = match (text.strip_prefix("http://"), text.strip_prefix("https://")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return Err(BadUrl::Scheme),
        };
        if text.chars().any(|c| c.is_whitespace() || c.is_control() || !c.is_ascii()) {
            return Err(BadUrl::Characters);
        }
        let rest = rest.split('#').next().unwrap_or_default();
        let at = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(at);
        let (user, place) = match authority.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, authority),
        };
        let (host, port) = host_and_port(place)?;
        let port = match port {
            "" if secure => 443,
            "" => 80,
            digits => digits.parse().ok().filter(|&port| port > 0).ok_or(BadUrl::Port)?,
        };
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        let sign_in = user.map(|user| {
            let (user, password) = user.split_once(':').unwrap_or((user, ""));
            SignIn::new(&decoded(user), &decoded(password))
        });
        Ok((Self { secure, host: host.to_ascii_lowercase(), port, path }, sign_in))
    }

    /// The host as a request names it, with its port where that is not the usual one.
    #[must_use]
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.secure { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }
}

impl std::fmt::Display for Url {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority(), self.path)
    }
}

fn host_and_port(place: &str) -> Result<(&str, &str), BadUrl> {
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']').ok_or(BadUrl::Bracket)?;
            let port = after.strip_prefix(':').unwrap_or(after);
            host.parse::<std::net::Ipv6Addr>().map_err(|_| BadUrl::Address)?;
            (host, port)
        }
        None => place.split_once(':').unwrap_or((place, "")),
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || "-._:".contains(c);
    if host.is_empty() || !host.chars().all(fits) {
        return Err(BadUrl::NoHost);
    }
    Ok((host, port))
}

/// Text with its %XX read.
fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                bytes = ahead;
            }
            _ => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        Url::parse(text).map_or_else(|why| why.to_string(), |(url, _)| url.to_string())
    }

    #[test]
    fn a_url_shows_itself_without_its_password() {
        assert_eq!(shown("http://ann:s%20cret@Bots.Example:80/play?x=1#top"), "http://bots.example/play?x=1");
        let (_, sign_in) = Url::parse("https://ann:s%20cret@bots.example").unwrap();
        assert_eq!(sign_in, Some(SignIn::new("ann", "s cret")));
        assert!(!format!("{sign_in:?}").contains("cret"));
    }

    #[test]
    fn a_text_means_a_url_by_its_beginning_alone() {
        for text in ["http://h/", "https://", "http://a b/", "http://ann:secret@h:x/"] {
            assert!(Url::is_one(text), "{text}");
        }
        for text in ["house:random", "http:/h", "bots/http://h.py", "bot.py", "ftp://h/", "HTTP", ""] {
            assert!(!Url::is_one(text), "{text}");
        }
    }

    #[test]
    fn a_broken_url_is_shown_without_its_password() {
        assert_eq!(Url::without_user("http://ann:secret@h:0/"), "http://h:0/");
        assert_eq!(Url::without_user("http://ann:sec@ret@h:0/"), "http://h:0/");
        assert_eq!(Url::without_user("http://h:0/"), "http://h:0/");
    }

    #[test]
    fn ports_paths_and_addresses_are_read() {
        assert_eq!(shown("http://127.0.0.1:8001/player/play"), "http://127.0.0.1:8001/player/play");
        assert_eq!(shown("https://[::1]:443"), "https://[::1]/");
        assert_eq!(shown("http://h?a"), "http://h/?a");
    }

    #[test]
    fn what_is_no_url_is_told_in_a_sentence_without_its_password() {
        for (bad, why) in [
            ("ftp://h", BadUrl::Scheme),
            ("http://", BadUrl::NoHost),
            ("http://h:0/", BadUrl::Port),
            ("http://h:99999/", BadUrl::Port),
            ("http://[::1", BadUrl::Bracket),
            ("http://[x]/", BadUrl::Address),
            ("http://a b/", BadUrl::Characters),
            ("http://h_\u{e9}/", BadUrl::Characters),
        ] {
            assert_eq!(Url::parse(bad).map(drop), Err(why), "{bad}");
        }
        assert!(!shown("http://ann:secret@h:x/").contains("secret"));
    }
}
