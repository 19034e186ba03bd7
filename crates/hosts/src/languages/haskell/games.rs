//! Which module of ours plays which game, and what a player's own module must have for it.
//!
//! The only place of the Haskell host that names games: an optional list of those with a module of types of
//! their own. All others, and players that would rather, have views and moves as JSON says them.

use croupier_games::list;

/// How players of a game are served.
#[derive(Debug, Clone, Copy)]
pub(in crate::languages) struct Service {
    /// The game, by its name; `None` where it is any.
    game: Option<&'static str>,
    /// The module whose `serve` talks to the table.
    module: &'static str,
    /// The function of the player that is served.
    function: &'static str,
    /// The modules that players of this game import; no player can be called like one.
    imported: &'static [&'static str],
}

const ANY_GAME: Service =
    Service { game: None, module: "Croupier.AnyGame", function: "choose", imported: &["AnyGame"] };

const SERVICES: [Service; 6] = [
    ANY_GAME,
    Service {
        game: Some("hearts"),
        module: "Croupier.Hearts",
        function: "playCard",
        imported: &["Cards", "Deck", "Hearts.Types", "Hearts.Rules"],
    },
    Service {
        game: Some("last-card"),
        module: "Croupier.LastCard",
        function: "choose",
        imported: &["LastCard"],
    },
    Service {
        game: Some("no-thanks"),
        module: "Croupier.NoThanks",
        function: "choose",
        imported: &["NoThanks"],
    },
    Service { game: Some("jujitsu"), module: "Croupier.Jujitsu", function: "choose", imported: &["Jujitsu"] },
    Service {
        game: Some("score-four"),
        module: "Croupier.ScoreFour",
        function: "choose",
        imported: &["ScoreFour"],
    },
];

/// How a player of this game with this source is served.
pub(in crate::languages) fn service(game: &str, source: &[u8]) -> Service {
    if imports_any_game(source) {
        return ANY_GAME;
    }
    SERVICES.into_iter().find(|service| service.game == Some(game)).unwrap_or(ANY_GAME)
}

fn imports_any_game(source: &[u8]) -> bool {
    let source = String::from_utf8_lossy(source);
    let mut imports = source.lines().filter_map(|line| line.strip_prefix("import "));
    let ends = |char: char| char.is_whitespace() || char == '(';
    imports.any(|line| line.split(ends).any(|word| word == ANY_GAME.imported[0]))
}

impl Service {
    /// The name of the module that talks to the table.
    pub(super) fn module(&self) -> &'static str {
        self.module
    }

    /// The program of a player's module.
    pub(in crate::languages) fn main(&self, player: &str) -> String {
        let Self { module, function, .. } = self;
        format!(
            "module Main (main) where\nimport qualified {module}\nimport qualified {player}\nmain :: IO \
             ()\nmain = {module}.serve {player}.{function}\n"
        )
    }

    /// The compiler's first error; one that stands in our own few lines means that the player lacks its
    /// function.
    pub(super) fn explained(&self, module: &str, error: String) -> String {
        if !(error.starts_with("Main.hs:") && error.contains("Not in scope")) {
            return error;
        }
        let game = self.game.unwrap_or("any game");
        format!("{module} has no {}, which a player of {game} is asked by: {error}", self.function)
    }
}

/// Whether a module is one of ours, for any game.
pub(super) fn is_ours(module: &str) -> bool {
    module == "Main" || SERVICES.iter().any(|service| service.imported.contains(&module))
}

/// The files that are compiled beforehand; all others follow from these.
pub(super) fn roots() -> Vec<String> {
    let file = |module: &str| format!("{}.hs", module.replace('.', "/"));
    SERVICES
        .iter()
        .flat_map(|service| service.imported.iter().copied().chain([service.module]))
        .map(file)
        .collect()
}

/// The game of a Haskell module: a part of a name that it imports is the game's name (`Hearts.Types`,
/// `Croupier.NoThanks`), or it has the function of the original Hearts.
pub(in crate::languages) fn game_of(source: &str) -> Option<String> {
    let plain = |name: &str| name.replace('-', "").to_lowercase();
    let named = |module: &str| {
        let mut parts = module.split('.');
        parts.find_map(|part| list::names().into_iter().find(|game| plain(game) == part.to_lowercase()))
    };
    let ends = |char: char| char.is_whitespace() || char == '(';
    let imports = source.lines().filter_map(|line| line.strip_prefix("import "));
    let mut modules =
        imports.filter_map(|line| line.split(ends).find(|word| !["", "qualified", "safe"].contains(word)));
    let original = || source.lines().any(|line| line.starts_with("playCard ")).then_some("hearts");
    modules.find_map(named).or_else(original).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    #[test]
    fn a_module_tells_its_game_by_its_imports_or_its_function() {
        assert_eq!(game_of("import Cards\nimport Hearts.Types\n").as_deref(), Some("hearts"));
        assert_eq!(game_of("import qualified Croupier.NoThanks as N\n").as_deref(), Some("no-thanks"));
        assert_eq!(game_of("import LastCard(Move)\n").as_deref(), Some("last-card"));
        assert_eq!(game_of("playCard :: PlayFunc\n").as_deref(), Some("hearts"));
        assert_eq!(game_of("import Data.List\n"), None);
    }

    #[test]
    fn every_service_is_of_a_game_that_there_is_and_its_modules_are_carried() {
        for game in SERVICES.into_iter().filter_map(|service| service.game) {
            assert!(croupier_games::list::about(game).is_ok(), "{game}");
            assert_eq!(service(game, b"import Data.List\n").game, Some(game));
        }
        for file in roots() {
            assert!(sources::HASKELL.iter().any(|(name, _)| *name == file), "{file}");
        }
    }

    #[test]
    fn a_game_without_a_module_and_a_player_that_asks_for_it_are_served_as_any_game() {
        assert_eq!(service("chess", b"").game, None);
        for import in ["import AnyGame", "import qualified AnyGame as Any", "import AnyGame(Choose)"] {
            assert_eq!(service("hearts", format!("{import}\n").as_bytes()).game, None, "{import}");
        }
        assert_eq!(service("hearts", b"-- like AnyGame\nimport AnyGames\n").game, Some("hearts"));
    }
}
