//! What came of games that somebody else played.
//!
//! ```text
//! lane  whether all are there  microseconds they took  microseconds waited
//! how many bots  of each: entrant  games  microseconds  ends  whether it is out and told  why
//!     how many of its processes are told of  of each: crew  whether it is down  late in a row  silent in a
//!     row  its last words  its last prints
//! how many games  of each: length  as a journal has it  whether luck is there  its luck
//! of how many bots there are prints  of each: entrant  length  bytes
//! ```

use std::time::Duration;

use croupier_games::MAX_SEATS;

use super::bytes::{BadJob, Kind, NotGiven};
use crate::file::{KeptGame, read_body, write_body};
use crate::fixture::EntrantId;
use crate::head::sound::{MOST_GAMES, MOST_LANES};
use crate::luck::{Luck, LuckFor};
use crate::varint;

/// Nobody thinks longer in a game, in microseconds: twelve days. Times are added up without looking.
const LONGEST: u64 = 1 << 40;

/// So much of what a bot prints is given back at most.
pub const MOST_PRINTS: usize = 64 << 10;

pub(super) const KIND: Kind = Kind { what: "result of games", magic: b"CROUDONE" };

/// What came of a task. All results of a lane, in the order of their games, are its past: whoever takes it up
/// goes on from there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GamesDone {
    /// The lane of its games.
    pub lane: u32,
    /// Whether all games of the task are there. A task that was told to stop has those that were finished.
    pub whole: bool,
    /// How long they took, on the wall.
    pub took: Duration,
    /// How long bots waited for a processor meanwhile; that was not counted against them.
    pub waited: Duration,
    /// What each bot of the lane has used up to here.
    pub accounts: Vec<BotAccount>,
    /// The games, in the order of their numbers.
    pub games: Vec<DoneGame>,
    /// The beginning of what bots printed, where it was asked for: of those at one table.
    pub prints: Vec<BotPrints>,
}

/// The beginning of what a bot printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotPrints {
    /// Which bot.
    pub entrant: EntrantId,
    /// As it printed them, which may be no text.
    pub bytes: Vec<u8>,
}

/// A game that somebody else played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneGame {
    /// What happened.
    pub kept: KeptGame,
    /// Its luck, where bots remember: whoever takes its lane up asks them this game again.
    pub luck: Option<Luck>,
}

/// What a bot of a lane has used over its games so far: it goes with the lane to whoever takes it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotAccount {
    /// Which bot.
    pub entrant: EntrantId,
    /// How many games it played.
    pub games: u64,
    /// Its own time in all, as far as its clock is looked at over many games.
    pub used: Duration,
    /// How often it ended and had to be started again.
    pub ended: u32,
    /// Why it is out, where it is.
    pub out: Option<String>,
    /// Whether a game has told that.
    pub told: bool,
    /// Those of its processes of which there is something to tell.
    pub selves: Vec<LeftOff>,
}

/// Where a process of a bot left off: what its next faults, and their words, depend on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOff {
    /// The crew that it belongs to, where there are several.
    pub crew: u64,
    /// Whether it ended, and its next start counts.
    pub is_down: bool,
    /// How often in a row it was late.
    pub late_in_a_row: u32,
    /// How many questions in a row had no answer at all.
    pub silent: u32,
    /// The end of what it said of its failures.
    pub words: String,
    /// The end of what it printed.
    pub prints: String,
}

impl GamesDone {
    /// The number of its first game.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.games.first().map(|game| game.kept.number)
    }

    /// The number of its last game.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.games.last().map(|game| game.kept.number)
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NotGiven> {
        let mut plain = Vec::new();
        varint::write(&mut plain, u64::from(self.lane));
        plain.push(u8::from(self.whole));
        write_time(self.took, &mut plain);
        write_time(self.waited, &mut plain);
        varint::write(&mut plain, self.accounts.len() as u64);
        self.accounts.iter().for_each(|account| account.write(&mut plain));
        varint::write(&mut plain, self.games.len() as u64);
        for DoneGame { kept, luck } in &self.games {
            let mut body = Vec::new();
            let KeptGame { number, seats, events, times, part } = kept;
            write_body((*number, seats), events, times.as_ref(), part.as_ref(), &mut body);
            varint::write(&mut plain, body.len() as u64);
            plain.extend_from_slice(&body);
            plain.push(u8::from(luck.is_some()));
            if let Some(luck) = luck {
                luck.write(seats.len(), LuckFor::Everyone, &mut plain)?;
            }
        }
        varint::write(&mut plain, self.prints.len() as u64);
        for BotPrints { entrant, bytes } in &self.prints {
            varint::write(&mut plain, u64::from(entrant.0));
            varint::write(&mut plain, bytes.len() as u64);
            plain.extend_from_slice(bytes);
        }
        KIND.wrap(&plain)
    }

    /// Of bytes, wherever they come from: games in the order of their numbers. Whether they were played by
    /// the rules is for whoever takes them to say.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadJob> {
        let plain = KIND.unwrap(bytes)?;
        read(&mut plain.as_slice()).ok_or(BadJob::Damaged(KIND.what))
    }
}

impl BotAccount {
    fn write(&self, out: &mut Vec<u8>) {
        varint::write(out, u64::from(self.entrant.0));
        varint::write(out, self.games);
        write_time(self.used, out);
        varint::write(out, u64::from(self.ended));
        out.push(u8::from(self.out.is_some()) | u8::from(self.told) << 1);
        write_text(self.out.as_deref().unwrap_or_default(), out);
        varint::write(out, self.selves.len() as u64);
        self.selves.iter().for_each(|left_off| left_off.write(out));
    }

    fn read(rest: &mut &[u8]) -> Option<Self> {
        let entrant = EntrantId(u16::try_from(varint::read(rest)?).ok()?);
        let (games, used) = (varint::read(rest)?, read_time(rest)?);
        let ended = u32::try_from(varint::read(rest)?).ok()?;
        let flags = rest.split_off_first().filter(|flags| **flags < 4)?;
        let why = read_text(rest)?;
        let out = (flags & 1 > 0).then_some(why);
        let selves = (0..varint::read(rest)?).map(|_| LeftOff::read(rest)).collect::<Option<_>>()?;
        Some(Self { entrant, games, used, ended, out, told: flags & 2 > 0, selves })
    }
}

impl LeftOff {
    fn write(&self, out: &mut Vec<u8>) {
        let Self { crew, is_down, late_in_a_row, silent, words, prints } = self;
        varint::write(out, *crew);
        out.push(u8::from(*is_down));
        varint::write(out, u64::from(*late_in_a_row));
        varint::write(out, u64::from(*silent));
        write_text(words, out);
        write_text(prints, out);
    }

    fn read(rest: &mut &[u8]) -> Option<Self> {
        let (crew, is_down) = (varint::read(rest)?, read_flag(rest)?);
        let mut count = || u32::try_from(varint::read(rest)?).ok();
        let (late_in_a_row, silent) = (count()?, count()?);
        let (words, prints) = (read_text(rest)?, read_text(rest)?);
        Some(Self { crew, is_down, late_in_a_row, silent, words, prints })
    }
}

fn read(rest: &mut &[u8]) -> Option<GamesDone> {
    let lane = u32::try_from(varint::read(rest)?).ok().filter(|lane| *lane < MOST_LANES)?;
    let whole = read_flag(rest)?;
    let (took, waited) = (read_time(rest)?, read_time(rest)?);
    let accounts = (0..varint::read(rest)?).map(|_| BotAccount::read(rest)).collect::<Option<_>>()?;
    let (count, mut games) = (varint::read(rest)?, Vec::<DoneGame>::new());
    for _ in 0..count {
        let length = varint::read(rest)?;
        let kept = read_body(varint::take(rest, length)?)?;
        let is_next = games.last().is_none_or(|before| before.kept.number < kept.number);
        let times = kept.times.iter().flat_map(|times| {
            let answers = times.answers.iter().flatten();
            times.seats.iter().chain(answers)
        });
        if !is_next || kept.number >= MOST_GAMES || times.max() > Some(&LONGEST) {
            return None;
        }
        let luck = match read_flag(rest)? {
            true => Some(Luck::read(kept.seats.len(), LuckFor::Everyone, rest)?),
            false => None,
        };
        games.push(DoneGame { kept, luck });
    }
    let prints = varint::read(rest).filter(|prints| *prints <= MAX_SEATS as u64)?;
    let prints = (0..prints).map(|_| BotPrints::read(rest)).collect::<Option<_>>()?;
    rest.is_empty().then_some(GamesDone { lane, whole, took, waited, accounts, games, prints })
}

impl BotPrints {
    fn read(rest: &mut &[u8]) -> Option<Self> {
        let entrant = EntrantId(u16::try_from(varint::read(rest)?).ok()?);
        let length = varint::read(rest).filter(|length| *length <= MOST_PRINTS as u64)?;
        Some(Self { entrant, bytes: varint::take(rest, length)?.to_vec() })
    }
}

fn read_flag(rest: &mut &[u8]) -> Option<bool> {
    match rest.split_off_first()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    varint::write(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

fn read_text(rest: &mut &[u8]) -> Option<String> {
    let length = varint::read(rest)?;
    std::str::from_utf8(varint::take(rest, length)?).ok().map(str::to_owned)
}

fn write_time(time: Duration, out: &mut Vec<u8>) {
    varint::write(out, u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
}

fn read_time(rest: &mut &[u8]) -> Option<Duration> {
    varint::read(rest).map(Duration::from_micros)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use crate::difference::Difference;
    use crate::head::part::{Otherwise, Part};
    use crate::luck::Lucks;
    use crate::times::{TimedGame, game_times};
    use croupier_games::{Seat, Seed};

    fn game(number: u64) -> KeptGame {
        let seats = [3, 300].map(EntrantId).into_iter().collect();
        KeptGame { number, seats, events: vec![2, 0, 7], times: None, part: None }
    }

    fn left_off() -> LeftOff {
        let words = "ValueError: ä\n".to_owned();
        LeftOff { crew: 7, is_down: true, late_in_a_row: 1, silent: 2, words, ..LeftOff::default() }
    }

    fn done(games: Vec<DoneGame>) -> GamesDone {
        let (took, waited) = (Duration::from_millis(900), Duration::from_micros(7));
        let account = |entrant, out: Option<&str>, told| BotAccount {
            entrant: EntrantId(entrant),
            games: 70_000,
            used: Duration::from_secs(3),
            ended: 2,
            out: out.map(str::to_owned),
            told,
            selves: out.map(|_| left_off()).into_iter().collect(),
        };
        let accounts = vec![account(0, None, false), account(300, Some("ended 3 times"), true)];
        let prints = vec![BotPrints { entrant: EntrantId(300), bytes: vec![0xff, b'\n'] }];
        GamesDone { lane: 5, whole: true, took, waited, accounts, games, prints }
    }

    #[test]
    fn results_come_back_with_times_parts_luck_and_accounts() {
        let times = TimedGame { seats: game_times(&[5, 70_000]), answers: vec![None, Some(5)] };
        let first = Difference { game: 3, turn: 4, recorded: "1".to_owned(), now: "2".to_owned() };
        let otherwise = vec![Otherwise { entrant: EntrantId(3), first }];
        let part = Some(Part { game: 9, lane: 5, otherwise });
        let luck = Lucks::of(Seed::keyed([5; 32])).game(9, 9);
        let games = vec![
            DoneGame { kept: game(8), luck: None },
            DoneGame { kept: KeptGame { times: Some(times), part, ..game(9) }, luck: Some(luck.clone()) },
        ];
        let done = done(games);
        let read = GamesDone::from_bytes(&done.to_bytes().unwrap()).unwrap();
        assert_eq!((read.first(), read.last()), (Some(8), Some(9)));
        let own = |luck: &Luck| Seat::all(2).map(|seat| luck.outside(seat)).collect::<Vec<_>>();
        assert_eq!(read.games[1].luck.as_ref().map(own), Some(own(&luck)));
        // Luck that was given is not made of the secret any more; all else is the same.
        let bare = |done: &GamesDone| {
            let games = done.games.iter().map(|game| DoneGame { luck: None, ..game.clone() }).collect();
            GamesDone { games, ..done.clone() }
        };
        assert_eq!(bare(&read), bare(&done));
    }

    #[test]
    fn times_that_nobody_could_add_up_are_refused() {
        let game_of = |seats, answer| {
            let times = TimedGame { seats: game_times(&[seats, 0]), answers: vec![None, Some(answer)] };
            DoneGame { kept: KeptGame { times: Some(times), ..game(8) }, luck: None }
        };
        let is_read = |game| GamesDone::from_bytes(&done(vec![game]).to_bytes().unwrap()).is_ok();
        assert!(is_read(game_of(LONGEST, LONGEST)));
        assert!(!is_read(game_of(LONGEST + 1, 0)) && !is_read(game_of(0, u64::MAX - 1)));
    }

    #[test]
    fn more_than_a_bot_may_print_is_refused() {
        let is_read = |length| {
            let prints = vec![BotPrints { entrant: EntrantId(0), bytes: vec![b'x'; length] }];
            GamesDone::from_bytes(&GamesDone { prints, ..done(Vec::new()) }.to_bytes().unwrap()).is_ok()
        };
        assert!(is_read(MOST_PRINTS) && !is_read(MOST_PRINTS + 1));
        let prints = |count: usize| vec![BotPrints { entrant: EntrantId(0), bytes: Vec::new() }; count];
        let is_read = |count| {
            let done = GamesDone { prints: prints(count), ..done(Vec::new()) };
            GamesDone::from_bytes(&done.to_bytes().unwrap()).is_ok()
        };
        assert!(is_read(MAX_SEATS) && !is_read(MAX_SEATS + 1));
    }

    #[test]
    fn games_in_another_order_or_twice_are_refused() {
        let refused = |numbers: &[u64]| {
            let games = numbers.iter().map(|&number| DoneGame { kept: game(number), luck: None });
            GamesDone::from_bytes(&done(games.collect()).to_bytes().unwrap()).is_err()
        };
        assert!(!refused(&[]) && !refused(&[7, 9]));
        assert!(refused(&[7, 7]) && refused(&[9, 7]) && refused(&[MOST_GAMES]));
        let lane = GamesDone { lane: MOST_LANES, ..done(Vec::new()) };
        assert!(GamesDone::from_bytes(&lane.to_bytes().unwrap()).is_err());
    }
}
