//! Contents by what is in them: BLAKE3.

use std::fmt;
use std::str::FromStr;

/// What contents are known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(blake3::Hash);

impl Hash {
    /// That of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(blake3::hash(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

/// A text that is no hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no hash of contents: 64 hexadecimal digits are")]
pub struct NoHash(String);

impl FromStr for Hash {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<Self, NoHash> {
        blake3::Hash::from_hex(text).map(Self).map_err(|_| NoHash(text.to_owned()))
    }
}
