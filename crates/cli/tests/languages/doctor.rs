//! `croupier doctor` on this machine, and on one that has nothing.

use std::process::Command;

use crate::common::{croupier, folder, said};
use serde_json::Value;

#[test]
fn every_language_plays_a_game_of_its_example_bot() {
    let dir = folder();
    let said = croupier(dir.path(), &["doctor", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    let languages = found["languages"].as_array().unwrap();
    let names: Vec<&str> = languages.iter().map(|one| one["language"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "Python",
            "Java",
            "Haskell",
            "JavaScript",
            "C",
            "C++",
            "Rust",
            "WebAssembly",
            "Program",
            "HTTP",
            "Python in WebAssembly"
        ]
    );
    for one in languages {
        // What this build left out was not tried, and is no reason to end with 1.
        if !cfg!(feature = "wasm") && one["language"].as_str().unwrap().contains("WebAssembly") {
            assert!(one["why"].as_str().unwrap().contains("built without WebAssembly"), "{one}");
            continue;
        }
        assert_eq!(one["works"], true, "{one}");
        assert!(!one["version"].as_str().unwrap().is_empty(), "{one}");
    }
    assert!(found["cells"].as_array().unwrap().iter().any(|cell| cell["works"] == true), "{}", said.out);
}

#[test]
fn what_is_missing_is_named_with_its_package_for_each_system() {
    let dir = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let said = said(command.current_dir(dir.path()).arg("doctor").env("PATH", dir.path()).output().unwrap());
    assert_eq!(said.code, 1, "scripts are told that something is missing: {}", said.err);
    for (language, package) in [
        ("Python", "python3"),
        ("Java", "default-jdk-headless"),
        ("Haskell", "ghc"),
        ("JavaScript", "nodejs"),
        ("C", "gcc"),
        ("C++", "g++"),
        ("Rust", "rustc"),
    ] {
        let line = said.out.lines().find(|line| line.starts_with(&format!("  {language}: "))).unwrap();
        assert!(
            line.contains("does not work") && line.contains(&format!("on Debian: apt install {package}")),
            "{line}"
        );
        assert!(line.contains("on Fedora: ") && line.contains("on macOS: "), "{line}");
    }
    let line = said.out.lines().find(|line| line.starts_with("  HTTP: ")).unwrap();
    assert!(line.starts_with("  HTTP: ok, "), "{line}");
}

#[cfg(feature = "wasm")]
#[test]
fn without_pythons_component_it_says_how_that_is_built_and_modules_play() {
    let dir = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(dir.path()).arg("doctor").env("PATH", dir.path()).env("XDG_CACHE_HOME", dir.path());
    let said = said(command.output().unwrap());
    assert!(
        said.out.contains("\n  WebAssembly: ok, Wasmtime 48.0.8; a game of No Thanks! in "),
        "{}",
        said.out
    );
    assert_eq!(said.code, 1, "{}", said.err);
    let line = said.out.lines().find(|line| line.starts_with("  Python in WebAssembly: ")).unwrap();
    assert!(
        line.contains("does not work: ") && line.contains("scripts/wasm-python builds python-"),
        "{line}"
    );
}
