//! Bots that are WebAssembly modules: one import that prints, a buffer for views, a function that is asked.
//! The header for C, with every game's view, is `languages/wasm/croupier.h`.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use croupier_games::layout::game_number;
use serde::Deserialize;
use wasmtime::{
    Caller, Extern, FuncType, Linker, Memory, Module, Store, TypedFunc, ValType, WasmParams, WasmResults,
};

use super::bad_module::BadModule;
use super::bounds::Bounds;
use super::channel::GuestConnector;
use super::effort;
use super::engine::{counted_by, engine, fuel_of};
use super::fuel_prices::fuel_of_print;
use super::guest::{Answered, Guest, Loader, Stop};
use super::watch::{Watch, Watched, begin, watch_over};
use crate::cell::ResourceLimits;
use crate::channel::WriteView;
use crate::frame::{FrameKind, HEAD, LENGTH};
use crate::inside::Inside;
use crate::life::{BotSetting, RemoteBot};
use crate::log::BotLog;
use crate::protocol::PROTOCOL;

/// No module is longer: compiling takes time that no fuel counts.
pub(super) const LONGEST: u64 = 16 << 20;
/// So many bytes of the buffer a module must have; no view is longer.
const BUFFER: usize = 4096;
/// So much can be printed at once.
const LONGEST_PRINT: u32 = 1 << 16;
/// The one import.
const PRINT: (&str, &str) = ("croupier", "print");

/// A module that compiled, to be loaded as often as needed.
#[derive(Clone)]
pub struct WasmModule {
    module: Module,
    limits: ResourceLimits,
}

impl std::fmt::Debug for WasmModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a WebAssembly module")
    }
}

impl WasmModule {
    /// Reads and compiles a file.
    pub fn read(file: &Path, limits: ResourceLimits) -> Result<Self, BadModule> {
        let size = fs::metadata(file)?.len();
        if size > LONGEST {
            return Err(BadModule::TooLong(size));
        }
        Self::compile(&fs::read(file)?, limits)
    }

    /// Compiles a module.
    pub fn compile(bytes: &[u8], limits: ResourceLimits) -> Result<Self, BadModule> {
        effort::judge(bytes)?;
        let module = Module::from_binary(engine()?, bytes)
            .map_err(|error| BadModule::Unreadable(error.root_cause().to_string()))?;
        for import in module.imports() {
            let (module, name) = (import.module(), import.name());
            if (module, name) != PRINT {
                return Err(BadModule::Import { module: module.to_owned(), name: name.to_owned() });
            }
            let shaped = |shape: &FuncType| {
                let integer = |kind: ValType| matches!(kind, ValType::I32);
                shape.params().len() == 2 && shape.params().all(integer) && shape.results().len() == 0
            };
            if !import.ty().func().is_some_and(shaped) {
                return Err(BadModule::ShapeOfPrint);
            }
        }
        Ok(Self { module, limits })
    }

    /// The number of the game that it plays, as it says itself.
    pub fn game_number(&self, loading: Duration) -> Result<u32, BadModule> {
        let log = BotLog::create(None)?;
        let fuel = fuel_of(loading);
        let mut guest = ModuleGuest::new(self, &log, fuel)?;
        Ok(guest.seat.call(&guest.hello, (), fuel)?)
    }
}

impl Inside for WasmModule {
    fn seat(&self, setting: BotSetting) -> RemoteBot {
        RemoteBot::new(Box::new(GuestConnector::<ModuleGuest>(Arc::new(self.clone()))), setting)
    }

    fn is_module(&self) -> bool {
        true
    }

    fn runs_in(&self) -> String {
        counted_by()
    }
}

impl Loader<ModuleGuest> for WasmModule {
    fn instantiate(&self, log: &BotLog, fuel: u64) -> Result<Box<ModuleGuest>, Stop> {
        ModuleGuest::new(self, log, fuel).map(Box::new)
    }
}

/// What belongs to one module while it is loaded.
struct ModuleState {
    log: BotLog,
    bounds: Bounds,
    watch: Watch,
}

impl Watched for ModuleState {
    fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }
}

/// A module that is loaded.
pub(crate) struct ModuleGuest {
    seat: CallState,
    hello: TypedFunc<(), u32>,
    buffer_of: TypedFunc<(), u32>,
    ask: TypedFunc<u32, u64>,
    start: Option<TypedFunc<u32, ()>>,
    end: Option<TypedFunc<(), ()>>,
}

/// What a call of a module needs; apart from the functions, so that none has to be copied for it.
struct CallState {
    store: Store<ModuleState>,
    memory: Memory,
    /// Where views are written to.
    buffer: usize,
    /// The fuel that the last call used.
    used: u64,
}

impl CallState {
    #[inline]
    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        function: &TypedFunc<P, R>,
        given: P,
        fuel: u64,
    ) -> Result<R, Stop> {
        self.try_call(function, given, fuel).map_err(|error| Stop::from_error(&error))
    }

    /// The same with the engine's own error, which is small: what comes back fits into registers.
    fn try_call<P: WasmParams, R: WasmResults>(
        &mut self,
        function: &TypedFunc<P, R>,
        given: P,
        fuel: u64,
    ) -> wasmtime::Result<R> {
        begin(&mut self.store, fuel)?;
        let outcome = function.call(&mut self.store, given);
        let burnt = fuel.saturating_sub(self.store.get_fuel().unwrap_or(0));
        self.used = burnt + self.store.data_mut().bounds.take_burnt();
        outcome
    }

    /// Writes what follows a frame's head and number into the buffer; the number.
    fn lay_out(&mut self, frame: &[u8]) -> Result<u32, Stop> {
        let body = frame.get(HEAD..).unwrap_or(&[]);
        let (number, view) = body.split_first_chunk().unwrap_or((&[0; 4], &[]));
        self.show(view)?;
        Ok(u32::from_le_bytes(*number))
    }

    /// Writes a view into the buffer.
    fn show(&mut self, view: &[u8]) -> Result<(), Stop> {
        let view = &view[..view.len().min(BUFFER)];
        self.room().ok_or_else(no_room)?[..view.len()].copy_from_slice(view);
        Ok(())
    }

    /// The buffer, where it lies in the module's memory.
    #[inline]
    fn room(&mut self) -> Option<&mut [u8]> {
        self.memory.data_mut(&mut self.store).get_mut(self.buffer..self.buffer + BUFFER)
    }
}

#[cold]
fn no_room() -> Stop {
    Stop::Trapped("its buffer is no longer in its memory".to_owned())
}

impl ModuleGuest {
    fn new(from: &WasmModule, log: &BotLog, fuel: u64) -> Result<Self, Stop> {
        let trapped = |error: wasmtime::Error| Stop::from_error(&error);
        let engine = engine().map_err(|none| Stop::Trapped(none.to_string()))?;
        let bounds = Bounds::of_module(from.limits.memory);
        let mut store = Store::new(engine, ModuleState { log: log.clone(), bounds, watch: Watch::default() });
        store.limiter(|state| &mut state.bounds);
        watch_over(&mut store);
        begin(&mut store, fuel).map_err(trapped)?;
        let mut linker = Linker::new(engine);
        linker.func_wrap(PRINT.0, PRINT.1, print).map_err(trapped)?;
        let instance = linker.instantiate(&mut store, &from.module).map_err(trapped)?;
        let missing = |what: &str| {
            let (kind, shape) = EXPORTS.iter().find(|(name, _)| *name == what).copied().unwrap_or((what, ""));
            Stop::Trapped(format!("the module does not export {kind}{shape}"))
        };
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| missing("memory"))?;
        let hello =
            instance.get_typed_func(&mut store, "croupier_hello").map_err(|_| missing("croupier_hello"))?;
        let buffer_of =
            instance.get_typed_func(&mut store, "croupier_buffer").map_err(|_| missing("croupier_buffer"))?;
        let ask = instance.get_typed_func(&mut store, "croupier_ask").map_err(|_| missing("croupier_ask"))?;
        let start =
            optional(instance.get_func(&mut store, "croupier_start").map(|f| f.typed(&store)), || {
                missing("croupier_start")
            })?;
        let end = optional(instance.get_func(&mut store, "croupier_end").map(|f| f.typed(&store)), || {
            missing("croupier_end")
        })?;
        let used = fuel.saturating_sub(store.get_fuel().unwrap_or(0));
        let seat = CallState { store, memory, buffer: 0, used };
        Ok(Self { seat, hello, buffer_of, ask, start, end })
    }
}

/// What must be there, and what may be, with its shape.
const EXPORTS: [(&str, &str); 6] = [
    ("memory", ""),
    ("croupier_hello", "() -> i32"),
    ("croupier_buffer", "() -> i32"),
    ("croupier_ask", "(i32) -> i64"),
    ("croupier_start", "(i32)"),
    ("croupier_end", "()"),
];

/// A function that may be missing, but not have another shape.
fn optional<F>(found: Option<wasmtime::Result<F>>, wrong: impl Fn() -> Stop) -> Result<Option<F>, Stop> {
    found.transpose().map_err(|_| wrong())
}

impl Guest for ModuleGuest {
    fn greet(&mut self, hello: &[u8], fuel: u64) -> Result<String, Stop> {
        #[derive(Deserialize)]
        struct Hello<'a> {
            game: &'a str,
            version: u32,
        }
        let Hello { game, version } =
            serde_json::from_slice(hello).map_err(|error| Stop::Trapped(error.to_string()))?;
        let number = self.seat.call(&self.hello, (), fuel)?;
        if number != game_number(game, version) {
            return Err(Stop::Trapped(format!(
                "its croupier_hello gives {number:#x}; {game} in version {version} is {:#x}",
                game_number(game, version)
            )));
        }
        self.seat.buffer = self.seat.call(&self.buffer_of, (), fuel)? as usize;
        if self.seat.buffer + BUFFER > self.seat.memory.data_size(&self.seat.store) {
            return Err(Stop::Trapped(format!("its buffer has no {BUFFER} bytes of memory")));
        }
        Ok(format!(r#"{{"type":"hello","protocol":{PROTOCOL},"compact":true,"compact_games":true}}"#))
    }

    fn ask(&mut self, frame: &[u8], fuel: u64) -> Result<Answered, Stop> {
        let number = self.seat.lay_out(frame)?;
        self.seat.call(&self.ask, number, fuel).map(Answered::Code)
    }

    #[inline]
    fn code_for(&mut self, number: u32, view: WriteView<'_>, fuel: u64) -> Result<(u64, u64), Stop> {
        view(self.seat.room().ok_or_else(no_room)?);
        let code = self.seat.call(&self.ask, number, fuel)?;
        Ok((code, self.seat.used))
    }

    fn hear(&mut self, frame: &[u8], fuel: u64) -> Result<String, Stop> {
        self.seat.used = 0;
        let kind = frame.get(LENGTH).copied().and_then(FrameKind::of);
        match (kind, &self.start, &self.end) {
            (Some(FrameKind::Start), Some(start), _) => {
                let game = self.seat.lay_out(frame)?;
                self.seat.call(start, game, fuel)?;
            }
            (Some(FrameKind::End), _, Some(end)) => {
                self.seat.lay_out(frame)?;
                self.seat.call(end, (), fuel)?;
            }
            _ => {}
        }
        Ok(String::new())
    }

    fn used(&self) -> u64 {
        self.seat.used
    }

    fn listens(&self, kind: FrameKind) -> bool {
        match kind {
            FrameKind::Start => self.start.is_some(),
            FrameKind::End => self.end.is_some(),
            _ => true,
        }
    }

    fn takes_only_frames(&self) -> bool {
        true
    }
}

/// What a module prints goes to its log, and burns fuel.
fn print(mut caller: Caller<'_, ModuleState>, at: u32, length: u32) -> wasmtime::Result<()> {
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else { return Ok(()) };
    let length = length.min(LONGEST_PRINT);
    let left = caller.get_fuel()?;
    caller.set_fuel(left.saturating_sub(fuel_of_print(u64::from(length))))?;
    let end = u64::from(at) + u64::from(length);
    if let Some(bytes) = memory.data(&caller).get(at as usize..end as usize) {
        caller.data().log.add(bytes);
    }
    Ok(())
}
