//! The JSON schemas of a game's view, move and options, made from the types.

use croupier_games::{Game, UnknownGame, View, Visitor, with_game};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

/// The schemas of the game of this name.
pub fn schemas(game: &str) -> Result<Value, UnknownGame> {
    with_game(game, Schemas)
}

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
