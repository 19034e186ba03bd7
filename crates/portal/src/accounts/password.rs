//! Passwords: hashed with Argon2id, a few at a time, away from the threads that answer readers.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::generate_salt;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::error::Wrong;
use crate::limits::fair_queue::FairQueue;

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
    queue: FairQueue,
    memory: Memory,
    /// The hash of a word nobody knows: whoever signs in to no account waits as long as everyone.
    nobody: String,
}

impl Passwords {
    /// Ready to hash.
    pub fn new() -> Result<Self, Wrong> {
        let memory = Memory::default();
        let nobody = memory.lend(|memory| hashed(&crate::accounts::secrets::word(), memory))?;
        Ok(Self { queue: FairQueue::new(AT_ONCE, WAITING), memory, nobody })
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
        let memory = self.memory.clone();
        self.queue.work(address, move || memory.lend(|memory| hashed(&password, memory))).await?
    }

    /// Whether this is the password of that hash; without a hash it is not, and takes as long.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
        address: IpAddr,
    ) -> Result<bool, Wrong> {
        let (known, memory) = (hash.is_some(), self.memory.clone());
        let hash = hash.unwrap_or_else(|| self.nobody.clone());
        let fits = self.queue.work(address, move || memory.lend(|memory| fits(&password, &hash, memory)));
        Ok(fits.await?? && known)
    }
}

/// Memory to hash in, lent and given back: as many pieces as are hashed in at once, and no more.
///
/// Argon2 would take 19 MiB anew for every password. glibc's allocator keeps such a piece in the arena of
/// the thread that took it, and cannot use it again once something small lies beside it.
#[derive(Debug, Clone, Default)]
struct Memory {
    idle: Arc<Mutex<Vec<Vec<Block>>>>,
}

impl Memory {
    fn lend<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let mut memory = self.idle().pop().unwrap_or_default();
        let done = work(&mut memory);
        self.idle().push(memory);
        done
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new hash, in the words in which it is stored.
fn hashed(password: &str, memory: &mut Vec<Block>) -> Result<String, Wrong> {
    let (argon2, salt) = (Argon2::default(), generate_salt());
    let output = output(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).map_err(trouble)?,
        salt: Some(Salt::new(&salt).map_err(trouble)?),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

/// Whether this is the password of that hash.
fn fits(password: &str, hash: &str, memory: &mut Vec<Block>) -> Result<bool, Wrong> {
    let hash = PasswordHash::new(hash).map_err(trouble)?;
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(trouble)?;
    let version = hash.version.map(Version::try_from).transpose().map_err(trouble)?.unwrap_or_default();
    let params = Params::try_from(&hash).map_err(trouble)?;
    let argon2 = Argon2::new(algorithm, version, params);
    // Outputs are compared in a time that tells nothing of where they differ.
    Ok(output(&argon2, password, salt, expected.len(), memory)? == *expected)
}

/// What Argon2 makes of a password, in this memory.
fn output(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    length: usize,
    memory: &mut Vec<Block>,
) -> Result<Output, Wrong> {
    let blocks = argon2.params().block_count();
    memory.resize(blocks.max(memory.len()), Block::new());
    let mut out = vec![0; length];
    argon2
        .hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut memory[..blocks])
        .map_err(trouble)?;
    Output::new(&out).map_err(trouble)
}

fn trouble(error: impl std::fmt::Display) -> Wrong {
    Wrong::Trouble(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    const WORD: &str = "a long password";

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[tokio::test]
    async fn a_password_fits_its_own_hash_and_no_other_and_none_fits_nobody() {
        let passwords = Passwords::new().unwrap();
        let hash = passwords.hash(WORD.to_owned(), address(1)).await.unwrap();
        let fits =
            async |word: &str, hash| passwords.verify(word.to_owned(), hash, address(1)).await.unwrap();
        assert!(fits(WORD, Some(hash.clone())).await);
        assert!(!fits("another password", Some(hash)).await);
        assert!(!fits(WORD, None).await);
    }

    #[test]
    fn hashes_are_those_that_argon2_itself_writes_and_reads() {
        let mut memory = Vec::new();
        let ours = hashed(WORD, &mut memory).unwrap();
        assert!(Argon2::default().verify_password(WORD.as_bytes(), ours.as_str()).is_ok());
        let theirs: PasswordHash = Argon2::default().hash_password(WORD.as_bytes()).unwrap();
        assert!(fits(WORD, &theirs.to_string(), &mut memory).unwrap());
        assert!(!fits("another password", &theirs.to_string(), &mut memory).unwrap());
        assert_eq!(ours.split('$').take(4).collect::<Vec<_>>().join("$"), "$argon2id$v=19$m=19456,t=2,p=1");
    }

    #[tokio::test]
    async fn however_many_are_hashed_the_memory_of_two_is_all_that_is_kept() {
        let passwords = Passwords::new().unwrap();
        let all = (1..=20).map(|last| passwords.hash(WORD.to_owned(), address(last)));
        for hashed in futures_util::future::join_all(all).await {
            assert!(hashed.is_ok());
        }
        let idle = passwords.memory.idle();
        assert!(idle.len() <= AT_ONCE, "{} pieces", idle.len());
        assert!(idle.iter().all(|piece| piece.len() == Params::DEFAULT.block_count()));
    }
}
