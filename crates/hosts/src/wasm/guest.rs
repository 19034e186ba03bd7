//! A bot inside WebAssembly as its keeper sees it: calls go in with fuel, bytes come back. Neither knows a
//! game.

use super::watch::TookTooLong;
use crate::channel::WriteView;
use crate::frame::FrameKind;
use crate::log::BotLog;

/// A bot that is loaded.
pub(crate) trait Guest: Send {
    /// Gives it the table's hello; its own, or why it does not load, as a message of the protocol.
    fn greet(&mut self, hello: &[u8], fuel: u64) -> Result<String, Stop>;

    /// Puts a plain question: a frame with its head.
    fn ask(&mut self, frame: &[u8], fuel: u64) -> Result<Answered, Stop>;

    /// Puts a plain question to one that takes only frames: its number, and the view into its memory; the
    /// code of the move, and the fuel that it used.
    fn code_for(&mut self, _number: u32, _view: WriteView<'_>, _fuel: u64) -> Result<(u64, u64), Stop> {
        Err(Stop::Trapped("it is not asked so".to_owned()))
    }

    /// Gives it any other message, in a frame; what it says to that, as a message of the protocol, or
    /// nothing.
    fn hear(&mut self, frame: &[u8], fuel: u64) -> Result<String, Stop>;

    /// The fuel that the last call used.
    fn used(&self) -> u64;

    /// Whether a message of this kind does anything to it; who does not listen need not be told.
    fn listens(&self, _kind: FrameKind) -> bool {
        true
    }

    /// Whether every question goes to it as a frame, and nothing as JSON.
    fn takes_only_frames(&self) -> bool {
        false
    }
}

/// What a plain question was answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answered {
    /// A move by its code.
    Code(u64),
    /// A fault, as a message of the protocol.
    Fault(String),
}

/// Why a call did not come back. The guest is of no more use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Its fuel is used up.
    OutOfFuel,
    /// It took too much of a processor, in words, before its fuel was used up.
    OutOfTime(String),
    /// It went wrong, in words.
    Trapped(String),
}

/// Where guests come from: the same bot, loaded as often as it takes. Who is asked often and answers soon
/// says what kind its guests are, so that a question goes straight to them.
pub(crate) trait Loader<G: Guest + ?Sized = dyn Guest>: Send + Sync {
    /// A new guest, not greeted yet; what it prints goes to the log, and it may use so much fuel for it.
    fn instantiate(&self, log: &BotLog, fuel: u64) -> Result<Box<G>, Stop>;
}

impl Stop {
    /// Why it does not load.
    pub(crate) fn in_words(self) -> String {
        match self {
            Self::OutOfFuel => "it does not finish loading".to_owned(),
            Self::OutOfTime(why) | Self::Trapped(why) => why,
        }
    }

    /// What an error of a call means.
    #[cold]
    pub(crate) fn from_error(error: &wasmtime::Error) -> Self {
        if let Some(long) = error.downcast_ref::<TookTooLong>() {
            return Self::OutOfTime(long.to_string());
        }
        match error.downcast_ref::<wasmtime::Trap>() {
            Some(wasmtime::Trap::OutOfFuel) => Self::OutOfFuel,
            Some(wasmtime::Trap::StackOverflow) => {
                Self::Trapped("its calls are nested too deeply".to_owned())
            }
            Some(trap) => Self::Trapped(trap.to_string()),
            // The first line is the reason; what follows is the way there.
            None => Self::Trapped(error.root_cause().to_string()),
        }
    }
}
