//! Bots that know no game play every game of the list: what a language offers for a game without a module of
//! its own.

use crate::common::java::{example, jar};
use crate::common::{croupier, file, folder};
use croupier_games::list;

#[test]
fn bots_that_know_no_game_play_every_game_in_every_language() {
    let dir = folder();
    file(dir.path(), "py/python.py", &example("any-game/example_bot.py"));
    file(dir.path(), "hs/Chancer.hs", &example("any-game/haskell/Chancer.hs"));
    jar(&dir.path().join("java/java.jar"), &[("Chancer.java", &example("any-game/java/Chancer.java"))], None);
    file(dir.path(), "js/chancer.js", &example("any-game/javascript/chancer.js"));
    file(dir.path(), "c/bare_bot.c", &example("any-game/bare_bot.c"));
    let bots = r#"["py/python.py", "hs/Chancer.hs", "java/java.jar", "js/chancer.js", "c/bare_bot.c"]"#;
    for about in list::ALL {
        let plan = format!("game = \"{}\"\nbots = {bots}\ngames = 6\nseed = 3\n", about.name);
        file(dir.path(), "plan.toml", &plan);
        let said = croupier(dir.path(), &["run", "plan.toml"]);
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        // Whatever a bot does wrong is told below the table; the table itself has a column for illegal moves.
        let (_, below) = said.out.split_once("not told apart").unwrap();
        for trouble in ["illegal", "crashed", "disqualified", "late", "unreadable", "does not load"] {
            assert!(!below.contains(trouble), "{}: {}", about.name, said.out);
        }
    }
}
