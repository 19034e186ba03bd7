//! `croupier commit PLAN --secret FILE`: the secret of a plan's luck, drawn long before its games.
//!
//! Its hash can be published while bots are still written, and before the round of a beacon that
//! the plan names is made: whoever draws afterwards could draw until the deals suit.

use std::fs;

use croupier_session::{new_secret, read_plan};

use crate::args::CommitArgs;
use crate::failure::Failure;
use crate::luck::keep_secret;
use crate::output::{note, say_line};

pub(crate) fn run(args: &CommitArgs) -> Result<(), Failure> {
    let bad = |what: &dyn std::fmt::Display| Failure::BadInput(format!("{}: {what}", args.plan.display()));
    let text = fs::read_to_string(&args.plan).map_err(|error| bad(&error))?;
    let plan = read_plan(&text).map_err(|error| bad(&error))?;
    let round = plan.beacon.map(|planned| planned.round());
    if let Some(seed) = plan.seed {
        return Err(bad(&format_args!(
            "its deals depend on the seed {seed} alone, so there is nothing to commit to"
        )));
    }
    let secret = new_secret()?;
    let commitment = round.map_or_else(|| secret.commitment(), |round| secret.commitment_with(&round));
    keep_secret(&args.secret, secret)?;
    say_line(commitment);
    if let Some(round) = round {
        note(format_args!("Publish it before {round}"));
    }
    note(format_args!("croupier run {} --secret {}", args.plan.display(), args.secret.display()));
    Ok(())
}
