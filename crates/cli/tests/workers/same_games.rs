//! The same plan, seed and bots give the same games, whoever plays them.

use crate::common::file;
use crate::place::Place;

const HOUSE: &str = "game = \"no-thanks\"\nbots = [\"house:TakeSmall\", \"house:threshold\", \
                     \"house:CutOff14\", \"house:random\"]\nplayers = 3\nseed = 7\ngames = 3000\n";
const COUNTERS: &str = "game = \"no-thanks\"\nplayers = 3\nbots = [\"counter.py\", \"helped.py\", \
                        \"house:TakeSmall\"]\nseed = 7\ngames = 48\nlanes = 4\n";

/// Bots that remember all that they were ever asked, and one that imports what lies beside it.
pub(crate) fn counters(place: &Place, more: &str) {
    file(place.path(), "counter.py", include_str!("../bots/counter.py"));
    file(place.path(), "limit.py", "LIMIT = 17\n");
    file(
        place.path(),
        "helped.py",
        "from croupier import no_thanks\nimport limit\nclass Helped(no_thanks.Player):\n    def choose(self, \
         view):\n        return view.card < limit.LIMIT or view.coins_on_card > 3\n",
    );
    place.plan(&format!("{COUNTERS}{more}"));
}

/// Plays the plan with so many workers, which come first.
fn play_with(place: &Place, workers: usize, languages: &str) -> String {
    let names: Vec<String> = (1..=workers).map(|number| format!("w{workers}-{number}")).collect();
    let started: Vec<_> = names.iter().map(|name| place.worker(name, languages)).collect();
    let ready: Vec<_> = started.into_iter().map(crate::place::WorkerProcess::until_ready).collect();
    let out = format!("with-{workers}");
    let said = place.play(&out);
    assert_eq!(said.code, 0, "{}", said.err);
    drop(ready);
    place.assert_clean();
    place.games_hash(&out)
}

#[test]
fn house_players_play_the_same_games_here_and_with_1_2_and_8_workers() {
    let place = Place::new();
    place.plan(HOUSE);
    let here = place.play_here();
    for workers in [1, 2, 8] {
        assert_eq!(play_with(&place, workers, "none"), here, "{workers}");
    }
}

#[test]
fn bots_that_remember_play_the_same_games_here_and_with_1_2_and_8_workers() {
    let place = Place::new();
    counters(&place, "");
    let here = place.play_here();
    for workers in [1, 2, 8] {
        assert_eq!(play_with(&place, workers, "python"), here, "{workers}");
    }
}

#[test]
fn bots_of_one_game_play_the_same_games_here_and_with_1_2_and_8_workers() {
    let place = Place::new();
    counters(&place, "instances = \"game\"\n");
    let here = place.play_here();
    for workers in [1, 2, 8] {
        assert_eq!(play_with(&place, workers, "python"), here, "{workers}");
    }
}

#[test]
fn a_run_that_ends_as_soon_as_bots_are_told_apart_ends_after_the_same_game() {
    let place = Place::new();
    place.plan(&HOUSE.replace("games = 3000", "games = 200000\nuntil = \"decided\""));
    let here = place.play_here();
    assert_eq!(play_with(&place, 2, "none"), here);
}
