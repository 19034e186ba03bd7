//! Where luck comes from at the edge: the system, a number that someone gave, a file that was drawn before, a beacon.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use croupier_arena::naming::NamedBot;
use croupier_arena::plan::PlannedBeacon;
use croupier_record::{Beacon, Entrant, Origin, Secret};

use crate::failure::Failure;

/// What luck that nobody chose begins with, beside new bits of the system's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drawn {
    /// A secret that was drawn before, and whose hash may have been published.
    pub(crate) secret: Option<Secret>,
    /// A round of a public beacon, checked.
    pub(crate) beacon: Option<Beacon>,
}

impl Drawn {
    /// Refuses to go on with a run whose luck is another one.
    pub(crate) fn check(&self, there: &Origin) -> Result<(), Failure> {
        if self.beacon.is_some() && self.beacon.as_ref() != there.beacon() {
            let what =
                "the deals of the run that is to go on do not depend on the beacon's round of this plan";
            return Err(Failure::BadInput(what.to_owned()));
        }
        if self.secret.is_some() && self.secret != there.secret() {
            let what = "the luck of the run that is to go on does not grow from the secret of --secret";
            return Err(Failure::BadInput(what.to_owned()));
        }
        Ok(())
    }
}

/// The luck of a number, or of a secret that nobody chose and of everyone who plays.
pub(crate) fn origin(number: Option<u64>, drawn: &Drawn, bots: &[NamedBot]) -> Result<Origin, Failure> {
    if let Some(number) = number {
        if drawn.secret.is_some() || drawn.beacon.is_some() {
            let what =
                format!("the deals of seed {number} depend on it alone; leave it out, or secret and beacon");
            return Err(Failure::BadInput(what));
        }
        return Ok(Origin::given(number));
    }
    let entrants: Vec<Entrant> = bots.iter().map(|named| named.entrant(named.name.clone())).collect();
    let secret = drawn.secret.map_or_else(drawn_secret, Ok)?;
    Ok(match &drawn.beacon {
        Some(beacon) => Origin::drawn_with(secret, &entrants, beacon.clone()),
        None => Origin::drawn(secret, &entrants),
    })
}

/// New bits.
pub(crate) fn drawn_secret() -> Result<Secret, Failure> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits)
        .map_err(|error| Failure::Trouble(anyhow::anyhow!("the system gives no random bits: {error}")))?;
    Ok(Secret::drawn(bits))
}

/// The secret that a file keeps.
pub(crate) fn kept_secret(path: &Path) -> Result<Secret, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{}: {error}", path.display()));
    fs::read_to_string(path)
        .map_err(|error| bad(&error))?
        .trim()
        .parse::<Secret>()
        .map_err(|error| bad(&error))
}

/// Keeps a secret in a new file that only its owner reads. One that is there already may have been published.
pub(crate) fn keep_secret(path: &Path, secret: Secret) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| writeln!(file, "{}", String::from(secret)));
    written.map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))
}

/// The round that a plan names, from its file, with its signature checked.
pub(crate) fn beacon_of(planned: &PlannedBeacon, folder: &Path) -> Result<Beacon, String> {
    let path = folder.join(&planned.file);
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let json = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    Beacon::read(&json, planned.round()).map_err(|error| wrong(&error))
}
