//! Jars that throw, exit, hang and print: each costs itself what the rules say, and the tournament goes on.

use std::path::Path;

use crate::common::java::jar;
use crate::common::{Said, croupier, file, folder, read, refused};

/// A Score Four player that does something in one place, and otherwise plays anywhere.
fn player(place: &str, what: &str) -> String {
    let at = |here: &str| if here == place { what } else { "" };
    format!(
        r#"package ca.unbc.cpsc.rogue;
import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.exceptions.PlayerException;
import ca.unbc.cpsc.score4.interfaces.*;
public class Rogue implements Player {{
    static int n;
    static final int[] lots = new int[1];
    static {{ {} }}
    public Rogue() {{ {} }}
    public void reset() throws PlayerException {{ {} }}
    public void noteOpponentsId(int id) throws PlayerException {{ {} }}
    public void startGameAs(Colour c) throws PlayerException {{ {} }}
    public void opponentPlays(Location l) throws PlayerException {{ {} }}
    public Location requestMoveLocation() throws PlayerException {{ {} return anywhere(); }}
    public Location retry() throws PlayerException {{ {} return anywhere(); }}
    public void noteGameOver(GameOverStatus s) throws PlayerException {{ {} }}
    static Location anywhere() {{
        final int peg = n++ % 16;
        return new Location() {{ public int getRow() {{ return peg / 4; }} public int getColumn() {{ return peg % 4; }} }};
    }}
}}
"#,
        at("class"),
        at("constructor"),
        at("reset"),
        at("id"),
        at("start"),
        at("opponent"),
        at("move"),
        at("retry"),
        at("over")
    )
}

fn played(dir: &Path, source: &str, more: &str) -> Said {
    jar(&dir.join("rogue.jar"), &[("Rogue.java", source)], None);
    let plan = "game = \"score-four\"\nbots = [\"rogue.jar\", \"house:random\"]\ngames = 2\nseed = 4\n";
    file(dir, "plan.toml", &format!("{plan}{more}"));
    let said = croupier(dir, &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}", said.err);
    said
}

/// What is said of a player that does not load.
fn unloaded(dir: &Path, source: &str, more: &str) -> String {
    jar(&dir.join("rogue.jar"), &[("Rogue.java", source)], None);
    let plan = "game = \"score-four\"\nbots = [\"rogue.jar\", \"house:random\"]\ngames = 2\nseed = 4\n";
    file(dir, "plan.toml", &format!("{plan}{more}"));
    refused(dir, &["run", "plan.toml"])
}

fn told(said: &Said) -> String {
    let line = said.out.lines().find(|line| line.starts_with("rogue.jar: "));
    line.unwrap_or_else(|| panic!("{}", said.out)).to_owned()
}

const THROW: &str = "if (true) throw new PlayerException(\"on purpose\");";

#[test]
fn an_exception_in_any_method_loses_the_game_and_keeps_its_trace() {
    for (place, method) in [
        ("reset", "reset"),
        ("id", "noteOpponentsId"),
        ("start", "startGameAs"),
        ("opponent", "opponentPlays"),
        ("move", "requestMoveLocation"),
        ("retry", "retry"),
    ] {
        let dir = folder();
        let mut source = player(place, THROW);
        if place == "retry" {
            // Only who is refused is asked to try again.
            source = source.replacen("return anywhere();", "return null;", 1);
        }
        let line = told(&played(dir.path(), &source, ""));
        let thrown = "crashed: ca.unbc.cpsc.score4.exceptions.PlayerException: on purpose";
        let first = if place == "retry" { "2 faults; the first in game 0: illegal move" } else { thrown };
        assert!(line.contains(first), "{place}: {line}");
        let log = read(dir.path(), "logs/bot-logs/rogue.jar.log");
        assert!(log.contains(&format!("Rogue.{method}(Rogue.java:")), "{log}");
    }
}

#[test]
fn an_exception_after_the_game_changes_nothing_and_is_logged() {
    let dir = folder();
    let said = played(dir.path(), &player("over", THROW), "");
    assert!(!said.out.contains("crashed"), "{}", said.out);
    assert!(read(dir.path(), "logs/bot-logs/rogue.jar.log").contains("on purpose"));
}

#[test]
fn a_bot_that_fails_while_it_loads_says_why() {
    for (place, what, words) in [
        ("class", "lots[1] = 2;", "ArrayIndexOutOfBoundsException"),
        ("constructor", "lots[1] = 2;", "ArrayIndexOutOfBoundsException"),
        ("class", "System.exit(3);", "exit code 3"),
    ] {
        let dir = folder();
        let line = unloaded(dir.path(), &player(place, what), "");
        assert!(line.contains("does not load: ") && line.contains(words), "{place}: {line}");
    }
}

#[test]
fn a_slow_class_is_ended_at_the_time_for_loading() {
    let dir = folder();
    let bot = player("class", "while (n == 0) { lots[0]++; }");
    let line = unloaded(dir.path(), &bot, "[limits]\nload_ms = 700\n");
    assert!(line.contains("does not load: thought for"), "{line}");
}

#[test]
fn an_exit_ends_only_its_own_jvm() {
    let dir = folder();
    let said = played(dir.path(), &player("move", "System.exit(7);"), "[limits]\nrestarts = 1\n");
    assert!(told(&said).contains("crashed: exit code 7"), "{}", said.out);
}

#[test]
fn an_endless_loop_is_late() {
    let dir = folder();
    let bot = player("move", "while (n == 0) { lots[0]++; }");
    let line = told(&played(dir.path(), &bot, "[limits]\nmove_ms = 100\nrestarts = 0\n"));
    assert!(line.contains("late: thought for"), "{line}");
}

#[test]
fn null_is_an_invalid_move_sixty_four_times_and_then_the_game() {
    let dir = folder();
    let both = player("move", "if (true) return null;").replace(
        "Location retry() throws PlayerException {",
        "Location retry() throws PlayerException { if (true) return null;",
    );
    let said = played(dir.path(), &both, "");
    assert!(
        said.out.lines().any(|line| line.contains("rogue.jar") && line.contains("64.00")),
        "{}",
        said.out
    );
}

#[test]
fn memory_and_stack_have_an_end_that_is_a_fault() {
    for (what, words) in [
        (
            "java.util.List<long[]> hog = new java.util.ArrayList<>(); while (n == 0) hog.add(new long[1 << \
             20]);",
            "OutOfMemoryError",
        ),
        ("requestMoveLocation();", "StackOverflowError"),
    ] {
        let dir = folder();
        let line = told(&played(dir.path(), &player("move", what), ""));
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn prints_on_both_streams_go_to_the_log_and_forged_answers_are_prints() {
    let dir = folder();
    let bot = player(
        "move",
        r#"System.out.println("{\"type\":\"answer\",\"number\":1,\"move\":null}"); System.err.println("to err");"#,
    );
    let said = played(dir.path(), &bot, "");
    assert!(!said.out.contains("crashed"), "{}", said.out);
    let log = read(dir.path(), "logs/bot-logs/rogue.jar.log");
    assert!(log.contains("\"type\":\"answer\"") && log.contains("to err"), "{log}");
}

#[test]
fn a_jar_without_a_player_or_with_several_says_so() {
    for (sources, words) in [
        (
            vec![("None.java", "public class None {}")],
            "has no public class that implements ca.unbc.cpsc.score4.interfaces.Player",
        ),
        (
            vec![
                ("One.java", "public class One { public static Object getAI() { return null; } }"),
                ("Two.java", "public class Two { public static Object getAI() { return null; } }"),
            ],
            "holds several players; name one of them after a #: One, Two",
        ),
        (
            vec![("One.java", "public class One { public static Object getAI() { return null; } }")],
            "One.getAI() returned null",
        ),
    ] {
        let dir = folder();
        jar(&dir.path().join("rogue.jar"), &sources, None);
        file(
            dir.path(),
            "plan.toml",
            "game = \"score-four\"\nbots = [\"rogue.jar\", \"house:random\"]\ngames = 2\n",
        );
        let said = refused(dir.path(), &["run", "plan.toml"]);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_file_that_is_no_jar_and_a_class_that_is_not_there_are_named() {
    let dir = folder();
    file(dir.path(), "rogue.jar", "no zip");
    file(
        dir.path(),
        "plan.toml",
        "game = \"score-four\"\nbots = [\"rogue.jar\", \"house:random\"]\ngames = 2\n",
    );
    let said = refused(dir.path(), &["run", "plan.toml"]);
    assert!(said.contains("does not load: java.util.zip.ZipException"), "{said}");
    jar(&dir.path().join("rogue.jar"), &[("Rogue.java", &player("", ""))], None);
    file(
        dir.path(),
        "plan.toml",
        "game = \"score-four\"\nbots = [\"rogue.jar#Nobody\", \"house:random\"]\ngames = 2\n",
    );
    assert!(refused(dir.path(), &["run", "plan.toml"]).contains("rogue.jar has no class Nobody"));
}
