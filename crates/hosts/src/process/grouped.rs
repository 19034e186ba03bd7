//! The questions of many games in one message, and their answers in one. Anything else than good answers to all of them
//! is a fault, and whoever asked plays those games again one by one.

use croupier_record::{Fault, FaultKind};

use super::{BotProcess, State, told};
use crate::protocol::{FromBot, Kind};
use crate::wire::Message;

/// The kind of the frame that holds many questions, and of the one that holds their answers.
pub(crate) const QUESTIONS: u8 = b'Q';
const CODE_BYTES: usize = 8;

impl BotProcess {
    /// Sends frames, the last of which are questions, and reads the codes that answer so many of them.
    pub(crate) fn exchange(
        &mut self,
        frames: &[u8],
        questions: usize,
        codes: &mut Vec<u64>,
    ) -> Result<(), Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        live.wire.put_frames(frames);
        self.expect_answer();
        let heard = self.transmit(self.patience.per_move).and_then(|()| self.hear());
        self.settle_time();
        heard?;
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        codes.clear();
        match live.wire.take() {
            Some(Message::Frame { kind: QUESTIONS, body }) if body.len() == questions * CODE_BYTES => {
                let (words, _) = body.as_chunks::<CODE_BYTES>();
                codes.extend(words.iter().map(|word| u64::from_le_bytes(*word)));
                Ok(())
            }
            Some(Message::Json(line)) => Err(failed(line)),
            _ => Err(Box::new(Fault::new(FaultKind::Unreadable, "answers that do not fit the questions"))),
        }
    }
}

fn failed(line: &[u8]) -> Box<Fault> {
    let said = FromBot::read(line).filter(|said| said.kind == Kind::Fault);
    let message = said.map_or_else(|| "a message in place of answers".to_owned(), |said| told(&said));
    Box::new(Fault::new(FaultKind::Crashed, message))
}
