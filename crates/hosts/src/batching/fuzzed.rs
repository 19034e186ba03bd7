//! Answers for many games, for fuzzers: taken as a batch takes them, and read as each game reads its own.

use super::{Given, Wrong, take_answers};
use crate::channel::Message;
use crate::life::Heard;

/// Games that were all asked, and what has been answered so far.
pub(crate) struct AskedGames {
    asked: Vec<u32>,
    heard: usize,
    given: Vec<Given>,
}

impl AskedGames {
    /// So many games, each of which waits for its answer.
    pub(crate) fn new(games: u8) -> Self {
        let given = (0..games).map(|_| Given::default()).collect();
        Self { asked: (0..u32::from(games)).collect(), heard: 0, given }
    }

    /// Takes a message and hands on what it says in each game; never more answers than there were questions.
    pub(crate) fn hear(
        &mut self,
        message: Message<'_>,
        mut read: impl FnMut(Message<'_>),
    ) -> Result<(), Wrong> {
        let Self { asked, heard, given } = self;
        let Heard::Taken(taken) = take_answers(message, &asked[*heard..], given) else { return Ok(()) };
        *heard += taken?;
        assert!(*heard <= asked.len(), "{heard} answers to {} questions", asked.len());
        given.iter_mut().filter_map(Given::message).for_each(&mut read);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::FrameKind;

    #[test]
    fn each_answer_is_read_once_and_one_too_many_is_none() {
        let mut games = AskedGames::new(2);
        let mut read = 0;
        let whole = [2, 0, 0, 0, b'M', 7];
        let one = Message::Frame { kind: FrameKind::PureQuestions, body: &whole };
        for _ in 0..2 {
            games.hear(one, |_| read += 1).unwrap();
        }
        assert_eq!(read, 2);
        games.hear(one, |_| read += 1).unwrap_err();
        assert_eq!(read, 2);

        let codes = [0; 16];
        let mut games = AskedGames::new(2);
        games.hear(Message::Frame { kind: FrameKind::Questions, body: &codes }, |_| read += 1).unwrap();
        assert_eq!(read, 4);
    }
}
