//! Where luck comes from at the edge: the system, or a number that someone gave.

use croupier_arena::naming::NamedBot;
use croupier_record::{Entrant, Origin, Secret};

use crate::failure::Failure;

/// The luck of a number, or of a secret that nobody chose and of everyone who plays.
pub(crate) fn origin(number: Option<u64>, bots: &[NamedBot]) -> Result<Origin, Failure> {
    if let Some(number) = number {
        return Ok(Origin::given(number));
    }
    let entrants: Vec<Entrant> = bots.iter().map(|named| named.entrant(named.name.clone())).collect();
    Ok(Origin::drawn(drawn_secret()?, &entrants))
}

fn drawn_secret() -> Result<Secret, Failure> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits)
        .map_err(|error| Failure::Trouble(anyhow::anyhow!("the system gives no random bits: {error}")))?;
    Ok(Secret::drawn(bits))
}
