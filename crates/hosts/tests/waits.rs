//! Waits for real processes that try to renew them: each ends, with a fault that says why.

#![allow(clippy::unwrap_used, clippy::expect_used)] // Tests may.
#![cfg(target_os = "linux")]

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed};
use croupier_hosts::bot_files::{FolderOf, Guard, Wanted, stage};
use croupier_hosts::cell::{Cell, Launcher, ResourceLimits, SandboxSpec, Tier};
use croupier_hosts::{
    Account, BotLog, BotSetting, Compiling, Form, FrameKind, HaskellHost, Interrupt, Launch, Load, Module,
    Outgoing, ProcessConnector, PythonHost, RemoteBot, RemotePlayer, TimeLimits, Wants,
};
use croupier_record::{Answer, Ask, Fault, FaultKind, Player};
use tempfile::TempDir;

const HELLO: &str = r#"echo '{"type":"hello","protocol":1}'"#;
/// One line that never ends.
const ONE_LINE: &str = r"exec tr '\n' . < /dev/urandom";
/// What a wait may take that ends by itself: far less than one that is renewed, however busy the machine is.
const BOUNDED: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

fn launcher() -> Launcher {
    Launcher::at(env!("CARGO_BIN_EXE_cell_entry"))
}

/// The best cell with walls that this machine has, and one without any.
fn cells() -> &'static [Arc<Cell>; 2] {
    static CELLS: OnceLock<[Arc<Cell>; 2]> = OnceLock::new();
    CELLS.get_or_init(|| {
        let walled = Cell::of_tier(Tier::Bubblewrap, &launcher())
            .or_else(|_| Cell::of_tier(Tier::Landlock, &launcher()))
            .expect("a cell with walls");
        [walled, Cell::of_tier(Tier::LimitsOnly, &launcher()).expect("a cell")].map(Arc::new)
    })
}

fn walled() -> &'static Arc<Cell> {
    &cells()[0]
}

/// A bot in the shell's language.
struct Shell(String);

impl Launch for Shell {
    fn spec(&self) -> SandboxSpec {
        SandboxSpec { args: vec!["-c".into(), (&self.0).into()], ..SandboxSpec::new("/bin/sh") }
    }
}

fn time_limits() -> TimeLimits {
    TimeLimits {
        per_move: SHORT,
        per_game: None,
        loading: Duration::from_secs(30),
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    }
}

fn process(cell: &Arc<Cell>, script: &str, time_limits: TimeLimits) -> RemoteBot {
    let connector = ProcessConnector::new(Arc::new(Shell(script.to_owned())), Arc::clone(cell), None);
    let (log, account) = (BotLog::create(None).unwrap(), Account::default());
    RemoteBot::new(Box::new(connector), BotSetting { hello: b"{}".to_vec(), time_limits, log, account })
}

fn tell(process: &mut RemoteBot, bytes: &[u8]) -> Result<(), FaultKind> {
    let message = Outgoing { form: Form::Message(FrameKind::Json), wants: Wants::Nothing, limit: SHORT };
    let mut write = |out: &mut Vec<u8>| -> io::Result<()> {
        out.extend_from_slice(bytes);
        Ok(())
    };
    process.send(message, &mut write).map_err(|fault| fault.kind)
}

/// The answer to a question of this number.
fn answer(process: RemoteBot, number: u32) -> Result<Answer<Decision>, Box<Fault>> {
    let game = NoThanks::deal(3, &NoThanksOptions::default(), Seed::plain(1)).unwrap();
    let ask = Ask { number, view: game.view(Seat(0)), refused: None, memory: None };
    RemotePlayer::<NoThanks>::new(process).answer(ask)
}

/// Why a bot does not load that is given a short time for it.
fn load(script: &str) -> String {
    let begun = Instant::now();
    let time_limits = TimeLimits { loading: SHORT, ..time_limits() };
    let why = process(walled(), script, time_limits).wake().unwrap_err();
    assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
    why.message
}

/// What becomes of a question to a bot that says hello and then does this.
fn ask(then: &str) -> (FaultKind, String) {
    let mut process = process(walled(), &format!("{HELLO}\n{then}"), time_limits());
    process.wake().unwrap();
    let begun = Instant::now();
    let fault = answer(process, 1).unwrap_err();
    assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
    (fault.kind, fault.message)
}

#[test]
fn no_greeting_is_renewed() {
    for junk in ["printf .", "echo junk", r#"echo '{"type":"answer","number":1,"move":1}'"#] {
        let why = load(&format!("while :; do {junk}; sleep 0.02; done"));
        assert!(why.starts_with("does not load: thought for"), "{junk}: {why}");
    }
    assert!(load(ONE_LINE).contains("longer than a megabyte"));
    assert!(load("exec yes").contains("more than 10000 lines"));
}

#[test]
fn no_question_is_renewed() {
    for junk in ["printf .", "echo junk", r#"echo '{"type":"answer","number":0,"move":1}'"#] {
        let (kind, message) = ask(&format!("while :; do {junk}; sleep 0.02; done"));
        assert!(kind == FaultKind::Late && message.starts_with("thought for"), "{junk}: {message}");
    }
    let spinning = "while :; do n=0; while [ $n -lt 5000 ]; do n=$((n + 1)); done; printf .; done";
    assert_eq!(ask(spinning).0, FaultKind::Late);
    // On a busy machine the flood may use up its time before it is too long.
    for flood in ["exec yes", ONE_LINE] {
        assert!(matches!(ask(flood).0, FaultKind::TooMuch | FaultKind::Late), "{flood}");
    }
}

#[test]
fn prints_and_a_late_answer_before_the_answer_are_passed_over() {
    let script = format!(
        "{HELLO}\nread hello; read question\nseq 5000\necho '{{\"type\":\"answer\",\"number\":6,\"move\":\"pass\"}}'\necho \
         '{{\"type\":\"answer\",\"number\":7,\"move\":\"take\"}}'\nexec cat"
    );
    let mut process = process(walled(), &script, TimeLimits { per_move: BOUNDED, ..time_limits() });
    process.wake().unwrap();
    assert_eq!(answer(process, 7).unwrap().mv, Decision::Take);
}

#[test]
fn a_large_message_to_a_bot_that_does_not_read_ends() {
    for reads in
        ["exec sleep 86400", "while :; do dd bs=4096 count=1 of=/dev/null 2>/dev/null; sleep 0.02; done"]
    {
        let mut process = process(walled(), &format!("{HELLO}\n{reads}"), time_limits());
        process.wake().unwrap();
        let begun = Instant::now();
        assert_eq!(tell(&mut process, &vec![b'x'; 64 << 20]), Err(FaultKind::Late), "{reads}");
        assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
        // What was lost in the middle of a message is lost: the bot is not spoken to any more.
        assert_eq!(tell(&mut process, b"question"), Err(FaultKind::Crashed));
    }
}

#[test]
fn a_bot_that_closed_its_output_and_one_that_will_not_leave_are_ended() {
    let begun = Instant::now();
    // A cell's own processes may hold the output open; then it is only late.
    let closed = ask("exec 1>&-\ntrap '' TERM INT HUP\nexec sleep 86400").0;
    assert!(matches!(closed, FaultKind::Crashed | FaultKind::Late), "{closed:?}");
    let mut stays =
        process(walled(), &format!("{HELLO}\ntrap '' TERM INT HUP\nexec sleep 86400"), time_limits());
    stays.wake().unwrap();
    drop(stays);
    assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
}

#[test]
fn what_a_bot_leaves_behind_with_its_outputs_keeps_nobody_waiting() {
    for cell in cells() {
        // Behind walls it cannot leave the session.
        let heir = "for n in $(seq 1000); do echo still here >&2; sleep 0.01; done";
        let left = format!("heir='{heir}'\n(setsid sh -c \"$heir\" || sh -c \"$heir\") & exit 3");
        let script = format!("{HELLO}\nread hello; read question\n{left}");
        let begun = Instant::now();
        let mut process = process(cell, &script, time_limits());
        process.wake().unwrap();
        let fault = answer(process, 1).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Crashed | FaultKind::Late), "{fault}");
        assert!(begun.elapsed() < BOUNDED, "{}: {:?}", cell.tier(), begun.elapsed());
    }
}

#[test]
fn the_signal_ends_every_wait_at_once() {
    let hour = Duration::from_secs(3600);
    for (script, hello) in [("exec sleep 86400", false), ("while :; do printf .; sleep 0.02; done", false)]
        .into_iter()
        .chain([("exec sleep 86400", true), ("while :; do echo junk; sleep 0.02; done", true)])
    {
        let interrupt = Interrupt::default();
        let time_limits =
            TimeLimits { per_move: hour, loading: hour, interrupt: interrupt.clone(), ..time_limits() };
        let script = if hello { format!("{HELLO}\n{script}") } else { script.to_owned() };
        let mut process = process(walled(), &script, time_limits);
        if hello {
            process.wake().unwrap();
        }
        let begun = Instant::now();
        let raising = std::thread::spawn(move || interrupt.raise());
        let fault = if hello { answer(process, 1).map(drop) } else { process.wake() }.unwrap_err();
        assert!(fault.message.contains("interrupted"), "{fault}");
        raising.join().unwrap();
        assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
    }
}

/// A folder with one file that bots may read.
fn source(name: &str, text: &str) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let file = dir.path().join(name);
    fs::write(&file, text).unwrap();
    (dir, file)
}

/// What is said of a Python file that is looked through for classes.
fn listed(text: &str, loading: Duration, interrupt: &Interrupt) -> String {
    let (_dir, file) = source("hostile.py", text);
    let host = PythonHost::find().unwrap().stopped_by(interrupt);
    let file = file.canonicalize().unwrap();
    let guard = Guard::new(&[], &[]);
    let wanted = Wanted { file: &file, search: &[], listed: &[], guard: &guard, folder: FolderOf::Anyone };
    let files = Arc::new(stage(&wanted).unwrap());
    let module = Module { files, limits: ResourceLimits::default(), loading };
    let begun = Instant::now();
    let why = host.classes(walled(), &module).unwrap_err().to_string();
    assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
    why
}

const WAY_OUT: &str =
    "import gc, os, time\nout = next(o.sink for o in gc.get_objects() if type(o).__name__ == 'Channel')\n";

#[test]
fn looking_for_classes_is_not_renewed() {
    let drip = format!("{WAY_OUT}while True:\n    os.write(out, b'.')\n    time.sleep(0.02)\n");
    assert!(listed(&drip, SHORT, &Interrupt::default()).contains("it does not finish loading"));
    let flood = format!("{WAY_OUT}while True:\n    os.write(out, b'.' * 100000)\n");
    assert!(listed(&flood, BOUNDED, &Interrupt::default()).contains("it writes without end while loading"));
    let interrupt = Interrupt::default();
    interrupt.raise();
    listed(&drip, Duration::from_secs(3600), &interrupt);
}

#[test]
fn compiling_has_a_deadline() {
    let player = include_str!("../../../tests/hostile/haskell/Endless.hs");
    let (_dir, file) = source("Endless.hs", player);
    let compiled = |compiling: Compiling| {
        let host = Arc::new(HaskellHost::find().unwrap().compiling(compiling));
        let begun = Instant::now();
        let why = host.player(walled(), "hearts", &file, ResourceLimits::default()).unwrap_err().why;
        assert!(begun.elapsed() < BOUNDED, "{:?}", begun.elapsed());
        why
    };
    let why = compiled(Compiling { limit: SHORT, ..Compiling::default() });
    assert!(why.starts_with("it is not compiled after ") && why.ends_with("; 0.05 s are allowed"), "{why}");
    let interrupt = Interrupt::default();
    interrupt.raise();
    let why = compiled(Compiling { interrupt, ..Compiling::default() });
    assert_eq!(why, "the run was interrupted while it was compiled");
}
