//! Passwords: hashed with Argon2id, a few at a time, away from the threads that answer readers.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::net::IpAddr;

use crate::error::Wrong;
use crate::turns::Turns;

/// A password has at least so many characters.
pub const SHORTEST: usize = 10;
/// And at most so many bytes: hashing more helps nobody.
pub const LONGEST: usize = 200;
/// So many are hashed at once; each takes 19 MiB.
const AT_ONCE: usize = 2;
/// So many more may wait: a class that signs in at the same time, twice over.
const WAITING: usize = 1_000;

/// What hashes passwords.
#[derive(Debug)]
pub struct Passwords {
    turns: Turns,
    /// The hash of a word nobody knows: whoever signs in to no account waits as long as everyone.
    nobody: String,
}

impl Passwords {
    /// Ready to hash.
    pub fn new() -> Result<Self, Wrong> {
        let nobody = hashed(&crate::secrets::word())?;
        Ok(Self { turns: Turns::new(AT_ONCE, WAITING), nobody })
    }

    /// Says no to a password that is too short or too long.
    pub fn check(password: &str) -> Result<(), Wrong> {
        if password.chars().count() < SHORTEST {
            return Err(Wrong::Bad(format!(
                "the password is too short; {SHORTEST} characters or more are taken"
            )));
        }
        if password.len() > LONGEST {
            return Err(Wrong::Bad(format!("the password is too long; up to {LONGEST} bytes are taken")));
        }
        Ok(())
    }

    /// The hash of a new password.
    pub async fn hash(&self, password: String, address: IpAddr) -> Result<String, Wrong> {
        self.turns.work(address, move || hashed(&password)).await?
    }

    /// Whether this is the password of that hash; without a hash it is not, and takes as long.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
        address: IpAddr,
    ) -> Result<bool, Wrong> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.clone());
        let fits = self.turns.work(address, move || {
            let parsed = PasswordHash::new(&hash).map_err(|error| Wrong::Trouble(error.to_string()))?;
            Ok::<bool, Wrong>(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        });
        Ok(fits.await?? && known)
    }
}

fn hashed(password: &str) -> Result<String, Wrong> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash: argon2::password_hash::phc::PasswordHash| hash.to_string())
        .map_err(|error| Wrong::Trouble(error.to_string()))
}
