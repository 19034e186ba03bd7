//! The games of a journal for fuzzers: as they are, and with hashes that fit.

use super::entry::{Next, next, with_hash, written};
use super::journal::entries;
use crate::fixture::Fixture;

/// Reads the bytes as the games of a journal, and as bodies of entries (two bytes of length, then what is in
/// it): a fuzzer cannot find hashes, and would never see the inside. What is read is written and read again.
pub(crate) fn journal(bytes: &[u8]) {
    read(bytes);
    read(&made(bytes));
}

fn read(bytes: &[u8]) {
    let Ok(entries) = entries(bytes) else { return };
    for (number, entry) in entries {
        let Next::Game(game, length) = next(entry) else { continue };
        assert_eq!((game.number, length), (number, entry.len()));
        let fixture = Fixture { number, deal: number, seats: game.seats.clone() };
        let again = written(&fixture, &game.events, game.times.as_ref(), game.part.as_ref());
        assert_eq!(next(&again), Next::Game(game, again.len()));
    }
}

fn made(mut rest: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let [low, high, after @ ..] = rest {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(after.len());
        let (body, after) = after.split_at(length);
        out.extend(with_hash(body));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_made_for_the_fuzzer_are_read() {
        // Game 7 of two, with three bytes of events and no times.
        let body = [7, 2, 0, 1, 3, 2, 0, 7, 0];
        let bytes = [&[body.len() as u8, 0][..], &body].concat().repeat(2);
        let made = made(&bytes);
        let entries = entries(&made).expect("entries");
        assert_eq!(entries.keys().copied().collect::<Vec<_>>(), [7]);
    }
}
