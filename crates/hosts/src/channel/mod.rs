//! The seam between the shell and whoever moves a bot's bytes: a process, WebAssembly, a url, one game of
//! many.
//!
//! A [`Channel`] is one bot that is up. It sends a message, receives one within the limit of the last that
//! was sent, and ends. A [`Connector`] starts the bot, as often as its [life](crate::RemoteBot) allows.
//! Neither knows a game, what messages mean, or what a failure leads to.

#[cfg(test)]
pub(crate) mod test_double;

use std::io;
use std::time::Duration;

use croupier_record::{Fault, FaultKind, OwnTime};

use crate::frame::FrameKind;
use crate::life::BotSetting;
use crate::protocol::Greeting;

/// Writes the body of a message.
pub type Write<'a> = &'a mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>;

/// Lays a view out at the beginning of a room, and says how long it is.
pub type WriteView<'a> = &'a mut dyn FnMut(&mut [u8]) -> usize;

/// Starts a bot.
pub trait Connector: Send {
    /// A bot that has just been started, and was not greeted yet.
    ///
    /// # Errors
    /// Where it cannot be started; then it is out of the tournament.
    fn connect(&mut self, setting: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>>;
}

/// A bot that is up.
pub trait Channel: Send {
    /// Sends a message. Its limit begins here, and holds for the answer too.
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>>;

    /// The next message from the bot, within the limit of the last one to it: nothing that it says renews
    /// that.
    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>>;

    /// Ends the bot with all it has started.
    fn end(&mut self, leave: Leave) -> BotExit;

    /// Both have greeted: from here on messages go as this says.
    fn agree(&mut self, _greeting: &Greeting) -> Takes {
        Takes::default()
    }

    /// Nobody waits for the bot any more; what it took since the last message to it.
    fn settle(&mut self) -> Settled {
        Settled::default()
    }

    /// Waits ten times as long on the wall from the next message on, or as long as ever: only for a bot that
    /// shares a machine with others, and whose own limit stays what it is.
    fn set_patient(&mut self, _patient: bool) {}

    /// What the bot has used of its clock since it was started.
    fn used(&self) -> Duration {
        Duration::ZERO
    }

    /// A game begins, with this luck of the bot's own: whoever sends it with every question keeps it.
    fn begin_game(&mut self, _luck: u64) {}

    /// Question and answer in one call, which is what makes a module as quick as a player of the house: the
    /// view is laid out in the bot's own memory, and its move comes back by its code.
    ///
    /// Only for a bot that [takes fields](Takes::fields). No message is made and nothing is allocated.
    fn code_for(&mut self, _number: u32, _view: WriteView<'_>) -> Result<Coded, Box<Failure>> {
        Err(Failure::fault(FaultKind::Unreadable, "it is not asked by its fields"))
    }
}

/// A message to a bot, but for its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outgoing {
    /// How its body is packed.
    pub form: Form,
    /// What is to come back.
    pub wants: Wants,
    /// How long the bot may take to read it, and to answer where it is to.
    pub limit: Duration,
}

/// How the body of a message is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a frame of this kind, or as a line where frames are not agreed on.
    Message(FrameKind),
    /// Not at all: it is whole frames already.
    Frames,
}

/// What is to come back for a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// The bot's hello.
    Greeting,
    /// An answer: the bot may think until it is there.
    Answer,
    /// Nothing.
    Nothing,
}

/// A message from a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message<'a> {
    /// A message in JSON, or a print.
    Json(&'a [u8]),
    /// The body of a frame of another kind.
    Frame {
        /// Which.
        kind: FrameKind,
        /// What is in it.
        body: &'a [u8],
    },
    /// A frame of no kind that there is.
    Unknown,
    /// The code of the move that answers the last question, from one who can answer no other.
    Code(u64),
    /// All that came back for the last request, whatever it is: over HTTP nothing else can come.
    Reply(&'a [u8]),
}

/// How a bot is spoken to once both have greeted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Takes {
    /// Messages are frames.
    pub framed: bool,
    /// Views go to it as fields in its memory, and nothing as JSON: see [`Channel::code_for`].
    pub fields: bool,
    /// It hears that a game begins; who does not need not be told.
    pub starts: bool,
    /// It hears that a game is over.
    pub ends: bool,
    /// Its answers come together with those of other games, later.
    pub batched: bool,
    /// Every message is a request with a reply of its own. One that nobody wants is read before the next
    /// message, and none is waited for beyond the game's own time.
    pub requests: bool,
    /// The clock that counts over many games.
    pub clock: LongClock,
}

impl Default for Takes {
    fn default() -> Self {
        Self {
            framed: false,
            fields: false,
            starts: true,
            ends: true,
            batched: false,
            requests: false,
            clock: LongClock::None,
        }
    }
}

/// What a bot may use only so much of in a thousand games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongClock {
    /// Its processor time.
    Processor,
    /// Its fuel, which repeats.
    Fuel,
    /// Nothing of it is known.
    None,
}

/// What a bot took since the last message to it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settled {
    /// By a clock of its own, where it has one that was looked at.
    pub own: Option<OwnTime>,
    /// What counts of a game's time; the time on the wall, where nothing is said.
    pub counts: Option<Duration>,
    /// How long it waited for a processor.
    pub waited: Duration,
}

/// A move by its code, from a bot that takes fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coded {
    /// As the game numbers its moves.
    pub code: u64,
    /// The fuel it burnt.
    pub fuel: u64,
}

/// How long a bot may take to leave by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// Not at all: the run was interrupted.
    AtOnce,
    /// A moment.
    Soon,
    /// As long as the system may take: it has closed its output, and how it ended is worth the wait.
    Closed,
    /// It is told that there are no more games, and given a moment.
    Farewell,
}

/// How a bot was ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotExit {
    /// It had ended by itself, in words.
    ByItself(String),
    /// By the table.
    Stopped,
    /// There was nothing to end.
    Quietly,
}

/// Why a message did not go or come, told by what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Its time is over. Late again and again, it is taken to hang.
    Late(String),
    /// The machine kept it waiting for so long that nothing can be said of it.
    Starved(String),
    /// A url gave no answer at all. Silent too often in a row, it is out.
    Silent(Fault),
    /// A fault of the bot's, which goes on.
    Fault(Fault),
    /// It is of no more use, for this reason.
    Over(Fault, &'static str),
    /// It has gone by itself; how it ended says more than this.
    Closed(String),
    /// A new instance of it does not load.
    NotLoaded(String),
    /// Waiting was ended from outside.
    Interrupted,
}

impl Failure {
    /// A fault of the bot's, which goes on.
    pub(crate) fn fault(kind: FaultKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self::Fault(Fault::new(kind, message)))
    }
}
