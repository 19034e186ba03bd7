//! What a bot can read and write.

use std::fs;
use std::path::Path;

use croupier_hosts::cell::{Arg, Ending, SandboxSpec};

use crate::support::*;

/// A bot that prints those files and folders that it could read.
fn opening(paths: &[&Path]) -> SandboxSpec {
    python(&format!(
        "import os
for path in {paths:?}:
    for read in (os.listdir, lambda path: open(path).read()):
        try:
            read(path)
            print(path)
        except OSError:
            pass"
    ))
}

#[test]
fn a_bot_reads_its_own_folder_and_starts_there() {
    let folder = open_folder();
    fs::write(folder.path().join("weights"), "7").expect("written");
    for cell in walled() {
        let mut bot = sh("exec cat weights");
        bot.folder = Some(folder.path().to_owned());
        says(cell, &bot, "7");
    }
}

#[test]
fn a_bot_reads_the_packages_that_it_may_use_and_writes_none_wherever_they_lie() {
    let packages = open_folder();
    fs::write(packages.path().join("module"), "7").expect("written");
    for cell in walled() {
        // By the name that it is told: in a cell with a file system of its own, another than the machine's.
        let mut bot = sh("cat \"$0/module\"; echo >\"$0/new\" || echo no; echo >>\"$0/module\" || echo no");
        bot.args.push(Arg::File(packages.path().to_owned()));
        bot.packages = Some(packages.path().to_owned());
        says(cell, &bot, "7no\nno");
        assert_eq!(fs::read_dir(packages.path()).expect("read").count(), 1);
    }
}

#[test]
fn a_bot_cannot_read_another_bots_file() {
    let other = open_folder();
    let secret = other.path().join("strategy");
    fs::write(&secret, "secret").expect("written");
    for cell in walled() {
        says(cell, &opening(&[&secret, other.path()]), "");
    }
}

#[test]
fn a_bot_cannot_read_accounts_homes_or_the_hosts_temporary_files() {
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".to_owned());
    for cell in walled() {
        let closed = [
            "/etc/shadow",
            "/etc/passwd",
            "/root",
            "/home",
            "/var",
            "/boot",
            "/sys",
            "/proc/1/root/home",
            &home,
        ];
        says(cell, &opening(&closed.map(Path::new)), "");
    }
}

#[test]
fn the_root_folder_holds_the_systems_programs_and_nothing_else() {
    let ran = run(bubblewrap(), &sh("ls -A /"));
    let known = ["bin", "dev", "etc", "lib", "lib32", "lib64", "nix", "proc", "run", "sbin", "tmp", "usr"];
    assert!(ran.output.lines().all(|name| known.contains(&name)), "{ran:?}");
}

#[test]
fn a_bot_writes_nowhere_but_in_tmp() {
    let folder = open_folder();
    for cell in walled() {
        // Redirection is the shell's own work: no process is needed for it.
        for place in ["/", "/usr", "/etc", "/dev", "/dev/shm", "/var/tmp", "/run", "/proc/sys/kernel", "."] {
            let mut bot = sh(&format!("echo x > {place}/written"));
            bot.folder = Some(folder.path().to_owned());
            let ran = run(cell, &bot);
            assert_ne!(ran.ending, Ending::Exit(0), "{}: {place}: {ran:?}", cell.tier());
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 0);
}

#[test]
fn a_bot_cannot_change_its_own_program_or_the_launcher() {
    let cell = bubblewrap();
    for file in ["/bin/sh", "/run/launcher"] {
        let ran = run(cell, &sh(&format!("echo x >> {file}")));
        assert_ne!(ran.ending, Ending::Exit(0), "{file}: {ran:?}");
    }
}

#[test]
fn tmp_is_empty_private_and_gone_with_the_bot() {
    let script = "ls -A /tmp; echo mine > /tmp/note && cat /tmp/note";
    says(bubblewrap(), &sh(script), "mine");
    says(bubblewrap(), &sh(script), "mine");
}

#[test]
fn where_tmp_cannot_be_private_nothing_is_written_to_it() {
    let ran = run(landlock(), &sh("echo x > /tmp/croupier-cell-test"));
    assert_ne!(ran.ending, Ending::Exit(0));
    assert!(!Path::new("/tmp/croupier-cell-test").exists());
}

#[test]
fn a_link_in_a_readable_folder_leads_nowhere_else() {
    let (folder, other) = (open_folder(), open_folder());
    fs::write(other.path().join("secret"), "secret").expect("written");
    std::os::unix::fs::symlink(other.path(), folder.path().join("link")).expect("linked");
    for cell in walled() {
        let mut bot = sh("exec cat link/secret");
        bot.folder = Some(folder.path().to_owned());
        assert_eq!(run(cell, &bot).output, "");
    }
}
