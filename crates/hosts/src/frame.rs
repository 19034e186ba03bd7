//! Compact frames (`docs/protocol.md`): a length, a kind, a body. Nothing here knows what a body means.

use std::io;

use crate::channel::Write;

/// The bytes of a frame's length.
pub(crate) const LENGTH: usize = 4;
/// A frame's length and its kind; the body follows.
pub(crate) const HEAD: usize = LENGTH + 1;

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum FrameKind {
    /// A message in JSON.
    Json = b'J',
    /// A game begins.
    Start = b'S',
    /// A game is over.
    End = b'E',
    /// A question: its number and a view.
    Ask = b'A',
    /// A question with what the bot left in its memory.
    AskWithMemory = b'R',
    /// An answer: the question's number and a move's code.
    Answer = b'M',
    /// An answer with what the bot leaves in its memory.
    AnswerWithMemory = b'K',
    /// A message of one game of many.
    OfGame = b'G',
    /// The questions of many games, or their answers.
    Questions = b'Q',
    /// The same of a bot that keeps nothing: each question whole, with the luck of its game.
    PureQuestions = b'P',
}

impl FrameKind {
    const ALL: [Self; 10] = [
        Self::Json,
        Self::Start,
        Self::End,
        Self::Ask,
        Self::AskWithMemory,
        Self::Answer,
        Self::AnswerWithMemory,
        Self::OfGame,
        Self::Questions,
        Self::PureQuestions,
    ];

    /// The byte that stands for it.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// The kind that a byte stands for.
    pub(crate) fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.byte() == byte)
    }
}

/// Adds a frame whose body `write` makes; nothing is added where that fails.
pub(crate) fn frame(out: &mut Vec<u8>, kind: FrameKind, write: Write<'_>) -> io::Result<()> {
    let at = out.len();
    out.extend_from_slice(&[0, 0, 0, 0, kind.byte()]);
    if let Err(error) = write(out) {
        out.truncate(at);
        return Err(error);
    }
    let length = (out.len() - at - LENGTH) as u32;
    out[at..at + LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// The first frame of these bytes, by its kind and its body, and what follows it; `None` where none is whole.
pub(crate) fn first_frame(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    let (frame, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (&kind, body) = frame.split_first()?;
    Some((kind, body, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_known_by_its_byte() {
        for kind in FrameKind::ALL {
            assert_eq!(FrameKind::of(kind.byte()), Some(kind));
        }
        assert_eq!(FrameKind::of(b'X'), None);
    }

    #[test]
    fn frames_that_follow_one_another_are_told_apart_and_half_a_frame_is_none() {
        let two = [3, 0, 0, 0, b'M', 7, 8, 1, 0, 0, 0, b'X'];
        let (kind, body, rest) = first_frame(&two).unwrap();
        assert_eq!((kind, body), (b'M', &[7, 8][..]));
        assert_eq!(first_frame(rest), Some((b'X', &[][..], &[][..])));
        for half in [&two[..3], &two[..6], &[0, 0, 0, 0, b'M'], &[]] {
            assert_eq!(first_frame(half), None, "{half:?}");
        }
    }

    #[test]
    fn a_frame_counts_its_kind_and_its_body() {
        let mut out = vec![9];
        frame(&mut out, FrameKind::Ask, &mut |out| {
            out.extend_from_slice(&[1, 2]);
            Ok(())
        })
        .unwrap();
        assert_eq!(out, [9, 3, 0, 0, 0, b'A', 1, 2]);
        frame(&mut out, FrameKind::Ask, &mut |out| {
            out.push(1);
            Err(io::ErrorKind::Other.into())
        })
        .unwrap_err();
        assert_eq!(out.len(), 8, "what could not be written leaves nothing behind");
    }
}
