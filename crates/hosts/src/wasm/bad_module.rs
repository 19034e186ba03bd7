//! Why something inside WebAssembly cannot be a bot, each in a line.

use std::io;
use std::path::PathBuf;

use super::effort::{MOST_CODE, MOST_EFFORT, MOST_FUNCTIONS, WIDEST};
use super::guest::Stop;
use super::module::LONGEST;

/// Why a module is no bot.
#[derive(Debug, thiserror::Error)]
pub enum BadModule {
    /// Its file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its file has too many bytes.
    #[error("the module has {} MB; at most {} MB are read", .0 >> 20, LONGEST >> 20)]
    TooLong(u64),
    /// It is none, or uses what is not offered.
    #[error("no WebAssembly module that can be run: {0}")]
    Unreadable(String),
    /// One of its functions has too many parameters and results.
    #[error("the module has a function of {0} parameters and results; at most {WIDEST} are compiled")]
    TooWide(usize),
    /// It has too many functions.
    #[error("the module has {0} functions; at most {MOST_FUNCTIONS} are compiled")]
    TooManyFunctions(u32),
    /// It has so many bytes of code.
    #[error(
        "the module has {:.1} MB of code; at most {} MB are compiled",
        f64::from(*.0) / f64::from(1 << 20),
        MOST_CODE >> 20
    )]
    TooMuchCode(u32),
    /// Compiling it would take too long.
    #[error(
        "the module has too many variables across too many branches to be compiled: more than {MOST_EFFORT} \
         of one times the other"
    )]
    TooMuchEffort,
    /// It has an instruction that takes longer than any price.
    #[error("the module uses table.grow; tables keep the size that they begin with")]
    GrowsTables,
    /// It wants what is not there.
    #[error("the module imports {module}.{name}; only croupier.print can be imported")]
    Import {
        /// Of whom.
        module: String,
        /// What.
        name: String,
    },
    /// It wants what is there in another shape.
    #[error("the module imports croupier.print in another shape; it is croupier.print(i32, i32)")]
    ShapeOfPrint,
    /// Nothing can be run here.
    #[error(transparent)]
    Engine(#[from] NoEngine),
    /// It does not get through its own beginning.
    #[error("{0}")]
    DoesNotLoad(String),
}

impl From<Stop> for BadModule {
    fn from(stop: Stop) -> Self {
        Self::DoesNotLoad(stop.in_words())
    }
}

/// Why nothing inside WebAssembly can be run on this machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoEngine(pub(super) String);

/// Why there is no Python inside WebAssembly.
#[derive(Debug, thiserror::Error)]
pub enum NoPython {
    /// Nobody has built the component.
    #[error("the component for Python in WebAssembly is not built; scripts/wasm-python builds {0}")]
    NotBuilt(String),
    /// The component is there, and cannot be used.
    #[error("{}: {why}", .file.display())]
    Unusable {
        /// The component.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Nothing can be run here.
    #[error(transparent)]
    Engine(#[from] NoEngine),
}

/// Why a Python file does not say which bots it holds.
#[derive(Debug, thiserror::Error)]
pub enum NotListed {
    /// A file is in the way.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not come to an end.
    #[error("it does not finish loading")]
    Unfinished,
    /// It is stopped, and why.
    #[error("{0} while loading")]
    Stopped(String),
    /// The component does not do what ours does.
    #[error("{0}")]
    Component(String),
    /// It says itself what is wrong.
    #[error("{0}")]
    Said(String),
    /// Nothing can be run here.
    #[error(transparent)]
    Engine(#[from] NoEngine),
}

impl From<wasmtime::Error> for NotListed {
    fn from(error: wasmtime::Error) -> Self {
        Self::Component(format!("{error:#}"))
    }
}

impl From<Stop> for NotListed {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::OutOfFuel => Self::Unfinished,
            Stop::OutOfTime(why) | Stop::Trapped(why) => Self::Stopped(why),
        }
    }
}
