//! Which module of ours plays which game, and what a player's own module must have for it.
//!
//! The only place of the Haskell host that names games: every one of them has a page of types of its own.

use super::compile::Uncompiled;

/// How players of a game are served.
#[derive(Debug, Clone, Copy)]
pub(super) struct Service {
    game: &'static str,
    /// The module whose `serve` talks to the table.
    module: &'static str,
    /// The function of the player that is served.
    function: &'static str,
    /// The modules that players of this game import; no player can be called like one.
    imported: &'static [&'static str],
}

const SERVICES: [Service; 5] = [
    Service {
        game: "hearts",
        module: "Croupier.Hearts",
        function: "playCard",
        imported: &["Cards", "Deck", "Hearts.Types", "Hearts.Rules"],
    },
    Service { game: "last-card", module: "Croupier.LastCard", function: "choose", imported: &["LastCard"] },
    Service { game: "no-thanks", module: "Croupier.NoThanks", function: "choose", imported: &["NoThanks"] },
    Service { game: "jujitsu", module: "Croupier.Jujitsu", function: "choose", imported: &["Jujitsu"] },
    Service {
        game: "score-four",
        module: "Croupier.ScoreFour",
        function: "choose",
        imported: &["ScoreFour"],
    },
];

/// How players of this game are served.
pub(super) fn service(game: &str) -> Result<Service, Uncompiled> {
    let found = SERVICES.into_iter().find(|service| service.game == game);
    found.ok_or_else(|| {
        let known = SERVICES.map(|service| service.game).join(", ");
        format!("there is no Haskell module for {game}; there are some for {known}").into()
    })
}

impl Service {
    /// The name of the module that talks to the table.
    pub(super) fn module(&self) -> &'static str {
        self.module
    }

    /// The program of a player's module.
    pub(super) fn main(&self, player: &str) -> String {
        let Self { module, function, .. } = self;
        format!(
            "module Main (main) where\nimport qualified {module}\nimport qualified {player}\nmain :: IO ()\nmain = {module}.serve {player}.{function}\n"
        )
    }

    /// The compiler's first error; one that stands in our own few lines means that the player lacks its function.
    pub(super) fn explained(&self, module: &str, error: String) -> String {
        if !(error.starts_with("Main.hs:") && error.contains("Not in scope")) {
            return error;
        }
        format!("{module} has no {}, which a player of {} is asked by: {error}", self.function, self.game)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    #[test]
    fn every_service_is_of_a_game_that_there_is_and_its_modules_are_carried() {
        for Service { game, .. } in SERVICES {
            assert!(croupier_games::list::about(game).is_ok(), "{game}");
            assert_eq!(service(game).unwrap().game, game);
        }
        for file in roots() {
            assert!(sources::HASKELL.iter().any(|(name, _)| *name == file), "{file}");
        }
    }

    #[test]
    fn a_game_without_a_module_is_told_with_those_that_have_one() {
        let why = service("chess").unwrap_err().why;
        assert!(
            why.starts_with("there is no Haskell module for chess; there are some for hearts, "),
            "{why}"
        );
    }
}
