//! Where a session's luck comes from: a number that someone gave, or a secret that nobody chose.

use croupier_arena::naming::NamedBot;
use croupier_record::{Beacon, Entrant, Origin, Secret};

use crate::error::SessionError;

/// What luck that nobody chose begins with, beside new bits of the system's.
#[derive(Debug, Clone, Default)]
pub struct Drawn {
    /// A secret that was drawn before, and whose hash may have been published.
    pub secret: Option<Secret>,
    /// A round of a public beacon, checked.
    pub beacon: Option<Beacon>,
}

impl Drawn {
    /// Refuses to go on with a run whose luck is another one.
    pub(crate) fn check(&self, there: &Origin) -> Result<(), SessionError> {
        if self.beacon.is_some() && self.beacon.as_ref() != there.beacon() {
            return Err(SessionError::OtherBeacon);
        }
        if self.secret.is_some() && self.secret != there.secret() {
            return Err(SessionError::OtherSecret);
        }
        Ok(())
    }
}

/// The luck of a number, or of a secret that nobody chose and of everyone who plays.
pub(crate) fn origin(number: Option<u64>, drawn: &Drawn, bots: &[NamedBot]) -> Result<Origin, SessionError> {
    if let Some(number) = number {
        if drawn.secret.is_some() || drawn.beacon.is_some() {
            return Err(SessionError::SeedAlone(number));
        }
        return Ok(Origin::given(number));
    }
    let entrants: Vec<Entrant> = bots.iter().map(|named| named.entrant(named.name.clone())).collect();
    let secret = drawn.secret.map_or_else(new_secret, Ok)?;
    Ok(match &drawn.beacon {
        Some(beacon) => Origin::drawn_with(secret, &entrants, beacon.clone()),
        None => Origin::drawn(secret, &entrants),
    })
}

/// A secret that nobody chose: new bits of the system's.
pub fn new_secret() -> Result<Secret, SessionError> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(SessionError::NoLuck)?;
    Ok(Secret::drawn(bits))
}
