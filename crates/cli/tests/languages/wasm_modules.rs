//! Bots that are WebAssembly modules: the examples play every game, and hostile ones cost themselves and
//! nobody else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::wasm::{
    Assembly, FOREVER, Func, I32, I64, NO_THANKS, TRAP, constant, func, of_no_thanks, told,
};
use crate::common::{Said, croupier, file, tree};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An example of the kit, compiled.
fn compiled(dir: &Path, example: &str) {
    let out = dir.join(example).with_extension("wasm");
    let made = Command::new(root().join("scripts/wasm-compile"))
        .arg(root().join("languages/wasm/examples").join(example))
        .arg("-o")
        .arg(&out)
        .env("ZIG_GLOBAL_CACHE_DIR", std::env::temp_dir().join("croupier-zig"))
        .status();
    assert!(made.unwrap().success(), "{example}");
}

fn run(dir: &Path, plan: &str) -> Said {
    file(dir, "plan.toml", plan);
    croupier(dir, &["run", "plan.toml", "--json"])
}

/// The names of all that went wrong nowhere.
fn sound(said: &Said) -> Vec<String> {
    assert_eq!(said.code, 0, "{}", said.err);
    let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let bots = outcome["standings"].as_array().unwrap();
    let sound =
        |bot: &&serde_json::Value| bot["faults"] == 0 && bot["illegal"] == 0 && bot["disqualified"].is_null();
    bots.iter().filter(sound).map(|bot| bot["name"].as_str().unwrap().to_owned()).collect()
}

fn ask(body: &[u8]) -> Func {
    func("croupier_ask", &[I32], &[I64], body)
}

fn hello(body: &[u8]) -> Func {
    func("croupier_hello", &[], &[I32], body)
}

fn buffer(body: &[u8]) -> Func {
    func("croupier_buffer", &[], &[I32], body)
}

#[test]
fn the_examples_play_every_game_without_a_fault() {
    let dir = TempDir::new().unwrap();
    for (game, examples) in [
        ("no-thanks", &["no_thanks.c", "no_thanks.zig"][..]),
        ("hearts", &["hearts.c"]),
        ("jujitsu", &["jujitsu.c"]),
        ("last-card", &["last_card.c"]),
        ("score-four", &["score_four.c"]),
    ] {
        for example in examples {
            compiled(dir.path(), example);
            let bot = Path::new(example).with_extension("wasm").display().to_string();
            let plan = format!(
                "game = \"{game}\"\nbots = [\"{bot}\", \"house:random\", \"house:random\", \
                 \"house:random\"]\ngames = 24\nseed = 1\n"
            );
            let said = run(dir.path(), &plan);
            assert_eq!(sound(&said).len(), 4, "{example}: {}", said.out);
        }
    }
}

#[test]
fn the_naive_player_in_c_plays_as_the_one_in_rust() {
    let dir = TempDir::new().unwrap();
    compiled(dir.path(), "last_card.c");
    let moves = |bot: &str| {
        let plan = format!(
            "game = \"last-card\"\nbots = [\"{bot}\", \"house:greedy\", \"house:pass\", \
             \"house:first-card\"]\ngames = 40\nseed = 9\n"
        );
        let said = run(dir.path(), &plan);
        let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let bots = outcome["standings"].as_array().unwrap().iter();
        bots.map(|bot| bot["figures"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(moves("last_card.wasm"), moves("house:naive"));
}

#[test]
fn a_sound_module_plays_and_what_it_prints_is_in_its_log() {
    assert_eq!(told(&of_no_thanks().bytes()), "nothing");
    let dir = TempDir::new().unwrap();
    let print = [constant(I32, 8), constant(I32, 6), vec![0x10, 0]].concat();
    let mut talker = of_no_thanks().with(func("croupier_start", &[I32], &[], &print));
    talker.imports.push(("croupier", "print", &[I32, I32]));
    fs::write(dir.path().join("talker.wasm"), talker.bytes()).unwrap();
    let said = run(
        dir.path(),
        "game = \"no-thanks\"\nbots = [\"talker.wasm\", \"house:random\", \"house:random\"]\ngames = 2\n",
    );
    assert_eq!(sound(&said).len(), 3, "{}", said.out);
    let logs = tree(&dir.path().join("logs/bot-logs"));
    let log = logs.iter().find(|(name, _)| name.to_string_lossy().contains("talker")).unwrap();
    let said = "[game 0, before its first turn]\nhello\n[game 1, before its first turn]\nhello\n";
    assert_eq!(String::from_utf8_lossy(&log.1), said);
}

#[test]
fn an_endless_loop_runs_out_of_fuel_wherever_it_is() {
    let forever = |last: Vec<u8>| [FOREVER.to_vec(), last].concat();
    let line = told(&of_no_thanks().with(ask(&forever(constant(I64, 1)))).bytes());
    assert!(line.contains("late: used the fuel of 0.01 s"), "{line}");
    let begins = Assembly { start: Some("begin"), ..of_no_thanks().with(func("begin", &[], &[], FOREVER)) };
    for module in [of_no_thanks().with(hello(&forever(constant(I32, 1)))), begins] {
        let line = told(&module.bytes());
        assert!(line.contains("does not load: it does not finish loading"), "{line}");
    }
}

#[test]
fn a_trap_in_any_export_is_told() {
    let begins = Assembly { start: Some("begin"), ..of_no_thanks().with(func("begin", &[], &[], TRAP)) };
    for (module, expected) in [
        (of_no_thanks().with(hello(TRAP)), "does not load: "),
        (of_no_thanks().with(buffer(TRAP)), "does not load: "),
        (begins, "does not load: "),
        (of_no_thanks().with(func("croupier_start", &[I32], &[], TRAP)), "crashed: "),
        (of_no_thanks().with(ask(TRAP)), "crashed: "),
        (of_no_thanks().with(func("croupier_end", &[], &[], TRAP)), "crashed: "),
    ] {
        let line = told(&module.bytes());
        assert!(line.contains(expected) && line.contains("unreachable"), "{line}");
    }
}

#[test]
fn memory_and_recursion_have_ends() {
    // Grows by 1000 pages, of which there are 256, and traps where that fails.
    let grow =
        [constant(I32, 1000), vec![0x40, 0, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x00, 0x0b], constant(I64, 1)];
    let line = told(&of_no_thanks().with(ask(&grow.concat())).bytes());
    assert!(line.contains("crashed: "), "{line}");
    let line = told(&Assembly { pages: 1000, ..of_no_thanks() }.bytes());
    assert!(line.contains("does not load: "), "{line}");
    // Calls itself; it is the fifth function.
    let deep = [vec![0x20, 0, 0x10, 4], constant(I64, 1), vec![0x7c]].concat();
    let line = told(&of_no_thanks().with(ask(&deep)).bytes());
    assert!(line.contains("nested too deeply") || line.contains("late: "), "{line}");
    let line = told(&of_no_thanks().with(buffer(&constant(I32, 65_000))).bytes());
    assert!(line.contains("its buffer has no 4096 bytes"), "{line}");
}

#[test]
fn what_is_no_module_of_ours_does_not_load_and_says_why() {
    let mut importing = of_no_thanks();
    importing.imports.push(("env", "open", &[]));
    let mut silent = of_no_thanks();
    silent.funcs.retain(|f| f.export != "croupier_ask");
    let mut huge = of_no_thanks().bytes();
    huge.resize(50 << 20, 0);
    for (bytes, expected) in [
        (importing.bytes(), "imports env.open; only croupier.print can be imported"),
        (
            of_no_thanks().with(func("croupier_ask", &[], &[I64], &constant(I64, 1))).bytes(),
            "does not export croupier_ask(i32) -> i64",
        ),
        (silent.bytes(), "does not export croupier_ask(i32) -> i64"),
        (Assembly { exports_memory: false, ..of_no_thanks() }.bytes(), "does not export memory"),
        (
            of_no_thanks().with(hello(&constant(I32, 7))).bytes(),
            "its croupier_hello gives 0x7; no-thanks in version 1 is 0x1864331",
        ),
        (huge, "the module has 50 MB; at most 16 MB are read"),
        (b"not wasm".to_vec(), "no WebAssembly module that can be run"),
        (Vec::new(), "no WebAssembly module that can be run"),
    ] {
        let line = told(&bytes);
        assert!(line.contains("does not load: ") && line.contains(expected), "{line}");
    }
}

#[test]
fn a_move_that_is_none_is_an_unreadable_answer() {
    let line = told(&of_no_thanks().with(ask(&constant(I64, 77))).bytes());
    assert!(line.contains("unreadable answer: code 77 is no move"), "{line}");
}

#[test]
fn the_header_is_the_one_made_from_the_types() {
    let page = root().join("languages/wasm/croupier.h");
    let printed = croupier(Path::new("."), &["wasm-header"]).out;
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&page, &printed).unwrap();
    }
    let kept = fs::read_to_string(&page).unwrap_or_default();
    let wanted = without_games_left_out(&printed, &kept);
    assert!(kept == wanted, "languages/wasm/croupier.h is not what the types say; UPDATE=1 writes it anew");
    assert!(kept.contains(&format!("#define CROUPIER_NO_THANKS 0x{NO_THANKS:08x}u")), "{printed}");
}

/// What is printed, but for games that the header does not tell of: `croupier wasm-header` has them all.
fn without_games_left_out(printed: &str, kept: &str) -> String {
    let (games, end) = printed.rsplit_once("\n#endif").unwrap();
    let mut parts = games.split("\n\n/* ");
    let mut header = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let part = format!("\n\n/* {part}");
        let title = part.lines().nth(2).unwrap_or_default();
        if !title.ends_with(". */") || kept.contains(title) {
            header += &part;
        }
    }
    format!("{header}\n#endif{end}")
}
