//! What a bot may use, and what becomes of one that wants more.

use std::process::Command;

use croupier_hosts::cell::{Ending, Guard, LimitBreach, ResourceLimits, Tier};

use crate::support::*;

#[test]
fn a_fork_bomb_is_contained_and_the_machine_survives() {
    for cell in walled().into_iter().filter(|cell| may_fork(cell)) {
        let mut bot = python(
            "import os, time
os.write(1, b'lit\\n')
while True:
    try:
        os.fork()
    except OSError:
        pass",
        );
        bot.limits = ResourceLimits { processes: 20, ..ResourceLimits::default() };
        let mut bomb = cell.spawn(&bot).expect("started");
        assert_eq!(line(&bomb.output), "lit");
        assert!(Command::new("/bin/true").status().expect("the machine starts programs").success());
        bomb.handle.kill();
        // Nothing of it holds its pipes any more.
        let rest = reading(bomb.output.try_clone().expect("cloned")).recv_timeout(LONG);
        assert!(rest.is_ok(), "{}", cell.tier());
        assert_eq!(bomb.handle.try_ended(), Some(Ending::Signal(9)));
    }
}

#[test]
fn processes_are_counted_for_each_bot_alone() {
    let script = "import os, sys
started = 0
try:
    while started < 200:
        if os.fork() == 0:
            sys.stdin.read()
            os._exit(0)
        started += 1
except OSError:
    pass
print(started, flush=True)
sys.stdin.read()";
    for cell in walled().into_iter().filter(|cell| may_fork(cell)) {
        let mut bot = python(script);
        bot.limits = ResourceLimits { processes: 20, ..ResourceLimits::default() };
        // The second is not short of processes because the first has used up its own.
        let both = [cell.spawn(&bot).expect("started"), cell.spawn(&bot).expect("started")];
        for process in &both {
            let started: u32 = line(&process.output).parse().expect("a number");
            assert!((15..=21).contains(&started), "{}: {started}", cell.tier());
        }
    }
}

#[test]
fn where_processes_cannot_be_counted_none_can_be_started() {
    for cell in walled().into_iter().filter(|cell| !may_fork(cell)) {
        let ran = run(
            cell,
            &python("import os\ntry:\n    os.fork()\nexcept PermissionError:\n    print('refused')"),
        );
        assert_eq!(ran.output, "refused\n", "{ran:?}");
    }
}

#[test]
fn a_memory_hog_is_ended() {
    for cell in walled() {
        let mut bot = python("hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 20))");
        bot.limits.memory = 100 << 20;
        let ran = run(cell, &bot);
        let out_of_memory =
            ran.errors.contains("MemoryError") || ran.ending == Ending::Broke(LimitBreach::Memory);
        assert!(out_of_memory && ran.ending != Ending::Exit(0), "{}: {ran:?}", cell.tier());
    }
}

#[test]
fn memory_that_is_shared_counts_too() {
    let script = "import mmap
hoard = []
try:
    while len(hoard) < 50:
        hoard.append(mmap.mmap(-1, 10 << 20))
        hoard[-1].write(bytes(10 << 20))
    print('hoarded')
except OSError:
    print('refused')";
    for cell in walled() {
        let mut bot = python(script);
        bot.limits.memory = 100 << 20;
        let ran = run(cell, &bot);
        assert!(
            ran.ending == Ending::Broke(LimitBreach::Memory) || ran.output == "refused\n",
            "{}: {ran:?}",
            cell.tier()
        );
    }
}

#[test]
fn memory_is_added_up_over_all_processes_of_a_bot() {
    // Each child fits by itself and waits; the first that is ended ends the bot.
    let script = "import os, signal
for _ in range(8):
    if os.fork() == 0:
        hoard = b'x' * (50 << 20)
        while True:
            signal.pause()
print(os.waitstatus_to_exitcode(os.wait()[1]))";
    for cell in walled().into_iter().filter(|cell| cell.protection().holds(Guard::Memory) && may_fork(cell)) {
        let mut bot = python(script);
        bot.limits.memory = 200 << 20;
        says(cell, &bot, "-9");
    }
}

#[test]
fn a_file_beyond_the_limit_is_cut_off() {
    let script = "import errno
try:
    with open('/tmp/large', 'wb') as file:
        file.truncate(3 << 20)
except OSError as error:
    print(errno.errorcode[error.errno])";
    let mut bot = python(script);
    bot.limits.file_size = 1 << 20;
    says(bubblewrap(), &bot, "EFBIG");
}

#[test]
fn many_small_files_do_not_fill_the_machine() {
    let script = "import errno
try:
    for number in range(100):
        with open(f'/tmp/{number}', 'wb') as file:
            file.write(bytes(1 << 18))
except OSError as error:
    print(number, errno.errorcode[error.errno])";
    let mut bot = python(script);
    bot.limits.file_size = 1 << 20;
    says(bubblewrap(), &bot, "4 ENOSPC");
}

#[test]
fn open_files_have_a_limit() {
    let script = "import errno
files = []
try:
    while True:
        files.append(open('/dev/null'))
except OSError as error:
    print(errno.errorcode[error.errno], len(files) < 40)";
    for cell in walled() {
        let mut bot = python(script);
        bot.limits.open_files = 40;
        says(cell, &bot, "EMFILE True");
    }
}

#[test]
fn processor_time_has_a_limit_that_can_be_told_apart() {
    for cell in walled() {
        let mut bot = sh("while :; do :; done");
        bot.limits.cpu_seconds = Some(1);
        // 24 is the signal for processor time.
        assert_eq!(run(cell, &bot).ending, Ending::Signal(24), "{}", cell.tier());
    }
}

/// Calls of the C library that Python has no name for.
const MAPPING: &str = "import ctypes, errno, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
def mapped(flags):
    ctypes.set_errno(0)
    at = libc.mmap(None, 20 << 20, 3, flags, -1, 0)
    return None if ctypes.get_errno() else at
";

#[test]
fn memory_that_grows_like_a_stack_is_refused() {
    let script = format!("{MAPPING}print(mapped(0x122), errno.errorcode[ctypes.get_errno()])");
    for cell in every() {
        says(cell, &python(&script), "None EPERM");
    }
}

#[test]
fn memory_that_was_filled_and_made_read_only_counts() {
    let script = format!(
        "{MAPPING}for _ in range(30):
    at = mapped(0x22)
    if at is None: break
    ctypes.memset(at, 1, 20 << 20)
    libc.mprotect(at, 20 << 20, 1)
print('hoarded', flush=True)
sys.stdin.read()"
    );
    for cell in every() {
        let mut bot = python(&script);
        bot.limits.memory = 100 << 20;
        let ran = run(cell, &bot);
        assert_eq!(ran.ending, Ending::Broke(LimitBreach::Memory), "{}: {ran:?}", cell.tier());
    }
}

#[test]
fn tables_of_pages_count() {
    // One byte is read in each of many places: nothing is held there but the tables that say so.
    let script = format!(
        "{MAPPING}at = libc.mmap(None, 1 << 38, 1, 0x4022, -1, 0)
for place in range(at, at + (1 << 38), 2 << 20):
    ctypes.c_char.from_address(place).value
print('spread', flush=True)
sys.stdin.read()"
    );
    for cell in ungrouped() {
        let mut bot = python(&script);
        bot.limits.memory = 100 << 20;
        let ran = run(cell, &bot);
        assert_eq!(ran.ending, Ending::Broke(LimitBreach::Memory), "{}: {ran:?}", cell.tier());
    }
}

#[test]
fn memory_of_several_processes_is_added_up_without_a_control_group() {
    let script = "import os, signal
for _ in range(8):
    if os.fork() == 0:
        hoard = b'x' * (50 << 20)
        while True:
            signal.pause()
signal.pause()";
    for cell in ungrouped().iter().filter(|cell| may_fork(cell)) {
        let mut bot = python(script);
        bot.limits.memory = 200 << 20;
        assert_eq!(run(cell, &bot).ending, Ending::Broke(LimitBreach::Memory), "{}", cell.tier());
    }
}

#[test]
fn files_in_tmp_are_counted_however_small_they_are() {
    let script = "import os, sys
for number in range(1_000_000):
    os.close(os.open(f'/tmp/{number}', os.O_CREAT | os.O_WRONLY))
print('made', flush=True)
sys.stdin.read()";
    for cell in ungrouped().iter().filter(|cell| cell.tier() == Tier::Bubblewrap) {
        let ran = run(cell, &python(script));
        assert_eq!(ran.ending, Ending::Broke(LimitBreach::Files), "{ran:?}");
    }
}
