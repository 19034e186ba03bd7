//! What goes out with a run tells nothing of its luck beyond its own games, and nothing of the machine.

use croupier_record::{RecordReader, record_path};

use crate::common::{croupier, file};
use crate::place::Place;

const MINE: &str = "from croupier import no_thanks
class Mine(no_thanks.Player):
    def choose(self, view):
        return True
";
const RIVAL: &str = "from croupier import no_thanks
class Rival(no_thanks.Player):
    pass
";
const PLAN: &str = "game = 'no-thanks'
players = 3
bots = ['bots/mine.py', 'house:TakeSmall', 'house:threshold']
games = 600
";

/// What packed bytes begin with, as zstd has it.
const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// All bytes that lie at the store, and behind them whatever is packed in them, unpacked.
fn all_bytes(place: &Place) -> Vec<u8> {
    let columns = [
        "spec, 'hex') FROM croupier_queue.runs",
        "key::bytea, 'hex') FROM croupier_queue.runs",
        "payload, 'hex') FROM croupier_queue.jobs",
        "owner::bytea, 'hex') FROM croupier_queue.jobs",
        "bytes, 'hex') FROM croupier_queue.contents",
    ];
    let mut all = Vec::new();
    for column in columns {
        let told = place.server.psql(&format!("SELECT encode({column}"));
        assert!(!told.trim().is_empty(), "{column}");
        for line in told.lines() {
            all.extend(unhex(line));
        }
    }
    let begins = |at: &usize| all[*at..].starts_with(&PACKED);
    let unpacked: Vec<u8> = (0..all.len())
        .filter(begins)
        .flat_map(|at| {
            let mut plain = Vec::new();
            // What follows is packed by itself, or not at all.
            let mut one = zstd::stream::read::Decoder::new(&all[at..]).unwrap().single_frame();
            let _ = std::io::copy(&mut one, &mut plain);
            plain
        })
        .collect();
    all.extend(unpacked);
    all
}

fn unhex(line: &str) -> Vec<u8> {
    (0..line.len() / 2).map(|at| u8::from_str_radix(&line[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn holds(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

#[test]
fn nothing_that_a_worker_can_read_holds_the_secret_or_what_bots_must_not_see() {
    let place = Place::new();
    let secret = place.path().join("kept-secret");
    let secret = secret.to_str().unwrap();
    file(place.path(), "bots/mine.py", MINE);
    file(place.path(), "bots/diary.txt", "what nobody listed");
    file(place.path(), "bots/rival.py", RIVAL);
    place.plan(PLAN);
    assert_eq!(croupier(place.path(), &["commit", "plan.toml", "--secret", secret]).code, 0);
    let run = place.begin("out", &["--secret", secret]);
    run.until("jobs", || place.server.psql("SELECT count(*) FROM croupier_queue.jobs") != "0\n");
    let bytes = all_bytes(&place);
    let kept = std::fs::read_to_string(secret).unwrap();
    let digits = kept.split_whitespace().find(|word| word.len() == 64).unwrap();
    assert!(!holds(&bytes, &unhex(digits)) && !holds(&bytes, digits.as_bytes()), "the secret is there");
    let record = RecordReader::open(&record_path(&place.path().join("out"))).unwrap();
    let key = record.header().seed().key().unwrap();
    assert!(!holds(&bytes, &key), "what all luck grows from is there");
    for unseen in
        ["what nobody listed", "diary.txt", "rival.py", "class Rival", place.path().to_str().unwrap()]
    {
        assert!(!holds(&bytes, unseen.as_bytes()), "{unseen}");
    }
    for seen in ["class Mine", "house:TakeSmall"] {
        assert!(holds(&bytes, seen.as_bytes()), "{seen}");
    }
}
