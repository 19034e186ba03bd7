//! What the system is to Python inside WebAssembly: a log to print to, a clock that is fuel, luck that is the
//! same everywhere, and no files, no network, no arguments and no environment. Everything else ends the bot.
//!
//! Written here rather than taken from a library: a full one brings a runtime for files and sockets that no
//! bot may have.

use std::time::Duration;

use wasmtime::component::{Component, ComponentType, Linker, Lower, Resource};
use wasmtime::{Result, StoreContextMut, bail};

use super::engine::{fuel_of, time_of};
use super::fuel_prices::fuel_of_print;
use super::store_state::StoreState;

/// The version of the interfaces that the component is built against.
const VERSION: &str = "0.2.9";
/// All that is ever asked for at once.
const MOST_RANDOM: u64 = 1 << 16;
/// So much a stream takes at once; it is never full.
const ROOM: u64 = 1 << 16;
/// Files, streams and the like, told apart by nothing but the calls they are used in.
type Thing = Resource<()>;

/// Why a stream is of no use.
#[derive(ComponentType, Lower)]
#[component(variant)]
enum StreamError {
    #[component(name = "last-operation-failed")]
    #[allow(dead_code)]
    Failed(Thing),
    #[component(name = "closed")]
    Closed,
}

/// A time of day.
#[derive(ComponentType, Lower)]
#[component(record)]
struct Datetime {
    seconds: u64,
    nanoseconds: u32,
}

/// All imports of the component.
pub(super) fn link(linker: &mut Linker<StoreState>, component: &Component) -> Result<()> {
    prints(linker)?;
    clocks(linker)?;
    nothing_there(linker)?;
    luck(linker)?;
    linker.root().func_wrap("source-of", |store: StoreContextMut<'_, StoreState>, (name,): (String,)| {
        Ok((store.data().importable.find(&name),))
    })?;
    linker.define_unknown_imports_as_traps(component)
}

fn interface(name: &str) -> String {
    format!("wasi:{name}@{VERSION}")
}

fn prints(linker: &mut Linker<StoreState>) -> Result<()> {
    let stream = |_: StoreContextMut<'_, StoreState>, (): ()| Ok((Thing::new_own(0),));
    linker.instance(&interface("cli/stdout"))?.func_wrap("get-stdout", stream)?;
    linker.instance(&interface("cli/stderr"))?.func_wrap("get-stderr", stream)?;
    linker.instance(&interface("cli/stdin"))?.func_wrap("get-stdin", stream)?;
    let write = |mut store: StoreContextMut<'_, StoreState>, (_, bytes): (Thing, Vec<u8>)| {
        let left = store.get_fuel()?;
        store.set_fuel(left.saturating_sub(fuel_of_print(bytes.len() as u64)))?;
        store.data().log.add(&bytes);
        Ok((Ok::<(), StreamError>(()),))
    };
    let mut streams = linker.instance(&interface("io/streams"))?;
    streams.func_wrap("[method]output-stream.write", write)?;
    streams.func_wrap("[method]output-stream.blocking-write-and-flush", write)?;
    streams.func_wrap("[method]output-stream.check-write", |_, (_,): (Thing,)| {
        Ok((Ok::<u64, StreamError>(ROOM),))
    })?;
    streams.func_wrap("[method]output-stream.blocking-flush", |_, (_,): (Thing,)| {
        Ok((Ok::<(), StreamError>(()),))
    })?;
    streams.func_wrap("[method]output-stream.subscribe", |_, (_,): (Thing,)| Ok((Thing::new_own(0),)))?;
    streams.func_wrap("[method]input-stream.subscribe", |_, (_,): (Thing,)| Ok((Thing::new_own(0),)))?;
    streams.func_wrap("[method]input-stream.read", |_, (_, _): (Thing, u64)| {
        Ok((Err::<Vec<u8>, StreamError>(StreamError::Closed),))
    })
}

/// Time passes as fuel is burnt, and sleeping burns it too.
fn clocks(linker: &mut Linker<StoreState>) -> Result<()> {
    let now = |store: &StoreContextMut<'_, StoreState>| -> Result<Duration> {
        Ok(time_of(store.data().burnt_with(store.get_fuel()?)))
    };
    let sleep = |store: &mut StoreContextMut<'_, StoreState>, time: Duration| -> Result<(Thing,)> {
        let left = store.get_fuel()?;
        store.set_fuel(left.saturating_sub(fuel_of(time)))?;
        Ok((Thing::new_own(0),))
    };
    let mut steady = linker.instance(&interface("clocks/monotonic-clock"))?;
    steady.func_wrap("now", move |store, (): ()| Ok((now(&store)?.as_nanos() as u64,)))?;
    steady.func_wrap("resolution", |_, (): ()| Ok((1u64,)))?;
    steady.func_wrap("subscribe-duration", move |mut store, (nanos,): (u64,)| {
        sleep(&mut store, Duration::from_nanos(nanos))
    })?;
    steady.func_wrap("subscribe-instant", move |mut store, (when,): (u64,)| {
        let time = Duration::from_nanos(when).saturating_sub(now(&store)?);
        sleep(&mut store, time)
    })?;
    let mut wall = linker.instance(&interface("clocks/wall-clock"))?;
    wall.func_wrap("now", move |store, (): ()| {
        let now = now(&store)?;
        Ok((Datetime { seconds: now.as_secs(), nanoseconds: now.subsec_nanos() },))
    })?;
    wall.func_wrap("resolution", |_, (): ()| Ok((Datetime { seconds: 0, nanoseconds: 1 },)))?;
    let mut poll = linker.instance(&interface("io/poll"))?;
    poll.func_wrap("[method]pollable.block", |_, (_,): (Thing,)| Ok(()))?;
    poll.func_wrap("poll", |_, (things,): (Vec<Thing>,)| {
        Ok(((0..things.len() as u32).collect::<Vec<u32>>(),))
    })
}

fn nothing_there(linker: &mut Linker<StoreState>) -> Result<()> {
    linker
        .instance(&interface("filesystem/preopens"))?
        .func_wrap("get-directories", |_, (): ()| Ok((Vec::<(Thing, String)>::new(),)))?;
    let mut environment = linker.instance(&interface("cli/environment"))?;
    environment.func_wrap("get-environment", |_, (): ()| Ok((Vec::<(String, String)>::new(),)))?;
    environment.func_wrap("get-arguments", |_, (): ()| Ok((Vec::<String>::new(),)))?;
    for stream in ["stdin", "stdout", "stderr"] {
        linker
            .instance(&interface(&format!("cli/terminal-{stream}")))?
            .func_wrap(&format!("get-terminal-{stream}"), |_, (): ()| Ok((None::<Thing>,)))?;
    }
    linker
        .instance(&interface("cli/exit"))?
        .func_wrap("exit", |_, (_,): (Result<(), ()>,)| -> Result<()> { bail!("it ended itself") })
}

fn luck(linker: &mut Linker<StoreState>) -> Result<()> {
    linker.instance(&interface("random/random"))?.func_wrap(
        "get-random-bytes",
        |mut store: StoreContextMut<'_, StoreState>, (count,): (u64,)| {
            if count > MOST_RANDOM {
                bail!("it asked for {count} random bytes at once");
            }
            Ok((store.data_mut().random(count as usize),))
        },
    )
}
