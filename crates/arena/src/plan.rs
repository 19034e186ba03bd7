//! What an organiser writes: a plan in TOML for any game, or the `config.json` of Last Card as it always was.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use croupier_hosts::CellKind;
use croupier_record::{Chain, Design, Instances, Round, Until};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::defaults::Defaults;

/// A tournament as its organiser plans it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "O: DeserializeOwned + Default"))]
#[schemars(bound = "O: JsonSchema + Default + Serialize")]
pub struct Plan<O> {
    /// The game, by one of the names that `croupier games` lists.
    pub game: String,
    /// The bots: `house:<name>`, a file, a class in a file (`team.jar#some.Class`, `Module.Class`) or a url.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Bots with more to say of each, after those of `bots`: `[[bot]]` with `bot`, and `name` and `team`
    /// where they are wanted.
    #[serde(default)]
    pub bot: Vec<PlannedBot>,
    /// What a bot sees beside itself and the modules it imports by name from its folder, by bot: files and
    /// folders such as `[files]` with `"mine.py" = ["weights.txt"]`. A bot that has a folder for itself sees
    /// all of it. The plan, its results, records and other bots are shown to nobody.
    #[serde(default)]
    pub files: BTreeMap<String, Vec<String>>,
    /// The list of packages that bots may use, a file such as `packages.toml`; `croupier packages FILE`
    /// installs them, once, and [packages.md](packages.md) says how it is written.
    #[serde(default)]
    pub packages: Option<String>,
    /// Folders whose bots all play; other files in them are skipped, and so are bots that do not load.
    #[serde(default)]
    pub dirs: Vec<String>,
    /// What becomes of a bot that is named and does not load: `refuse`, so that nothing is played, or `skip`,
    /// so that the others play without it.
    #[serde(default)]
    pub broken: Broken,
    /// How many games are played, at least 1; where it is left out, the game's own default. A round robin is
    /// played to its end.
    #[serde(default)]
    pub games: Option<u64>,
    /// What all luck grows from: the same seed gives the same tournament. Leave it out where the games count:
    /// then all luck grows from a secret that nobody chose, whose hash is printed before the first deal, and
    /// nobody can know a card beforehand.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A round of a public beacon (drand) that the deals of a drawn secret depend on, too: `[beacon]` with
    /// `chain`, `round` and `file`. docs/luck.md says what that proves.
    #[serde(default)]
    pub beacon: Option<PlannedBeacon>,
    /// How many sit at a table; where it is left out, as many as the game takes and the bots fill.
    #[serde(default)]
    pub players: Option<usize>,
    /// How games are laid out so that luck treats the bots alike: `random` (the default, as the game's source
    /// does), `balanced`, `pairs`, `substitute` or `rotate`; docs/designs.md says when to use which. The last
    /// three deal the same cards again and need `instances = "game"` unless all bots are of the house.
    #[serde(default)]
    pub design: Design,
    /// How many drawn moves of each player every game begins with, for games without luck or hidden cards
    /// (Score Four), in which two bots would play one game over and over: up to 10. They grow from the luck
    /// of the deal, so both games of a pair begin alike.
    #[serde(default)]
    pub openings: u8,
    /// When to stop: `played`, when all games are; or `decided`, as soon as every two neighbours in the
    /// standings are told apart or shown to be within the tolerance, with `games` as the cap.
    #[serde(default)]
    pub until: Until,
    /// A difference per game that does not matter, for `until = "decided"`; 0 where there is none.
    #[serde(default)]
    pub tolerance: f64,
    /// In how many independent parts the games are played, each with bots of its own. Players of the house
    /// know nothing across games and use all processors whatever stands here.
    #[serde(default = "one")]
    pub lanes: u32,
    /// How long an instance of a bot lives in its running process: `tournament`, so that it can learn, or
    /// `game`, for bots that do not clear themselves and for designs that deal the same cards again.
    #[serde(default)]
    pub instances: Instances,
    /// Whether bots behind urls may play a design that deals the same cards again: `pairs`, `substitute`,
    /// `rotate`. All others play every repetition in processes of their own; what is behind a url could
    /// remember, so it is refused there unless it is trusted, and then the run says that it could cheat.
    #[serde(default)]
    pub trust_urls: bool,
    /// Whether a bot behind a url may play several games at once, one in each of the `lanes`. Otherwise it
    /// plays one at a time, and the lanes wait for it.
    #[serde(default)]
    pub parallel_urls: bool,
    /// Whether seats of one bot (A, A#2) have one row in the standings, with the games of both.
    #[serde(default)]
    pub pool: bool,
    /// The folder for logs and the record; where it is left out, `logs` beside the plan.
    #[serde(default)]
    pub out: Option<String>,
    /// Whether every game gets files of its own; where it is left out, up to 10,000 games do.
    #[serde(default)]
    pub game_files: Option<bool>,
    /// Whether the thinking times of players of the house are taken into the record; those of others always
    /// are.
    #[serde(default)]
    pub timed: bool,
    /// Where Python bots run: `process`, in a process and a cell of their own, or `wasm`, inside WebAssembly,
    /// where fuel is the clock and the same plan gives the same games hash on every machine.
    #[serde(default)]
    #[schemars(with = "String")]
    pub cell: CellKind,
    /// A file with further certificate authorities (PEM) that `https` urls may be signed by, beside those of
    /// the web.
    #[serde(default)]
    pub authorities: Option<String>,
    /// How to sign in to bots behind urls, by url: `[credentials."https://bots.example/play"]`. They are
    /// never logged or recorded.
    #[serde(default)]
    pub credentials: BTreeMap<String, Credentials>,
    /// What bots may use.
    #[serde(default)]
    pub limits: Limits,
    /// The game's own options.
    #[serde(default)]
    pub options: O,
}

/// A bot, and what its organiser calls it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Bot")]
pub struct PlannedBot {
    /// The bot, as in `bots`; with a `name` it is one: of a file that holds several, `file#Class`.
    pub bot: String,
    /// What it is called in standings, logs and records; where it is left out, what it calls itself.
    #[serde(default)]
    pub name: Option<String>,
    /// Whose it is; it stands beside the name, and decides nothing.
    #[serde(default)]
    pub team: Option<String>,
}

/// What becomes of a bot that was named and does not load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Broken {
    /// Nothing is played.
    #[default]
    Refuse,
    /// The others play without it.
    Skip,
}

/// A round of a public beacon: one that is made after the last bot was handed in, and after the run's
/// commitment was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Beacon")]
pub struct PlannedBeacon {
    /// The chain: `quicknet`, which makes a round every three seconds, or `default`, every thirty.
    #[schemars(with = "String")]
    pub chain: Chain,
    /// The number of the round.
    pub round: u64,
    /// The file with the round as drand gives it, JSON with `round`, `randomness` and `signature`; it is
    /// needed when the games begin, and its signature is checked then.
    pub file: String,
}

impl PlannedBeacon {
    /// The round, by name.
    #[must_use]
    pub fn round(&self) -> Round {
        Round { chain: self.chain, round: self.round }
    }
}

/// How to sign in to a bot behind a url: with Basic or Digest, as its server asks. Its debug form keeps the
/// password to itself.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The user.
    pub user: String,
    /// The password; give this or `password_env`.
    #[serde(default, skip_serializing)]
    pub password: Option<String>,
    /// The environment variable that holds the password.
    #[serde(default)]
    pub password_env: Option<String>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({}, …)", self.user)
    }
}

/// What bots may use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds a bot may think about one move, of its own time (waiting for a processor is not), at
    /// least 1; where it is left out, the game's own. Players of the house are not timed.
    #[serde(default)]
    pub move_ms: Option<u64>,
    /// Milliseconds a bot may think over a whole game, on the clock; where it is left out, as long as its
    /// moves take. Once it is used up, all further moves of that game are missing ones.
    #[serde(default)]
    pub match_ms: Option<u64>,
    /// Milliseconds a bot may take to load.
    #[serde(default = "ten_seconds")]
    pub load_ms: u64,
    /// Megabytes of memory for each bot.
    #[serde(default = "half_a_gigabyte")]
    pub memory_mb: u64,
    /// How often a bot that ended is started again before it is out of the tournament.
    #[serde(default = "ten")]
    pub restarts: u32,
}

impl Limits {
    /// How long a bot may think about one move of a game, by the game's name.
    #[must_use]
    pub fn per_move(&self, game: &str) -> Duration {
        Duration::from_millis(self.move_ms.unwrap_or_else(|| Defaults::of(game).move_ms))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            move_ms: None,
            match_ms: None,
            load_ms: ten_seconds(),
            memory_mb: half_a_gigabyte(),
            restarts: ten(),
        }
    }
}

/// The plan of the original Last Card tournament.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastCardConfig {
    /// Folders of bots.
    #[serde(default)]
    pub ai_dirs: Vec<String>,
    /// Single bots; `ais` means the same.
    #[serde(default)]
    pub ai: Vec<String>,
    /// Single bots; `ai` means the same.
    #[serde(default)]
    pub ais: Vec<String>,
    /// How many games are played.
    pub num_games: u64,
}

/// A plan that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PlanError {
    /// Where, from 1.
    pub line: usize,
    /// What is wrong there, and what would be accepted.
    pub message: String,
}

fn one() -> u32 {
    1
}

fn ten() -> u32 {
    10
}

fn ten_seconds() -> u64 {
    10_000
}

fn half_a_gigabyte() -> u64 {
    512
}

impl<O> Plan<O> {
    /// All bots that are named one by one, in order.
    pub fn named(&self) -> impl Iterator<Item = &String> {
        self.bots.iter().chain(self.bot.iter().map(|planned| &planned.bot))
    }
}

impl<O: DeserializeOwned + Default> Plan<O> {
    /// Reads a plan.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    }
}

/// The name of the game a plan is for, before its options can be read.
pub fn game_of_plan(text: &str) -> Result<String, PlanError> {
    #[derive(Deserialize)]
    struct GameOnly {
        game: String,
    }
    toml::from_str(text).map(|plan: GameOnly| plan.game).map_err(|error| toml_error(text, &error))
}

impl LastCardConfig {
    /// Reads a `config.json`.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        serde_json::from_str(text).map_err(|error| {
            let whole = error.to_string();
            let message = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(message, _)| message);
            PlanError { line: error.line().max(1), message: message.to_owned() }
        })
    }

    /// The same as a plan.
    pub fn into_plan<O: Default>(self, game: &str) -> Plan<O> {
        Plan {
            game: game.to_owned(),
            bots: self.ai.into_iter().chain(self.ais).collect(),
            bot: Vec::new(),
            files: BTreeMap::new(),
            packages: None,
            dirs: self.ai_dirs,
            broken: Broken::default(),
            games: Some(self.num_games),
            seed: None,
            beacon: None,
            players: None,
            design: Design::default(),
            openings: 0,
            until: Until::default(),
            tolerance: 0.0,
            lanes: 1,
            instances: Instances::default(),
            trust_urls: false,
            parallel_urls: false,
            pool: false,
            out: None,
            game_files: None,
            timed: false,
            cell: CellKind::Process,
            authorities: None,
            credentials: BTreeMap::new(),
            limits: Limits::default(),
            options: O::default(),
        }
    }
}

fn toml_error(text: &str, error: &toml::de::Error) -> PlanError {
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    PlanError { line, message: error.message().replace('\n', " ") }
}

/// The line, from 1, on which a value stands; 1 where it is not found.
#[must_use]
pub fn line_of(text: &str, value: &str) -> usize {
    let quoted = format!("\"{value}\"");
    text.lines().position(|line| line.contains(&quoted) || line.contains(value)).map_or(1, |line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Options {
        turn_limit: u32,
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_line_and_what_is_accepted() {
        let error = Plan::<Options>::parse("game = \"x\"\nbotts = []\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(
            error.message.starts_with("unknown field `botts`, expected one of `game`, `bots`"),
            "{error}"
        );
    }

    #[test]
    fn an_unknown_option_is_refused_with_its_line() {
        let error = Plan::<Options>::parse("game = \"x\"\n\n[options]\nturns = 3\n").unwrap_err();
        assert_eq!(error.to_string(), "line 4: unknown field `turns`, expected `turn_limit`");
    }

    #[test]
    fn config_json_takes_ai_and_ais() {
        let config =
            LastCardConfig::parse("{\"ai_dirs\":[\"d\"],\"ai\":[\"a\"],\"ais\":[\"b\"],\"num_games\":50}")
                .unwrap();
        let plan: Plan<Options> = config.into_plan("last-card");
        assert_eq!(
            (plan.bots, plan.dirs, plan.games),
            (vec!["a".into(), "b".into()], vec!["d".into()], Some(50))
        );
    }

    #[test]
    fn a_broken_config_json_is_refused_with_its_line() {
        let error = LastCardConfig::parse("{\n  \"num_games\": 10,\n  \"ai_dir\": []\n}").unwrap_err();
        assert_eq!(error.line, 3);
        assert!(error.message.starts_with("unknown field `ai_dir`, expected one of"), "{error}");
    }
}
