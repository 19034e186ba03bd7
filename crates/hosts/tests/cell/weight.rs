//! A bot's share of the processor beside everybody else's: nothing that it can write to changes it.

use std::fs;
use std::process::Command;

use crate::support::*;

/// Set where this program runs in a session of its own.
const OWN_SESSION: &str = "IN_A_SESSION_OF_ITS_OWN";

/// Runs a test of this file again, in a session that may be spoilt; whether this is that run.
fn in_a_session_of_its_own(test: &str) -> bool {
    if std::env::var_os(OWN_SESSION).is_some() {
        return true;
    }
    let again = Command::new("setsid")
        .arg("--wait")
        .arg(std::env::current_exe().expect("this program"))
        .args(["--exact", &format!("weight::{test}"), "--nocapture"])
        .env(OWN_SESSION, "yes")
        .output()
        .expect("setsid, which comes with every Linux");
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && said.contains("1 passed"), "{said}{again:?}");
    false
}

#[test]
fn a_bot_cannot_change_the_weight_of_the_session_that_it_shares() {
    if !in_a_session_of_its_own("a_bot_cannot_change_the_weight_of_the_session_that_it_shares") {
        return;
    }
    // A kernel that weighs no sessions has no such file.
    let weight = || fs::read_to_string("/proc/self/autogroup").unwrap_or_default();
    let before = weight();
    let script = "for file in /proc/self/autogroup /proc/thread-self/autogroup /proc/$$/autogroup; do
    (echo 19 > $file) 2> /dev/null && echo changed
done
echo tried";
    for cell in every() {
        says(cell, &sh(script), "tried");
        assert_eq!(weight(), before, "{}", cell.tier());
    }
}

#[test]
fn no_file_of_a_process_or_of_the_machine_can_be_opened_for_writing() {
    let script = "import os
for place in '/proc/self', '/proc/thread-self', '/proc/1', '/proc/sys', '/proc/pressure', '/proc/irq', '/sys':
    for folder, _, files in os.walk(place):
        for path in (folder + '/' + name for name in files):
            if not os.path.islink(path):
                try:
                    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                    print(path)
                except OSError:
                    pass";
    for cell in every() {
        says(cell, &python(script), "");
    }
}
