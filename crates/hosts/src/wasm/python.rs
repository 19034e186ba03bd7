//! Python inside WebAssembly: one component that holds the interpreter and our host, found by content,
//! compiled once, and an instance of it for every bot.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use wasmtime::Store;
use wasmtime::component::{Component, ComponentNamedList, InstancePre, Lift, Linker, Lower, TypedFunc};

use super::bad_module::{NoPython, NotListed};
use super::channel::GuestConnector;
use super::direct_calls::{DirectCalls, view_in};
use super::engine::{cache_folder, counted_by, engine, fuel_of};
use super::guest::{Answered, Guest, Loader, Stop};
use super::importable_files::ImportableFiles;
use super::store_state::StoreState;
use super::wasi;
use super::watch::{begin, watch_over};
use crate::frame::{FrameKind, LENGTH};
use crate::inside::{COMPONENT, Inside};
use crate::languages::{Listed, Module, carried};
use crate::life::{BotSetting, RemoteBot};
use crate::log::BotLog;
use crate::protocol::{FromBot, MessageKind};
use crate::sources;

const WIT: &str = include_str!("../../../../languages/wasm/python.wit");
const BUILDER: &str = include_str!("../../../../languages/wasm/requirements.txt");

/// The environment variable that names another component than the one in the cache folder.
const CHOICE: &str = "CROUPIER_WASM_PYTHON";
/// The code of an answer that is none.
const FAILED: u64 = u64::MAX;

/// The component, compiled, with all that it imports.
pub struct PythonCell {
    ready: InstancePre<StoreState>,
    /// A hash of the component itself: two builds of the same sources are not quite the same.
    hash: String,
}

impl std::fmt::Debug for PythonCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Python inside WebAssembly")
    }
}

impl PythonCell {
    /// The component's file name, which follows from all that it is made of.
    #[must_use]
    pub fn file_name() -> String {
        let mut files: Vec<(String, Vec<u8>)> = carried().collect();
        let in_c = sources::WASM_IN_C.iter();
        files.extend(in_c.map(|&(name, text)| (format!("inside/{name}"), text.to_owned())));
        files.push(("python.wit".to_owned(), WIT.into()));
        files.push(("requirements.txt".to_owned(), BUILDER.into()));
        files.sort();
        let mut hash = Sha256::new();
        for (name, text) in files {
            hash.update(name.as_bytes());
            hash.update([0]);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(&text);
        }
        let digits: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("python-{digits}.wasm")
    }

    /// What counts the fuel of its bots, and what they are run by.
    pub(crate) fn runs_in(&self) -> String {
        format!("{}, {COMPONENT} {}", counted_by(), self.hash)
    }

    /// Where the component is, if it has been built.
    #[must_use]
    pub fn file() -> Option<PathBuf> {
        let chosen = std::env::var_os(CHOICE).map(PathBuf::from);
        let file = chosen.or_else(|| cache_folder().map(|folder| folder.join(Self::file_name())));
        file.filter(|file| file.is_file())
    }

    /// Whether it is there and was never compiled here, which takes a quarter of a minute.
    #[must_use]
    pub fn is_to_be_compiled() -> bool {
        Self::file().is_some_and(|file| !compiled_mark(&file).exists())
    }

    /// Loads the component; compiles it where that has not been done yet.
    pub fn find() -> Result<Self, NoPython> {
        let file = Self::file().ok_or_else(|| NoPython::NotBuilt(Self::file_name()))?;
        let unusable = |why: String| NoPython::Unusable { file: file.clone(), why };
        let words = |error: wasmtime::Error| unusable(format!("{error:#}"));
        let bytes = fs::read(&file).map_err(|error| unusable(error.to_string()))?;
        let hash = blake3::hash(&bytes).to_hex()[..16].to_owned();
        let engine = engine()?;
        // One process compiles; others that come meanwhile wait for what it keeps.
        let turn = cache_folder().and_then(|folder| fs::File::create(folder.join("compiling")).ok());
        if let Some(turn) = &turn {
            // Without a lock everyone compiles, which is only slower.
            let _ = turn.lock();
        }
        let component = Component::new(engine, bytes).map_err(words)?;
        drop(turn);
        // Only a note for the next time: without it, a message too many is shown.
        let _ = fs::write(compiled_mark(&file), b"");
        let mut linker = Linker::new(engine);
        wasi::link(&mut linker, &component).map_err(words)?;
        Ok(Self { ready: linker.instantiate_pre(&component).map_err(words)?, hash })
    }

    /// The one game that all of them play; `None` where there are several.
    pub fn game(self: &Arc<Self>, module: &Module) -> Result<Option<String>, NotListed> {
        self.listed(module).map(|listed| listed.game)
    }

    /// The bots of a file, as its own code says when it is loaded.
    pub(crate) fn listed(self: &Arc<Self>, module: &Module) -> Result<Listed, NotListed> {
        let log = BotLog::create(None)?;
        let loader = PythonLoader::new(self, module.clone(), None);
        let mut guest = loader.instance(&log)?;
        let setup = loader.setup(None)?;
        let (listed,) = guest.call(guest.functions.classes, (setup,), fuel_of(module.loading))?;
        Listed::read(listed.as_bytes()).map_err(|why| NotListed::Said(why.to_string()))
    }
}

/// The file that says that a component has been compiled.
fn compiled_mark(component: &Path) -> PathBuf {
    component.with_extension("compiled")
}

/// A class of a Python file, to be loaded as often as needed.
#[derive(Debug, Clone)]
pub struct PythonLoader {
    cell: Arc<PythonCell>,
    module: Module,
    class: Option<String>,
    importable: Arc<ImportableFiles>,
    notes: Vec<String>,
}

impl PythonLoader {
    /// The bot of this class.
    #[must_use]
    pub fn new(cell: &Arc<PythonCell>, module: Module, class: Option<&str>) -> Self {
        let importable = Arc::new(ImportableFiles::new(module.files.folder().to_owned()));
        let notes = module.files.notes().to_vec();
        Self { cell: Arc::clone(cell), module, class: class.map(str::to_owned), importable, notes }
    }

    /// The same, with what its author should know.
    #[must_use]
    pub(crate) fn noted(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    fn instance(&self, log: &BotLog) -> Result<PythonGuest, NotListed> {
        let state = StoreState::new(log.clone(), Arc::clone(&self.importable), self.module.limits.memory);
        let mut store = Store::new(engine()?, state);
        store.limiter(|state| &mut state.bounds);
        watch_over(&mut store);
        begin(&mut store, fuel_of(self.module.loading))?;
        let instance = self.cell.ready.instantiate(&mut store)?;
        let functions = Functions {
            classes: instance.get_typed_func(&mut store, "classes")?,
            load: instance.get_typed_func(&mut store, "load")?,
            ask: instance.get_typed_func(&mut store, "ask")?,
            why: instance.get_typed_func(&mut store, "why")?,
            hear: instance.get_typed_func(&mut store, "hear")?,
        };
        let direct_calls = DirectCalls::of(&instance, &mut store)?;
        let loader = self.clone();
        Ok(PythonGuest {
            store,
            functions,
            direct_calls,
            opened: false,
            loader,
            frame: Arc::default(),
            used: 0,
        })
    }

    /// What the host inside is told of the bot.
    fn setup(&self, hello: Option<&RawValue>) -> io::Result<String> {
        let source = fs::read_to_string(self.module.files.file())?;
        let file = self.module.files.name().to_string_lossy();
        let setup =
            serde_json::json!({ "file": file, "source": source, "class": self.class, "hello": hello });
        Ok(setup.to_string())
    }
}

impl Inside for PythonLoader {
    fn seat(&self, setting: BotSetting) -> RemoteBot {
        RemoteBot::new(Box::new(GuestConnector::<dyn Guest>(Arc::new(self.clone()))), setting)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn runs_in(&self) -> String {
        self.cell.runs_in()
    }
}

impl Loader for PythonLoader {
    fn instantiate(&self, log: &BotLog, _: u64) -> Result<Box<dyn Guest>, Stop> {
        Ok(Box::new(self.instance(log).map_err(|why| Stop::Trapped(why.to_string()))?))
    }
}

/// What the component exports.
#[derive(Clone)]
struct Functions {
    classes: TypedFunc<(String,), (String,)>,
    load: TypedFunc<(String,), (String,)>,
    ask: TypedFunc<(Arc<Vec<u8>>,), (u64,)>,
    why: TypedFunc<(), (String,)>,
    hear: TypedFunc<(Arc<Vec<u8>>,), (String,)>,
}

/// A bot that is loaded, or about to be.
struct PythonGuest {
    store: Store<StoreState>,
    functions: Functions,
    direct_calls: DirectCalls,
    /// Whether games go to it by direct calls.
    opened: bool,
    loader: PythonLoader,
    /// What the next call is given, kept so that a question allocates nothing.
    frame: Arc<Vec<u8>>,
    used: u64,
}

impl PythonGuest {
    fn call<P, R>(&mut self, function: TypedFunc<P, R>, given: P, fuel: u64) -> Result<R, Stop>
    where
        P: ComponentNamedList + Lower,
        R: ComponentNamedList + Lift,
    {
        self.store.data_mut().begin(fuel);
        begin(&mut self.store, fuel).map_err(|error| Stop::from_error(&error))?;
        let outcome = function.call(&mut self.store, given).map_err(|error| Stop::from_error(&error));
        let left = self.store.get_fuel().unwrap_or(0);
        self.used = self.store.data_mut().end(left);
        outcome
    }

    /// What went wrong in the call before, as a message of the protocol; it belongs to that call.
    fn why(&mut self, fuel: u64) -> Result<String, Stop> {
        let used = self.used;
        let (why,) = self.call(self.functions.why, (), fuel)?;
        self.used += used;
        Ok(why)
    }

    /// The bytes where the component can fetch them.
    fn lay_out(&mut self, bytes: &[u8]) -> Arc<Vec<u8>> {
        let frame = Arc::make_mut(&mut self.frame);
        frame.clear();
        frame.extend_from_slice(bytes);
        Arc::clone(&self.frame)
    }
}

impl Guest for PythonGuest {
    fn greet(&mut self, hello: &[u8], fuel: u64) -> Result<String, Stop> {
        let hello: &RawValue =
            serde_json::from_slice(hello).map_err(|error| Stop::Trapped(error.to_string()))?;
        let setup = self.loader.setup(Some(hello)).map_err(|error| Stop::Trapped(error.to_string()))?;
        let (said,) = self.call(self.functions.load, (setup,), fuel)?;
        match FromBot::read(said.as_bytes()) {
            Some(hello) => self.opened = hello.kind == MessageKind::Hello && hello.direct_calls,
            None => return Err(Stop::Trapped("its host said nothing".to_owned())),
        }
        Ok(said)
    }

    fn ask(&mut self, frame: &[u8], fuel: u64) -> Result<Answered, Stop> {
        let (code,) = if self.opened {
            self.call(self.direct_calls.decide, view_in(frame), fuel)?
        } else {
            let frame = self.lay_out(frame);
            self.call(self.functions.ask, (frame,), fuel)?
        };
        if code == FAILED { self.why(fuel).map(Answered::Fault) } else { Ok(Answered::Code(code)) }
    }

    fn hear(&mut self, frame: &[u8], fuel: u64) -> Result<String, Stop> {
        let (code,) = match frame.get(LENGTH).copied().and_then(FrameKind::of) {
            Some(FrameKind::Start) if self.opened => {
                let frame = self.lay_out(frame);
                self.call(self.direct_calls.begin, (frame,), fuel)?
            }
            Some(FrameKind::End) if self.opened => {
                self.call(self.direct_calls.finish, view_in(frame), fuel)?
            }
            _ => {
                let frame = self.lay_out(frame);
                return self.call(self.functions.hear, (frame,), fuel).map(|(said,)| said);
            }
        };
        if code == FAILED { self.why(fuel) } else { Ok(String::new()) }
    }

    fn used(&self) -> u64 {
        self.used
    }
}
