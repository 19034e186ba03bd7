//! One source through a compiler, in the cell: the source goes in, what was made or the compiler's words come
//! out.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Compiling, Recipe, Uncompiled};
use crate::cell::{Cell, Ending, Handle, ResourceLimits, SandboxSpec, SandboxedProcess, Streams};
use crate::time::limit::WaitLimit;
use crate::wait::LOOK;

/// The compiler works on copies, in a folder that vanishes; what it makes leaves through descriptor 4. What a
/// source makes the compiler run cannot speak there: one that wrote to it would harm only itself.
const BEFORE: &str = r#"room=$(mktemp -d) || exit 99
trap 'rm -rf "$room"' EXIT
cd "$room" || exit 98
while [ "$1" != -- ]; do cp -Rp "$1/." . || exit 98; shift; done
shift
product=$1; shift
build() {
"#;
const AFTER: &str = r#"
}
build "$@" 3<&- 4>&- || exit 1
cat "$product" >&4"#;
const NOWHERE_TO_WRITE: i32 = 99;
const NOT_COPIED: i32 = 98;
/// The compiler's last words, and how it ended, are known so long after its output has ended, or never.
const LEAVING: Duration = Duration::from_secs(5);
const LIMITS: ResourceLimits = ResourceLimits {
    memory: 2 << 30,
    processes: 64,
    file_size: 256 << 20,
    open_files: 256,
    cpu_seconds: Some(60),
};
/// More than this of a message is dropped.
const LONGEST_MESSAGE: u64 = 1 << 20;
const LARGEST_PRODUCT: u64 = 256 << 20;

/// What a recipe makes.
pub(super) fn run(cell: &Cell, recipe: &Recipe, compiling: &Compiling) -> Result<Vec<u8>, Uncompiled> {
    let script = [BEFORE, recipe.script, AFTER].concat();
    let mut args: Vec<_> = [OsString::from("-c"), script.into(), "build".into()].map(Into::into).into();
    args.extend(recipe.sources.iter().map(Into::into));
    args.extend(["--".into(), recipe.product.into()]);
    args.extend(recipe.words.iter().map(Into::into));
    let readable = [recipe.toolchain.as_slice(), &recipe.sources].concat();
    let spec = SandboxSpec {
        args,
        readable,
        streams: Streams::Descriptors,
        limits: LIMITS,
        ..SandboxSpec::new("/bin/sh")
    };
    let SandboxedProcess { input, output, prints, errors, mut handle } = cell.spawn(&spec)?;
    drop(input);
    let product = drain(output, LARGEST_PRODUCT);
    let said = drain(errors, LONGEST_MESSAGE);
    let printed = prints.map(|prints| drain(prints, LONGEST_MESSAGE));
    // Where it takes too long, the handle that is dropped here ends it.
    let made = all_of(&product, &handle, compiling)?;
    let ending = handle.ended_within(LEAVING);
    handle.kill();
    let text = |stream: &Receiver<Vec<u8>>| {
        String::from_utf8_lossy(&stream.recv_timeout(LEAVING).unwrap_or_default()).trim().to_owned()
    };
    let mut message = text(&said);
    if message.is_empty() {
        message = printed.as_ref().map(text).unwrap_or_default();
    }
    match ending {
        Some(Ending::Exit(0)) if !made.is_empty() => Ok(made),
        Some(Ending::Exit(NOWHERE_TO_WRITE)) => {
            Err("this cell lets the compiler write nowhere; on Linux, install bubblewrap".to_owned().into())
        }
        Some(Ending::Exit(NOT_COPIED)) => Err(Uncompiled {
            why: "its sources cannot be copied to where they are built".to_owned(),
            message,
        }),
        Some(Ending::Exit(_)) if !message.is_empty() => {
            Err(Uncompiled { why: (recipe.first_error)(&message), message })
        }
        Some(ending) => {
            Err(Uncompiled { why: format!("the compiler ended without a program: {ending}"), message })
        }
        None => Err("the compiler does not end".to_owned().into()),
    }
}

/// What a stream holds at its end, waited for no longer than the compiler may take.
fn all_of(stream: &Receiver<Vec<u8>>, handle: &Handle, compiling: &Compiling) -> Result<Vec<u8>, Uncompiled> {
    let mut limit = WaitLimit::begin(compiling.limit, Instant::now());
    loop {
        match stream.recv_timeout(LOOK) {
            Ok(made) => return Ok(made),
            Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if compiling.interrupt.is_raised() {
            return Err("the run was interrupted while it was compiled".to_owned().into());
        }
        limit.look(Instant::now(), handle).map_err(|late| {
            format!(
                "it is not compiled after {:.0} s ({:.0} s of processor time); {} s are allowed",
                late.used.wall.as_secs_f64(),
                late.used.processor.as_secs_f64(),
                late.allowed.as_secs_f64()
            )
        })?;
    }
}

/// Reads a stream to its end in the background, so that its writer is not held up, and keeps so much of it.
fn drain(mut stream: File, keep: u64) -> Receiver<Vec<u8>> {
    let (give, take) = channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        // What was read before a failure is as much as there will be.
        let _ = (&mut stream).take(keep).read_to_end(&mut kept);
        let _ = io::copy(&mut stream, &mut io::sink());
        // Nobody may be waiting any more.
        let _ = give.send(kept);
    });
    take
}
