//! One tournament with bots of every kind at its tables: Rust, Python, Java, Haskell, C, WebAssembly and a
//! web server.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::java::{example, jar};
use crate::common::server::{Server, ok};
use crate::common::{croupier, file};
use tempfile::TempDir;

/// The example of the kit for WebAssembly, compiled.
fn module(out: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let made = Command::new(root.join("scripts/wasm-compile"))
        .arg(root.join("languages/wasm/examples/hearts.c"))
        .arg("-o")
        .arg(out)
        .env("ZIG_GLOBAL_CACHE_DIR", std::env::temp_dir().join("croupier-zig"))
        .status();
    assert!(made.unwrap().success());
}

#[test]
fn bots_of_every_kind_play_at_the_same_tables() {
    let dir = TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    file(dir.path(), "py/snake.py", &example("hearts/example_bot.py"));
    file(dir.path(), "hs/Lowest.hs", &example("hearts/haskell/Lowest.hs"));
    jar(&dir.path().join("java/cup.jar"), &[("Lowest.java", &example("hearts/java/Lowest.java"))], None);
    let source = file(dir.path(), "c/bare_bot.c", &example("hearts/bare_bot.c"));
    let compiled =
        Command::new("cc").arg("-O2").arg("-o").arg(dir.path().join("c/bare")).arg(source).status();
    assert!(compiled.unwrap().success());
    module(&dir.path().join("wasm.wasm"));
    let server = Server::start(|seen| {
        let message = seen.json();
        match message["type"].as_str().unwrap() {
            "hello" => ok(r#"{"type":"hello","protocol":1,"wants":["legal"]}"#),
            "ask" => ok(&serde_json::json!({"type": "answer", "move": message["legal"][0]}).to_string()),
            _ => Some("HTTP/1.1 204 No Content\r\n\r\n".to_owned()),
        }
    });
    let bots = [
        "house:careful",
        "py/snake.py",
        "java/cup.jar",
        "hs/Lowest.hs",
        "c/bare",
        "wasm.wasm",
        &server.url(),
    ];
    let plan = format!("game = \"hearts\"\nbots = {bots:?}\ngames = 16\nseed = 3\n[options]\ntarget = 30\n");
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let standings = outcome["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 7, "{}", said.out);
    for bot in standings {
        let sound = bot["faults"] == 0 && bot["illegal"] == 0 && bot["disqualified"].is_null();
        assert!(sound && bot["games"].as_u64() > Some(0), "{bot}");
    }
    assert_eq!(croupier(dir.path(), &["verify", "logs"]).code, 0);
}
