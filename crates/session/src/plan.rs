//! A plan read for whichever game it is of: its options are checked against the game's, and are
//! JSON from then on.

use croupier_arena::plan::{LastCardConfig, Plan, PlanError, game_of_plan, line_of};
use croupier_games::{BadSetup, Game, Seed, Visitor, list, with_game};
use serde_json::Value;

use crate::error::SessionError;

/// The game of a `config.json`.
const CONFIG_GAME: &str = "last-card";

/// A plan in TOML.
pub fn read_plan(text: &str) -> Result<Plan<Value>, PlanError> {
    let game = game_of_plan(text)?;
    let options = with_game(&game, PlannedOptions(text))
        .map_err(|error| PlanError { line: line_of(text, &game), message: error.to_string() })??;
    Ok(Plan { options, ..Plan::parse(text)? })
}

/// The `config.json` of the original Last Card tournament.
pub fn read_config(text: &str) -> Result<Plan<Value>, PlanError> {
    let plan = LastCardConfig::parse(text)?.into_plan::<Value>(CONFIG_GAME);
    Ok(Plan { options: Value::Object(serde_json::Map::new()), ..plan })
}

/// A game's options from JSON, complete.
pub fn read_options(game: &str, json: &str) -> Result<Value, SessionError> {
    with_game(game, PlanValue(json))?.map_err(|error| SessionError::Options { game: game.to_owned(), error })
}

/// A game's usual options, all of them.
pub fn usual_options(game: &str) -> Result<Value, SessionError> {
    read_options(game, "{}")
}

/// Refuses what cannot be dealt: options that the game does not take, or so many at a table.
pub fn check_deal(game: &str, options: &Value, seats: usize) -> Result<(), SessionError> {
    list::about(game)?.check_seats(seats)?;
    with_game(game, Deal { options, seats, seed: Seed::plain(0) })?
}

/// Refuses options with which no tournament is a fair one.
pub fn check_competitive(game: &str, options: &Value) -> Result<(), SessionError> {
    with_game(game, Competitive(options))?
}

struct PlannedOptions<'a>(&'a str);

impl Visitor for PlannedOptions<'_> {
    type Output = Result<Value, PlanError>;

    fn visit<G: Game>(self) -> Self::Output {
        let options = Plan::<G::Options>::parse(self.0)?.options;
        serde_json::to_value(options).map_err(|error| PlanError { line: 1, message: error.to_string() })
    }
}

struct PlanValue<'a>(&'a str);

impl Visitor for PlanValue<'_> {
    type Output = Result<Value, serde_json::Error>;

    fn visit<G: Game>(self) -> Self::Output {
        serde_json::from_str::<G::Options>(self.0).and_then(serde_json::to_value)
    }
}

struct Competitive<'a>(&'a Value);

impl Visitor for Competitive<'_> {
    type Output = Result<(), SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let options: G::Options = options_of::<G>(self.0)?;
        G::check_competitive(&options).map_err(|error: BadSetup| error.into())
    }
}

/// Deals once: what is wrong with the options is found before anything is written.
pub(crate) struct Deal<'a> {
    pub(crate) options: &'a Value,
    pub(crate) seats: usize,
    pub(crate) seed: Seed,
}

impl Visitor for Deal<'_> {
    type Output = Result<(), SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let options = options_of::<G>(self.options)?;
        G::deal(self.seats, &options, self.seed).map(drop).map_err(SessionError::from)
    }
}

/// A game's options with their type.
pub(crate) fn options_of<G: Game>(options: &Value) -> Result<G::Options, SessionError> {
    serde_json::from_value(options.clone())
        .map_err(|error| SessionError::Options { game: G::ABOUT.name.to_owned(), error })
}
