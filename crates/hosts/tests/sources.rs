//! Bots that are sources: what a compiler says is told, and what a source tries while it is compiled stays in
//! the cell.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use croupier_hosts::Runtimes;
use croupier_hosts::bot_files::{FolderOf, Guard, Wanted};
use croupier_hosts::cell::{Cell, Launcher, ResourceLimits, Sandbox};
use croupier_hosts::languages::{self, BotFile, FoundBot, NoBot, Runs};
use tempfile::TempDir;

const BOT: &str = "int main(void) { return 0; }\n";

fn runtimes() -> Runtimes {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_cell_entry"));
    Runtimes::in_cell(Cell::find_through(Sandbox::Require, &launcher).unwrap())
}

/// A folder with these files, which another user may read.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The bots of a file or of a folder with a manifest.
fn bots(runtimes: &Runtimes, file: &Path) -> Result<Vec<FoundBot>, NoBot> {
    let file = languages::manifest_in(file).unwrap_or_else(|| file.to_owned()).canonicalize().unwrap();
    let (language, _) = languages::of(&file).unwrap();
    let (guard, limits) = (Guard::default(), ResourceLimits::default());
    let file = BotFile {
        wanted: Wanted { file: &file, search: &[], listed: &[], guard: &guard, folder: FolderOf::ThisBot },
        class: None,
        game: "no-thanks",
        entered: &[],
        limits: &limits,
        loading: Duration::from_secs(10),
        runtimes,
    };
    runtimes.of(language).unwrap().bots(&file)
}

/// Where the program of a bot lies.
fn program(bot: &FoundBot) -> PathBuf {
    match &bot.runs {
        Runs::Process(launch) => launch.spec().program,
        Runs::Inside(_) => panic!("it has a process"),
    }
}

/// Why a source gives no bot, in a line and in full.
fn refused(name: &str, text: &str) -> (String, String) {
    let folder = folder(&[(name, text)]);
    match bots(&runtimes(), &folder.path().join(name)) {
        Err(NoBot::Broken { why, message }) => (why, message.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_source_that_does_not_compile_tells_the_first_error_in_a_line_and_all_in_full() {
    let (why, message) = refused("bot.c", "int main(void) {\n    return nowhere;\n}\nint other = missing;\n");
    assert!(why.starts_with("./bot.c:2:12: error: ") && why.contains("nowhere"), "{why}");
    assert!(message.contains("missing") && message.contains("bot.c:4"), "{message}");
    let (why, _) = refused("Bot.java", "public class Bot { int x = nowhere; }\n");
    assert!(why.contains("Bot.java:1: error: cannot find symbol"), "{why}");
}

#[test]
fn a_source_reads_nothing_of_the_machine_while_it_is_compiled() {
    for reads in ["#include \"/etc/passwd\"\n", "__asm__(\".incbin \\\"/etc/passwd\\\"\");\n"] {
        let (_, message) = refused("bot.c", &format!("{reads}{BOT}"));
        assert!(message.contains("/etc/passwd") && !message.contains("root:"), "{message}");
    }
}

#[test]
fn a_source_that_fills_the_disk_while_it_is_compiled_is_ended() {
    let (_, message) = refused("bot.c", &format!("__asm__(\".zero 0x40000000\");\n{BOT}"));
    assert!(!message.is_empty());
}

#[test]
fn a_source_may_be_called_oddly() {
    let runtimes = runtimes();
    for name in ["-o.c", "a b'c.c", "$(touch x).c", "#.c", "ä;ö.c", "-.c"] {
        let folder = folder(&[(name, BOT)]);
        let bots = bots(&runtimes, &folder.path().join(name)).unwrap_or_else(|not| panic!("{name}: {not:?}"));
        assert_eq!(bots[0].name, name.trim_end_matches(".c"));
        assert!(program(&bots[0]).is_file());
    }
}

#[test]
fn two_that_want_the_same_at_once_have_it_built_once() {
    let runtimes = runtimes();
    // A content that no cache has seen.
    let folder = folder(&[("bot.c", &format!("// {:?}\n{BOT}", tempfile::tempdir().unwrap().path()))]);
    let file = folder.path().join("bot.c");
    let made: Vec<FoundBot> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| bots(&runtimes, &file).unwrap().remove(0))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let place = program(&made[0]);
    assert!(place.is_file() && made.iter().all(|bot| program(bot) == place), "{made:?}");
    drop(made);
    assert!(!place.exists(), "what nobody uses is gone");
    let again = bots(&runtimes, &file).unwrap();
    assert!(program(&again[0]).is_file(), "and comes back from the cache");
}

#[test]
fn a_source_sees_what_lies_beside_it() {
    let files = [
        ("bot.c", "#include \"other.h\"\nint main(void) { return OTHER; }\n"),
        ("other.h", "#define OTHER 0\n"),
    ];
    let folder = folder(&files);
    let bots = bots(&runtimes(), &folder.path().join("bot.c")).unwrap();
    assert_eq!(bots[0].name, "bot");
}

#[test]
fn java_sources_are_bots_one_by_one_and_as_a_folder() {
    let bargain = include_str!("../../../examples/no-thanks/java/Bargain.java");
    let files = [
        ("Bargain.java", bargain),
        ("team/pom.xml", "<project/>"),
        ("team/src/main/java/Bargain.java", bargain),
    ];
    let folder = folder(&files);
    let runtimes = runtimes();
    assert_eq!(bots(&runtimes, &folder.path().join("Bargain.java")).unwrap()[0].name, "Bargain");
    assert_eq!(bots(&runtimes, &folder.path().join("team")).unwrap()[0].name, "team");
}

#[test]
fn rust_sources_are_bots_one_by_one_and_as_a_folder_without_packages() {
    let bare = include_str!("../../../examples/no-thanks/bare_bot.rs");
    let manifest = "[package]\nname = \"mine\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let with_package = format!("{manifest}[dependencies]\nrand = \"0.8\"\n");
    let files = [
        ("bare_bot.rs", bare),
        ("team/Cargo.toml", manifest),
        ("team/src/main.rs", bare),
        ("whole/Cargo.toml", manifest),
        ("whole/src/lib.rs", "pub fn go() {}\n"),
        ("whole/src/main.rs", "fn main() { mine::go() }\n"),
        ("other/Cargo.toml", &with_package),
        ("other/src/main.rs", bare),
    ];
    let folder = folder(&files);
    let runtimes = runtimes();
    assert_eq!(bots(&runtimes, &folder.path().join("bare_bot.rs")).unwrap()[0].name, "bare_bot");
    assert_eq!(bots(&runtimes, &folder.path().join("team")).unwrap()[0].name, "team");
    assert_eq!(bots(&runtimes, &folder.path().join("whole")).unwrap()[0].name, "whole");
    let why = bots(&runtimes, &folder.path().join("other")).unwrap_err().to_string();
    assert!(why.contains("names packages") && why.contains("rand"), "{why}");
    let (why, _) = refused("bot.rs", "fn main() { nowhere }\n");
    assert!(why.starts_with("./bot.rs:1:13: error[E0425]: cannot find value `nowhere`"), "{why}");
}
