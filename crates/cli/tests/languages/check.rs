//! `croupier check` with real bots: sound ones, and ones that are wrong in one way each.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::java::{example, jar};
use crate::common::server::{Server, ok};
use crate::common::{Said, croupier, file, folder};
use serde_json::Value;

/// Checks a bot with this text and few games; `more` words may follow.
fn checked(dir: &Path, name: &str, text: &str, more: &[&str]) -> Said {
    file(dir, name, text);
    let mut words = vec!["check", name, "--games", "3"];
    words.extend(more);
    croupier(dir, &words)
}

/// The stages of a check in JSON.
fn stages(said: &Said) -> Vec<Value> {
    let report: Value =
        serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}{}", said.out, said.err));
    report["stages"].as_array().unwrap().clone()
}

/// The names of the stages with this verdict.
fn with_verdict(stages: &[Value], verdict: &str) -> Vec<String> {
    let those = stages.iter().filter(|stage| stage["verdict"] == verdict);
    those.map(|stage| stage["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_example_bots_of_all_games_are_sound_and_tell_their_game() {
    for game in ["last-card", "no-thanks", "jujitsu", "score-four"] {
        let dir = folder();
        let said =
            checked(dir.path(), "example.py", &example(&format!("{game}/example_bot.py")), &["--json"]);
        assert_eq!(said.code, 0, "{game}: {}{}", said.out, said.err);
        let report: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!((report["game"].as_str(), report["sound"].as_bool()), (Some(game), Some(true)));
        assert!(with_verdict(&stages(&said), "passed").len() >= 8, "{}", said.out);
    }
}

#[test]
fn a_class_without_a_take_of_its_own_is_told_so_in_one_line() {
    let lazy = "from Take5 import Player\nclass Lazy(Player):\n    def __init__(self):\n        \
                super().__init__('Lazy')\n";
    let note = "starts and greets: it has no method take of its own, and takes every card (";
    let cells: &[&str] = if cfg!(feature = "wasm") { &["process", "wasm"] } else { &["process"] };
    for cell in cells {
        let dir = folder();
        let said = checked(dir.path(), "lazy.py", lazy, &["--cell", cell]);
        assert_eq!(said.code, 0, "{cell}: {}{}", said.out, said.err);
        assert_eq!(said.out.matches(note).count(), 1, "{cell}: {}", said.out);
        let awake = format!("{lazy}    def take(self, card, state):\n        return True\n");
        let said = checked(dir.path(), "awake.py", &awake, &["--cell", cell]);
        assert!(said.out.contains("starts and greets ("), "{cell}: {}", said.out);
    }
}

/// Score Four, and wrong only where one peg is left: no game of three ever gets there by itself.
const LAST_PEG: &str = "from croupier import score_four
class Rogue(score_four.Player):
    def choose(self, view):
        free = list(view.free())
        return (9, 9) if len(free) == 1 else free[0]
";

#[test]
fn an_illegal_move_in_a_rare_position_alone_is_found_shown_and_can_be_replayed() {
    let dir = folder();
    let said = checked(dir.path(), "rogue.py", LAST_PEG, &["--out", "kept"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let from = said.out.find("FAILED    rare: one peg left").unwrap_or_else(|| panic!("{}", said.out));
    let shown = &said.out[from..];
    assert!(shown.contains("illegal move: "), "{shown}");
    assert!(shown.contains("it was shown: {"), "{shown}");
    assert!(shown.contains("it answered: "), "{shown}");
    assert!(said.out.contains("passed    plays legally at a table of 2: 3 games"), "{}", said.out);
    let replay =
        shown.lines().find_map(|line| line.trim().strip_prefix("to see it again: croupier ")).unwrap();
    let words: Vec<&str> = replay.split_whitespace().collect();
    let told = croupier(dir.path(), &words);
    assert_eq!(told.code, 0, "{replay}: {}", told.err);
    assert!(told.out.contains("Rogue"), "{}", told.out);
    assert_eq!(croupier(dir.path(), &["verify", words[1]]).code, 0, "the record is whole");
}

#[test]
fn without_out_nothing_is_written_and_the_command_says_how_to_get_the_record() {
    let dir = folder();
    let said = checked(dir.path(), "rogue.py", LAST_PEG, &[]);
    assert!(
        said.out.contains(
            "croupier check rogue.py --game score-four --games 3 --seed 1 --out DIR, then: \
                           croupier log DIR/rare-"
        ),
        "{}",
        said.out
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_bot_that_only_plays_games_from_their_beginning_does_not_survive_a_restart() {
    let text = "from croupier import no_thanks
class Rogue(no_thanks.Player):
    def start(self, start):
        self.begun = start.view.round == 1 and start.view.coins_on_card < len(start.players)
    def choose(self, view):
        if not self.begun:
            raise RuntimeError('where am I?')
        return True
";
    let dir = folder();
    let said = checked(dir.path(), "rogue.py", text, &["--json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let stages = stages(&said);
    let failed = with_verdict(&stages, "failed");
    assert!(failed.contains(&"goes on after a restart in the middle of a game".to_owned()), "{failed:?}");
    assert!(!failed.iter().any(|name| name.starts_with("plays legally")), "{failed:?}");
    let restart = stages.iter().find(|stage| stage["name"].as_str().unwrap().contains("restart")).unwrap();
    assert!(restart["failing"]["what"].as_str().unwrap().contains("where am I?"), "{restart}");
}

#[test]
fn a_bot_that_waits_for_the_end_of_every_game_is_lost_when_one_is_broken_off() {
    let text = "from croupier import jujitsu
class Rogue(jujitsu.Player):
    playing = False
    def start(self, start):
        if self.playing:
            raise RuntimeError('the last game is not over')
        self.playing = True
    def end(self, view, scores):
        self.playing = False
    def choose(self, view):
        return view.hand[0]
";
    let dir = folder();
    let said = checked(dir.path(), "rogue.py", text, &["--json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let failed = with_verdict(&stages(&said), "failed");
    assert!(failed.contains(&"begins anew after a game that was broken off".to_owned()), "{failed:?}");
    assert!(!failed.iter().any(|name| name.starts_with("plays legally")), "{failed:?}");
}

#[test]
fn a_bot_with_luck_of_its_own_is_told_apart_and_does_not_fail() {
    let text = "import os
from croupier import jujitsu
class Lucky(jujitsu.Player):
    def choose(self, view):
        return view.hand[os.urandom(1)[0] % len(view.hand)]
";
    let dir = folder();
    let said = checked(dir.path(), "lucky.py", text, &[]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("unchecked looks only at what it is shown: random: "), "{}", said.out);
}

#[test]
fn a_bot_that_hangs_is_late_and_not_waited_for_again() {
    let text = "from croupier import no_thanks
class Slow(no_thanks.Player):
    def choose(self, view):
        while True:
            pass
";
    let dir = folder();
    let said = checked(dir.path(), "slow.py", text, &["--json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let stages = stages(&said);
    let failed = with_verdict(&stages, "failed");
    assert_eq!(failed, ["plays legally at a table of 2", "answers in time"], "{}", said.out);
    assert!(with_verdict(&stages, "not-checked").len() > 5, "{}", said.out);
}

#[test]
fn a_player_in_haskell_is_at_the_gate_and_gets_its_marks() {
    let dir = folder();
    let said = checked(dir.path(), "Lowest.hs", &example("hearts/haskell/Lowest.hs"), &[]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for stage in [
        "passed    starts and greets",
        "passed    plays legally at a table of 2: 3 games",
        "passed    plays legally at a table of 4: 3 games",
        "passed    rare: a hand of point cards alone on the first trick",
        "passed    one against one with house:basic: won ",
        "passed    one against one with house:minmax: won ",
        "passed    one against one with house:advanced: won ",
        "passed    all at one table: won ",
    ] {
        assert!(said.out.contains(stage), "{stage}: {}", said.out);
    }
    let marks = said.out.lines().find_map(|line| line.strip_prefix("Marks: ")).unwrap();
    assert!(["0", "10", "20", "30"].iter().any(|got| marks == format!("{got} of 30.")), "{marks}");
    let each: Vec<&str> =
        said.out.lines().filter_map(|line| line.split_once("games; ").map(|(_, end)| end)).collect();
    let sum: u32 = each.iter().map(|end| end.split_once(" marks").unwrap().0.parse::<u32>().unwrap()).sum();
    assert!(marks.starts_with(&format!("{sum} ")), "{}", said.out);
}

#[test]
fn a_player_that_does_not_compile_is_shown_what_the_compiler_said() {
    let dir = folder();
    let text = "module Player (playCard, makeBid) where\nimport Hearts.Types\nplayCard :: PlayFunc\nplayCard \
                = nonsense\nmakeBid :: BidFunc\nmakeBid = ()\n";
    let said = checked(dir.path(), "Player.hs", text, &[]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("FAILED    starts and greets"), "{}", said.out);
    assert!(
        said.out.contains("Variable not in scope") && said.out.contains("playCard = nonsense"),
        "{}",
        said.out
    );
    // Once and whole, and what nobody was there for in one line.
    assert_eq!(said.out.matches("Variable not in scope").count(), 1, "{}", said.out);
    assert!(said.out.contains("            does not load; its compiler says:\n"), "{}", said.out);
    let unchecked: Vec<&str> = said.out.lines().filter(|line| line.contains("unchecked")).collect();
    assert_eq!(unchecked, ["  unchecked 20 more stages: it does not start"], "{}", said.out);
}

#[test]
fn a_jar_tells_its_game_by_the_interface_of_its_class() {
    let dir = folder();
    let sources = [("Bargain.java", example("no-thanks/java/Bargain.java"))];
    jar(&dir.path().join("bargain.jar"), &[(sources[0].0, sources[0].1.as_str())], None);
    let said = croupier(dir.path(), &["check", "bargain.jar", "--games", "3"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.starts_with("bargain.jar plays No Thanks!"), "{}", said.out);
    jar(&dir.path().join("nobody.jar"), &[("Nobody.java", "public class Nobody {}")], None);
    let said = croupier(dir.path(), &["check", "nobody.jar", "--games", "3"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("nobody.jar has no public class that implements"), "{}", said.out);
}

#[test]
fn a_player_whose_interface_shows_no_positions_is_led_to_the_rare_ones_and_never_put_into_them() {
    let dir = folder();
    jar(&dir.path().join("corners.jar"), &[("Corners.java", &example("score-four/java/Corners.java"))], None);
    let said = croupier(dir.path(), &["check", "corners.jar", "--json"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let stages = stages(&said);
    let passed = with_verdict(&stages, "passed");
    assert!(passed.contains(&"rare: half of the pegs full".to_owned()), "{passed:?}");
    assert!(!said.out.contains("put into"), "{}", said.out);
    let unchecked = with_verdict(&stages, "not-checked");
    assert!(
        unchecked.contains(&"goes on after a restart in the middle of a game".to_owned()),
        "{unchecked:?}"
    );
}

#[test]
fn a_web_server_is_checked_like_any_other_bot() {
    let server = Server::start(|seen| {
        let message = seen.json();
        match message["type"].as_str().unwrap() {
            "hello" => ok(r#"{"type":"hello","protocol":1,"wants":["legal"]}"#),
            // Wrong with one coin left, and nowhere else.
            "ask"
                if message["view"]["players"][message["view"]["seat"].as_u64().unwrap() as usize]["coins"]
                    == 1 =>
            {
                ok(r#"{"type":"answer","move":"shrug"}"#)
            }
            "ask" => ok(&serde_json::json!({"type": "answer", "move": message["legal"][0]}).to_string()),
            _ => Some("HTTP/1.1 204 No Content\r\n\r\n".to_owned()),
        }
    });
    let dir = folder();
    let said =
        croupier(dir.path(), &["check", &server.url(), "--game", "no-thanks", "--games", "1", "--json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let failed = with_verdict(&stages(&said), "failed");
    assert!(failed.contains(&"rare: its last coin".to_owned()), "{failed:?}");
    assert!(said.out.contains("shrug"), "{}", said.out);
}

#[test]
fn an_executable_names_its_game_in_its_hello_or_needs_to_be_told() {
    let dir = folder();
    let script = example("no-thanks/bare_bot.sh");
    let named = script.replace("\"protocol\":1", "\"protocol\":1,\"game\":\"no-thanks\"");
    for (name, text) in [("silent.sh", &script), ("named.sh", &named)] {
        let path = file(dir.path(), name, text);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let said = croupier(dir.path(), &["check", "./named.sh", "--games", "3"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said = croupier(dir.path(), &["check", "./silent.sh", "--games", "3"]);
    let sentence = "croupier: which game \"./silent.sh\" plays cannot be told: its hello has no \"game\"; \
                    say it with --game, one of last-card, no-thanks, hearts, jujitsu, score-four\n";
    assert_eq!((said.code, said.err.as_str()), (2, sentence));
}

#[test]
fn a_bot_that_does_not_load_fails_and_says_why() {
    let dir = folder();
    let said = checked(dir.path(), "broken.py", "import no_such_module\n", &[]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("No module named 'no_such_module'"), "{}", said.out);
    let said = checked(dir.path(), "broken.py", "import no_such_module\n", &["--game", "hearts"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("FAILED    starts and greets") && said.out.contains("no_such_module"),
        "{}",
        said.out
    );
}

#[test]
fn a_failure_that_is_the_same_in_every_stage_is_told_once_with_the_place_in_the_bots_own_file_first() {
    let text = "import json
from croupier import no_thanks
class Rogue(no_thanks.Player):
    def choose(self, view):
        return json.loads('{')
";
    let dir = folder();
    let said = checked(dir.path(), "rogue.py", text, &[]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert_eq!(said.out.matches("JSONDecodeError").count(), 1, "{}", said.out);
    assert!(said.out.contains("(rogue.py, line 5; in decoder.py, line "), "{}", said.out);
    let last = "  FAILED    the same in ";
    let more = said.out.lines().find(|line| line.starts_with(last)).unwrap_or_else(|| panic!("{}", said.out));
    assert!(more.ends_with(" more stages as in \"plays legally at a table of 2\""), "{more}");
    let json = checked(dir.path(), "rogue.py", text, &["--json"]);
    let same = stages(&json);
    let same = same.iter().filter(|stage| stage["failing"]["same_as"] == "plays legally at a table of 2");
    assert!(more.contains(&format!("the same in {} more", same.count())), "{more}");
}

#[test]
fn a_failing_position_of_a_player_in_haskell_is_the_call_that_its_author_can_paste() {
    // With what a player may use without a word of its own.
    let text = "module Player (playCard, makeBid) where\nimport Cards\nimport Hearts.Types\ndata Seen = Seen \
                { said :: String }\ndata Other = Other { said :: Int }\ntold :: Seen -> String\ntold Seen \
                {said} = said\nnumbered :: Other -> Int\nnumbered Other {said} = said\nplayCard :: \
                PlayFunc\nplayCard _ (card:_) _ _ = (card, take (numbered (Other 4)) (told (Seen \
                \"seen\")))\nplayCard _ [] _ _ = error \"no card\"\nmakeBid :: BidFunc\nmakeBid = ()\n";
    let dir = folder();
    let said = checked(dir.path(), "Player.hs", text, &[]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let call = said.out.lines().find_map(|line| line.trim().strip_prefix("the call: "));
    let call = call.unwrap_or_else(|| panic!("{}", said.out));
    assert!(call.starts_with("playCard \"") && call.ends_with(" Nothing"), "{call}");
    let shown = said.out.lines().find_map(|line| line.trim().strip_prefix("it was shown: ")).unwrap();
    let shown: Value = serde_json::from_str(shown).unwrap();
    let hand: Vec<&str> =
        shown["hand"].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
    assert!(call.contains(&format!("[{}]", hand.join(","))), "{call}");
    // Pasted where it is said, it gives what the player answered.
    let said = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, how) = said.split_once("ghci ").unwrap();
    let (how, _) = how.split_once(',').unwrap();
    assert!(how.ends_with(" FILE CardNames"), "{how}");
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages/haskell");
    let mut ghci = Command::new("ghc")
        .args(["--interactive", "-v0", "-ignore-dot-ghci"])
        .arg(format!("-i{}", kit.display()))
        .args(how.replace("FILE", "Player.hs").split(' '))
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(ghci.stdin.take().unwrap(), "import CardNames\n{call}").unwrap();
    let output = ghci.wait_with_output().unwrap();
    let answered = format!("({},\"seen\")\n", hand[0]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        answered,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_file_with_a_base_of_its_own_is_told_how_it_names_the_one_that_competes() {
    let dir = folder();
    let text = "from NoThanksPlayer import Player\nclass Base(Player):\n    def take(self, card, state): \
                return False\nclass Mine(Base):\n    pass\n";
    file(dir.path(), "mine.py", text);
    let said = croupier(dir.path(), &["check", "mine.py", "--game", "no-thanks", "--games", "3"]);
    let words = "mine.py holds several bots; name one of them as in mine.py#Base, or write __all__ = \
                 [\"Base\"] in it: Base, Mine";
    assert!(said.code == 2 && said.err.contains(words), "{}{}", said.out, said.err);
}
