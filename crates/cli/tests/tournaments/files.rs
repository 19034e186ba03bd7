//! What a bot sees of the machine: itself, what it imports by name, what is listed as its own. These bots
//! walk through everything that they can open and print it; plan, record, results and rivals are never among
//! it.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::common::{Said, croupier, file, folder, read, refused};

/// A bot of the original engine that prints every file it can open outside the system's own folders, and what
/// tells of the machine's paths.
const WALKER: &str = r#"
from NoThanksPlayer import Player
import os, sys

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/proc", "/dev", "/etc", "/nix", "/sys", "/run")

def tell():
    for root in ("/", os.getcwd(), os.path.dirname(os.path.abspath(__file__)), "/tmp", os.path.expanduser("~")):
        for folder, folders, files in os.walk(root):
            folders[:] = [each for each in folders if not os.path.join(folder, each).startswith(SYSTEM + (sys.base_prefix,))]
            for each in files:
                try:
                    with open(os.path.join(folder, each), "rb") as opened:
                        print("OPENED", each, opened.read(200).hex(), flush=True)
                except OSError:
                    pass
    for guess in ("plan.toml", "logs/record.croupier", "rival.py", "../plan.toml", "../logs/record.croupier", HERE + "/plan.toml",
                  HERE + "/logs/record.croupier", HERE + "/rival.py", HERE):
        try:
            print("OPENED", guess, open(guess, "rb").read(200).hex(), flush=True)
        except OSError:
            pass
    for path in ("/proc/1/cmdline", "/proc/1/environ", "/proc/self/cmdline", "/proc/self/environ", "/proc/self/mountinfo"):
        try:
            print("TOLD", path, open(path, "rb").read().replace(b"\0", b" ").decode(), flush=True)
        except OSError:
            pass
    print("TOLD cwd", os.getcwd(), os.readlink("/proc/self/cwd"), __file__, sys.argv, sys.path, flush=True)

class Walker(Player):
    def startGame(self):
        tell()
"#;

const RIVAL: &str = "from NoThanksPlayer import Player\nSECRET = 'the rival'\nclass Rival(Player):\n    def \
                     take(self, card, state):\n        return False\n";
const PLAN: &str =
    "game = \"no-thanks\"\nbots = [\"walker.py\", \"rival.py\", \"house:CutOff14\"]\nseed = 4\ngames = 3\n";

fn walker(dir: &Path) -> String {
    format!("HERE = {:?}\n{WALKER}", dir.display().to_string())
}

fn run(dir: &Path, more: &[&str]) -> Said {
    let said = croupier(dir, &[&["run", "plan.toml"], more].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    said
}

/// The names of all files that the walker opened.
fn opened(log: &str) -> Vec<&str> {
    let mut names: Vec<&str> =
        log.lines().filter_map(|line| line.strip_prefix("OPENED ")?.split(' ').next()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The tiers with walls; the same bot in each.
const TIERS: [&[&str]; 1] = [&["--sandbox", "require"]];

#[test]
fn a_bot_beside_its_plan_opens_neither_plan_nor_record_nor_rival() {
    for tier in TIERS {
        let dir = folder();
        file(dir.path(), "walker.py", &walker(dir.path()));
        file(dir.path(), "rival.py", RIVAL);
        file(dir.path(), "notes.txt", "of the organiser");
        file(dir.path(), "plan.toml", PLAN);
        // The second run finds the record of the first.
        run(dir.path(), tier);
        run(dir.path(), tier);
        let log = read(dir.path(), "logs/bot-logs/Walker.log");
        assert_eq!(opened(&log), ["walker.py"], "{tier:?}: {log}");
        let here = dir.path().display().to_string();
        let told: Vec<&str> =
            log.lines().filter(|line| line.starts_with("TOLD") && line.contains(&here)).collect();
        assert_eq!(told, [""; 0], "{tier:?}");
        assert!(log.contains("TOLD cwd /bot /bot /bot/walker.py"), "{log}");
    }
}

#[test]
fn without_walls_the_plan_does_not_lie_beside_the_bot_either() {
    let dir = folder();
    let bot = "from NoThanksPlayer import Player\nimport os\nprint('SEES', sorted(os.listdir('.')), \
               flush=True)\nclass Walker(Player):\n    pass\n";
    file(dir.path(), "walker.py", bot);
    file(dir.path(), "rival.py", RIVAL);
    file(dir.path(), "plan.toml", PLAN);
    run(dir.path(), &["--sandbox", "off"]);
    let log = read(dir.path(), "logs/bot-logs/Walker.log");
    assert!(log.contains("SEES ['walker.py']"), "{log}");
}

#[test]
fn a_bot_sees_what_it_imports_and_what_is_listed_and_is_told_of_the_rest() {
    let dir = folder();
    let bot = format!(
        "import helper, deep.inner.part as part\nfrom pack import more\nOTHER = 'unlisted.txt'\n{}",
        walker(dir.path())
    );
    file(dir.path(), "bots/walker.py", &bot);
    file(dir.path(), "bots/helper.py", "import second\n");
    file(dir.path(), "bots/second.py", "");
    file(dir.path(), "bots/unused.py", "");
    file(dir.path(), "bots/deep/inner/part.py", "");
    file(dir.path(), "bots/deep/inner/idle.py", "");
    file(dir.path(), "bots/pack/__init__.py", "");
    file(dir.path(), "bots/pack/more.py", "");
    file(dir.path(), "bots/pack/table.bin", "7");
    file(dir.path(), "bots/weights.txt", "7");
    file(dir.path(), "bots/unlisted.txt", "7");
    file(dir.path(), "bots/rival.py", RIVAL);
    file(
        dir.path(),
        "plan.toml",
        "game = \"no-thanks\"\nbots = [\"bots/walker.py\", \"bots/rival.py\"]\nseed = 4\ngames = 2\n\
         [files]\n\"bots/walker.py\" = [\"bots/weights.txt\"]\n",
    );
    run(dir.path(), &[]);
    let log = read(dir.path(), "logs/bot-logs/Walker.log");
    let seen = [
        "__init__.py",
        "helper.py",
        "more.py",
        "part.py",
        "second.py",
        "table.bin",
        "walker.py",
        "weights.txt",
    ];
    assert_eq!(opened(&log), seen, "{log}");
    let told =
        "[unlisted.txt lies beside this bot and is not shown to it; what it needs is listed under `files`";
    assert_eq!(log.matches(told).count(), 1, "{log}");
}

#[test]
fn a_bot_with_a_folder_for_itself_sees_that_folder() {
    let dir = folder();
    file(dir.path(), "mine/walker.py", &walker(dir.path()));
    file(dir.path(), "mine/data/weights.txt", "7");
    file(dir.path(), "mine/unused.py", "");
    file(dir.path(), "mine/.git/history", "the plan of last year");
    symlink(dir.path().join("plan.toml"), dir.path().join("mine/link.txt")).unwrap();
    symlink("/etc/passwd", dir.path().join("mine/name.txt")).unwrap();
    file(dir.path(), "rival.py", RIVAL);
    file(dir.path(), "plan.toml", &PLAN.replace("walker.py", "mine/walker.py"));
    run(dir.path(), &[]);
    let log = read(dir.path(), "logs/bot-logs/Walker.log");
    // The link to the plan makes the folder one that is not the bot's alone.
    assert_eq!(opened(&log), ["walker.py"], "{log}");
    fs::remove_file(dir.path().join("mine/link.txt")).unwrap();
    run(dir.path(), &[]);
    let log = read(dir.path(), "logs/bot-logs/Walker.log");
    assert_eq!(opened(&log), ["unused.py", "walker.py", "weights.txt"], "{log}");
}

#[test]
fn plan_and_results_in_the_bots_own_folder_are_not_seen() {
    let dir = folder();
    file(dir.path(), "walker.py", &walker(dir.path()));
    file(dir.path(), "weights.txt", "7");
    let plan = "game = \"no-thanks\"\nbots = [\"walker.py\", \"house:CutOff14\"]\nseed = 4\ngames = 2\n";
    file(dir.path(), "plan.toml", plan);
    fs::hard_link(dir.path().join("plan.toml"), dir.path().join("data.txt")).unwrap();
    run(dir.path(), &[]);
    let log = read(dir.path(), "logs/bot-logs/Walker.log");
    assert_eq!(opened(&log), ["walker.py"], "{log}");
    // The results of another folder's plan, inside the bot's own.
    let above = folder();
    file(above.path(), "mine/walker.py", &walker(above.path()));
    file(
        above.path(),
        "plan.toml",
        &format!("out = \"mine/results\"\n{}", plan.replace("walker", "mine/walker")),
    );
    run(above.path(), &[]);
    let log = read(above.path(), "mine/results/bot-logs/Walker.log");
    assert_eq!(opened(&log), ["walker.py"], "{log}");
}

#[test]
fn an_import_of_a_rival_is_refused_and_the_reason_told() {
    let dir = folder();
    file(dir.path(), "walker.py", &format!("import rival\n{WALKER}"));
    file(dir.path(), "rival.py", RIVAL);
    file(dir.path(), "plan.toml", PLAN);
    let said = refused(dir.path(), &["run", "plan.toml"]);
    assert!(
        said.contains("No module named 'rival'")
            && said.contains("; rival.py, which this bot imports, is not shown to it: it is another bot"),
        "{said}"
    );
}

#[test]
fn what_is_listed_and_must_not_be_seen_or_is_not_there_is_refused_before_anything_is_played() {
    let dir = folder();
    file(dir.path(), "walker.py", WALKER);
    file(dir.path(), "rival.py", RIVAL);
    for (listed, why) in [
        (
            "\"walker.py\" = [\"rival.py\"]",
            "\"walker.py\": rival.py cannot be among its files: it is another bot",
        ),
        (
            "\"walker.py\" = [\"plan.toml\"]",
            "plan.toml cannot be among its files: it belongs to the tournament",
        ),
        ("\"walker.py\" = [\"gone.txt\"]", "gone.txt, which is listed among its files, cannot be read"),
        ("\"nobody.py\" = [\"x\"]", "line 6: files: there is no bot \"nobody.py\" in this plan"),
    ] {
        file(dir.path(), "plan.toml", &format!("{PLAN}[files]\n{listed}\n"));
        let said = croupier(dir.path(), &["run", "plan.toml"]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(why), "{}", said.err);
        assert!(!dir.path().join("logs").exists());
    }
}

#[test]
fn an_executable_sees_itself_and_what_is_listed() {
    let dir = folder();
    let script = "#!/bin/sh\nfor each in * ../*; do [ -r \"$each\" ] && echo \"OPENED $each\" >&2; \
                  done\nexec ./real.sh\n";
    file(dir.path(), "walker.sh", script);
    file(dir.path(), "real.sh", include_str!("../../../../examples/no-thanks/bare_bot.sh"));
    file(dir.path(), "rival.py", RIVAL);
    for name in ["walker.sh", "real.sh"] {
        fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let plan = PLAN.replace("walker.py", "walker.sh");
    file(dir.path(), "plan.toml", &format!("{plan}[files]\n\"walker.sh\" = [\"real.sh\"]\n"));
    let said = run(dir.path(), &[]);
    assert!(!said.out.contains("walker.sh: "), "{}", said.out);
    let log = read(dir.path(), "logs/bot-logs/walker.sh.log");
    let mine: Vec<&str> = opened(&log).into_iter().filter(|name| !name.starts_with("../")).collect();
    assert_eq!(mine, ["real.sh", "walker.sh"], "{log}");
    assert!(!log.contains("plan.toml") && !log.contains("rival"), "{log}");
}

#[test]
fn a_check_shows_a_bot_what_is_listed_for_it() {
    let dir = folder();
    file(
        dir.path(),
        "mine.py",
        "open('weights.txt')\nfrom NoThanksPlayer import Player\nclass Mine(Player):\n    pass\n",
    );
    file(dir.path(), "weights.txt", "7");
    file(dir.path(), "rival.py", RIVAL);
    let check = ["check", "mine.py", "--game", "no-thanks", "--games", "2"];
    let said = croupier(dir.path(), &check);
    assert_ne!(said.code, 0);
    assert!(
        format!("{}{}", said.out, said.err).contains("weights.txt lies beside this bot"),
        "{}{}",
        said.out,
        said.err
    );
    let said = croupier(dir.path(), &[&check[..], &["--files", "mine.py=weights.txt"]].concat());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    // Alone in its folder, it needs no list.
    fs::remove_file(dir.path().join("rival.py")).unwrap();
    let said = croupier(dir.path(), &check);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

#[test]
fn what_a_bot_does_not_see_is_told_where_it_does_not_load_in_every_language() {
    let script = "import { Player } from \"croupier/no-thanks\";\nimport \"./tables.mjs\";\n\
                  export class A extends Player {}\n";
    let java = "public class Bot extends Tables implements croupier.nothanks.NoThanksPlayer {}\n";
    for (name, text) in [
        ("bot.c", "#include \"tables.h\"\nint main(void) { return 0; }\n"),
        ("bot.rs", "mod tables;\nfn main() {}\n"),
        ("Bot.java", java),
        ("bot.js", script),
    ] {
        let dir = folder();
        for (file_name, text) in [(name, text), ("rival.py", RIVAL), ("tables.h", ""), ("tables.mjs", "")] {
            file(dir.path(), file_name, text);
        }
        let note = format!(
            "of its folder this bot sees only what is named here, {name}: rival.py lies beside it and may be \
             another bot; what it needs is listed under `files`"
        );
        let said = refused(dir.path(), &["no-thanks", "2", name, "house:CutOff14", "house:TakeSmall"]);
        assert!(said.contains(&note), "{name}: {said}");
        let said = croupier(dir.path(), &["check", name, "--game", "no-thanks", "--games", "2"]);
        let told = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.code == 1 && told.contains(&note), "{name}: {}{}", said.out, said.err);
    }
}

#[test]
fn a_folder_that_others_may_not_enter_keeps_no_bot_from_playing() {
    let dir = tempfile::TempDir::new().unwrap();
    file(dir.path(), "rival.py", RIVAL);
    file(
        dir.path(),
        "plan.toml",
        "game = \"no-thanks\"\nbots = [\"rival.py\", \"house:CutOff14\"]\ngames = 2\n",
    );
    let said = run(dir.path(), &[]);
    assert!(!said.out.contains("disqualified"), "{}", said.out);
}

#[test]
fn copies_of_bots_go_with_the_run() {
    let dir = folder();
    let temp = dir.path().join("temp");
    fs::create_dir(&temp).unwrap();
    fs::set_permissions(&temp, fs::Permissions::from_mode(0o755)).unwrap();
    file(dir.path(), "rival.py", RIVAL);
    let words = ["no-thanks", "2", "rival.py", "house:CutOff14"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"));
    let output = command.current_dir(dir.path()).env("TMPDIR", &temp).args(words).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let left: Vec<_> =
        fs::read_dir(&temp).unwrap().flat_map(|entry| fs::read_dir(entry.unwrap().path())).collect();
    let left: Vec<_> = left.into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
