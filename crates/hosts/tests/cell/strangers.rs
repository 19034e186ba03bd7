//! Other processes, and what a bot could learn from its own.

use std::fs::File;

use croupier_hosts::cell::{Ending, SandboxSpec};
use nix::fcntl::{FcntlArg, FdFlag, fcntl};

use crate::support::*;

#[test]
fn a_bot_sees_only_its_own_processes() {
    let ran = run(bubblewrap(), &sh("for each in /proc/[0-9]*; do echo ${each#/proc/}; done"));
    let numbers: Vec<u32> = ran.output.lines().map(|line| line.parse().expect("a number")).collect();
    // The one that reaps, and the bot.
    assert!(numbers.len() <= 3 && numbers.contains(&1), "{ran:?}");
}

#[test]
fn where_the_machines_processes_have_numbers_a_bot_cannot_look_at_them() {
    let script = format!(
        "import os
for path in '/proc', '/proc/{me}', '/proc/{me}/fd', '/proc/1':
    try:
        print(os.listdir(path))
    except PermissionError:
        pass
for path in '/proc/{me}/environ', '/proc/{me}/mem', '/proc/1/status':
    try:
        print(open(path, 'rb').read(1))
    except PermissionError:
        pass",
        me = std::process::id()
    );
    says(landlock(), &python(&script), "");
}

#[test]
fn a_bot_cannot_send_a_signal_to_its_host() {
    let me = std::process::id();
    for cell in walled() {
        let ran = run(cell, &sh(&format!("kill -0 {me}")));
        assert_ne!(ran.ending, Ending::Exit(0), "{}: {ran:?}", cell.tier());
    }
}

#[test]
fn a_bots_environment_is_the_fixed_list_and_nothing_else() {
    let mut expected = SandboxSpec::ENVIRONMENT.map(|(name, value)| format!("{name}={value}"));
    expected.sort();
    for cell in walled() {
        says(
            cell,
            &python("import os; print(*sorted(f'{n}={v}' for n, v in os.environ.items()), sep='\\n')"),
            &expected.join("\n"),
        );
    }
}

#[test]
fn the_process_that_reaps_shows_nothing_and_is_nobodys_to_change() {
    // Where an ordinary user started it, its memory would be the bot's to read and to write.
    let script = "ls -A /proc/1; (: >> /proc/1/mem) && echo changed; (: > /proc/1/new) && echo made";
    let ran = run(bubblewrap(), &sh(script));
    assert_eq!(ran.output, "", "{ran:?}");
}

#[test]
fn descriptors_that_we_inherited_do_not_reach_a_bot() {
    let leaked = File::open("/proc/self/status").expect("opened");
    fcntl(&leaked, FcntlArg::F_SETFD(FdFlag::empty())).expect("inheritable");
    let script = "import os; print(*sorted(int(each) for each in os.listdir('/proc/self/fd'))[:-1])";
    for cell in walled() {
        says(cell, &python(script), "0 1 2");
    }
}

#[test]
fn a_bot_is_not_root_and_gains_no_rights() {
    let script = "import os
status = dict(line.split(':', 1) for line in open('/proc/self/status'))
print(os.getuid() != 0, os.getgid() != 0, int(status['CapEff'], 16), int(status['CapPrm'], 16),
      int(status['CapAmb'], 16), status['NoNewPrivs'].strip(), status['Seccomp'].strip())";
    for cell in walled() {
        says(cell, &python(script), "True True 0 0 0 1 2");
    }
}
