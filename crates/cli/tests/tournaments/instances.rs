//! How long a bot lives: through the whole tournament, or through one game, in the same running process.

use std::fs;
use std::path::Path;

use crate::common::java::jar;
use crate::common::{croupier, file, folder, prints};

/// Plays a plan, with instances for the tournament or for a game, and gives the lines that a bot printed.
fn printed(dir: &Path, plan: &str, instances: &str, bot: &str) -> Vec<String> {
    file(dir, "plan.toml", &format!("instances = \"{instances}\"\nseed = 1\n{plan}"));
    let said = croupier(dir, &["run", "plan.toml", "--out", instances]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for trouble in ["crashed", "disqualified", "illegal move"] {
        assert!(!said.out.contains(trouble), "{}", said.out);
    }
    prints(dir, &format!("{instances}/bot-logs/{bot}.log"))
        .lines()
        // A busy machine may have to end a bot that is slow to leave; the log says so behind what it printed.
        .filter(|line| !line.starts_with("[ended by the table"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_python_bot_is_made_anew_for_each_game_where_the_plan_says_so() {
    const COUNTER: &str = "
from NoThanksPlayer import Player
class Counter(Player):
    def __init__(self):
        super().__init__()
        self.begun = 0
    def startGame(self):
        self.begun += 1
        print(self.begun, self.games)
    def take(self, card, state):
        return True
";
    let dir = folder();
    file(dir.path(), "counter.py", COUNTER);
    let plan = "game = \"no-thanks\"\nbots = [\"counter.py\", \"house:TakeSmall\"]\ngames = 3\n";
    for cell in ["process", "wasm"].into_iter().take(if cfg!(feature = "wasm") { 2 } else { 1 }) {
        let plan = format!("cell = \"{cell}\"\n{plan}");
        assert_eq!(printed(dir.path(), &plan, "tournament", "Counter"), ["1 0", "2 1", "3 2"], "{cell}");
        assert_eq!(printed(dir.path(), &plan, "game", "Counter"), ["1 0", "1 0", "1 0"], "{cell}");
        fs::remove_dir_all(dir.path().join("tournament")).unwrap();
        fs::remove_dir_all(dir.path().join("game")).unwrap();
    }
}

#[test]
fn a_python_bot_of_our_own_classes_is_made_anew_too() {
    const COUNTER: &str = "
from croupier import hearts
class Counter(hearts.Player):
    begun = 0
    def start(self, start):
        self.begun += 1
        print(self.begun)
    def choose(self, view):
        return view.legal[0]
    wants_legal = True
";
    let dir = folder();
    file(dir.path(), "counter.py", COUNTER);
    let plan = "game = \"hearts\"\nbots = [\"counter.py\", \"house:basic\"]\ngames = 2\n";
    assert_eq!(printed(dir.path(), plan, "tournament", "Counter"), ["1", "2"]);
    assert_eq!(printed(dir.path(), plan, "game", "Counter"), ["1", "1"]);
}

/// A player that never forgets: it prints how often it was reset, and plays wherever a bead fits.
const SCORE_FOUR: &str = r#"package ca.unbc.cpsc.elephant;
import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.interfaces.*;
public class Elephant implements Player {
    private int resets, tried;
    GETTER
    public void reset() { System.out.println(++resets); }
    public void noteOpponentsId(int id) {}
    public void startGameAs(Colour c) {}
    public void opponentPlays(Location l) {}
    public Location requestMoveLocation() { return retry(); }
    public Location retry() {
        final int peg = tried++ % 16;
        return new Location() { public int getRow() { return peg / 4; } public int getColumn() { return peg % 4; } };
    }
    public void noteGameOver(GameOverStatus s) {}
}
"#;

#[test]
fn a_player_in_java_that_does_not_clear_itself_is_made_anew_even_where_its_class_keeps_only_one() {
    let single = "private static final Elephant ONE = new Elephant();\n    public static Player getAI() \
                  { return ONE; }";
    for getter in ["", "public static Player getAI() { return new Elephant(); }", single] {
        let dir = folder();
        let source = SCORE_FOUR.replace("GETTER", getter);
        jar(&dir.path().join("elephant.jar"), &[("Elephant.java", &source)], None);
        let plan = "game = \"score-four\"\nbots = [\"elephant.jar\", \"house:one-ply\"]\ngames = 4\n";
        // A game that broke off would reset once more; these end by a line.
        assert_eq!(printed(dir.path(), plan, "tournament", "elephant.jar"), ["1", "2", "3", "4"], "{getter}");
        assert_eq!(printed(dir.path(), plan, "game", "elephant.jar"), ["1", "1", "1", "1"], "{getter}");
    }
}

#[test]
fn a_constructor_that_fails_later_costs_that_game_alone() {
    let dir = folder();
    let getter = "static int made;\n    public Elephant() \
                  { if (++made == 3) throw new IllegalStateException(\"third\"); }";
    jar(&dir.path().join("elephant.jar"), &[("Elephant.java", &SCORE_FOUR.replace("GETTER", getter))], None);
    let plan = "game = \"score-four\"\nbots = [\"elephant.jar\", \"house:one-ply\"]\ngames = 4\nseed = \
                1\ninstances = \"game\"\n";
    file(dir.path(), "plan.toml", plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    // The first instance is made when the jar is loaded, so the third is that of the second game.
    assert!(said.out.contains("elephant.jar: 1 fault; the first in game 1: crashed: "), "{}", said.out);
    assert!(said.out.contains("IllegalStateException: third"), "{}", said.out);
}

#[test]
fn a_java_strategy_of_jujitsu_is_shown_both_clocks_where_there_are_any() {
    const CLOCKS: &str = r#"
import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;
public class Clocks implements PlayerStrategy {
    public int move(PlayState state) {
        Integer mine = state.getMyTimeRemainingMs();
        boolean told = mine != null && mine > 0 && mine <= 60000;
        System.out.println(mine == null ? "unlimited" : told ? "mine" : "wrong " + mine);
        System.out.println(state.getOpponentTimeRemainingMs() == null ? "unlimited" : "theirs");
        return state.getMyCardsRemaining().length == 0 ? 0 : state.getMyCardsRemaining()[0];
    }
}
"#;
    let dir = folder();
    jar(&dir.path().join("one.jar"), &[("Clocks.java", CLOCKS)], None);
    jar(&dir.path().join("two.jar"), &[("Clocks.java", CLOCKS)], None);
    let plan =
        "game = \"jujitsu\"\nbots = [\"one.jar\", \"two.jar\"]\ngames = 1\n[options]\nrounds = [5, 5]\n";
    let mut unlimited = printed(dir.path(), plan, "tournament", "one.jar");
    let limited = format!("{plan}[limits]\nmatch_ms = 60000\n");
    let mut told = printed(dir.path(), &limited, "game", "one.jar");
    unlimited.sort();
    unlimited.dedup();
    told.sort();
    told.dedup();
    assert_eq!(
        (unlimited, told),
        (vec!["unlimited".to_owned()], vec!["mine".to_owned(), "theirs".to_owned()])
    );
}
