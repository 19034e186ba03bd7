//! `croupier commit PLAN --secret FILE`: the secret of a plan's luck, drawn long before its games.
//!
//! Its hash can be published while bots are still written, and before the round of a beacon that the plan names is made:
//! whoever draws afterwards could draw until the deals suit.

use std::fs;

use croupier_arena::plan::{Plan, game_of_plan};
use croupier_games::{Game, UnknownGame, Visitor, with_game};
use croupier_record::Round;

use crate::args::CommitArgs;
use crate::failure::Failure;
use crate::luck::{drawn_secret, keep_secret};
use crate::say::{note, say_line};

pub(crate) fn run(args: &CommitArgs) -> Result<(), Failure> {
    let bad = |what: &dyn std::fmt::Display| Failure::BadInput(format!("{}: {what}", args.plan.display()));
    let text = fs::read_to_string(&args.plan).map_err(|error| bad(&error))?;
    let game = game_of_plan(&text).map_err(|error| bad(&error.message))?;
    let found = with_game(&game, ReadPlan(&text)).map_err(|error: UnknownGame| bad(&error))?;
    let (seed, round) = found.map_err(|what| bad(&what))?;
    if let Some(seed) = seed {
        return Err(bad(&format_args!(
            "its deals depend on the seed {seed} alone, so there is nothing to commit to"
        )));
    }
    let secret = drawn_secret()?;
    let commitment = round.map_or_else(|| secret.commitment(), |round| secret.commitment_with(&round));
    keep_secret(&args.secret, secret)?;
    say_line(commitment);
    if let Some(round) = round {
        note(format_args!("Publish it before {round}"));
    }
    note(format_args!("croupier run {} --secret {}", args.plan.display(), args.secret.display()));
    Ok(())
}

struct ReadPlan<'a>(&'a str);

impl Visitor for ReadPlan<'_> {
    /// The seed and the beacon's round that the plan names.
    type Output = Result<(Option<u64>, Option<Round>), String>;

    fn visit<G: Game>(self) -> Self::Output {
        let plan = Plan::<G::Options>::parse(self.0)
            .map_err(|error| format!("line {}: {}", error.line, error.message))?;
        Ok((plan.seed, plan.beacon.map(|planned| planned.round())))
    }
}
