//! What a bot prints: kept in its log, up to a limit, with the last lines at hand for whoever asks why it
//! failed.

mod file;
pub(crate) mod follower;
mod marks;

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_record::shown;

use file::LogFile;
use follower::Follower;
use marks::is_mark;

/// Of more than this, the head and the tail are kept.
pub const LONGEST_LOG: usize = 1 << 20;
/// What stands where a run that was interrupted went on.
const GOES_ON: &str = "[the run was interrupted here, and goes on]\n";
/// So much of the end is kept for messages.
const TAIL: usize = 2000;
/// So many of the last lines are quoted at most.
const QUOTED: usize = 3;

/// The log of one bot, through all its restarts.
#[derive(Debug, Clone)]
pub struct BotLog {
    file: Arc<Mutex<SharedFile>>,
    last: Arc<Mutex<LastOutput>>,
    /// Which crew writes, where several write into one file.
    crew: Option<u64>,
}

/// The file, and where its writers are in it.
#[derive(Debug)]
struct SharedFile {
    file: LogFile,
    /// Whose words stand last, and of which turn.
    crew: Option<u64>,
    place: Option<TurnRef>,
}

/// The last words of one of a bot's processes: another one's must never be quoted for it.
#[derive(Debug, Default)]
struct LastOutput {
    /// The end of what the bot printed.
    prints: OutputTail,
    /// The end of what went wrong: its standard error, and what the table wrote here.
    words: OutputTail,
    /// The game and turn that what it says now belongs to.
    place: Option<TurnRef>,
}

/// What came from one side. Logs are looked at in terminals, so no order to one ever stands in them.
#[derive(Debug, Default)]
struct OutputTail {
    tail: VecDeque<u8>,
    /// Bytes of a character that is not yet whole.
    open: Vec<u8>,
}

impl OutputTail {
    /// Takes bytes, and gives them as they are shown.
    fn add(&mut self, bytes: &[u8]) -> String {
        let shown = shown::bytes(&mut self.open, bytes);
        self.tail.extend(shown.as_bytes());
        let excess = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..excess);
        shown
    }

    /// The last lines, as many as are ever quoted, as they came.
    fn end(&self) -> String {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let counts = |line: &&str| !line.trim().is_empty() && !is_mark(line.trim_end_matches('\n'));
        let first = (0..lines.len()).rev().filter(|&at| counts(&lines[at])).take(QUOTED).last();
        lines[first.unwrap_or(lines.len())..].concat()
    }
}

/// What is added to a log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LogKind {
    /// What the bot printed.
    Prints,
    /// Its standard error, and lines of the table.
    Words,
}

impl BotLog {
    /// A log in a file, made anew; without a path only the tail is kept.
    pub fn create(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(|path| open(path, OpenOptions::new().truncate(true))).transpose()?;
        Ok(Self::of(LogFile::new(file)))
    }

    /// The log of a run that goes on: what the bot printed before stays, and a line says where it goes on.
    pub fn go_on(path: &Path) -> io::Result<Self> {
        let mut file = LogFile::go_on(open(path, &mut OpenOptions::new())?)?;
        if !file.is_empty() {
            file.put(if file.is_in_a_line() { "\n" } else { "" });
            file.put(GOES_ON);
        }
        Ok(Self::of(file))
    }

    fn of(file: LogFile) -> Self {
        let file = SharedFile { file, crew: None, place: None };
        Self { file: Arc::new(Mutex::new(file)), last: Arc::default(), crew: None }
    }

    /// The log of the same bot in a crew, counted from 1: the same file, in which a line tells whose words
    /// follow, and last words of its own.
    #[must_use]
    pub fn of_crew(&self, crew: u64) -> Self {
        Self { file: Arc::clone(&self.file), last: Arc::default(), crew: Some(crew) }
    }

    /// What is added from now on belongs to this game and turn: a line says so before it. Without one, to
    /// nothing or to many games at once.
    pub(crate) fn at(&self, place: Option<TurnRef>) {
        lock(&self.last).place = place;
    }

    /// Adds a line of ours.
    pub fn line(&self, text: &str) {
        self.add(text.as_bytes());
        self.add(b"\n");
    }

    /// Adds what a bot says of its own failure, in full; `place` is the game and turn in which it failed, if
    /// it was in one.
    pub(crate) fn trace(&self, place: Option<TurnRef>, trace: &str) {
        let shown = lock(&self.last).words.add(format!("{trace}\n").as_bytes());
        lock(&self.file).add_trace(self.crew, place, &shown);
    }

    /// Reads a stream in the background.
    pub(crate) fn follow(&self, stream: File) -> io::Result<Follower> {
        Follower::start(self.clone(), LogKind::Words, stream)
    }

    /// The same for what a bot prints: its last words come from here only where it has no others. Two streams
    /// are read by two threads, and what a fault quotes must not depend on which was quicker.
    pub(crate) fn follow_prints(&self, stream: File) -> io::Result<Follower> {
        Follower::start(self.clone(), LogKind::Prints, stream)
    }

    /// The last lines, joined by a bar.
    #[must_use]
    pub fn last_lines(&self, count: usize) -> String {
        let last = lock(&self.last);
        let said = if last.words.tail.is_empty() { &last.prints } else { &last.words };
        let tail: Vec<u8> = said.tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<&str> =
            text.lines().filter(|line| !line.trim().is_empty() && !is_mark(line)).collect();
        lines[lines.len().saturating_sub(count)..].join(" | ")
    }

    /// The end of what went wrong and of what was printed, as much of it as is ever quoted.
    pub(crate) fn ends(&self) -> (String, String) {
        let tails = lock(&self.last);
        (tails.words.end(), tails.prints.end())
    }

    /// Goes on behind these ends of a log that is elsewhere.
    pub(crate) fn end_as(&self, words: &str, prints: &str) {
        let mut tails = lock(&self.last);
        tails.words.tail = words.bytes().collect();
        tails.prints.tail = prints.bytes().collect();
    }

    /// Forgets the last lines; the file keeps them.
    pub fn forget(&self) {
        let mut last = lock(&self.last);
        last.prints.tail.clear();
        last.words.tail.clear();
    }

    /// Adds what a bot prints.
    pub(crate) fn add(&self, bytes: &[u8]) {
        self.add_as(LogKind::Words, bytes);
    }

    pub(crate) fn add_as(&self, kind: LogKind, bytes: &[u8]) {
        let mut last = lock(&self.last);
        let text = match kind {
            LogKind::Prints => last.prints.add(bytes),
            LogKind::Words => last.words.add(bytes),
        };
        let place = last.place;
        drop(last);
        lock(&self.file).add(self.crew, place, &text);
    }
}

impl SharedFile {
    /// Adds what a crew's bot wrote, behind lines that name the crew and the turn where another's stand
    /// before it.
    fn add(&mut self, crew: Option<u64>, place: Option<TurnRef>, text: &str) {
        if !text.is_empty() {
            self.name(crew);
            if self.place != place
                && let Some(place) = place
            {
                self.begin_line();
                self.file.put(&format!("[{place}]\n"));
            }
            self.place = place;
        }
        self.file.put(text);
    }

    /// Names the crew whose words follow, where another's stand last.
    fn name(&mut self, crew: Option<u64>) {
        if self.crew == crew {
            return;
        }
        if let Some(crew) = crew {
            self.begin_line();
            self.file.put(&format!("[crew {crew}]\n"));
        }
        (self.crew, self.place) = (crew, None);
    }

    fn begin_line(&mut self) {
        if self.file.is_in_a_line() {
            self.file.put("\n");
        }
    }

    /// Adds a trace, which begins a line. Among the last traces it has its place with it, whatever stands
    /// before it here.
    fn add_trace(&mut self, crew: Option<u64>, place: Option<TurnRef>, trace: &str) {
        self.name(crew);
        self.begin_line();
        let with_place = match place {
            Some(place) => format!("[{place}]\n{trace}"),
            None => trace.to_owned(),
        };
        self.file.put_trace(if self.place == place { trace } else { &with_place }, &with_place);
        self.place = place;
    }
}

/// Opens the file of a log, whose folder is made.
fn open(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    how.create(true).read(true).write(true).open(path)
}

/// Where a bot is: which game, and the how manieth of its own turns in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TurnRef {
    pub(crate) game: u64,
    pub(crate) turn: u32,
}

impl fmt::Display for TurnRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            0 => write!(f, "game {}, before its first turn", self.game),
            turn => write!(f, "game {}, its turn {turn}", self.game),
        }
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_goes_on_elsewhere_quotes_the_same_last_lines() {
        let (here, there) = (BotLog::create(None).unwrap(), BotLog::create(None).unwrap());
        for line in ["one", "two", "[game 3, its turn 4]", "", "three | four", "five"] {
            here.line(line);
        }
        here.add_as(LogKind::Prints, b"a print\nand half a ");
        let (words, prints) = here.ends();
        assert_eq!(words, "two\n[game 3, its turn 4]\n\nthree | four\nfive\n");
        there.line("of another game");
        there.end_as(&words, &prints);
        for count in 1..=QUOTED {
            assert_eq!(there.last_lines(count), here.last_lines(count));
        }
        for log in [&here, &there] {
            log.add(b"six\n");
            log.add_as(LogKind::Prints, b"line\n");
        }
        assert_eq!(there.last_lines(QUOTED), "three | four | five | six");
        assert_eq!((there.last_lines(QUOTED), there.ends()), (here.last_lines(QUOTED), here.ends()));
    }

    #[test]
    fn a_log_keeps_what_fits_and_says_so() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("logs/bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        log.line("first");
        log.add(&vec![b'x'; 2 * LONGEST_LOG]);
        log.line("last");
        assert!(log.last_lines(1).ends_with("last"));
        drop(log);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("first\nxxx") && text.contains("[the log is full;"));
        assert!(text.ends_with("xlast\n") && text.len() < LONGEST_LOG + 100);
    }

    #[test]
    fn a_run_that_goes_on_keeps_what_was_printed_and_says_where_it_goes_on() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("logs/bot.log");
        drop(BotLog::go_on(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "", "nothing was printed before");
        let log = BotLog::create(Some(&path)).unwrap();
        log.at(Some(TurnRef { game: 3, turn: 1 }));
        log.add(b"half a line");
        drop(log);
        let log = BotLog::go_on(&path).unwrap();
        assert_eq!(log.last_lines(1), "", "an earlier run's words are nobody's last words");
        log.at(Some(TurnRef { game: 3, turn: 1 }));
        log.line("again");
        let text = format!("[game 3, its turn 1]\nhalf a line\n{GOES_ON}[game 3, its turn 1]\nagain\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_trace_says_which_game_and_turn_it_belongs_to_and_is_quoted_without() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        log.add(b"thinking");
        log.trace(Some(TurnRef { game: 17, turn: 3 }), "ValueError: 7");
        log.trace(Some(TurnRef { game: 18, turn: 0 }), "ValueError: 8");
        let text = "thinking\n[game 17, its turn 3]\nValueError: 7\n[game 18, before its first \
                    turn]\nValueError: 8\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(log.last_lines(1), "ValueError: 8");
    }

    #[test]
    fn what_is_printed_stands_below_the_game_and_turn_it_belongs_to() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        log.line("loaded");
        let turn = |game, turn| Some(TurnRef { game, turn });
        log.at(turn(3, 1));
        log.line("a");
        log.add(b"b");
        log.at(turn(3, 2));
        log.at(turn(3, 3));
        log.line("c");
        log.trace(turn(3, 3), "ValueError: 7");
        log.line("d");
        log.of_crew(2).line("e");
        log.at(None);
        log.line("of many games");
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "loaded\n[game 3, its turn 1]\na\nb\n[game 3, its turn 3]\nc\nValueError: 7\nd\n\
             [crew 2]\ne\nof many games\n"
        );
        log.line("[game 9, at its end]");
        assert_eq!(log.last_lines(2), "d | of many games");
    }

    #[test]
    fn the_last_lines_are_at_hand_without_a_file() {
        let log = BotLog::create(None).unwrap();
        for line in ["Traceback:", "", "  line 3", "ValueError: 7"] {
            log.line(line);
        }
        assert_eq!(log.last_lines(2), "  line 3 | ValueError: 7");
    }

    #[test]
    fn crews_share_a_file_and_never_their_last_words() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        let (one, two) = (log.of_crew(1), log.of_crew(2));
        one.line("a");
        one.add(b"b");
        two.line("c");
        one.line("d");
        one.line("e");
        assert_eq!(fs::read_to_string(&path).unwrap(), "[crew 1]\na\nb\n[crew 2]\nc\n[crew 1]\nd\ne\n");
        assert_eq!((one.last_lines(2), two.last_lines(2)), ("bd | e".to_owned(), "c".to_owned()));
    }

    #[test]
    fn no_order_to_a_terminal_stands_in_a_log_nor_in_the_last_lines() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        // In two pieces, cut within a character.
        log.add(b"\ta \x1b[2J\xe6\xbc");
        log.add(b"\xa2\xff\n");
        log.line("next \u{9b}31m\u{202e}");
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "\ta \\x1b[2J漢\\xff\nnext \\x9b31m\\u{202e}\n");
        assert_eq!(log.last_lines(2), "\ta \\x1b[2J漢\\xff | next \\x9b31m\\u{202e}");
    }
}
