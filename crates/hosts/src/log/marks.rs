//! The lines of a log that say where the bot was: what they look like, and the last ones of what was dropped,
//! so that what is left after it still says where it comes from.

/// No line that is longer is one.
const LONGEST: usize = 80;

/// Whether a line only says where the bot was, in the words of [`super::TurnRef`], as hosts of ours write
/// them, too.
pub(super) fn is_mark(line: &str) -> bool {
    line.starts_with("[game ") && line.ends_with(']')
}

fn names_crew(line: &str) -> bool {
    line.starts_with("[crew ") && line.ends_with(']')
}

/// The last lines of this kind among words that are dropped piece by piece.
#[derive(Debug, Default)]
pub(super) struct DroppedMarks {
    crew: String,
    place: String,
    /// The line whose end is not yet dropped, as far as it can be one of them.
    open: Vec<u8>,
}

impl DroppedMarks {
    /// These words are dropped next.
    pub(super) fn pass(&mut self, words: &[u8]) {
        for piece in words.split_inclusive(|byte| *byte == b'\n') {
            self.open.extend(piece.iter().take((LONGEST + 1).saturating_sub(self.open.len())));
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.open);
                self.take(line.trim_ascii_end());
            }
        }
    }

    fn take(&mut self, line: &[u8]) {
        let Ok(line) = str::from_utf8(line) else { return };
        if names_crew(line) {
            (self.crew, self.place) = (format!("{line}\n"), String::new());
        } else if is_mark(line) {
            self.place = format!("{line}\n");
        }
    }

    /// Where the words come from that follow on what was dropped, in lines of their own.
    pub(super) fn before(&self, rest: &[u8]) -> String {
        let mut marks = Self { crew: self.crew.clone(), place: self.place.clone(), open: self.open.clone() };
        // A line that is cut in two is told whole.
        if !marks.open.is_empty() {
            let end = rest.iter().take(LONGEST).position(|byte| *byte == b'\n');
            marks.pass(&rest[..end.map_or(0, |end| end + 1)]);
        }
        marks.crew + &marks.place
    }

    /// What [`DroppedMarks::before`] gave, in front of the words that follow; and these.
    pub(super) fn read(words: &[u8]) -> (Self, &[u8]) {
        let mut marks = Self::default();
        let mut rest = words;
        for is_one in [names_crew as fn(&str) -> bool, is_mark] {
            let Some(end) = rest.iter().take(LONGEST).position(|byte| *byte == b'\n') else { break };
            let line = rest[..end].trim_ascii_end();
            if str::from_utf8(line).is_ok_and(is_one) {
                marks.take(line);
                rest = &rest[end + 1..];
            }
        }
        (marks, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_crew_and_turn_that_were_dropped_are_told_however_the_words_were_cut() {
        let words = b"[crew 1]\n[game 1, its turn 2]\na\n[crew 2]\n[game 8, its turn 1]\nb\n[game 8, its \
                      turn 3]\nc\n";
        for cut in 0..=words.len() {
            let mut marks = DroppedMarks::default();
            marks.pass(&words[..cut]);
            let told = marks.before(&words[cut..]);
            let whole = |line: &str| {
                let at = String::from_utf8_lossy(words).find(line).unwrap();
                cut > at
            };
            assert_eq!(told.contains("[crew 2]\n"), whole("[crew 2]"), "{cut}: {told}");
            assert_eq!(
                told.contains("[game 8, its turn 3]\n"),
                whole("[game 8, its turn 3]"),
                "{cut}: {told}"
            );
            assert!(told.lines().count() <= 2, "{cut}: {told}");
            let written = format!("{told}rest");
            let (again, rest) = DroppedMarks::read(written.as_bytes());
            assert_eq!((again.before(b""), rest), (told, &b"rest"[..]), "{cut}");
        }
    }
}
