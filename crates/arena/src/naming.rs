//! Which bot a name means.
//!
//! `house:<name>` is a player in Rust. Files, classes in files, modules and urls name bots of other kinds; those
//! that this program cannot run yet are told apart from those that are not there at all.

use std::path::Path;

use croupier_bots::house;
use croupier_games::Game;

use crate::crew::Bot;

const HOUSE: &str = "house:";

/// A bot that was found by its name.
#[derive(Debug, Clone)]
pub struct NamedBot {
    /// What it is called in standings; two bots may still have one name.
    pub name: String,
    /// How the plan named it.
    pub spec: String,
    /// A hash of what it is made of.
    pub hash: String,
    /// How it is seated.
    pub bot: Bot,
}

/// A name that gives no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBot {
    /// The house has no such player.
    #[error("the house has no player \"{name}\" for {game}; it has {known}")]
    UnknownHouse {
        /// As named.
        name: String,
        /// The game's title.
        game: &'static str,
        /// All that there are.
        known: String,
    },
    /// The bot is of a kind that cannot be run yet.
    #[error("\"{spec}\" is {kind}; bots of this kind are not supported yet, only house:<name>")]
    NotSupportedYet {
        /// As named.
        spec: String,
        /// What it is.
        kind: &'static str,
    },
    /// Nothing has this name.
    #[error("there is no bot \"{0}\": it is neither house:<name> nor a file that is there")]
    Missing(String),
}

/// The bot that a name means; paths are relative to `base`.
pub fn resolve<G: Game>(spec: &str, base: &Path) -> Result<NamedBot, BadBot> {
    if let Some(name) = spec.strip_prefix(HOUSE) {
        return resolve_house::<G>(name);
    }
    Err(match kind_of(spec, base) {
        Some(kind) => BadBot::NotSupportedYet { spec: spec.to_owned(), kind },
        None => BadBot::Missing(spec.to_owned()),
    })
}

fn resolve_house<G: Game>(name: &str) -> Result<NamedBot, BadBot> {
    let Some(player) = house::find::<G>(name) else {
        let known: Vec<&str> = house::players::<G>().iter().map(|player| player.name).collect();
        return Err(BadBot::UnknownHouse {
            name: name.to_owned(),
            game: G::ABOUT.title,
            known: known.join(", "),
        });
    };
    let full = format!("{HOUSE}{}", player.name);
    let made_of = format!("{}/{full}/{}", G::ABOUT.name, env!("CARGO_PKG_VERSION"));
    let hash = blake3::hash(made_of.as_bytes()).to_hex()[..16].to_owned();
    Ok(NamedBot { name: full.clone(), spec: full, hash, bot: Bot::House(player) })
}

/// What a name would be, were its kind supported; `None` where nothing is there.
fn kind_of(spec: &str, base: &Path) -> Option<&'static str> {
    if spec.starts_with("http://") || spec.starts_with("https://") {
        return Some("a bot behind a url");
    }
    let (file, class) = spec.split_once('#').map_or((spec, None), |(file, class)| (file, Some(class)));
    let path = base.join(file);
    if path.is_file() {
        return Some(kind_of_file(&path, class));
    }
    let module = file.split('.').next().unwrap_or(file);
    base.join(format!("{module}.py")).is_file().then_some("a Python module")
}

fn kind_of_file(path: &Path, class: Option<&str>) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("jar") if class.is_some() => "a class in a Java jar",
        Some("jar") => "a Java jar",
        Some("py") => "a Python file",
        Some("hs") => "a Haskell player",
        Some("wasm") => "a WebAssembly module",
        _ => "a file",
    }
}

/// Whether a file of a folder looks like a bot; everything else in the folder is passed over.
#[must_use]
pub fn looks_like_a_bot(path: &Path) -> bool {
    let known = ["jar", "py", "hs", "wasm"];
    path.is_file() && path.extension().and_then(|e| e.to_str()).is_some_and(|e| known.contains(&e))
}

/// The names of all entrants: each bot's own, copies after all bots, told apart by `#2`, `#3` and so on.
#[must_use]
pub fn entrant_names(bots: &[NamedBot], copies: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for bot in (0..copies).flat_map(|_| bots) {
        let mut name = bot.name.clone();
        let mut number = 2;
        while names.contains(&name) {
            name = format!("{}#{number}", bot.name);
            number += 1;
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::no_thanks::NoThanks;

    fn wrong(spec: &str) -> String {
        resolve::<NoThanks>(spec, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err().to_string()
    }

    #[test]
    fn a_house_player_is_found_and_has_a_hash_of_its_own() {
        let find = |spec| resolve::<NoThanks>(spec, Path::new(".")).unwrap();
        assert_eq!(find("house:threshold").name, "house:threshold");
        assert_ne!(find("house:threshold").hash, find("house:CutOff14").hash);
    }

    #[test]
    fn what_is_not_there_and_what_cannot_be_run_yet_are_told_apart() {
        assert!(
            wrong("house:nobody").starts_with("the house has no player \"nobody\" for No Thanks!; it has")
        );
        assert!(wrong("nobody.jar").starts_with("there is no bot \"nobody.jar\""));
        assert!(
            wrong("https://bot.example/play")
                .contains("a bot behind a url; bots of this kind are not supported")
        );
        assert!(
            wrong("Cargo.toml#some.Class").contains("is a file; bots of this kind are not supported yet")
        );
    }

    #[test]
    fn copies_and_namesakes_are_told_apart() {
        let bot = resolve::<NoThanks>("house:threshold", Path::new(".")).unwrap();
        let names = entrant_names(&[bot.clone(), bot], 2);
        assert_eq!(names, ["house:threshold", "house:threshold#2", "house:threshold#3", "house:threshold#4"]);
    }
}
