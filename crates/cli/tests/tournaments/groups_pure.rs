//! Players in Haskell keep nothing, so they always play many games at once. Nothing in a record shows it.

use std::path::Path;
use std::time::Duration;

use crate::at_once::{Played, apart};
use crate::common::{file, folder, read};
use croupier_games::hearts::Hearts;
use croupier_games::no_thanks::NoThanks;
use croupier_record::Instances;

/// Plays the first card that the rules allow, and remembers a line for each trick; `MEMORY` and `CARD` can be
/// others.
const PLAYER: &str = r#"module NAME (playCard, makeBid) where
import Cards
import Hearts.Rules
import Hearts.Types

playCard :: PlayFunc
playCard me hand trick before = (CARD, MEMORY)
  where
    seen = maybe [] (map fst . fst) before
    old = maybe "" snd before
    broken = 'h' `elem` old || any (inSuit Heart) seen
    earlier = maybe [] (const [[Card Heart Two | broken]]) before
    allowed = [card | card <- hand, Right _ <- [validPlay card me hand (map fst trick) earlier]]
    first' = head allowed
    noted = old ++ (if broken then "h" else "") ++ concatMap show seen ++ ";"

makeBid :: BidFunc
makeBid = ()
"#;

/// What a player meets about once in ten games.
const RARELY: &str = "take 2 seen == [Card Spade Two, Card Spade Three]";

fn player(dir: &Path, name: &str, card: &str, memory: &str) {
    let text = PLAYER.replace("NAME", name).replace("CARD", card).replace("MEMORY", memory);
    file(dir, &format!("{name}.hs"), &text);
}

fn room() -> tempfile::TempDir {
    let dir = folder();
    player(dir.path(), "Noted", "first'", "noted");
    for name in ["Counter", "Scout"] {
        let example = format!("../../examples/hearts/haskell/{name}.hs");
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join(example);
        std::fs::copy(example, dir.path().join(format!("{name}.hs"))).unwrap();
    }
    dir
}

/// Sixteen games of bots that live through the tournament.
fn played<'a>(bots: &'a [&'a str]) -> Played<'a> {
    Played { games: 16, instances: Instances::Tournament, ..Played::by(bots) }
}

/// Everything but the times, which nobody repeats; it is the same however many games are played at once.
fn same(dir: &Path, played: &Played<'_>, what: &str) -> Vec<u8> {
    let one_by_one = played.record::<Hearts>(dir, 1);
    for at_once in [8, 256] {
        let grouped = played.record::<Hearts>(dir, at_once);
        assert!(grouped == one_by_one, "{what}, {at_once} at once: {}", apart(&grouped, &one_by_one));
    }
    one_by_one
}

/// How often words stand in a record.
fn has(record: &[u8], words: &str) -> usize {
    String::from_utf8_lossy(record).matches(words).count()
}

#[test]
fn players_in_haskell_play_many_games_at_once_with_their_memories_and_the_record_is_the_same() {
    let dir = room();
    let field = ["Noted.hs", "Counter.hs", "Scout.hs", "house:basic"];
    let record = same(dir.path(), &played(&field), "four");
    assert!(has(&record, "h") > 100, "memories stand in it");
    let two = Played { lanes: 2, ..played(&field) };
    assert!(two.record::<Hearts>(dir.path(), 256) == record, "two lanes");
}

#[test]
fn an_exception_an_illegal_card_or_too_long_a_memory_costs_one_game_of_a_group_as_it_does_alone() {
    let dir = room();
    for (card, memory, words) in [
        (format!("(if {RARELY} then error \"no idea\" else first')"), "noted".to_owned(), "no idea"),
        (format!("(if {RARELY} then Card Spade Two else first')"), "noted".to_owned(), ""),
        (
            "first'".to_owned(),
            format!("(if {RARELY} then replicate 70000 'x' else noted)"),
            "a memory of more than",
        ),
    ] {
        player(dir.path(), "Frail", &card, &memory);
        let field = ["Frail.hs", "Noted.hs", "Scout.hs", "house:basic"];
        let played = Played { games: 48, ..played(&field) };
        let record = same(dir.path(), &played, &card);
        assert!(has(&record, words) > 0, "{card}: it never went wrong");
        // It goes on with the others: nothing was thrown away, and no process ended.
        let [alone, grouped] = ["1", "256"].map(|at| read(dir.path(), &format!("logs-{at}/Frail.log")));
        assert!(!grouped.contains("[ended by the table"), "{grouped}");
        // What it said is told as often, in the order of many games that are played at once.
        let sorted = |log: &str| {
            let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(sorted(&grouped), sorted(&alone));
        assert!(words != "no idea" || grouped != alone, "{grouped}");
    }
}

#[test]
fn one_that_loops_in_a_game_of_a_group_is_late_in_its_game_alone() {
    let dir = room();
    let loops = format!("(if {RARELY} then last (cycle [first']) else first')");
    player(dir.path(), "Frail", &loops, "noted");
    let field = ["Frail.hs", "Noted.hs", "house:basic", "house:careful"];
    let played = Played { games: 48, per_move: Duration::from_millis(200), ..played(&field) };
    let late = "of its own processor time";
    let alone = has(&played.record::<Hearts>(dir.path(), 1), late);
    assert!(alone > 0, "nobody was late");
    assert_eq!(has(&played.record::<Hearts>(dir.path(), 256), late), alone);
    assert!(
        read(dir.path(), "logs-256/Frail.log").contains("[ended by the table"),
        "its group was not spoilt"
    );
}

#[test]
fn who_remembers_games_plays_its_own_in_their_order_beside_those_that_are_played_at_once() {
    let dir = folder();
    file(
        dir.path(),
        "keeper.py",
        "from NoThanksPlayer import Player\nclass Keeper(Player):\n    kept = 0\n    \
         def take(self, card, state): Keeper.kept += 1; return Keeper.kept % 7 == 0\n",
    );
    let thrift = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/no-thanks/haskell/Thrift.hs");
    let thrift = std::fs::read_to_string(thrift).unwrap();
    for name in ["Thrift", "Second"] {
        file(dir.path(), &format!("{name}.hs"), &thrift.replace("module Thrift", &format!("module {name}")));
    }
    let field = ["keeper.py", "Thrift.hs", "Second.hs", "house:TakeSmall", "house:CutOff14", "house:random"];
    let played = Played { games: 200, ..played(&field) };
    let one_by_one = played.record::<NoThanks>(dir.path(), 1);
    let grouped = played.record::<NoThanks>(dir.path(), 256);
    assert!(grouped == one_by_one, "{}", apart(&grouped, &one_by_one));
}
