//! What fuzzers call with any bytes, and what the tests call with those that fuzzers kept. Nothing here may
//! panic, run on for ever, or fill memory.

use std::path::Path;

use croupier_games::{Game, Seed, Visitor, list, with_game};

use crate::file::{self, packed};
use crate::fixture::{EntrantId, Fixture};
use crate::given;
use crate::replay::{GameBytes, games_in, replay_with_fuel};
#[cfg(feature = "beacon")]
use crate::{Beacon, Chain, Round};
use crate::{Block, GamesDone, GamesTask, Header, RecordReader};

/// So much is unpacked for one input: a fuzzer looks for panics, and not for the bound on blocks.
const MOST_UNPACKED: usize = 1 << 20;

/// A record: the bytes as they are, and the same with hashes that fit.
///
/// The second reading is of a head (two bytes of length, then JSON) and of sections (kind, first game, games,
/// two bytes of length, then what is packed): a fuzzer cannot find hashes, and would never see the inside.
pub fn record(bytes: &[u8]) {
    read(bytes);
    if let Some(made) = made(bytes) {
        read(&made);
    }
}

/// The events of a game: the first byte chooses the game, the second its seats.
pub fn events(bytes: &[u8]) {
    let [game, seats, events @ ..] = bytes else { return };
    let about = &list::ALL[usize::from(*game) % list::ALL.len()];
    let seats = about.seats[usize::from(*seats) % about.seats.len()];
    // The game is one of the list.
    let _ = with_game(about.name, FuzzedReplay { seats, events });
}

/// The games of a journal.
pub fn journal(bytes: &[u8]) {
    file::fuzzed::journal(bytes);
}

/// A round of a beacon, as drand's interface gives it and as a record keeps it: the first byte chooses the
/// chain. A round that is taken is signed, and the same after it was kept.
#[cfg(feature = "beacon")]
pub fn beacon(bytes: &[u8]) {
    let Some((chain, bytes)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let chain = Chain::ALL[usize::from(*chain) % Chain::ALL.len()];
    let said = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let round = said["round"].as_u64().unwrap_or(1);
    let named = Round { chain, round };
    let _ = named.to_string();
    let taken = Beacon::read(text, named).ok();
    let kept = serde_json::from_str::<Beacon>(text).ok();
    for beacon in taken.iter().chain(&kept) {
        let written = serde_json::to_string(beacon).unwrap_or_default();
        let again = serde_json::from_str::<Beacon>(&written);
        assert!(again.is_ok_and(|again| again == *beacon), "{written}");
    }
    assert!(taken.is_none_or(|beacon| beacon.check().is_ok() && beacon.named() == named));
    let _ = kept.map(|beacon| beacon.check());
}

/// Games that somebody else plays, and what came of them: the bytes as they are, and the same wrapped as a
/// task and as a result. What is read is written and read again the same.
pub fn given(bytes: &[u8]) {
    let [task, done] = given::wrapped(bytes);
    for bytes in [bytes, &task] {
        if let Ok(task) = GamesTask::from_bytes(bytes) {
            let again = task.to_bytes().ok().map(|bytes| GamesTask::from_bytes(&bytes));
            assert_eq!(again, Some(Ok(task)));
        }
    }
    for bytes in [bytes, &done] {
        if let Ok(done) = GamesDone::from_bytes(bytes) {
            let again = done.to_bytes().ok().map(|bytes| GamesDone::from_bytes(&bytes));
            assert_eq!(again, Some(Ok(done)));
        }
    }
}

fn made(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut rest = bytes;
    let length = take_length(&mut rest)?;
    let (head, mut rest) = rest.split_at_checked(length)?;
    let mut out = b"CROUPIER".to_vec();
    out.extend((head.len() as u32).to_le_bytes());
    out.extend(head);
    while let [kind, first, count, after @ ..] = rest {
        rest = after;
        let length = take_length(&mut rest)?.min(rest.len());
        let (plain, after) = rest.split_at(length);
        rest = after;
        let mut block = Block::new(u64::from(*first));
        block.count = u32::from(*count);
        block.plain = plain.to_vec();
        out.extend(packed(block, *kind)?);
    }
    Some(out)
}

fn take_length(rest: &mut &[u8]) -> Option<usize> {
    let (length, after) = rest.split_at_checked(2)?;
    *rest = after;
    Some(usize::from(u16::from_le_bytes([length[0], length[1]])))
}

fn read(bytes: &[u8]) {
    let open = || RecordReader::in_memory(Path::new("a record"), bytes).ok();
    if claims(bytes) > MOST_UNPACKED {
        return;
    }
    let Some(mut reader) = open() else { return };
    let header = reader.header().clone();
    if let Some(Ok((_, sheet))) = open().map(|mut reader| reader.times()) {
        assert_eq!(sheet.games(header.seats).count(), sheet.into_games(header.seats).count());
    }
    for game in [0, 7, u64::MAX] {
        let _ = open().map(|mut reader| reader.block_with(game).is_ok());
    }
    while let Ok(Some(block)) = reader.next_block() {
        let _ = with_game(&header.game, Replayed { header: &header, block: &block });
    }
}

/// How much the sections say that they unpack to, added up as far as they can be followed.
fn claims(bytes: &[u8]) -> usize {
    let number = |at: usize| {
        let four = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(std::array::from_fn(|n| four[n])) as usize)
    };
    let (mut at, mut sum) = (number(8).unwrap_or(0).saturating_add(12), 0_usize);
    while let (Some(plain), Some(packed)) = (number(at.saturating_add(13)), number(at.saturating_add(17))) {
        sum = sum.saturating_add(plain);
        at = at.saturating_add(packed).saturating_add(29);
    }
    sum
}

struct Replayed<'a> {
    header: &'a Header,
    block: &'a Block,
}

impl Visitor for Replayed<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Self { header, block } = self;
        let Ok(options) = serde_json::from_value::<G::Options>(header.options.clone()) else { return };
        for game in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
            assert!(game.fixture.seats.iter().all(|entrant| entrant.index() < header.entrants.len()));
            let _ = replay_with_fuel::<G>(&game, &options, header.seed(), |_, _| {});
        }
    }
}

struct FuzzedReplay<'a> {
    seats: usize,
    events: &'a [u8],
}

impl Visitor for FuzzedReplay<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let seats = (0..self.seats as u16).map(EntrantId).collect();
        let game = GameBytes { fixture: Fixture { number: 0, deal: 0, seats }, events: self.events };
        let names = ["a", "b", "c", "d", "e"];
        let mut story = String::new();
        let told = replay_with_fuel::<G>(&game, &G::Options::default(), Seed::plain(1), |moment, _| {
            G::tell(moment, &names[..self.seats], &mut story);
        });
        // A position that any moves have led to can be looked at, too.
        if let Ok((end, _)) = told {
            let _ = (end.scores(), end.winners());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use std::fs;

    /// What fuzzers kept for a target.
    fn corpus(target: &str) -> Vec<Vec<u8>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
        let files = fs::read_dir(folder).unwrap();
        files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect()
    }

    #[test]
    fn what_fuzzers_kept_is_read_or_refused() {
        let targets = [
            ("record", record as fn(&[u8])),
            ("events", events),
            ("journal", journal),
            ("given", given),
            #[cfg(feature = "beacon")]
            ("beacon", beacon),
        ];
        for (target, read) in targets {
            let corpus = corpus(target);
            assert!(!corpus.is_empty(), "{target} has a corpus");
            corpus.iter().for_each(|bytes| read(bytes));
        }
    }

    #[test]
    fn a_record_made_for_the_fuzzer_reaches_the_games() {
        let bytes = corpus("record").into_iter().find_map(|bytes| made(&bytes)).unwrap();
        let mut reader = RecordReader::in_memory(Path::new("a record"), &bytes).unwrap();
        assert!(reader.next_block().unwrap().is_some());
    }

    #[test]
    fn a_task_and_a_result_made_for_the_fuzzer_are_read() {
        let wrapped: Vec<[Vec<u8>; 2]> = corpus("given").iter().map(|plain| given::wrapped(plain)).collect();
        let games = |[task, _]: &[Vec<u8>; 2]| GamesTask::from_bytes(task).map_or(0, |task| task.games.len());
        assert!(wrapped.iter().any(|wrapped| games(wrapped) > 0));
        let games = |[_, done]: &[Vec<u8>; 2]| GamesDone::from_bytes(done).map_or(0, |done| done.games.len());
        assert!(wrapped.iter().any(|wrapped| games(wrapped) > 0));
    }
}
