//! `croupier schema GAME`: the JSON schemas of a game's view, move and options, made from the
//! types.

use croupier_report::schemas;

use crate::args::SchemaArgs;
use crate::failure::Failure;
use crate::output::say_json;

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    say_json(format_args!("{:#}", schemas(&args.game)?));
    Ok(())
}
