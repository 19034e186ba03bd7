//! `croupier schema GAME`: the JSON schemas of a game's view, move and options, made from the
//! types.

use croupier_games::{Game, View, Visitor, with_game};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use crate::args::SchemaArgs;
use crate::failure::Failure;
use crate::output::say_json;

struct Schemas;

impl Visitor for Schemas {
    type Output = Value;
    fn visit<G: Game>(self) -> Value {
        json!({
            "game": G::ABOUT.name,
            "version": G::ABOUT.version,
            "view": schema_of::<<G::View<'static> as View>::Shown>(),
            "move": schema_of::<G::Move>(),
            "options": schema_of::<G::Options>(),
        })
    }
}

fn schema_of<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    say_json(format_args!("{:#}", with_game(&args.game, Schemas)?));
    Ok(())
}
