//! Words nobody can guess, and how they are kept: as hashes.

/// So many random bytes make a secret.
const BYTES: usize = 24;

/// A new secret, in letters that stand in a url and in a form.
#[must_use]
pub(crate) fn word() -> String {
    hex(&bytes::<BYTES>())
}

/// 256 bits that nobody can guess.
#[must_use]
pub(crate) fn key() -> [u8; 32] {
    bytes()
}

/// A number that nobody can guess.
#[must_use]
pub(crate) fn number() -> u32 {
    u32::from_le_bytes(bytes())
}

/// How a secret is kept: whoever reads the database cannot use it. Secrets are long and random, so
/// a quick hash does.
#[must_use]
pub(crate) fn hash(word: &str) -> String {
    blake3::hash(word.as_bytes()).to_hex().to_string()
}

/// The token that a form must bring back to the browser that got it: it belongs to the visitor's cookie.
#[must_use]
pub(crate) fn form_token(key: &[u8; 32], cookie: &str) -> String {
    blake3::keyed_hash(key, cookie.as_bytes()).to_hex()[..40].to_owned()
}

/// Whether two words are the same, in a time that does not tell where they differ.
#[must_use]
pub(crate) fn same(one: &str, other: &str) -> bool {
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // A system without randomness cannot run a site with accounts; there is nothing to fall back on.
    #[allow(clippy::expect_used)]
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
