//! Bots of the original No Thanks! engine inside WebAssembly, where their objects are made in C: whatever
//! they do with them, they find the same as in a process of their own.

use std::path::Path;

use crate::common::{croupier, file, prints, read};
use tempfile::TempDir;

const CURIOUS: &str = include_str!("../bots/curious.py");

/// Plays among the bots of a file in one kind of cell; the standings.
fn played(dir: &Path, cell: &str) -> serde_json::Value {
    played_with(dir, cell, "tournament")
}

/// The same with instances that live so long.
fn played_with(dir: &Path, cell: &str, instances: &str) -> serde_json::Value {
    let plan = format!(
        "game = \"no-thanks\"\nbots = [\"bots.py\"]\ngames = 30\nseed = 5\ncell = \"{cell}\"\ninstances = \
         \"{instances}\"\n"
    );
    file(dir, "plan.toml", &plan);
    let said = croupier(dir, &["run", "plan.toml", "--out", cell, "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    // Who was put out is not ranked, and told all the same.
    ["standings", "put_out"].iter().flat_map(|rows| outcome[rows].as_array().unwrap()).cloned().collect()
}

#[test]
fn whatever_bots_find_out_is_the_same_as_in_processes() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "bots.py", CURIOUS);
    let standings = played(dir.path(), "wasm");
    for bot in standings.as_array().unwrap() {
        assert_eq!(bot["faults"], 0, "{bot}");
    }
    played(dir.path(), "process");
    printed_the_same(dir.path());
}

#[test]
fn what_a_bot_imports_from_the_competitions_own_module_is_what_it_is_given() {
    let bot = |class: &str, module: &str| {
        format!(
            "from {module} import Card as Card{class}, Deck, Player as Base, PlayerState, State as \
             State{class}\nclass {class}(Base):\n    def __init__(self): Base.__init__(self, 'Mr {class}')\n    \
             def take(self, card, state):\n        assert isinstance(card, Card{class}) and \
             isinstance(state, State{class}), type(state)\n        assert len(Deck()) == 24 and \
             isinstance(state.players[0], PlayerState)\n        return card.number < 14\n"
        )
    };
    let dir = TempDir::new().unwrap();
    file(dir.path(), "bots.py", &(bot("One", "NoThanks") + &bot("Two", "Take5")));
    let [inside, outside] = ["wasm", "process"].map(|cell| played(dir.path(), cell));
    assert_eq!(told(&inside), told(&outside));
    assert!(inside.as_array().unwrap().iter().all(|bot| bot["faults"] == 0), "{inside}");
}

#[test]
fn bots_that_are_made_anew_for_each_game_find_the_same_too() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "bots.py", &CURIOUS.replace(", Load.gone)", ")").replace("Guarded.heard, ", ""));
    let [inside, outside] = ["wasm", "process"].map(|cell| played_with(dir.path(), cell, "game"));
    assert_eq!(told(&inside), told(&outside));
    let log = read(dir.path(), "wasm/bot-logs/Curious.log");
    let ends: Vec<&str> = log.lines().filter(|line| line.starts_with("end ")).collect();
    assert!(ends.len() > 10 && ends.iter().all(|line| line.starts_with("end 1 ")), "{ends:?}");
    printed_the_same(dir.path());
}

/// Names, faults and means of standings.
fn told(standings: &serde_json::Value) -> Vec<[serde_json::Value; 3]> {
    let bots = standings.as_array().unwrap().iter();
    bots.map(|bot| ["name", "faults", "mean"].map(|key| bot[key].clone())).collect()
}

/// Holds what the curious printed in both cells side by side.
fn printed_the_same(dir: &Path) {
    for (bot, lines) in
        [("Curious", 2000), ("Forgetful", 200), ("Guarded", 200), ("Own", 200), ("Watched", 200)]
    {
        let [inside, outside] = ["wasm", "process"].map(|cell| printed(dir, cell, bot));
        assert!(inside.len() > lines, "{bot} printed too little: {inside:?}");
        for (at, (inside, outside)) in inside.iter().zip(&outside).enumerate() {
            assert_eq!(inside, outside, "line {} of {bot}", at + 1);
        }
        assert_eq!(inside.len(), outside.len(), "{bot}");
    }
}

/// What a bot printed, line by line. A process that is slow to end at the end of all games is told off in its
/// log; that is no word of the bot's.
fn printed(dir: &Path, cell: &str, bot: &str) -> Vec<String> {
    let log = prints(dir, &format!("{cell}/bot-logs/{bot}.log"));
    log.lines().filter(|line| !line.starts_with("[ended by the table")).map(str::to_owned).collect()
}

#[test]
fn exceptions_at_the_start_and_at_the_end_of_a_game_are_told_and_cost_no_more_than_elsewhere() {
    const BOTS: &str = "from NoThanksPlayer import Player\nclass AtEnd(Player):\n    def endGame(self, \
                        state):\n        return state.players[7]\nclass AtReset(Player):\n    def \
                        reset(self):\n        Player.reset(self)\n        raise \
                        ValueError(self.games)\nclass AtStart(Player):\n    def startGame(self):\n        if \
                        self.games % 4 == 3:\n            raise KeyError(self.name)\nclass \
                        Neither(Player):\n    def take(self, card, state):\n        class No:\n            \
                        def __bool__(self): raise OSError('no')\n        return No()\n";
    let dir = TempDir::new().unwrap();
    file(dir.path(), "bots.py", BOTS);
    let [inside, outside] = ["wasm", "process"].map(|cell| played(dir.path(), cell));
    assert_eq!(told(&inside), told(&outside));
    for (bot, line) in [
        ("AtEnd", "  File \"bots.py\", line 4, in endGame"),
        ("AtReset", "  File \"bots.py\", line 8, in reset"),
        ("AtStart", "KeyError: 'AtStart'"),
        ("Neither", "OSError: no"),
    ] {
        let log = read(dir.path(), &format!("wasm/bot-logs/{bot}.log"));
        assert!(log.contains(line), "{bot}: {log}");
        assert!(!log.contains("croupier"), "{bot}: {log}");
    }
}

#[test]
fn a_bot_that_meddles_with_what_is_kept_in_c_harms_itself_alone() {
    const BOTS: &str = "from NoThanksPlayer import Player\nclass Cautious(Player):\n    def take(self, card, \
                        state):\n        return card.number < 14\nclass Meddler(Player):\n    def take(self, \
                        card, state):\n        import _quick\n        _quick.seat(5, print, print, print, \
                        None)\n        return True\nclass Maker(Player):\n    def take(self, card, state):\n        \
                        state = type(state).__new__(type(state))\n        return state.players\n";
    let dir = TempDir::new().unwrap();
    file(dir.path(), "bots.py", BOTS);
    let standings = played(dir.path(), "wasm");
    let faults = |name: &str| {
        let bot = standings.as_array().unwrap().iter().find(|bot| bot["name"] == name).unwrap();
        bot["faults"].as_u64().unwrap()
    };
    assert!(faults("Meddler") > 0 && faults("Maker") > 0, "{standings}");
    assert_eq!(faults("Cautious"), 0, "{standings}");
}
