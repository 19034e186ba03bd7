//! `croupier plan-keys`: the page that documents every key of a plan.

use croupier_arena::plan::Plan;
use croupier_report::plan_page;
use serde_json::Value;

use crate::failure::Failure;
use crate::output::say;

#[allow(clippy::unnecessary_wraps)] // Every command has this shape.
pub(crate) fn run() -> Result<(), Failure> {
    say(plan_page::<Plan<Value>>());
    Ok(())
}
