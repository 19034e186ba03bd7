//! Bots in Python whose code keeps nothing play many games at once, also where they live through the
//! tournament. Nothing in a record shows it.

use std::path::Path;

use crate::at_once::{Played, apart};
use crate::common::{file, folder, read};
use croupier_games::last_card::LastCard;
use croupier_games::no_thanks::NoThanks;
use croupier_record::Instances;

/// Looks at all there is, and draws luck; `MORE` can be more methods.
const PLAIN: &str = "
from random import random
from NoThanksPlayer import Player

class NAME(Player):
    limit = 9

    def __init__(self):
        super().__init__()
        self.weights = (1, 2, 4)

    def take(self, card, state):
        me = state.players[0]
        if (me.name, me.coins, me.collection) != (self.name, self.coins, self.collection):
            raise ValueError('these are not mine')
        cheap = self.penaltyWhenTake(card) - self.penalty() < self.limit
        MORE
        return cheap or random() < self.weights[0] / 10
";

fn room() -> tempfile::TempDir {
    let dir = folder();
    for (name, more) in [
        ("One", "pass"),
        ("Other", "self.collection.append(card)"),
        ("Frail", "if random() < 0.004: raise KeyError('no idea')"),
        ("Keeper", "self.last = card.number"),
    ] {
        let text = PLAIN.replace("NAME", name).replace("MORE", more);
        file(dir.path(), &format!("{}.py", name.to_lowercase()), &text);
    }
    dir
}

/// A hundred games of bots that live through the tournament.
fn played<'a>(bots: &'a [&'a str]) -> Played<'a> {
    Played { instances: Instances::Tournament, ..Played::by(bots) }
}

/// What a bot's log says when a group is spoilt.
const UNGROUPED: &str = "[ended by the table: its games are played one by one";

#[test]
fn bots_whose_code_keeps_nothing_play_many_games_at_once_and_the_record_is_the_same() {
    let dir = room();
    let field = ["one.py", "other.py", "one.py", "frail.py", "house:TakeSmall"];
    for lanes in [1, 2] {
        let played = Played { lanes, ..played(&field) };
        let one_by_one = played.record::<NoThanks>(dir.path(), 1);
        for at_once in [8, 256] {
            let grouped = played.record::<NoThanks>(dir.path(), at_once);
            assert!(grouped == one_by_one, "{at_once} at once: {}", apart(&grouped, &one_by_one));
        }
        let said = String::from_utf8_lossy(&one_by_one).into_owned();
        assert!(said.contains("no idea") && !said.contains("not mine"), "{said}");
    }
    // Whoever fails in a group plays alone from there, which shows that it was in one.
    assert!(read(dir.path(), "logs-256/Frail.log").contains(UNGROUPED));
    assert!(!read(dir.path(), "logs-1/Frail.log").contains(UNGROUPED));
}

#[test]
fn one_whose_code_keeps_something_plays_its_games_in_their_order_beside_them() {
    let dir = room();
    let field = ["one.py", "other.py", "frail.py", "keeper.py", "house:TakeSmall", "house:CutOff14"];
    let played = played(&field);
    let one_by_one = played.record::<NoThanks>(dir.path(), 1);
    let grouped = played.record::<NoThanks>(dir.path(), 256);
    assert!(grouped == one_by_one, "{}", apart(&grouped, &one_by_one));
}

#[test]
fn classes_with_typed_views_of_another_game_do_so_too() {
    let dir = folder();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/last-card/example_bot.py");
    std::fs::copy(example, dir.path().join("example_bot.py")).unwrap();
    let field = ["example_bot.py", "example_bot.py", "example_bot.py", "house:naive"];
    let played = Played { games: 40, ..played(&field) };
    let one_by_one = played.record::<LastCard>(dir.path(), 1);
    let grouped = played.record::<LastCard>(dir.path(), 256);
    assert!(grouped == one_by_one, "{}", apart(&grouped, &one_by_one));
}
