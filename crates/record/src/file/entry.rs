//! A finished game in the journal: its length and a hash in front, so that half of one is never taken for a
//! game.
//!
//! ```text
//! length of the body (4 bytes)  hash of the body (8 bytes)  the body
//! body: number  seats  who sits in each  length of the events  events  how many times  times
//!       where a new part of the record begins with this game: the part (JSON)
//! ```
//! There are no times, or one for each seat and then, as a [`crate::TimeSheet`] has them, one for each
//! answer.

use arrayvec::ArrayVec;
use croupier_games::MAX_SEATS;

use super::reader::{hash_of, u32_at};
use crate::fixture::{EntrantId, Fixture};
use crate::head::part::Part;
use crate::times::TimedGame;
use crate::varint;

/// What stands in front of a body.
const FRONT: usize = 12;

/// A finished game that is not in its record yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptGame {
    /// Its number in the tournament.
    pub number: u64,
    /// Who sat where, seat 0 first.
    pub seats: ArrayVec<EntrantId, MAX_SEATS>,
    /// What happened.
    pub events: Vec<u8>,
    /// How long everyone thought, where it was taken.
    pub times: Option<TimedGame>,
    /// The part of the record that begins with it, where one does.
    pub part: Option<Part>,
}

/// What the bytes of a journal go on with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A game, and how many bytes it takes.
    Game(Box<KeptGame>, usize),
    /// Nothing, or a part of an entry that was being written when its run ended.
    End,
    /// Bytes that nobody wrote so.
    Damaged,
}

/// A game as it stands in the journal.
pub(super) fn written(
    fixture: &Fixture,
    events: &[u8],
    times: Option<&TimedGame>,
    part: Option<&Part>,
) -> Vec<u8> {
    let mut bytes = vec![0; FRONT];
    write_body((fixture.number, &fixture.seats), events, times, part, &mut bytes);
    let (front, body) = bytes.split_at_mut(FRONT);
    front[..4].copy_from_slice(&(body.len() as u32).to_le_bytes());
    front[4..].copy_from_slice(&hash_of(body));
    bytes
}

/// A body as it stands in the journal.
#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn with_hash(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_le_bytes()[..], &hash_of(body), body].concat()
}

/// Appends a game without the length and the hash that stand in front of it in a journal.
pub(crate) fn write_body(
    (number, seats): (u64, &[EntrantId]),
    events: &[u8],
    times: Option<&TimedGame>,
    part: Option<&Part>,
    bytes: &mut Vec<u8>,
) {
    varint::write(bytes, number);
    varint::write(bytes, seats.len() as u64);
    for entrant in seats {
        varint::write(bytes, u64::from(entrant.0));
    }
    varint::write(bytes, events.len() as u64);
    bytes.extend_from_slice(events);
    let answer = |time: &Option<u64>| time.map_or(0, |time| time.saturating_add(1));
    let times: Vec<u64> = times.map_or_else(Vec::new, |times| {
        let seats = times.seats[..seats.len()].iter().copied();
        seats.chain(times.answers.iter().map(answer)).collect()
    });
    varint::write(bytes, times.len() as u64);
    for time in times {
        varint::write(bytes, time);
    }
    // A part is made of numbers and words, which can always be written.
    bytes.extend(part.and_then(|part| serde_json::to_vec(part).ok()).unwrap_or_default());
}

/// The first entry of these bytes, which are all that is left of the journal.
pub(super) fn next(bytes: &[u8]) -> Next {
    // A system that went down may have made room for an entry and never filled it.
    if bytes.iter().all(|&byte| byte == 0) {
        return Next::End;
    }
    let Some((front, rest)) = bytes.split_at_checked(FRONT) else { return Next::End };
    let Some(body) = rest.get(..u32_at(front, 0) as usize) else {
        return if holds_an_entry(rest) { Next::Damaged } else { Next::End };
    };
    if hash_of(body) != front[4..] {
        let after = &rest[body.len()..];
        return if after.iter().all(|&byte| byte == 0) && body.last() == Some(&0) {
            Next::End
        } else {
            Next::Damaged
        };
    }
    read_body(body).map_or(Next::Damaged, |game| Next::Game(Box::new(game), FRONT + body.len()))
}

/// So much is hashed in looking for an entry, and so many times what there is.
const MOST_HASHED: (usize, usize) = (64 << 20, 16);

/// Whether a whole entry lies somewhere in these bytes: then the length before them is wrong, and they are no
/// end. Bytes in which it could begin nearly anywhere were written by nobody, and are no end either.
fn holds_an_entry(bytes: &[u8]) -> bool {
    let mut hashed = 0;
    (0..bytes.len()).any(|at| {
        let Some((front, rest)) = bytes[at..].split_at_checked(FRONT) else { return false };
        let body = rest.get(..u32_at(front, 0) as usize);
        body.is_some_and(|body| {
            hashed += body.len();
            let too_much = hashed > MOST_HASHED.0 + MOST_HASHED.1 * bytes.len();
            too_much || !body.is_empty() && hash_of(body) == front[4..]
        })
    })
}

/// The game that [`write_body`] wrote; `None` where the bytes are none.
pub(crate) fn read_body(mut body: &[u8]) -> Option<KeptGame> {
    let rest = &mut body;
    let number = varint::read(rest)?;
    let mut seats = ArrayVec::new();
    for _ in 0..varint::read(rest)? {
        seats.try_push(EntrantId(u16::try_from(varint::read(rest)?).ok()?)).ok()?;
    }
    let length = varint::read(rest)?;
    let events = varint::take(rest, length)?.to_vec();
    let times = match varint::read(rest)? {
        0 => None,
        count => {
            let answers = count.checked_sub(seats.len() as u64)?;
            let mut times = TimedGame::default();
            for time in &mut times.seats[..seats.len()] {
                *time = varint::read(rest)?;
            }
            for _ in 0..answers {
                times.answers.push(varint::read(rest)?.checked_sub(1));
            }
            Some(times)
        }
    };
    let part = match rest.is_empty() {
        true => None,
        false => Some(serde_json::from_slice::<Part>(rest).ok()?.shown()),
    };
    Some(KeptGame { number, seats, events, times, part })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difference::Difference;
    use crate::head::part::Otherwise;
    use crate::times::game_times;

    fn game(number: u64, times: Option<TimedGame>) -> (Vec<u8>, KeptGame) {
        game_of(&[3, 300], number, times)
    }

    fn game_of(entrants: &[u16], number: u64, times: Option<TimedGame>) -> (Vec<u8>, KeptGame) {
        let seats: ArrayVec<_, MAX_SEATS> = entrants.iter().copied().map(EntrantId).collect();
        let fixture = Fixture { number, deal: number, seats: seats.clone() };
        let events = vec![2, 0, 7];
        let first = Difference { game: 3, turn: 4, recorded: "1".to_owned(), now: "2".to_owned() };
        let otherwise = vec![Otherwise { entrant: EntrantId(3), first }];
        let part = times.as_ref().map(|_| Part { game: number, lane: 1, otherwise });
        let bytes = written(&fixture, &events, times.as_ref(), part.as_ref());
        (bytes, KeptGame { number, seats, events, times, part })
    }

    #[test]
    fn a_game_comes_back_as_it_was_written_with_times_or_without() {
        let seats = game_times(&[5, 70_000]);
        let alone = TimedGame { seats, answers: vec![] };
        let timed = TimedGame { seats, answers: vec![None, Some(5), Some(70_000)] };
        for times in [None, Some(alone), Some(timed)] {
            let (bytes, game) = game(700, times);
            assert_eq!(next(&bytes), Next::Game(Box::new(game), bytes.len()));
        }
    }

    #[test]
    fn a_game_at_the_largest_table_comes_back_and_a_larger_one_is_no_game() {
        let entrants: Vec<u16> = (0..MAX_SEATS as u16).map(|seat| 500 * seat).collect();
        let seats = std::array::from_fn(|seat| 1000 * seat as u64);
        let (bytes, game) = game_of(&entrants, 700, Some(TimedGame { seats, answers: vec![Some(1)] }));
        assert_eq!(next(&bytes), Next::Game(Box::new(game), bytes.len()));
        let one_more = [700_u64, MAX_SEATS as u64 + 1].into_iter().chain(0..=MAX_SEATS as u64);
        let mut body = Vec::new();
        one_more.chain([0, 0]).for_each(|number| varint::write(&mut body, number));
        assert_eq!(read_body(&body), None);
    }

    #[test]
    fn half_an_entry_is_the_end() {
        let times = TimedGame { seats: game_times(&[1, 2]), answers: vec![Some(1), Some(2)] };
        let (bytes, _) = game(9, Some(times));
        for length in 0..bytes.len() {
            assert_eq!(next(&bytes[..length]), Next::End, "{length} bytes");
            let mut unfilled = bytes[..length].to_vec();
            unfilled.resize(bytes.len() + 40, 0);
            assert!(next(&unfilled) != Next::Damaged || length > 4, "{length} bytes and zeros");
        }
    }

    #[test]
    fn a_changed_byte_is_no_end_while_games_follow() {
        let (one, _) = game(9, None);
        let (other, _) = game(10, None);
        let whole = [one.clone(), other].concat();
        for at in 0..one.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x40;
            assert_eq!(next(&changed), Next::Damaged, "byte {at}");
        }
    }

    #[test]
    fn half_an_entry_is_the_end_whatever_its_games_look_like() {
        let seats: ArrayVec<_, MAX_SEATS> = [3, 300].map(EntrantId).into_iter().collect();
        let fixture = Fixture { number: 9, deal: 9, seats };
        // Each byte of this could be the front of a short entry with another hash.
        let bytes = written(&fixture, &[1, 0, 0, 0].repeat(20), None, None);
        for length in 0..bytes.len() {
            assert_eq!(next(&bytes[..length]), Next::End, "{length} bytes");
        }
    }

    #[test]
    fn bytes_that_could_be_entries_everywhere_are_no_end_and_hold_nobody_up() {
        // The first is longer than what there is, and at every fourth byte one of 65,536 bytes could begin.
        let bytes = [&[0xff; FRONT][..], &[0, 0, 1, 0].repeat(1 << 18)].concat();
        assert_eq!(next(&bytes), Next::Damaged);
    }

    #[test]
    fn there_are_times_for_everyone_or_for_nobody() {
        let body = |times: &[u64]| {
            let mut body = Vec::new();
            let numbers = [700, 2, 3, 300, 0, times.len() as u64];
            numbers.iter().chain(times).for_each(|&number| varint::write(&mut body, number));
            read_body(&body).map(|game| game.times)
        };
        assert_eq!(body(&[]), Some(None));
        let timed = |answers| Some(Some(TimedGame { seats: game_times(&[5, 6]), answers }));
        assert_eq!(body(&[5, 6]), timed(Vec::new()));
        assert_eq!(body(&[5, 6, 0, 7]), timed(vec![None, Some(6)]));
        assert_eq!(body(&[5]), None);
    }

    #[test]
    fn an_entry_of_nothing_with_a_hash_of_something_is_damage() {
        assert_eq!(next(&[0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]), Next::Damaged);
    }
}
