//! The questions that wait to be sent to a bot: in order, and no more in one message than it answers soon.

use std::io;
use std::time::Duration;

/// A message has so few questions that its answer should take this part of the time for one: a limit holds
/// for the whole answer, and whoever hangs is noticed as soon as when it is asked alone.
const PART_OF_LIMIT: u32 = 20;
/// As long as nobody knows how quick a bot is, it gets so many questions.
const FIRST: usize = 8;
/// From one message to the next the number of questions may grow so many times.
const GROWTH: usize = 4;
/// The most bytes of a message, but for its first question: memories are long, and come back longer.
const MOST_BYTES: usize = 256 * 1024;

/// What waits.
pub(super) struct PendingMessages {
    bytes: Vec<u8>,
    /// The games that ask, in order, each with the end of its question.
    games: Vec<(u32, usize)>,
    /// How many questions a message has at most.
    most: usize,
}

impl PendingMessages {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), games: Vec::new(), most: FIRST }
    }

    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// Adds the question of a game, which `write` makes; nothing is added where that fails.
    pub(super) fn put(
        &mut self,
        game: u32,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let at = self.bytes.len();
        write(&mut self.bytes).inspect_err(|_| self.bytes.truncate(at))?;
        self.games.push((game, self.bytes.len()));
        Ok(())
    }

    /// Moves the questions of the next message out, and names their games in order.
    pub(super) fn take(&mut self, out: &mut Vec<u8>, asked: &mut Vec<u32>) {
        let fits = |&&(_, end): &&(u32, usize)| end <= MOST_BYTES;
        let count = self.games.iter().take(self.most).take_while(fits).count().max(1).min(self.len());
        let Some(&(_, end)) = count.checked_sub(1).and_then(|last| self.games.get(last)) else { return };
        out.extend(self.bytes.drain(..end));
        asked.extend(self.games.drain(..count).map(|(game, _)| game));
        self.games.iter_mut().for_each(|(_, its)| *its -= end);
    }

    /// So many questions took so long, of so much for one.
    pub(super) fn took(&mut self, questions: usize, time: Duration, limit: Duration) {
        let of_one = time.as_nanos() / questions.max(1) as u128;
        let fit = (limit / PART_OF_LIMIT).as_nanos() / of_one.max(1);
        let most = self.most.saturating_mul(GROWTH);
        self.most = usize::try_from(fit).unwrap_or(most).clamp(1, most);
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.games.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(games: u32, size: usize) -> PendingMessages {
        let mut waiting = PendingMessages::new();
        for game in 0..games {
            waiting
                .put(game, |out| {
                    out.extend(std::iter::repeat_n(game as u8, size));
                    Ok(())
                })
                .unwrap();
        }
        waiting
    }

    fn next(waiting: &mut PendingMessages) -> (Vec<u8>, Vec<u32>) {
        let (mut out, mut asked) = (Vec::new(), Vec::new());
        waiting.take(&mut out, &mut asked);
        (out, asked)
    }

    #[test]
    fn questions_go_in_order_and_each_once() {
        let mut waiting = waiting(10, 2);
        let (bytes, asked) = next(&mut waiting);
        assert_eq!(asked, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(bytes[..4], [0, 0, 1, 1]);
        assert_eq!(next(&mut waiting), (vec![8, 8, 9, 9], vec![8, 9]));
        assert_eq!(next(&mut waiting), (vec![], vec![]));
    }

    #[test]
    fn who_answers_slowly_is_asked_little_at_a_time_and_who_is_quick_much() {
        let limit = Duration::from_secs(1);
        let mut waiting = waiting(100, 1);
        waiting.took(8, Duration::from_micros(8), limit);
        assert_eq!(next(&mut waiting).1.len(), 32);
        waiting.took(32, Duration::from_millis(320), limit);
        assert_eq!(next(&mut waiting).1.len(), 5);
        waiting.took(5, Duration::from_secs(4), limit);
        assert_eq!(next(&mut waiting).1.len(), 1);
    }

    #[test]
    fn long_memories_travel_apart_and_the_longest_travels_all_the_same() {
        let mut waiting = waiting(3, MOST_BYTES / 2);
        assert_eq!(next(&mut waiting).1, [0, 1]);
        assert_eq!(next(&mut waiting).1, [2]);
        let mut waiting = self::waiting(2, MOST_BYTES + 1);
        assert_eq!(next(&mut waiting).1, [0]);
    }

    #[test]
    fn a_question_that_cannot_be_written_leaves_nothing_behind() {
        let mut waiting = waiting(1, 1);
        let written = waiting.put(1, |out| {
            out.push(7);
            Err(io::ErrorKind::Other.into())
        });
        assert!(written.is_err());
        assert_eq!((next(&mut waiting), waiting.len()), ((vec![0], vec![0]), 0));
    }
}
