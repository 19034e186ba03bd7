//! Many games at once: nothing in a record shows it, whatever the bots do.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{file, folder};
use croupier_arena::naming::{Finder, entrant_names};
use croupier_arena::naming_files::Sight;
use croupier_arena::{Bot, CannotPlay, OpenGames, Outs, Outside, Schedule, Tournament};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Game, Seed};
use croupier_hosts::cell::{Cell, Launcher, Limits, Sandbox};
use croupier_hosts::{Interrupt, Runtimes, TimeLimits};
use croupier_record::Instances;

const GAMES: u64 = 100;

/// A tournament to be played in several ways.
struct Played<'a> {
    bots: &'a [&'a str],
    per_move: Duration,
    lanes: usize,
}

impl<'a> Played<'a> {
    fn by(bots: &'a [&'a str]) -> Self {
        Self { bots, per_move: Duration::from_secs(20), lanes: 1 }
    }

    /// Everything that the record keeps of all games but their times, with at most so many games at once.
    fn record(&self, dir: &Path, at_once: usize) -> Vec<u8> {
        let launcher =
            Launcher { program: env!("CARGO_BIN_EXE_croupier").into(), args: vec![Launcher::COMMAND.into()] };
        let runtimes = Runtimes::in_cell(Cell::find_through(Sandbox::Best, &launcher).unwrap());
        let finder = Finder {
            base: dir,
            search: Vec::new(),
            entered: Vec::new(),
            sight: Sight::default(),
            runtimes: &runtimes,
            limits: Limits::default(),
            loading: Duration::from_secs(20),
        };
        let named: Vec<_> =
            self.bots.iter().flat_map(|spec| finder.find::<NoThanks>(spec).unwrap()).collect();
        let bots: Vec<Bot> = named.iter().map(|named| named.bot.clone()).collect();
        let time_limits = TimeLimits {
            per_move: self.per_move,
            per_game: None,
            loading: Duration::from_secs(20),
            restarts: 3,
            per_thousand_games: None,
            interrupt: Interrupt::default(),
            load: croupier_hosts::Load::default(),
        };
        let outside = Outside {
            cell: Some(Arc::clone(runtimes.cell().unwrap())),
            time_limits,
            instances: Instances::Game,
            at_once,
            logs: Some(dir.join(format!("logs-{at_once}"))),
        };
        let schedule = Schedule::new(&NoThanks::ABOUT, bots.len(), None, Seed::plain(7)).unwrap();
        let tournament = Tournament::<NoThanks> {
            options: &NoThanksOptions::default(),
            seed: Seed::plain(7),
            games: GAMES,
            schedule: &schedule,
            bots: &bots,
            names: &entrant_names(&named, 1),
            lanes: self.lanes,
            outside: Some(&outside),
            timed: false,
            threads: 1,
            journal: None,
            record: None,
            open: &OpenGames::default(),
            outs: &Outs::default(),
        };
        let mut record = Vec::new();
        tournament
            .run(0, &AtomicBool::new(false), |batch| {
                record.extend_from_slice(&batch.block.first.to_le_bytes());
                record.extend_from_slice(&batch.block.plain);
                Ok::<(), CannotPlay>(())
            })
            .unwrap();
        record
    }
}

/// Where two records part, and what they hold from a little before on.
fn apart(one: &[u8], other: &[u8]) -> String {
    let at =
        one.iter().zip(other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
    let from = |bytes: &[u8]| {
        String::from_utf8_lossy(&bytes[at.saturating_sub(60).min(bytes.len())..(at + 160).min(bytes.len())])
            .into_owned()
    };
    format!("byte {at}:\n{:?}\n{:?}", from(one), from(other))
}

/// Whether a bot's log shows games that began before an earlier one had ended.
fn were_at_once(dir: &Path, at_once: usize, bot: &str) -> bool {
    let log = crate::common::prints(dir, &format!("logs-{at_once}/{bot}.log"));
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines.contains(&"begins") && lines.contains(&"ends"), "{log}");
    lines.windows(2).any(|pair| pair == ["begins", "begins"])
}

/// Draws from `random` in many ways, keeps something through a game, and tells of its games.
const LUCKY: &str = "
import random
from random import choice, gauss, shuffle, getrandbits
from NoThanksPlayer import Player

WEIGHTS = (1, 2, 3)

class Lucky(Player):
    def startGame(self):
        self.drawn = [random.random() for _ in range(getrandbits(2))]
        print('begins')
    def take(self, card, state):
        self.drawn.append(gauss(0, 1))
        shuffle(self.drawn)
        if random.randrange(5) == 0:
            random.seed(card.number)
        return self.drawn[0] > choice(WEIGHTS) - 1.5
    def endGame(self, state):
        print('ends')
";

/// Fails in the way that `FAILS` says, in about one of sixty decisions.
const FRAIL: &str = "
import random
import sys
from NoThanksPlayer import Player

class Frail(Player):
    def fails(self):
        FAILS
    def startGame(self):
        print('begins')
        if 'START': self.now()
    def take(self, card, state):
        if not 'START' and not 'END': self.now()
        return random.random() < 0.3
    def endGame(self, state):
        print('ends')
        if 'END': self.now()
    def now(self):
        if random.random() < 0.016: self.fails()
";

const FIELD: [&str; 4] =
    ["lucky.py", "beginners.py#RandomPlayer", "beginners.py#CutOff14", "house:TakeSmall"];

fn room() -> tempfile::TempDir {
    let dir = folder();
    file(dir.path(), "lucky.py", LUCKY);
    let beginners = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/no-thanks/beginners.py");
    std::fs::copy(beginners, dir.path().join("beginners.py")).unwrap();
    dir
}

#[test]
fn the_record_is_the_same_however_many_games_are_played_at_once() {
    let dir = room();
    let played = Played::by(&FIELD);
    let one_by_one = played.record(dir.path(), 1);
    assert!(!were_at_once(dir.path(), 1, "Lucky"));
    for at_once in [2, 16, 256] {
        assert!(played.record(dir.path(), at_once) == one_by_one, "{at_once} at once");
        assert!(were_at_once(dir.path(), at_once, "Lucky"), "{at_once} at once");
    }
    let two = Played { lanes: 2, ..Played::by(&FIELD) };
    assert!(two.record(dir.path(), 256) == one_by_one, "two lanes");
}

#[test]
fn a_group_that_a_bot_spoils_is_played_again_one_by_one() {
    let dir = room();
    for (where_, fails) in [
        ("TAKE", "return 1 // 0"),
        ("TAKE", "sys.exit(5)"),
        ("TAKE", "raise MemoryError"),
        ("START", "raise ValueError('no')"),
        ("END", "raise KeyError('late')"),
    ] {
        let source = FRAIL.replace("FAILS", fails);
        let source = ["START", "END"].iter().fold(source, |source, place| {
            source.replace(&format!("'{place}'"), if *place == where_ { "True" } else { "False" })
        });
        file(dir.path(), "frail.py", &source);
        let field = ["frail.py", "lucky.py", "house:TakeSmall"];
        let played = Played::by(&field);
        let one_by_one = played.record(dir.path(), 1);
        for at_once in [8, 256] {
            let at_once_ = played.record(dir.path(), at_once);
            assert!(
                at_once_ == one_by_one,
                "{where_}: {fails}, {at_once} at once: {}",
                apart(&at_once_, &one_by_one)
            );
            assert!(were_at_once(dir.path(), at_once, "Frail"), "{where_}: {fails}");
            // It goes on alone from there.
            let log = crate::common::read(dir.path(), &format!("logs-{at_once}/Frail.log"));
            assert!(
                log.contains("[ended by the table: its games are played one by one")
                    || fails.contains("exit"),
                "{log}"
            );
        }
    }
}

#[test]
fn a_bot_that_hangs_in_a_group_is_late_in_its_game_alone() {
    let dir = room();
    let source =
        FRAIL.replace("'START'", "False").replace("'END'", "False").replace("FAILS", "while True: pass");
    file(dir.path(), "frail.py", &source);
    let field = ["frail.py", "lucky.py", "house:TakeSmall"];
    let played = Played { per_move: Duration::from_millis(150), ..Played::by(&field) };
    // How long it thought is told in the record, so only what others did can be compared: that games go on.
    let record = played.record(dir.path(), 256);
    assert!(were_at_once(dir.path(), 256, "Frail"));
    let late = String::from_utf8_lossy(&record).matches("of its own processor time").count();
    assert!(late > 0, "nobody was late");
}

#[test]
fn a_bot_that_keeps_something_outside_its_instance_plays_one_game_at_a_time() {
    let dir = room();
    let keeping = [
        "KEPT = []\nclass Keeper(Player):\n    def startGame(self): print('begins'); KEPT.clear()\n    def take(self, card, state): KEPT.append(1); return len(KEPT) % 3 == 0\n",
        "class Keeper(Player):\n    kept = 0\n    def startGame(self): print('begins'); Keeper.kept = 0\n    def take(self, card, state): Keeper.kept += 1; return Keeper.kept % 3 == 0\n",
        "n = 0\nclass Keeper(Player):\n    def startGame(self):\n        global n\n        n = 0; print('begins')\n    def take(self, card, state):\n        global n\n        n += 1\n        return n % 3 == 0\n",
    ];
    for source in keeping {
        let source = format!(
            "from NoThanksPlayer import Player\n{source}    def endGame(self, state): print('ends')\n"
        );
        file(dir.path(), "keeper.py", &source);
        let field = ["keeper.py", "lucky.py", "house:TakeSmall"];
        let played = Played::by(&field);
        let one_by_one = played.record(dir.path(), 1);
        assert!(played.record(dir.path(), 256) == one_by_one, "{source}");
        assert!(!were_at_once(dir.path(), 256, "Keeper"), "{source}");
    }
}
