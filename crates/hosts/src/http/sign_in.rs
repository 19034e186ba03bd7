//! Signing in to a bot: Basic and Digest, as its server asks for it.
//!
//! Nothing is sent before the server asks, so a password never travels in the clear to one that wants a
//! digest.

use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use md5::Md5;
use sha2::{Digest, Sha256};

/// Who we are to a bot. Its debug form keeps the password to itself.
#[derive(Clone, PartialEq, Eq)]
pub struct SignIn {
    user: String,
    password: String,
}

impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SignIn(…)")
    }
}

impl SignIn {
    /// A user with a password.
    #[must_use]
    pub fn new(user: &str, password: &str) -> Self {
        Self { user: user.to_owned(), password: password.to_owned() }
    }

    fn basic(&self) -> String {
        BASE64_STANDARD.encode(format!("{}:{}", self.user, self.password))
    }

    /// A text of the bot's with our secrets taken out, should it repeat them.
    pub(crate) fn hide(&self, text: &str) -> String {
        let hidden = text.replace(&self.basic(), "…");
        if self.password.is_empty() { hidden } else { hidden.replace(&self.password, "…") }
    }
}

/// What a server asked for, kept for the requests to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ticket {
    Basic,
    Digest(Terms),
}

/// The terms of a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    realm: String,
    nonce: String,
    opaque: Option<String>,
    algorithm: Algorithm,
    /// The algorithm as the server wrote it, repeated word for word.
    named: Option<String>,
    session: bool,
    auth: bool,
    count: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Algorithm {
    Md5,
    Sha256,
}

impl Algorithm {
    fn hash(self, text: &str) -> String {
        match self {
            Self::Md5 => hex(&Md5::digest(text.as_bytes())),
            Self::Sha256 => hex(&Sha256::digest(text.as_bytes())),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Why we do not sign in where a server asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoTicket {
    /// None of its ways is ours.
    #[error("asks for a sign-in that is neither Basic nor Digest with qop=auth")]
    Unknown,
    /// The password would go in the clear.
    #[error("asks for a Basic sign-in over http, where anyone can read the password; use https or Digest")]
    InTheClear,
}

impl Ticket {
    /// The strongest way that a server's challenges offer; Basic only where nobody can listen.
    pub(crate) fn from_challenges(challenges: &[String], private: bool) -> Result<Self, NoTicket> {
        let all: Vec<Challenge<'_>> = challenges.iter().flat_map(|header| parse(header)).collect();
        let best = all.iter().filter_map(Terms::of).max_by_key(|terms| terms.algorithm);
        if let Some(terms) = best {
            return Ok(Self::Digest(terms));
        }
        if !all.iter().any(|challenge| challenge.scheme.eq_ignore_ascii_case("basic")) {
            return Err(NoTicket::Unknown);
        }
        if !private {
            return Err(NoTicket::InTheClear);
        }
        Ok(Self::Basic)
    }

    /// The value of the `Authorization` header for the next `POST` to a path.
    pub(crate) fn authorize(&mut self, who: &SignIn, path: &str) -> String {
        match self {
            Self::Basic => format!("Basic {}", who.basic()),
            Self::Digest(terms) => {
                terms.count += 1;
                terms.answer(who, path, &fresh())
            }
        }
    }
}

impl Terms {
    fn of(challenge: &Challenge<'_>) -> Option<Self> {
        if !challenge.scheme.eq_ignore_ascii_case("digest") {
            return None;
        }
        let named = challenge.get("algorithm");
        let (algorithm, session) = match named.unwrap_or("MD5").to_ascii_uppercase().as_str() {
            "MD5" => (Algorithm::Md5, false),
            "MD5-SESS" => (Algorithm::Md5, true),
            "SHA-256" => (Algorithm::Sha256, false),
            "SHA-256-SESS" => (Algorithm::Sha256, true),
            _ => return None,
        };
        let qop = challenge.get("qop");
        let auth = qop.is_some_and(|all| all.split(',').any(|one| one.trim().eq_ignore_ascii_case("auth")));
        if qop.is_some() && !auth {
            return None;
        }
        Some(Self {
            realm: challenge.get("realm")?.to_owned(),
            nonce: challenge.get("nonce")?.to_owned(),
            opaque: challenge.get("opaque").map(str::to_owned),
            algorithm,
            named: named.map(str::to_owned),
            session,
            auth,
            count: 0,
        })
    }

    fn answer(&self, who: &SignIn, path: &str, own: &str) -> String {
        let hash = |text: &str| self.algorithm.hash(text);
        // Realm and nonce come as they stood between their quotes; they are hashed unescaped and sent back as
        // they came.
        let (realm, nonce) = (unescaped(&self.realm), unescaped(&self.nonce));
        let mut secret = hash(&format!("{}:{realm}:{}", who.user, who.password));
        if self.session {
            secret = hash(&format!("{secret}:{nonce}:{own}"));
        }
        let asked = hash(&format!("POST:{path}"));
        let count = format!("{:08x}", self.count);
        let response = if self.auth {
            hash(&format!("{secret}:{nonce}:{count}:{own}:auth:{asked}"))
        } else {
            hash(&format!("{secret}:{nonce}:{asked}"))
        };
        let user = who.user.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = format!(
            "Digest username=\"{user}\", realm=\"{}\", nonce=\"{}\", uri=\"{path}\", response=\"{response}\"",
            self.realm, self.nonce
        );
        if let Some(named) = &self.named {
            out += &format!(", algorithm={named}");
        }
        if let Some(opaque) = &self.opaque {
            out += &format!(", opaque=\"{opaque}\"");
        }
        if self.auth {
            out += &format!(", qop=auth, nc={count}, cnonce=\"{own}\"");
        } else if self.session {
            out += &format!(", cnonce=\"{own}\"");
        }
        out
    }
}

/// One way to sign in that a server offers.
struct Challenge<'a> {
    scheme: &'a str,
    terms: Vec<(&'a str, &'a str)>,
}

impl<'a> Challenge<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        self.terms.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| *value)
    }
}

/// The challenges of a header: schemes with their terms, all divided by commas.
fn parse(header: &str) -> Vec<Challenge<'_>> {
    let mut all: Vec<Challenge<'_>> = Vec::new();
    for part in between_commas(header) {
        let word_end = part.find([' ', '=']).unwrap_or(part.len());
        let (word, rest) = part.split_at(word_end);
        // `key=value` goes on; `Scheme key=value` and a lone `Scheme` begin a challenge.
        let term = if rest.trim_start().starts_with('=') {
            part
        } else {
            all.push(Challenge { scheme: word, terms: Vec::new() });
            rest.trim_start()
        };
        if let (Some((key, value)), Some(challenge)) = (term.split_once('='), all.last_mut()) {
            let value = value.trim();
            let inner = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            challenge.terms.push((key.trim(), inner.unwrap_or(value)));
        }
    }
    all
}

fn between_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    out
}

/// Sixteen digits that nobody can foresee.
fn fresh() -> String {
    format!("{:016x}", RandomState::new().hash_one("croupier"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket(challenges: &[&str]) -> Result<Ticket, NoTicket> {
        let challenges: Vec<String> = challenges.iter().map(|text| (*text).to_owned()).collect();
        Ticket::from_challenges(&challenges, true)
    }

    fn terms(challenges: &[&str]) -> Terms {
        match ticket(challenges) {
            Ok(Ticket::Digest(terms)) => terms,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_strongest_way_is_taken() {
        let md5 = r#"Basic realm="a, b", Digest realm="x", nonce="n", qop="auth-int, auth""#;
        let sha = r#"Digest realm="x",nonce="n",algorithm=SHA-256,qop="auth""#;
        assert_eq!(terms(&[md5]).algorithm, Algorithm::Md5);
        assert_eq!(terms(&[md5, sha]).algorithm, Algorithm::Sha256);
        assert_eq!(ticket(&["Negotiate", r#"Basic realm="a""#]), Ok(Ticket::Basic));
        assert!(ticket(&[r#"Digest realm="x", nonce="n", qop="auth-int""#]).is_err());
    }

    #[test]
    fn a_password_is_not_sent_in_the_clear() {
        let basic = ["Basic realm=\"a\"".to_owned()];
        assert_eq!(Ticket::from_challenges(&basic, false), Err(NoTicket::InTheClear));
    }

    #[test]
    fn digests_are_those_that_the_formula_gives() {
        // Worked out apart from this code, with another language's hashes.
        let who = SignIn::new("ann", "secret");
        let md5 = terms(&[r#"Digest realm="bots", nonce="abc", qop="auth", opaque="o""#]);
        let said = Terms { count: 1, ..md5 }.answer(&who, "/play", "0123");
        assert!(
            said.contains("f31950b0bb90716b2c31299785e2936a")
                && said.contains("nc=00000001")
                && said.contains("opaque=\"o\""),
            "{said}"
        );
        let sha = terms(&[r#"Digest realm="bots", nonce="abc", qop="auth", algorithm=SHA-256"#]);
        let said = Terms { count: 2, ..sha }.answer(&who, "/play", "0123");
        assert!(
            said.contains("9035db45145948135ec53d53062582593d41d4ff6f301f206132400f16888135")
                && said.contains("algorithm=SHA-256"),
            "{said}"
        );
        let old = terms(&[r#"Digest realm="bots", nonce="abc""#]).answer(&who, "/play", "0123");
        assert!(old.contains("06e59fc9e4c34cc11b3b4df97e3b83f3") && !old.contains("cnonce"), "{old}");
    }

    #[test]
    fn what_a_bot_repeats_of_our_secrets_is_taken_out() {
        let who = SignIn::new("ann", "secret");
        assert_eq!(who.hide("Basic YW5uOnNlY3JldA== secret!"), "Basic … …!");
    }
}
