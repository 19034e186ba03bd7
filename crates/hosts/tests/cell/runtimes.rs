//! Languages that students write bots in, in the cell with its usual limits.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use croupier_hosts::cell::{Cell, SandboxSpec, Streams, Tier};

use crate::support::*;

#[test]
fn the_protocol_can_have_descriptors_of_its_own() {
    for cell in walled() {
        let mut bot = python("import os; print('a print'); os.write(4, os.read(3, 100).upper())");
        bot.streams = Streams::Descriptors;
        let mut process = cell.spawn(&bot).expect("started");
        process.input.write_all(b"ask\n").expect("written");
        assert_eq!(line(&process.output), "ASK", "{}", cell.tier());
        let mut prints = String::new();
        process.prints.take().expect("a pipe").read_to_string(&mut prints).expect("read");
        assert_eq!(prints, "a print\n");
    }
}

#[test]
fn standard_input_is_empty_where_the_protocol_is_elsewhere() {
    let mut bot = sh("read line || echo nothing more >&4");
    bot.streams = Streams::Descriptors;
    for cell in walled() {
        assert_eq!(line(&cell.spawn(&bot).expect("started").output), "nothing more");
    }
}

#[test]
fn every_python_of_this_machine_runs_even_below_a_private_home() {
    for (program, prefix) in interpreters() {
        says(bubblewrap(), &python_of(program, prefix, "import json, random; print('up')"), "up");
    }
}

#[test]
fn a_program_that_another_user_cannot_read_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("closed");
    let mut bot = sh("ls");
    bot.folder = Some(folder.path().to_owned());
    for cell in walled().into_iter().filter(|cell| changes_user(cell)) {
        let error = cell.spawn(&bot).expect_err("refused").to_string();
        assert!(error.contains("runs as another user") && error.contains("chmod o+rX"), "{error}");
    }
}

/// Only the machine's root starts bots as somebody else.
fn changes_user(cell: &Cell) -> bool {
    cell.protection().guards.iter().any(|guarded| guarded.means.starts_with("every bot is"))
}

#[test]
fn a_compiled_program_runs() {
    let folder = open_folder();
    let (source, program) = (folder.path().join("bot.c"), folder.path().join("bot"));
    fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"up\"); return 0; }\n").expect("written");
    match Command::new("cc").arg(&source).arg("-o").arg(&program).status() {
        Ok(status) if status.success() => {
            walled().iter().for_each(|cell| says(cell, &SandboxSpec::new(&program), "up"));
        }
        _ => eprintln!("not tried: this machine has no C compiler"),
    }
}

#[test]
fn a_jvm_runs_with_its_threads() {
    let Some(java) = installed("java") else { return };
    let folder = open_folder();
    let source = folder.path().join("Bot.java");
    let text = "class Bot { public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> System.out.println(\"up\")); t.start(); t.join(); } }";
    fs::write(&source, text).expect("written");
    let Ok(true) = Command::new("javac").arg(&source).status().map(|status| status.success()) else {
        eprintln!("not tried: this machine has no Java compiler");
        return;
    };
    for cell in walled() {
        let mut bot = SandboxSpec::new(&java);
        bot.args = ["-XX:+UseSerialGC", "-Xmx128m", "Bot"].map(Into::into).into();
        bot.folder = Some(folder.path().to_owned());
        says(cell, &bot, "up");
    }
}

#[test]
fn node_runs() {
    let Some(node) = installed("node") else { return };
    for cell in walled() {
        let mut bot = SandboxSpec::new(&node);
        bot.args = ["-e", "setTimeout(() => console.log('up'), 1)"].map(Into::into).into();
        bot.limits.memory = 1 << 30;
        says(cell, &bot, "up");
    }
}

/// A runtime of the system's, where it is installed.
fn installed(name: &str) -> Option<std::path::PathBuf> {
    let program = Path::new("/usr/bin").join(name);
    if !program.exists() {
        eprintln!("not tried: this machine has no {name}");
        return None;
    }
    Some(program)
}

#[test]
fn twenty_bots_start_quickly() {
    for cell in walled() {
        let start = Instant::now();
        let bots: Vec<_> = (0..20).map(|_| cell.spawn(&sh("echo up; read line")).expect("started")).collect();
        bots.iter().for_each(|bot| assert_eq!(line(&bot.output), "up"));
        let (tier, took) = (cell.tier(), start.elapsed());
        eprintln!("{tier}: twenty bots in {took:?}");
        // Two hundred milliseconds here; the bound only catches a start that waits for something.
        assert!(took.as_secs() < 10, "{took:?}");
        assert!(tier != Tier::LimitsOnly);
    }
}
