//! What a bot of many games has answered in one of them.

use std::time::Duration;

use crate::channel::Message;
use crate::frame::FrameKind;

/// An answer, and the room that it lies in.
#[derive(Debug, Clone, Default)]
pub(super) struct Given {
    /// What it is; `None` where there is none.
    pub(super) said: Option<AnswerForm>,
    /// The body of a message.
    body: Vec<u8>,
    /// The time that falls to it.
    pub(super) share: Option<Duration>,
}

/// The form of an answer.
#[derive(Debug, Clone, Copy)]
pub(super) enum AnswerForm {
    /// The code of a move.
    Code(u64),
    /// A frame of this kind, whatever that is.
    Frame(u8),
}

impl Given {
    /// Keeps a message.
    pub(super) fn keep(&mut self, kind: u8, body: &[u8]) {
        self.said = Some(AnswerForm::Frame(kind));
        self.body.clear();
        self.body.extend_from_slice(body);
    }

    pub(super) fn clear(&mut self) {
        (self.said, self.share) = (None, None);
    }

    /// The message that it is; each is taken once.
    pub(super) fn message(&mut self) -> Option<Message<'_>> {
        Some(match self.said.take()? {
            AnswerForm::Code(code) => Message::Code(code),
            AnswerForm::Frame(kind) => match FrameKind::of(kind) {
                Some(FrameKind::Json) => Message::Json(&self.body),
                Some(kind) => Message::Frame { kind, body: &self.body },
                None => Message::Unknown,
            },
        })
    }
}
