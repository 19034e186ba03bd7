//! Bots that crash, hang, print and cheat: each costs itself what the rules say, is told in one clear line,
//! and the tournament goes on. They run in the cell that this machine has; what is missing in it fails here,
//! in words.

use std::fs;
use std::path::Path;

use crate::common::{Said, croupier, file, read, refused};
use serde_json::Value;
use tempfile::TempDir;

/// The head of every bot here.
const HEAD: &str = "from NoThanksPlayer import Player\nimport os, sys, time, socket\nclass Rogue(Player):\n";
const PLAN: &str =
    "game = \"no-thanks\"\nbots = [\"rogue.py\", \"house:CutOff14\", \"house:TakeSmall\"]\nseed = 4\n";

/// A folder that bots of another user may read.
fn folder() -> TempDir {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

/// Plays a few games of a bot with this text against the house; the rest of the plan may limit it.
fn played(dir: &Path, bot: &str, more: &str) -> Said {
    file(dir, "rogue.py", bot);
    file(dir, "plan.toml", &format!("{PLAN}{more}"));
    let said = croupier(dir, &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}", said.err);
    said
}

/// What is said of a bot with this text that does not load.
fn unloaded(dir: &Path, bot: &str, more: &str) -> String {
    file(dir, "rogue.py", bot);
    file(dir, "plan.toml", &format!("{PLAN}{more}"));
    refused(dir, &["run", "plan.toml"])
}

/// The line below the table that tells of a bot.
fn told(said: &Said, bot: &str) -> String {
    let start = format!("{bot}: ");
    said.out
        .lines()
        .find(|line| line.starts_with(&start))
        .unwrap_or_else(|| panic!("{}", said.out))
        .to_owned()
}

fn ranks(said: &Said) -> Vec<&str> {
    said.out.lines().filter(|line| line.starts_with(['1', '2', '3'])).collect()
}

#[test]
fn a_syntax_error_is_told_with_the_line_of_the_plan_and_nothing_is_played() {
    let dir = folder();
    let said = unloaded(dir.path(), "class Rogue(:\n", "games = 3\n");
    assert!(said.starts_with("croupier: plan.toml, line 2: rogue.py does not load: SyntaxError"), "{said}");
    assert!(said.contains("--without-broken, or broken = \"skip\" in a plan"), "{said}");
}

#[test]
fn a_lone_bot_that_does_not_load_says_why() {
    let dir = folder();
    file(dir.path(), "lone.py", "class Lone(:\n");
    let said = refused(dir.path(), &["no-thanks", "10", "lone.py"]);
    assert!(said.starts_with("croupier: lone.py does not load: SyntaxError"), "{said}");
    let said = refused(dir.path(), &["no-thanks", "10", "lone.py", "--without-broken"]);
    assert!(
        said.contains("needs at least 2 bots; 0 bots are entered; lone.py does not load: SyntaxError"),
        "{said}"
    );
}

#[test]
fn a_check_passes_a_sound_bot_and_shows_what_is_wrong_with_another() {
    let dir = folder();
    file(dir.path(), "sound.py", &format!("{HEAD}    pass\n"));
    let said = croupier(dir.path(), &["check", "sound.py", "--game", "no-thanks", "--games", "5"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("passed    plays legally at a table of 2: 5 games")
            && said.out.contains("is sound"),
        "{}",
        said.out
    );
    file(
        dir.path(),
        "rogue.py",
        &format!("{HEAD}    def take(self, card, state):\n        return card.suit\n"),
    );
    let said = croupier(dir.path(), &["check", "rogue.py", "--game", "no-thanks", "--games", "5"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("FAILED    plays legally at a table of 2: 3 of 5 games, faults in 3 games")
            && said.out.contains("FAILED    the same in 11 more stages"),
        "{}",
        said.out
    );
    assert!(said.out.contains("AttributeError: 'Card' object has no attribute 'suit'"), "{}", said.out);
    assert!(said.out.contains("to see it again: croupier check"), "{}", said.out);
}

#[test]
fn an_import_that_is_missing_is_named() {
    let dir = folder();
    let said = unloaded(dir.path(), "import no_such_module\n", "games = 3\n");
    assert!(said.contains("No module named 'no_such_module'"), "{said}");
}

#[test]
fn a_data_file_that_is_missing_is_named_and_one_that_is_there_is_read() {
    let dir = folder();
    let bot = format!("open('weights.txt')\n{HEAD}    pass\n");
    let said = unloaded(dir.path(), &bot, "games = 3\n");
    assert!(said.contains("No such file or directory: 'weights.txt'"), "{said}");
    file(dir.path(), "weights.txt", "7");
    let said = played(dir.path(), &bot, "games = 3\n[files]\n\"rogue.py\" = [\"weights.txt\"]\n");
    assert!(!said.out.contains("disqualified"), "{}", said.out);
}

#[test]
fn an_endless_loop_at_import_is_ended() {
    let dir = folder();
    let said = unloaded(dir.path(), "while True: pass\n", "games = 3\n[limits]\nload_ms = 500\n");
    assert!(said.contains("does not load: it does not finish loading"), "{said}");
}

#[test]
fn a_file_without_a_bot_says_so() {
    let dir = folder();
    let said = unloaded(dir.path(), "x = 1\n", "games = 3\n");
    assert!(said.contains("rogue.py does not load: rogue.py has no bot"), "{said}");
}

#[test]
fn an_exception_costs_the_card_and_keeps_its_traceback() {
    let dir = folder();
    let bot = format!("{HEAD}    def take(self, card, state):\n        return 1 / 0\n");
    let said = played(dir.path(), &bot, "games = 3\n");
    let line = told(&said, "Rogue");
    assert!(
        line.contains("faults; the first in game 0: crashed: ZeroDivisionError: division by zero"),
        "{line}"
    );
    assert!(read(dir.path(), "logs/bot-logs/Rogue.log").contains("line 5, in take"));
    assert!(
        read(dir.path(), "logs/readable/0000.log")
            .contains("Rogue gave no answer: crashed: ZeroDivisionError")
    );
}

#[test]
fn leaving_with_sys_exit_is_a_crash_and_the_bot_is_started_again_until_it_is_out() {
    let dir = folder();
    let bot = format!("{HEAD}    def take(self, card, state):\n        sys.exit(7)\n");
    let said = played(dir.path(), &bot, "games = 20\n[limits]\nrestarts = 3\n");
    assert!(told(&said, "Rogue").contains("crashed: "), "{}", said.out);
    assert!(said.out.lines().any(|line| line.starts_with("Rogue: disqualified in game")), "{}", said.out);
    assert!(!ranks(&said).iter().any(|row| row.contains("Rogue")), "it is not ranked: {}", said.out);
}

#[test]
fn a_bot_that_kills_itself_leaves_its_last_words() {
    let dir = folder();
    let bot = format!(
        "{HEAD}    def take(self, card, state):\n        print('farewell', file=sys.stderr)\n        \
         os.abort()\n"
    );
    let said = played(dir.path(), &bot, "games = 2\n[limits]\nrestarts = 1\n");
    let line = told(&said, "Rogue");
    assert!(line.contains("crashed: signal 6") && line.contains("farewell"), "{line}");
}

#[test]
fn a_bot_that_hangs_is_late_by_its_own_clock_and_is_not_waited_for_again_and_again() {
    let dir = folder();
    let bot = format!("{HEAD}    def take(self, card, state):\n        while True: pass\n");
    let said = played(dir.path(), &bot, "games = 2\n[limits]\nmove_ms = 50\nrestarts = 1\n");
    let line = told(&said, "Rogue");
    assert!(
        line.contains("late: thought for") && line.contains("of its own processor time); 0.05 s are allowed"),
        "{line}"
    );
    assert!(said.out.contains("Rogue: disqualified in game"), "{}", said.out);
}

#[test]
fn a_bot_that_sleeps_is_late_too() {
    let dir = folder();
    let bot = format!("{HEAD}    def take(self, card, state):\n        time.sleep(3600)\n");
    let said = played(dir.path(), &bot, "games = 1\n[limits]\nmove_ms = 20\nrestarts = 0\n");
    assert!(told(&said, "Rogue").contains("late: thought for"), "{}", said.out);
}

#[test]
fn the_time_of_a_whole_game_can_be_limited() {
    let dir = folder();
    let bot = format!(
        "{HEAD}    def take(self, card, state):\n        end = time.time() + 0.005\n        while \
         time.time() < end: pass\n        return False\n"
    );
    let said = played(dir.path(), &bot, "games = 1\n[limits]\nmatch_ms = 10\n");
    assert!(told(&said, "Rogue").contains("its time for this game is used up"), "{}", said.out);
}

#[test]
fn a_bot_that_burns_too_much_over_many_games_is_out_by_the_rule_of_the_original() {
    let dir = folder();
    let bot = format!(
        "{HEAD}    def startGame(self):\n        end = time.process_time() + 0.056\n        while \
         time.process_time() < end: pass\n"
    );
    // Five seconds of its own processor time for a thousand games are allowed; it uses them up within a
    // hundred.
    let said = played(dir.path(), &bot, "games = 104\n");
    let line = told(&said, "Rogue");
    assert!(
        line.contains("disqualified in game") && line.contains("of processor time per 1,000 games"),
        "{line}"
    );
}

#[test]
fn a_fork_bomb_is_contained() {
    let dir = folder();
    let bot = format!(
        "{HEAD}    def take(self, card, state):\n        for n in range(100000):\n            try:\n                \
         if os.fork() == 0: time.sleep(3600)\n            except OSError:\n                print('no more', \
         n, flush=True)\n                return True\n        return True\n"
    );
    let said = played(dir.path(), &bot, "games = 1\n");
    assert_eq!(said.code, 0);
    let log = read(dir.path(), "logs/bot-logs/Rogue.log");
    let reached: Option<u32> = log.lines().find_map(|line| line.strip_prefix("no more ")?.parse().ok());
    assert!(
        reached.is_some_and(|processes| processes < 1000) || said.out.contains("Rogue: "),
        "{log}{}",
        said.out
    );
}

#[test]
fn a_memory_hog_is_stopped_at_its_limit() {
    let dir = folder();
    let bot = format!(
        "{HEAD}    def take(self, card, state):\n        hog = [bytearray(1 << 20) for _ in range(4096)]\n        \
         return len(hog) > 0\n"
    );
    let said = played(dir.path(), &bot, "games = 1\n[limits]\nmemory_mb = 100\n");
    let line = told(&said, "Rogue");
    assert!(
        line.contains("MemoryError") || line.contains("out of memory") || line.contains("signal 9"),
        "{line}"
    );
}

#[test]
fn prints_go_to_the_log_and_a_flood_of_them_is_cut() {
    let dir = folder();
    let bot =
        format!("{HEAD}    def take(self, card, state):\n        print('x' * 100000)\n        return True\n");
    let said = played(dir.path(), &bot, "games = 3\n");
    assert!(!said.out.contains("Rogue: "), "printing is no fault: {}", said.out);
    let log = fs::metadata(dir.path().join("logs/bot-logs/Rogue.log")).unwrap().len();
    assert!((1_000_000..1_100_000).contains(&log), "{log}");
}

#[test]
fn a_forged_line_of_the_protocol_is_a_print_like_any_other() {
    let dir = folder();
    let honest = format!("{HEAD}    def take(self, card, state):\n        return card.number < 9\n");
    let forged = format!(
        "{HEAD}    def take(self, card, state):\n        for n in range(1, 50): print('{{\"type\":\"answer\",\"number\":%d,\"move\":\"pass\"}}' \
         % n, flush=True)\n        return card.number < 9\n"
    );
    let (one, other) = (folder(), folder());
    let stories = |dir: &Path, bot: &str| {
        played(dir, bot, "games = 5\n");
        (0..5).map(|game| croupier(dir, &["log", "logs", &game.to_string()]).out).collect::<String>()
    };
    let honest = stories(one.path(), &honest);
    assert!(honest.contains("Rogue"), "{honest}");
    assert_eq!(honest, stories(other.path(), &forged));
    drop(dir);
}

/// A bot that tries something forbidden when it starts, and prints what came of it.
fn tries(what: &str) -> String {
    format!(
        "{HEAD}    def startGame(self):\n        try:\n            {what}\n            print('DONE', \
         flush=True)\n        except BaseException as e:\n            print('REFUSED', type(e).__name__, e, \
         flush=True)\n    def take(self, card, state):\n        return True\n"
    )
}

fn walls() -> Value {
    let dir = folder();
    let cells: Value = serde_json::from_str(&croupier(dir.path(), &["doctor", "--json"]).out).unwrap();
    cells["cells"].as_array().unwrap().iter().find(|cell| cell["works"] == true).cloned().unwrap_or_default()
}

#[test]
fn this_machine_has_a_cell_with_walls() {
    let walls = walls();
    assert_ne!(
        walls["tier"], "limits only",
        "bots here run without walls; `croupier doctor` says what is missing"
    );
}

#[test]
fn no_bot_reads_another_or_the_machine() {
    let dir = folder();
    file(
        dir.path(),
        "other.py",
        "SECRET = 1\nfrom NoThanksPlayer import Player\nclass Other(Player):\n    pass\n",
    );
    let other = dir.path().join("other.py").display().to_string();
    for forbidden in [other.as_str(), "/etc/shadow", "/root/.bashrc", "/proc/1/environ"] {
        file(dir.path(), "rogue.py", &tries(&format!("print(open({forbidden:?}).read())")));
        let plan = PLAN.replace("\"rogue.py\", ", "\"rogue.py\", \"other.py\", ");
        file(dir.path(), "plan.toml", &format!("{plan}games = 2\n"));
        let said = croupier(dir.path(), &["run", "plan.toml"]);
        assert_eq!(said.code, 0, "{}", said.err);
        let log = read(dir.path(), "logs/bot-logs/Rogue.log");
        let nothing_there =
            forbidden.starts_with("/proc") && !log.contains("PATH=/root") && !log.contains("CARGO");
        assert!(log.contains("REFUSED") || nothing_there, "{forbidden}: {log}; the walls here: {}", walls());
        assert!(!log.contains("SECRET"), "{log}");
    }
}

#[test]
fn no_bot_opens_a_socket_or_writes_beside_its_tmp() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let tmp = tries("open('/tmp/mine', 'w').write('x')");
    for (attempt, allowed) in [
        (tries(&format!("socket.create_connection(('127.0.0.1', {port}), 2)")), false),
        (tries("open('/usr/mine', 'w')"), false),
        (tries("open('mine.txt', 'w')"), false),
        (tmp, true),
    ] {
        let dir = folder();
        played(dir.path(), &attempt, "games = 1\n");
        let log = read(dir.path(), "logs/bot-logs/Rogue.log");
        let landlock = walls()["tier"] == "landlock";
        assert!(log.contains(if allowed && !landlock { "DONE" } else { "REFUSED" }), "{attempt}\n{log}");
    }
}

#[test]
fn classes_modules_and_folders_are_named_as_in_the_original() {
    let dir = folder();
    let two = "from NoThanksPlayer import Player\nclass Zed(Player): pass\nclass Amy(Player):\n    def \
               take(self, card, state): return False\n";
    file(dir.path(), "bots/pair.py", two);
    file(dir.path(), "bots/helper.py", "from NoThanksPlayer import Player\nclass Helped(Player): pass\n");
    let names = |words: &[&str]| {
        let said = croupier(dir.path(), &[&["no-thanks", "20", "-q"], words].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        let mut names: Vec<String> = said
            .out
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().next().unwrap_or("").to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&["bots/pair.py"]), ["Amy", "Zed"]);
    assert_eq!(names(&["bots", "pair"]), ["Amy", "Zed"]);
    assert_eq!(names(&["bots", "pair.Zed", "pair.Amy", "helper"]), ["Amy", "Helped", "Zed"]);
    assert_eq!(names(&["bots/pair.py#Zed", "bots/helper.py"]), ["Helped", "Zed"]);
    assert_eq!(names(&["bots/pair.py", "bots/pair.py#Zed"]), ["Amy", "Zed", "Zed#2"]);
}

#[test]
fn one_instance_lives_through_the_whole_competition_and_lanes_have_their_own() {
    let dir = folder();
    let bot = format!(
        "{HEAD}    seen = 0\n    def startGame(self):\n        Rogue.seen += 1\n        print('game', \
         Rogue.seen, flush=True)\n"
    );
    played(dir.path(), &bot, "games = 48\n");
    assert!(read(dir.path(), "logs/bot-logs/Rogue.log").contains("game 48\n"));
    played(dir.path(), &bot, "games = 48\nlanes = 2\n");
    for log in ["Rogue.log", "Rogue.lane2.log"] {
        let log = read(dir.path(), &format!("logs/bot-logs/{log}"));
        assert!(log.contains("game 24\n") && !log.contains("game 25\n"), "{log}");
    }
}

#[test]
fn the_record_of_deterministic_bots_is_the_same_every_time() {
    let bot =
        format!("{HEAD}    def take(self, card, state):\n        return card.number + card.coins < 15\n");
    let record = |lanes: &str| {
        let dir = folder();
        played(dir.path(), &bot, &format!("games = 40\n{lanes}"));
        let told = (0..40).map(|game| croupier(dir.path(), &["log", "logs", &game.to_string()]).out);
        told.collect::<String>()
    };
    assert_eq!(record(""), record(""));
    assert_eq!(record(""), record("lanes = 2\n"));
}

#[test]
fn an_executable_in_any_language_is_a_bot() {
    let dir = folder();
    let bot =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/no-thanks/bare_bot.sh"))
            .unwrap();
    let path = file(dir.path(), "bare", &bot);
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let said = croupier(dir.path(), &["no-thanks", "50", "bare", "house:RandomPlayer", "-q", "--seed", "1"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.lines().nth(1).unwrap().starts_with("bare "), "{}", said.out);
    assert!(!said.out.contains("bare: "), "{}", said.out);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let said = croupier(dir.path(), &["no-thanks", "50", "bare", "house:RandomPlayer"]);
    assert!(said.code == 2 && said.err.contains("needs its x permission"), "{}", said.err);
}
