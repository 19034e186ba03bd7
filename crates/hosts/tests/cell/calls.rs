//! System calls that a bot is refused, and those it needs.

use crate::support::*;

/// Calls a function of the C library and prints the name of the error.
fn attempt(calls: &[&str]) -> String {
    format!(
        "import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
for call in {calls:?}:
    ctypes.set_errno(0)
    result = eval('libc.' + call)
    print(errno.errorcode.get(ctypes.get_errno(), 'fine') if result == -1 else 'fine', end=' ')"
    )
}

#[test]
fn debugging_mounting_and_new_namespaces_are_refused() {
    let calls = [
        "ptrace(16, 1, 0, 0)",
        "mount(b'none', b'/tmp', b'tmpfs', 0, None)",
        "umount2(b'/proc', 2)",
        "unshare(0x10000000)",
        "unshare(0x40000000)",
        "chroot(b'/tmp')",
        "setns(0, 0)",
        "sethostname(b'x', 1)",
        "syscall(56, 0x10000011, 0, 0, 0, 0)",
        "personality(0x0040000)",
        "shmget(0, 4096, 0o1600)",
    ];
    for cell in walled() {
        says(cell, &python(&attempt(&calls)), &["EPERM"; 11].join(" "));
    }
}

#[test]
fn a_bot_has_no_session_and_no_core_of_its_own() {
    // Each would have a share of the processor beside everybody else's.
    const CREATE: &str = "prctl(62, 1, 0, 0, 0)";
    for cell in every() {
        says(cell, &python(&attempt(&["setsid()", CREATE])), "EPERM EPERM");
    }
}

#[test]
fn no_mode_and_no_time_of_a_file_is_a_sign_for_a_bots_other_processes() {
    // Behind bubblewrap its files are read-only. With Landlock they are the machine's, and may belong to its
    // user.
    let calls = ["chmod(None, 0)", "fchmod(-1, 0)", "utime(None, None)", "futimens(0, None)"];
    says(landlock(), &python(&attempt(&calls)), &["EPERM"; 4].join(" "));
}

#[test]
fn a_bot_stays_on_its_processor() {
    let script = "import os
try:
    os.sched_setaffinity(0, range(os.cpu_count()))
except PermissionError:
    print(os.sched_getaffinity(0))";
    for cell in walled() {
        let mut bot = python(script);
        bot.core = Some(0);
        says(cell, &bot, "{0}");
    }
}

#[test]
fn threads_work() {
    let script = "import threading
threads = [threading.Thread(target=print, args=('x',), kwargs={'end': ''}) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()";
    for cell in walled() {
        says(cell, &python(script), "xxxxxxxx");
    }
}

#[test]
fn a_bot_cannot_change_the_limits_of_others() {
    let me = std::process::id();
    let script = format!(
        "import resource
try:
    resource.prlimit({me}, resource.RLIMIT_NOFILE, (1, 1))
    print('changed')
except OSError:
    print('refused')"
    );
    for cell in walled() {
        says(cell, &python(&script), "refused");
    }
}
