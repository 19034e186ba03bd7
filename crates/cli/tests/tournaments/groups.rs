//! Many games at once: nothing in a record shows it, whatever the bots do.

use std::path::Path;
use std::time::Duration;

use crate::at_once::{Played, apart};
use crate::common::{file, folder};
use croupier_games::no_thanks::NoThanks;

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
    let one_by_one = played.record::<NoThanks>(dir.path(), 1);
    assert!(!were_at_once(dir.path(), 1, "Lucky"));
    for at_once in [2, 16, 256] {
        assert!(played.record::<NoThanks>(dir.path(), at_once) == one_by_one, "{at_once} at once");
        assert!(were_at_once(dir.path(), at_once, "Lucky"), "{at_once} at once");
    }
    let two = Played { lanes: 2, ..Played::by(&FIELD) };
    assert!(two.record::<NoThanks>(dir.path(), 256) == one_by_one, "two lanes");
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
        let one_by_one = played.record::<NoThanks>(dir.path(), 1);
        for at_once in [8, 256] {
            let at_once_ = played.record::<NoThanks>(dir.path(), at_once);
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
    let record = played.record::<NoThanks>(dir.path(), 256);
    assert!(were_at_once(dir.path(), 256, "Frail"));
    let late = String::from_utf8_lossy(&record).matches("of its own processor time").count();
    assert!(late > 0, "nobody was late");
}

#[test]
fn a_bot_that_keeps_something_outside_its_instance_plays_one_game_at_a_time() {
    let dir = room();
    let keeping = [
        "KEPT = []\nclass Keeper(Player):\n    def startGame(self): print('begins'); KEPT.clear()\n    def \
         take(self, card, state): KEPT.append(1); return len(KEPT) % 3 == 0\n",
        "class Keeper(Player):\n    kept = 0\n    def startGame(self): print('begins'); Keeper.kept = 0\n    \
         def take(self, card, state): Keeper.kept += 1; return Keeper.kept % 3 == 0\n",
        "n = 0\nclass Keeper(Player):\n    def startGame(self):\n        global n\n        n = 0; \
         print('begins')\n    def take(self, card, state):\n        global n\n        n += 1\n        return \
         n % 3 == 0\n",
    ];
    for source in keeping {
        let source = format!(
            "from NoThanksPlayer import Player\n{source}    def endGame(self, state): print('ends')\n"
        );
        file(dir.path(), "keeper.py", &source);
        let field = ["keeper.py", "lucky.py", "house:TakeSmall"];
        let played = Played::by(&field);
        let one_by_one = played.record::<NoThanks>(dir.path(), 1);
        assert!(played.record::<NoThanks>(dir.path(), 256) == one_by_one, "{source}");
        assert!(!were_at_once(dir.path(), 256, "Keeper"), "{source}");
    }
}
