//! Drawn openings: games without luck begin with moves that nobody chose, the same for both sides of a pair.

use crate::common::{croupier, file, read, tree};
use tempfile::TempDir;

const PLAN: &str = "game = \"score-four\"\nbots = [\"house:one-ply\", \"house:one-ply\", \"house:random\"]\n\
    games = 24\nseed = 7\ndesign = \"pairs\"\nopenings = 2\n";

/// The drawn moves of a game, as its story tells them: without who made them.
fn drawn(dir: &TempDir, out: &str, game: u64) -> Vec<String> {
    let story = read(dir.path(), &format!("{out}/readable/{game:04}.log"));
    let lines = story.lines().filter(|line| line.ends_with(" (drawn)"));
    lines.map(|line| line.split_once(") ").unwrap().1.to_owned()).collect()
}

#[test]
fn both_sides_of_a_pair_meet_the_same_opening_and_the_next_pair_another() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    let said = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "out"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let games = tree(&dir.path().join("out/readable")).len() as u64;
    let pairs: Vec<_> =
        (0..games / 2).map(|pair| [2 * pair, 2 * pair + 1].map(|n| drawn(&dir, "out", n))).collect();
    for [one, other] in &pairs {
        assert_eq!((one.len(), one), (4, other));
    }
    assert!(pairs.iter().any(|pair| pair != &pairs[0]));
}

#[test]
fn the_games_are_the_same_on_any_number_of_threads_and_the_record_replays() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    let hash = |threads: &str, more: &[&str]| {
        let words = ["run", "plan.toml", "-q", "--games", "3000", "--threads", threads, "--out", threads];
        let said = croupier(dir.path(), &[&words[..], more].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        let verified = croupier(dir.path(), &["verify", threads, "--json"]);
        assert_eq!(verified.code, 0, "{}", verified.err);
        let verified: serde_json::Value = serde_json::from_str(&verified.out).unwrap();
        verified["games_hash"].as_str().unwrap().to_owned()
    };
    let one = hash("1", &[]);
    assert_eq!(one, hash("3", &[]));
    assert_ne!(one, hash("2", &["--openings", "0"]), "drawn moves are part of a game");
    let again = croupier(dir.path(), &["rerun", "1"]);
    assert_eq!(again.code, 0, "{}", again.out);
    // From a turn that was drawn on, what was drawn stays.
    let from = croupier(dir.path(), &["rerun", "1", "5", "--from", "2"]);
    assert_eq!((from.code, from.out.contains("Game 5 is as recorded")), (0, true), "{}", from.out);
    let words = ["run", "plan.toml", "-q", "--games", "3000", "--out", "1", "--resume", "--openings", "1"];
    let other = croupier(dir.path(), &words);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("openings: 2 there, 1 here"), "{}", other.err);
}

#[test]
fn a_game_with_luck_takes_no_openings() {
    let dir = TempDir::new().unwrap();
    let words = ["no-thanks", "3", "house:CutOff14", "house:TakeSmall", "house:random", "--openings", "2"];
    let said = croupier(dir.path(), &words);
    assert_eq!(
        (said.code, said.err.as_str()),
        (
            2,
            "croupier: openings are for games without luck or hidden cards, such as Score Four; No Thanks! \
             has luck of its own, and no two of its games are alike\n"
        )
    );
    let many = croupier(dir.path(), &["score-four", "house:one-ply", "house:random", "--openings", "11"]);
    assert_eq!(many.err, "croupier: openings = 11: at most 10 moves of each player are drawn\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_bot_that_follows_the_game_is_told_of_drawn_moves_and_one_that_cannot_be_is_refused() {
    let dir = crate::common::folder();
    let follower = r#"
from croupier.score_four import Player
class Follower(Player):
    def start(self, start):
        self.heard = 0
    def notice(self, seat, move):
        self.heard += 1
    def choose(self, view):
        beads = sum(map(sum, view.pegs))
        if self.heard != beads:
            raise RuntimeError(f"{self.heard} moves were told, and {beads} are on the board")
        return view.free()[0]
"#;
    file(dir.path(), "bots/follower.py", follower);
    let words =
        ["score-four", "bots/follower.py", "house:one-ply", "--games", "4", "--openings", "2", "--json"];
    let told = croupier(dir.path(), &words);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(!told.out.contains("moves were told"), "{}", told.out);
    let java = include_str!("../../../../examples/score-four/java/Corners.java");
    file(dir.path(), "Corners.java", java);
    let words = ["score-four", "Corners.java", "house:one-ply", "--games", "2", "--openings", "2"];
    let refused = croupier(dir.path(), &words);
    assert_eq!(refused.code, 2, "{}{}", refused.out, refused.err);
    assert!(refused.err.contains("it keeps the board itself and cannot be told of moves"), "{}", refused.err);
}
