//! All that a bot can open, listed from inside, in every tier.

use std::fs;
use std::path::{Path, PathBuf};

use croupier_hosts::bot_files::{FolderOf, Guard, Staged, Wanted, stage};
use croupier_hosts::cell::{Cell, Ending, SandboxSpec, Tier};

use crate::support::*;

/// A bot that prints the names of all files it can open, but for the system's own, and tries those that it
/// guesses.
const WALK: &str = r#"
import os, sys
system = ("/usr", "/bin", "/sbin", "/lib", "/proc", "/dev", "/etc", "/nix", "/sys", "/run", sys.base_prefix)
roots = ["/", ".", "..", "/tmp", "/home", "/root", "/var", "/srv", "/opt", "/mnt"] + sys.argv[1:]
for root in roots:
    for folder, folders, files in os.walk(os.path.abspath(root)):
        folders[:] = [each for each in folders if not os.path.join(folder, each).startswith(system)]
        for path in [os.path.join(folder, each) for each in files]:
            try:
                open(path, "rb").close()
                print(os.path.basename(path))
            except OSError:
                pass
for path in sys.argv[1:]:
    try:
        open(path, "rb").close()
        print("guessed", path)
    except OSError:
        pass
"#;

/// A course's folder: two bots, a plan, a record, what one of them imports, and what it only has beside it.
struct Course {
    folder: tempfile::TempDir,
}

impl Course {
    fn new() -> Self {
        let folder = open_folder();
        fs::create_dir_all(folder.path().join("logs/bot-logs")).expect("made");
        for (name, text) in [
            ("mine.py", "import helper\nDATA = 'weights.txt'\n"),
            ("helper.py", "import missing, rival\n"),
            ("weights.txt", "7"),
            ("rival.py", "secret"),
            ("plan.toml", "game = \"no-thanks\"\nbots = []\nseed = 7\n"),
            ("logs/record.croupier", "CROUPIER"),
            ("logs/bot-logs/Rival.log", "secret"),
        ] {
            fs::write(folder.path().join(name), text).expect("written");
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("a path").join(name)
    }

    fn staged(&self, listed: &[PathBuf]) -> Staged {
        let never = [self.path("plan.toml"), self.path("logs")];
        let guard = Guard::new(&never, &[self.path("rival.py")]);
        let file = self.path("mine.py");
        let wanted = Wanted { file: &file, search: &[], listed, guard: &guard, folder: FolderOf::Anyone };
        stage(&wanted).expect("laid out")
    }

    /// Everything that a bot could guess.
    fn guesses(&self) -> Vec<String> {
        let names = [
            "",
            "mine.py",
            "rival.py",
            "plan.toml",
            "logs",
            "logs/record.croupier",
            "logs/bot-logs/Rival.log",
        ];
        names.iter().map(|name| self.path(name).display().to_string()).collect()
    }
}

fn walker(staged: &Staged, guesses: &[String]) -> SandboxSpec {
    let mut bot = python(WALK);
    bot.args.extend(guesses.iter().map(Into::into));
    bot.folder = Some(staged.folder().to_owned());
    bot
}

fn seen(cell: &Cell, bot: &SandboxSpec) -> Vec<String> {
    let ran = run(cell, bot);
    assert_eq!(ran.ending, Ending::Exit(0), "{}: {ran:?}", cell.tier());
    let mut names: Vec<String> = ran.output.lines().map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn all_that_can_be_opened_is_the_bot_its_imports_and_what_is_listed() {
    let course = Course::new();
    let (alone, listed) = (course.staged(&[]), course.staged(&[course.path("weights.txt")]));
    for cell in walled() {
        assert_eq!(
            seen(cell, &walker(&alone, &course.guesses())),
            ["helper.py", "mine.py"],
            "{}",
            cell.tier()
        );
        let more = seen(cell, &walker(&listed, &course.guesses()));
        assert_eq!(more, ["helper.py", "mine.py", "weights.txt"], "{}", cell.tier());
    }
}

#[test]
fn what_was_asked_for_and_is_not_shown_is_told() {
    let notes = Course::new().staged(&[]).notes().join("\n");
    assert!(
        notes.contains("rival.py, which this bot imports, is not shown to it: it is another bot"),
        "{notes}"
    );
    assert!(notes.contains("weights.txt lies beside this bot and is not shown to it"), "{notes}");
}

#[test]
fn without_walls_a_bots_folder_holds_nothing_but_its_own() {
    let course = Course::new();
    let staged = course.staged(&[]);
    let cell = Cell::of_tier(Tier::LimitsOnly, &launcher()).expect("a cell");
    let mut bot = python("import os; print(*sorted(os.listdir('.'))); print(os.getcwd())");
    bot.folder = Some(staged.folder().to_owned());
    let ran = run(&cell, &bot);
    assert!(ran.output.starts_with("helper.py mine.py\n"), "{ran:?}");
    assert!(!ran.output.contains(&course.path("").display().to_string()), "{ran:?}");
}

#[test]
fn nothing_that_a_bot_can_read_tells_where_it_came_from() {
    let course = Course::new();
    let staged = course.staged(&[]);
    let script = "import os, sys
for path in '/proc/1/cmdline', '/proc/1/environ', '/proc/self/cmdline', '/proc/self/environ', '/proc/self/mountinfo':
    try:
        print(path, open(path, 'rb').read().replace(b'\\0', b' ').decode())
    except OSError:
        pass
print(os.getcwd(), os.readlink('/proc/self/cwd'), sys.argv)";
    let origin = course.path("").display().to_string();
    for cell in walled() {
        let mut bot = python(script);
        bot.folder = Some(staged.folder().to_owned());
        let ran = run(cell, &bot);
        assert!(!ran.output.contains(origin.trim_end_matches('/')), "{}: {ran:?}", cell.tier());
        if cell.tier() == Tier::Bubblewrap {
            let shown = ran.output.lines().find(|line| line.starts_with("/proc/1/"));
            assert_eq!(shown, None, "the first process is not the bot's to look at");
            assert!(ran.output.contains("\n/bot /bot "), "{ran:?}");
        }
    }
}

#[test]
fn the_same_bot_has_the_same_folder_and_leaves_none_behind() {
    let course = Course::new();
    // No other test lays out the same.
    fs::write(course.path("mine.py"), format!("OWN = {}", std::process::id())).expect("written");
    let (one, other) = (course.staged(&[]), course.staged(&[]));
    let folder = one.folder().to_owned();
    assert_eq!(folder, other.folder());
    drop(one);
    assert!(folder.join("mine.py").is_file(), "the other still plays");
    drop(other);
    assert!(!folder.exists());
}

#[test]
fn a_name_that_leads_elsewhere_lays_nothing_elsewhere() {
    let course = Course::new();
    let text = "__import__('../mine.py'); import_module('/etc/passwd')\nimport_module('..x.y')\n";
    fs::write(course.path("mine.py"), text).expect("written");
    std::os::unix::fs::symlink(course.path("plan.toml"), course.path("linked.py")).expect("linked");
    std::os::unix::fs::symlink("/etc/passwd", course.path("accounts.py")).expect("linked");
    let source = format!("{text}import linked, accounts\n");
    fs::write(course.path("mine.py"), source).expect("written");
    let staged = course.staged(&[]);
    let mut files: Vec<_> =
        fs::read_dir(staged.folder()).expect("read").flatten().map(|e| e.file_name()).collect();
    files.sort();
    assert_eq!(files, ["mine.py"]);
    let notes = staged.notes().join("\n");
    assert!(notes.contains("linked.py") && notes.contains("accounts.py"), "{notes}");
    assert!(Path::new(staged.folder()).starts_with(std::env::temp_dir()));
}
