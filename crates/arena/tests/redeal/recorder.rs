//! A bot at the seam of all hosts that are no web servers: it keeps every byte that it is sent.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use croupier_games::Game;
use croupier_hosts::{Coded, Correspondent, Foreign, Greeting, Interrupt, Lay, Load, Patience, Reply};
use croupier_record::{Fault, Player};

use crate::spy::{Seen, Told};

/// The forms of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// JSON, with legal moves and a notice of every move.
    Lines,
    /// Compact frames, as our hosts take them; those of many games at once hold the same.
    Frames,
    /// The fields of a view in the memory of a WebAssembly module.
    Fields,
}

/// Ten seconds for everything, and no clock for a whole game: what a clock shows is nobody's luck.
pub(crate) fn patience() -> Patience {
    let limit = Duration::from_secs(10);
    Patience {
        per_move: limit,
        per_game: None,
        loading: limit,
        restarts: 3,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    }
}

/// A player whose bot is a recorder.
pub(crate) fn recording<G: Game>(form: Form, seen: &Arc<Seen>) -> Box<dyn Player<G>> {
    let recorder = Recorder { form, seen: Arc::clone(seen), said: String::new() };
    Box::new(Foreign::<G>::new(Box::new(recorder), &patience()))
}

struct Recorder {
    form: Form,
    seen: Arc<Seen>,
    said: String,
}

impl Correspondent for Recorder {
    fn wake(&mut self) -> Result<(), Box<Fault>> {
        Ok(())
    }

    fn greeting(&self) -> Greeting {
        let framed = self.form != Form::Lines;
        Greeting {
            wants_legal: !framed,
            wants_moves: !framed,
            compact: framed,
            compact_games: framed,
            compact_memory: self.form == Form::Frames,
            ..Greeting::default()
        }
    }

    fn starts(&self) -> u32 {
        1
    }

    fn is_framed(&self) -> bool {
        self.form != Form::Lines
    }

    fn takes_only_frames(&self) -> bool {
        self.form == Form::Fields
    }

    fn send(
        &mut self,
        kind: u8,
        write: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Box<Fault>> {
        let mut message = vec![kind];
        write(&mut message).unwrap();
        self.seen.add(Told::Sent(message));
        Ok(())
    }

    fn answer(&mut self, _: u32) -> Result<Reply<'_>, Box<Fault>> {
        let next = self.seen.next();
        let memory = next.memory.map(String::into_boxed_str);
        if self.form == Form::Lines {
            self.said = next.json;
            return Ok(Reply::Json(&self.said, memory));
        }
        Ok(Reply::Code(next.code, memory.filter(|_| self.form == Form::Frames)))
    }

    fn code_for(&mut self, number: u32, view: Lay<'_>) -> Result<Coded, Box<Fault>> {
        // What lies behind the view in the module's memory is the module's own.
        let mut room = vec![0; 1 << 16];
        let length = view(&mut room);
        let mut message = number.to_le_bytes().to_vec();
        message.extend_from_slice(&room[..length]);
        assert!(room[length..].iter().all(|&byte| byte == 0), "written beyond the view");
        self.seen.add(Told::Sent(message));
        Ok(Coded { code: self.seen.next().code, fuel: 1 })
    }

    fn count_game(&mut self) {}
}
