//! No process meets a deal twice: bots that keep all they saw, wherever they can, find nothing of it again in
//! designs that deal the same cards several times.

use std::fs;
use std::path::Path;

use crate::common::java::jar;
use crate::common::server::{Server, lowest, ok};
#[cfg(feature = "wasm")]
use crate::common::wasm::{I32, I64, of_no_thanks};
use crate::common::{croupier, file, folder, read};

/// Keeps every deal in a global of its module, in `/tmp` and in its working folder, and tells where it has
/// met it before. All 24 cards that come up are known at the end, and no other deal of a test has the same.
const ELEPHANT: &str = include_str!("../../../../tests/hostile/python/elephant.py");

const OTHERS: &str = "\"house:CutOff14\", \"house:TakeSmall\", \"house:LowerPenalty\", \"house:threshold\"";

/// How often a bot met a deal in these games, and how often it told of one that it had met before.
fn told(dir: &Path, log: &str) -> (usize, Vec<String>) {
    let log = read(dir, log);
    let met = log.lines().filter(|line| *line == "met").count();
    (met, log.lines().filter(|line| line.starts_with("again")).map(ToOwned::to_owned).collect())
}

/// Plays a plan, and finds that a bot met many deals and none of them again.
fn meets_none_again(dir: &Path, plan: &str, bot: &str) {
    file(dir, "plan.toml", &format!("game = \"no-thanks\"\nseed = 3\ninstances = \"game\"\n{plan}"));
    let said = croupier(dir, &["run", "plan.toml", "-q"]);
    assert_eq!(said.code, 0, "{plan}{}", said.err);
    let (met, again) = told(dir, &format!("logs/bot-logs/{bot}.log"));
    assert!(met >= 15, "{plan}it met {met} deals: {}", said.out);
    assert!(again.is_empty(), "{plan}{again:?}");
    fs::remove_dir_all(dir.join("logs")).unwrap();
}

/// Every design that deals the same cards again.
const DESIGNS: [&str; 3] = ["pairs", "substitute", "rotate"];

#[test]
fn a_python_bot_that_keeps_every_deal_in_memory_and_files_meets_none_again() {
    let dir = folder();
    file(dir.path(), "elephant.py", ELEPHANT);
    for design in DESIGNS {
        for lanes in [1, 2] {
            let plan = format!(
                "design = \"{design}\"\nlanes = {lanes}\nplayers = 3\nbots = [\"elephant.py\", \
                 {OTHERS}]\ngames = 60\n"
            );
            meets_none_again(dir.path(), &plan, "Elephant");
        }
    }
}

#[test]
fn a_python_bot_that_plays_one_game_at_a_time_meets_no_deal_again_either() {
    let dir = folder();
    file(dir.path(), "elephant.py", ELEPHANT);
    for design in DESIGNS {
        // A limit for the whole game rules out many games at once.
        let plan = format!(
            "design = \"{design}\"\nplayers = 3\nbots = [\"elephant.py\", {OTHERS}]\ngames = \
             60\n[limits]\nmatch_ms = 60000\n"
        );
        meets_none_again(dir.path(), &plan, "Elephant");
    }
}

#[cfg(feature = "wasm")]
#[test]
fn a_python_bot_inside_webassembly_meets_none_again() {
    let dir = folder();
    file(dir.path(), "elephant.py", ELEPHANT);
    for design in DESIGNS {
        let plan = format!(
            "cell = \"wasm\"\ndesign = \"{design}\"\nplayers = 3\nbots = [\"elephant.py\", {OTHERS}]\ngames \
             = 60\n"
        );
        meets_none_again(dir.path(), &plan, "Elephant");
    }
}

/// Counts its games in its memory, and stops the second time that it plays one.
#[cfg(feature = "wasm")]
#[test]
fn a_module_that_keeps_something_in_its_memory_finds_it_empty_in_every_game() {
    let dir = folder();
    // (if (i32.load (i32.const 512)) (then unreachable)) (i32.store (i32.const 512) (i32.const 1))
    let count = [0x41, 0x80, 0x04, 0x28, 2, 0, 0x04, 0x40, 0x00, 0x0b, 0x41, 0x80, 0x04, 0x41, 1, 0x36, 2, 0];
    let start = crate::common::wasm::func("croupier_start", &[I32], &[], &count);
    let takes =
        crate::common::wasm::func("croupier_ask", &[I32], &[I64], &crate::common::wasm::constant(I64, 1));
    fs::write(dir.path().join("elephant.wasm"), of_no_thanks().with(start).with(takes).bytes()).unwrap();
    for design in DESIGNS {
        let plan = format!("design = \"{design}\"\nplayers = 3\nbots = [\"elephant.wasm\", {OTHERS}]\n");
        let elephant = line_of(dir.path(), &plan, "elephant");
        assert!(elephant["games"].as_u64().unwrap() >= 20 && elephant["faults"] == 0, "{design}: {elephant}");
    }
}

#[test]
fn a_bot_in_java_that_keeps_every_deal_in_a_static_meets_none_again() {
    const SOURCE: &str = include_str!("../../../../tests/hostile/java/Elephant.java");
    let dir = folder();
    jar(&dir.path().join("elephant.jar"), &[("Elephant.java", SOURCE)], None);
    for design in DESIGNS {
        let plan =
            format!("design = \"{design}\"\nplayers = 3\nbots = [\"elephant.jar\", {OTHERS}]\ngames = 60\n");
        meets_none_again(dir.path(), &plan, "elephant.jar");
    }
}

#[test]
fn a_bot_in_javascript_that_keeps_every_deal_wherever_it_can_meets_none_again() {
    const SOURCE: &str = include_str!("../../../../tests/hostile/javascript/elephant.js");
    let dir = folder();
    file(dir.path(), "elephant.js", SOURCE);
    for design in DESIGNS {
        let plan =
            format!("design = \"{design}\"\nplayers = 3\nbots = [\"elephant.js\", {OTHERS}]\ngames = 60\n");
        meets_none_again(dir.path(), &plan, "elephant");
    }
}

/// It cannot print; where it finds cards of another game in its memory, it fails.
#[test]
fn a_player_in_haskell_finds_nothing_of_another_game_in_its_memory() {
    const SOURCE: &str = include_str!("../../../../tests/hostile/haskell/Elephant.hs");
    let dir = folder();
    file(dir.path(), "Elephant.hs", SOURCE);
    for design in DESIGNS {
        let plan = format!("design = \"{design}\"\nplayers = 3\nbots = [\"Elephant.hs\", {OTHERS}]\n");
        let elephant = line_of(dir.path(), &plan, "Elephant");
        assert!(elephant["games"].as_u64().unwrap() >= 20 && elephant["faults"] == 0, "{design}: {elephant}");
    }
}

/// What the standings of sixty games say of a bot.
fn line_of(dir: &Path, plan: &str, bot: &str) -> serde_json::Value {
    let plan = format!("game = \"no-thanks\"\nseed = 3\ninstances = \"game\"\ngames = 60\n{plan}");
    file(dir, "plan.toml", &plan);
    let said = croupier(dir, &["run", "plan.toml", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let bots = outcome["standings"].as_array().unwrap();
    bots.iter().find(|line| line["name"].as_str().unwrap().starts_with(bot)).unwrap().clone()
}

/// An executable that speaks the protocol itself, and tells what it met on its standard error.
const EXECUTABLE: &str = include_str!("../../../../tests/hostile/executable/elephant");

#[test]
fn an_executable_that_keeps_every_deal_meets_none_again() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder();
    let path = file(dir.path(), "elephant", EXECUTABLE);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    for design in DESIGNS {
        let plan =
            format!("design = \"{design}\"\nplayers = 3\nbots = [\"elephant\", {OTHERS}]\ngames = 60\n");
        meets_none_again(dir.path(), &plan, "elephant");
    }
}

/// Tells its other selves what it met by locks on files that all of them may read, and listens for theirs.
const SIGNALLER: &str = include_str!("../../../../tests/hostile/python/signaller.py");

#[test]
fn a_bot_cannot_leave_a_sign_for_its_other_processes_in_a_lock() {
    let dir = folder();
    file(dir.path(), "signaller.py", SIGNALLER);
    let plan = format!("design = \"rotate\"\nplayers = 3\nbots = [\"signaller.py\", {OTHERS}]\ngames = 60\n");
    meets_none_again(dir.path(), &plan, "Signaller");
}

/// Ends its process in every question.
const ENDING: &str = "
import os
from NoThanksPlayer import Player
class Ending(Player):
    def take(self, card, state):
        os._exit(3)
";

#[test]
fn all_crews_of_a_bot_share_its_restarts_and_who_is_out_is_out_in_all() {
    let dir = folder();
    file(dir.path(), "ending.py", ENDING);
    let plan = format!(
        "game = \"no-thanks\"\nseed = 3\ninstances = \"game\"\ndesign = \"rotate\"\nplayers = 3\nbots = \
         [\"ending.py\", {OTHERS}]\ngames = 60\n[limits]\nrestarts = 3\n"
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("ended 4 times"), "{}", said.out);
    let log = read(dir.path(), "logs/bot-logs/Ending.log");
    assert_eq!(log.matches("[out of the tournament").count(), 1, "{log}");
}

#[test]
fn a_comparison_gives_neither_bot_a_deal_again() {
    let dir = folder();
    file(dir.path(), "elephant.py", ELEPHANT);
    file(dir.path(), "rival.py", &ELEPHANT.replace("Elephant", "Rival").replace("+ 3)", "+ 4)"));
    for design in DESIGNS {
        // The opponents meet every deal twice, the two that are compared only where they sit together.
        let words = ["compare", "rival.py", "house:TakeSmall", "--against", "elephant.py", "house:CutOff14"];
        let more =
            ["--game", "no-thanks", "--players", "3", "--games", "60", "--seed", "3", "--tolerance", "0.01"];
        let said = croupier(dir.path(), &[&words[..], &more, &["--design", design, "--out", "out"]].concat());
        assert!(said.code < 2, "{}", said.err);
        for bot in ["Elephant", "Rival"] {
            let (met, again) = told(dir.path(), &format!("out/bot-logs/{bot}.log"));
            assert!(met >= 20 && again.is_empty(), "{design}: {bot} met {met}: {again:?}");
        }
        fs::remove_dir_all(dir.path().join("out")).unwrap();
    }
}

#[test]
fn a_record_of_such_a_design_is_played_again_by_crews_too_and_comes_out_the_same() {
    let dir = folder();
    file(dir.path(), "elephant.py", ELEPHANT);
    let plan = format!(
        "game = \"no-thanks\"\nseed = 3\ninstances = \"game\"\ndesign = \"rotate\"\nplayers = 3\nbots = \
         [\"elephant.py\", {OTHERS}]\ngames = 60\n"
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let again = croupier(dir.path(), &["rerun", "logs", "--out", "again", "-q"]);
    assert!(again.code == 0 && again.out.contains("all as recorded"), "{}{}", again.out, again.err);
    let (met, again) = told(dir.path(), "again/bot-logs/Elephant.log");
    assert!(met >= 20 && again.is_empty(), "{met} {again:?}");
}

#[test]
fn more_crews_than_may_wait_are_started_for_each_game_and_play_the_same() {
    let dir = folder();
    file(dir.path(), "elephant.py", ELEPHANT);
    // 22 bots in sets of 20, and room for 128.
    let bots = vec!["\"elephant.py\""; 22].join(", ");
    let plan = format!(
        "game = \"no-thanks\"\nseed = 3\ninstances = \"game\"\ndesign = \"substitute\"\nplayers = 3\nbots = \
         [{bots}]\ngames = 40\n"
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.err.contains(
            "plays every deal 20 times, each time with 22 bots of its own; 5 of these 20 crews stay"
        ),
        "{}",
        said.err
    );
    let mut met = 0;
    for entry in fs::read_dir(dir.path().join("logs/bot-logs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let (here, again) = told(dir.path(), &format!("logs/bot-logs/{name}"));
        assert!(again.is_empty(), "{name}: {again:?}");
        met += here;
    }
    assert_eq!(met, 3 * 40);
}

#[test]
fn a_bot_behind_a_url_is_refused_where_deals_repeat_unless_it_is_trusted_and_then_the_run_says_so() {
    let dir = folder();
    let server = Server::start(|seen| ok(&lowest(seen)));
    let url = server.url();
    let plan = |more: &str| {
        format!(
            "game = \"jujitsu\"\nseed = 3\ninstances = \"game\"\ndesign = \"pairs\"\nbots = [\"{url}\", \
             \"house:draw-card\"]\ngames = 4\n{more}"
        )
    };
    file(dir.path(), "plan.toml", &plan(""));
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 2, "{}", said.err);
    let why = "deals the same cards again, and";
    assert!(said.err.contains(why) && said.err.contains("trust_urls = true"), "{}", said.err);
    assert_eq!(said.err.trim_end().lines().count(), 1, "{}", said.err);
    assert!(!dir.path().join("logs").exists());
    file(dir.path(), "plan.toml", &plan("trust_urls = true\n"));
    for words in [&["run", "plan.toml", "-q"][..], &["rerun", "logs", "-q"]] {
        let said = croupier(dir.path(), words);
        assert!(said.code == 0 && said.err.contains("could cheat"), "{words:?}: {}{}", said.out, said.err);
    }
    let words = ["compare", &url, "house:draw-card", "--game", "jujitsu", "--games", "4"];
    let said = croupier(dir.path(), &words);
    assert!(said.code == 2 && said.err.contains("--trust-urls"), "{}", said.err);
    let said = croupier(dir.path(), &[&words[..], &["--trust-urls"]].concat());
    assert!(said.code < 2 && said.err.contains("could cheat"), "{}", said.err);
}
