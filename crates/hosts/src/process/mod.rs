//! A bot in a process of its own: started in its cell, spoken to through pipes, timed by its own clock,
//! ended.
//!
//! It moves bytes and knows neither games nor messages; [`RemoteBot`](crate::RemoteBot) knows what follows
//! from a failure. `wire.rs` moves lines and frames, `wait/` gives every wait its one limit.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, OwnTime};

use crate::cell::{Cell, Handle, SandboxSpec, SandboxedProcess, TaskTime};
use crate::channel::{
    BotExit, Channel, Connector, Failure, Form, Leave, LongClock, Message, Outgoing, Settled, Takes, Wants,
    Write,
};
use crate::interrupt::Interrupt;
use crate::life::{BotSetting, DID_NOT_READ, UNREAD};
use crate::log::follower::Follower;
use crate::neighbours::{Neighbour, Neighbours};
use crate::pipes::Pipes;
use crate::protocol::Greeting;
use crate::time::limit::{Late, OwnClock};
use crate::time::own_time::Whose;
use crate::time::stolen::Stolen;
use crate::wait::{self, Wait};
use crate::wire::Wire;

/// So much is kept to be sent later, at most.
const MOST_KEPT: usize = 4096;
/// When its time is over, a bot may take so long to read what is left for it, and again so long to leave.
const FAREWELL: Duration = Duration::from_millis(100);
/// So long a bot whose time is over may take to leave by itself.
const LEAVING: Duration = Duration::from_millis(200);
/// So long the system may take to end a process that has closed its output: how it ended is worth the wait,
/// and must not depend on how busy the machine is.
const CLOSING: Duration = Duration::from_secs(5);

/// How a bot is started.
pub trait Launch: Send + Sync {
    /// What to put into the cell.
    fn spec(&self) -> SandboxSpec;

    /// What its log says before anything else, and its check: files that it asks for and does not see, and
    /// what else its author should know.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Whether its language makes sure that it keeps nothing between two questions: then no game of it knows
    /// of another, however long its process lives.
    fn is_pure(&self) -> bool {
        false
    }

    /// Whether its code was looked through, and keeps nothing between two questions: then one instance may
    /// play many games at once, as one that lives through the tournament does.
    fn is_stateless(&self) -> bool {
        false
    }
}

/// Starts processes of a bot.
pub struct ProcessConnector {
    launch: Arc<dyn Launch>,
    cell: Arc<Cell>,
    core: Option<usize>,
}

impl ProcessConnector {
    /// Processes in this cell; `core` is the one processor that they may use.
    #[must_use]
    pub fn new(launch: Arc<dyn Launch>, cell: Arc<Cell>, core: Option<usize>) -> Self {
        Self { launch, cell, core }
    }

    fn start(&self, setting: &BotSetting) -> io::Result<ProcessChannel> {
        let spec = SandboxSpec { core: self.core, ..self.launch.spec() };
        let SandboxedProcess { input, output, prints, errors, handle } = self.cell.spawn(&spec)?;
        let wire = Wire::over(Pipes::new(input, output)?);
        let wait = Wait::begin_start(setting.time_limits.loading, &wire);
        let readers = prints
            .into_iter()
            .map(|stream| setting.log.follow_prints(stream))
            .chain([setting.log.follow(errors)])
            .collect::<io::Result<_>>()?;
        let neighbour = self.cell.neighbours.join(Box::new(handle.control()), self.core);
        Ok(ProcessChannel {
            cell: Arc::clone(&self.cell),
            core: self.core,
            interrupt: setting.time_limits.interrupt.clone(),
            handle,
            neighbour,
            wire,
            wait,
            waiting: true,
            patient: false,
            readers,
            marks: false,
        })
    }
}

impl Connector for ProcessConnector {
    fn connect(&mut self, setting: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        match self.start(setting) {
            Ok(channel) => Ok(Box::new(channel)),
            Err(error) => Err(Failure::fault(FaultKind::Crashed, error.to_string())),
        }
    }
}

/// A bot's process.
struct ProcessChannel {
    cell: Arc<Cell>,
    core: Option<usize>,
    interrupt: Interrupt,
    handle: Handle,
    neighbour: Arc<Neighbour>,
    wire: Wire,
    /// The wait that the last message to it began; the answer to a question is heard within the same.
    wait: Wait,
    /// Whether that goes on: what it took is told once.
    waiting: bool,
    /// Whether it is waited for longer on the wall.
    patient: bool,
    /// Threads that read what it prints.
    readers: Vec<Follower>,
    /// Whether it marks its prints itself, so that nobody has to know which turn they belong to.
    marks: bool,
}

impl Channel for ProcessChannel {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let put = match message.form {
            Form::Message(kind) => self.wire.put(kind, write),
            Form::Frames => self.wire.put_frames(write),
        };
        put.map_err(|error| Box::new(Failure::Closed(error.to_string())))?;
        // Waking a bot that is asked nothing costs as much as a question, so what needs no answer goes with
        // what follows.
        if message.wants == Wants::Nothing && self.wire.unsent() <= MOST_KEPT {
            return Ok(());
        }
        self.transmit(message)
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        // Whoever is waited for is never in anybody's way.
        self.neighbour.asked();
        let clock = Watchful { handle: &self.handle, neighbours: &self.cell.neighbours, core: self.core };
        self.wait.hear(&mut self.wire, &clock, &self.interrupt).map_err(unheard)?;
        Ok(self.wire.take().unwrap_or(Message::Unknown))
    }

    fn end(&mut self, leave: Leave) -> BotExit {
        let time = match leave {
            Leave::AtOnce => Duration::ZERO,
            Leave::Soon => LEAVING,
            Leave::Closed => CLOSING,
            Leave::Farewell => {
                self.neighbour.let_go_on();
                // Told by the end of its input that there are no more games; given a moment, then ended.
                self.wire.close_input(Instant::now() + FAREWELL);
                self.handle.ended_within(FAREWELL);
                LEAVING
            }
        };
        let ending = self.handle.ended_within(time);
        self.handle.kill();
        self.readers.drain(..).for_each(Follower::finish);
        ending.map_or(BotExit::Stopped, |ending| BotExit::ByItself(ending.to_string()))
    }

    fn agree(&mut self, greeting: &Greeting) -> Takes {
        self.neighbour.answered();
        self.marks = greeting.marks;
        if greeting.compact {
            self.wire.use_frames();
        }
        Takes { framed: greeting.compact, clock: LongClock::Processor, ..Takes::default() }
    }

    fn set_patient(&mut self, patient: bool) {
        self.patient = patient;
    }

    fn settle(&mut self) -> Settled {
        self.neighbour.answered();
        if !self.marks {
            self.readers.iter().for_each(Follower::catch_up);
        }
        if !std::mem::take(&mut self.waiting) {
            return Settled::default();
        }
        let Some(used) = self.wait.used(&self.wire, &self.handle) else { return Settled::default() };
        let own = used.own();
        Settled {
            own: Some(OwnTime::Alone(own.as_nanos() as u64)),
            counts: Some(own),
            waited: used.waited.unwrap_or_default(),
        }
    }

    fn used(&self) -> Duration {
        self.handle.processor_time()
    }
}

impl ProcessChannel {
    /// Begins the wait of a message, and sends all that is to be sent within it.
    fn transmit(&mut self, message: Outgoing) -> Result<(), Box<Failure>> {
        let wait = match message.wants {
            Wants::Greeting => Wait::begin_start(message.limit, &self.wire),
            Wants::Answer | Wants::Nothing => Wait::begin(message.limit, &self.wire),
        };
        self.wait = if self.patient { wait.patient() } else { wait };
        self.waiting = true;
        // What is stopped cannot read.
        match message.wants {
            Wants::Answer => self.neighbour.asked(),
            Wants::Greeting | Wants::Nothing => self.neighbour.let_go_on(),
        }
        let clock = Watchful { handle: &self.handle, neighbours: &self.cell.neighbours, core: self.core };
        self.wait.send(&mut self.wire, &clock, &self.interrupt).map_err(|ended| match ended {
            wait::WaitFailure::Late(late) if late.whose == Whose::Bot => unread(&late),
            other => unheard(other),
        })
    }
}

/// What a wait is called that ended without a message.
fn unheard(ended: wait::WaitFailure) -> Box<Failure> {
    Box::new(match ended {
        wait::WaitFailure::Late(late) if late.whose == Whose::Machine => Failure::Starved(late.to_string()),
        wait::WaitFailure::Late(late) => Failure::Late(late.to_string()),
        wait::WaitFailure::TooMuch(what) => {
            Failure::Over(Fault::new(FaultKind::TooMuch, what.to_string()), "it wrote without end")
        }
        wait::WaitFailure::Interrupted => Failure::Interrupted,
        wait::WaitFailure::Closed => Failure::Closed("ended".to_owned()),
        wait::WaitFailure::Io(error) => Failure::Closed(error.to_string()),
    })
}

/// A bot that does not read has lost what it was to be told, so it cannot go on.
fn unread(late: &Late) -> Box<Failure> {
    let message = format!("{DID_NOT_READ} within {:.2} s", late.used.wall.as_secs_f64());
    Box::new(Failure::Over(Fault::new(FaultKind::Late, message), UNREAD))
}

/// A bot's clock that has an eye on the neighbours while the bot is waited for.
struct Watchful<'a> {
    handle: &'a Handle,
    neighbours: &'a Neighbours,
    core: Option<usize>,
}

impl OwnClock for Watchful<'_> {
    fn processor_time(&self) -> Duration {
        self.handle.processor_time()
    }

    fn tasks(&self) -> Vec<TaskTime> {
        self.handle.tasks()
    }

    fn stolen(&self) -> Stolen {
        Stolen::now()
    }

    fn glance(&self, now: Instant) {
        self.neighbours.glance(self.core, now);
    }

    fn heard(&self, now: Instant) {
        self.neighbours.heard(self.core, now);
    }
}
