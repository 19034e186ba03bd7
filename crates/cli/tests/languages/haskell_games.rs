//! Haskell players of the games other than Hearts through the real binary: what they are shown, how they
//! fail, and the examples. `haskell.rs` has what is the same for every game.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Said, file, folder, read, refused_by, said, without_times};
use serde_json::Value;

/// A game, who else sits there, and a player that answers with `move`.
struct Case {
    game: &'static str,
    others: &'static str,
    module: &'static str,
    example: &'static str,
    /// A move that is always allowed, of a `view`.
    fair: &'static str,
    /// A move that never is; empty where there is none.
    foul: &'static str,
}

const CASES: [Case; 4] = [
    Case {
        game: "last-card",
        others: "\"house:greedy\", \"house:naive\", \"house:random\"",
        module: "LastCard",
        example: "Sets",
        fair: "play (take 1 (concat (legalCards view)))",
        foul: "play [lastPlayed view]",
    },
    Case {
        game: "no-thanks",
        others: "\"house:CutOff14\", \"house:threshold\"",
        module: "NoThanks",
        example: "Thrift",
        fair: "if cost view < 12 then Take else Pass",
        foul: "",
    },
    Case {
        game: "jujitsu",
        others: "\"house:draw-card\"",
        module: "Jujitsu",
        example: "Shade",
        fair: "Bid (maximum (myCards view))",
        foul: "Bid (length (match view) * 100)",
    },
    Case {
        game: "score-four",
        others: "\"house:one-ply\"",
        module: "ScoreFour",
        example: "Ahead",
        fair: "maximum (freePegs (board view))",
        foul: "Peg { row = seat view, column = 4 }",
    },
];

/// Calls the binary; our own modules are compiled once for all tests.
fn croupier(dir: &Path, words: &[&str]) -> Said {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("haskell-cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    said(command.current_dir(dir).env("XDG_CACHE_HOME", cache).args(words).output().unwrap())
}

impl Case {
    /// A player with this way to choose, and with what else it needs.
    fn player(&self, choose: &str) -> String {
        let module = self.module;
        format!(
            "module Rogue (choose) where\nimport {module}\nchoose :: Choose\nchoose view memory{choose}\n"
        )
    }

    /// The player's own lines of the result, after a few games with the house.
    fn played(&self, dir: &Path, bot: &str, more: &str) -> (Value, String) {
        let (game, others) = (self.game, self.others);
        let plan = format!("game = \"{game}\"\nbots = [\"{bot}\", {others}]\ngames = 12\nseed = 4\n{more}");
        file(dir, "plan.toml", &plan);
        let said = croupier(dir, &["run", "plan.toml", "--json", "--out", "logs"]);
        assert_eq!(said.code, 0, "the tournament goes on whatever a player does: {}", said.err);
        let outcome: Value = serde_json::from_str(&said.out).unwrap();
        let lines = ["standings", "put_out"].map(|list| outcome[list].as_array().unwrap());
        let own =
            lines.into_iter().flatten().find(|line| !line["bot"].as_str().unwrap().starts_with("house:"));
        (own.unwrap_or_else(|| panic!("{}", said.out)).clone(), said.out)
    }

    /// What is said of a player that does not compile.
    fn unloaded(&self, dir: &Path, bot: &str) -> String {
        let (game, others) = (self.game, self.others);
        file(dir, "plan.toml", &format!("game = \"{game}\"\nbots = [\"{bot}\", {others}]\n"));
        refused_by(dir, || croupier(dir, &["run", "plan.toml"]))
    }

    /// The same for a player of this text.
    fn rogue(&self, choose: &str, more: &str) -> (Value, String) {
        let dir = folder();
        file(dir.path(), "Rogue.hs", &self.player(choose));
        self.played(dir.path(), "Rogue.hs", more)
    }
}

fn is_sound(bot: &Value) -> bool {
    bot["faults"] == 0
        && bot["illegal"] == 0
        && bot["disqualified"].is_null()
        && bot["games"].as_u64() > Some(0)
}

#[test]
fn the_example_of_every_game_plays_by_its_rules_and_the_same_again() {
    for case in &CASES {
        let dir = folder();
        let example = format!("../../examples/{}/haskell/{}.hs", case.game, case.example);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(example).canonicalize().unwrap();
        let (bot, first) = case.played(dir.path(), path.to_str().unwrap(), "");
        assert!(is_sound(&bot), "{bot}");
        std::fs::remove_dir_all(dir.path().join("logs")).unwrap();
        let (_, again) = case.played(dir.path(), path.to_str().unwrap(), "");
        assert_eq!(without_times(&first), without_times(&again));
    }
}

/// What must hold of everything a player is shown, and a memory that counts the questions of a game.
const SOUND: [&str; 4] = [
    r#"
  | sound = (play (take 1 (concat (legalCards view))), show (turn view, [me, seats view !! 1]))
  | otherwise = error (show (view, memory))
  where
    before = takeWhile (/= ',') (drop 1 memory)
    me = head (seats view)
    sound = and
      [ length (seats view) == 4, seatNumber me == seat view, handSize me == length (hand view)
      , last (played view) == lastPlayed view, (rankOf (lastPlayed view) == Ace) == (chosenSuit view /= Nothing)
      , sum (map handSize (seats view)) + deckSize view + length (played view) == 52
      , null memory || read before < turn view, turn view < 12 || not (null memory), turnLimit view == 1000
      , seatNumber (seats view !! 1) == (seat view + (if direction view == Forward then 1 else 3)) `mod` 4
      ]
"#,
    // Memory from the thirteenth card on: both kinds of frames.
    r#"
  | sound = (if cost view < 12 then Take else Pass, if turned view > 12 then "\955 late" else "")
  | otherwise = error (show (view, memory))
  where
    sound = and
      [ sum (map coins (seats view)) + coinsOnCard view == 11 * length (seats view), length (seats view) == 3
      , sum (map (length . collection) (seats view)) == turned view - 1
      , card view `notElem` concatMap collection (seats view), card view >= 3, card view <= 35
      , all (\s -> and (zipWith (<) (collection s) (drop 1 (collection s)))) (seats view)
      , turned view > 12 || null memory, null memory || memory == "\955 late", length (others view) == 2
      , penaltyOf [3, 7, 8, 10, 11, 12, 25] == 45, luck view > 0
      ]
"#,
    r#"
  | sound = (Bid (maximum (myCards view)), show (asked + 1))
  | otherwise = error (show (view, memory))
  where
    asked = if null memory then 0 else read memory :: Int
    size = cardsInRound view
    sound = and
      [ asked == 13 * (roundNumber view - 1) + size - length (myCards view), match view == [13, 13, 13]
      , length (opponentCards view) == length (myCards view), luck view > 0
      , length (drawPile view) == length (myCards view) - 1, maybe True (`elem` drawPile view) (nextVictoryCard view)
      , (nextVictoryCard view == Nothing) == (length (myCards view) == 1), all myBidLegal (previousTurns view)
      , all (\t -> null (myCardsWon t) || myBid t > opponentBid t) (previousTurns view)
      , null (previousTurns view) == (asked == 0), last (lot view) `notElem` drawPile view
      ]
"#,
    r#"
  | sound = (if refusal view == Nothing then Peg 0 4 else minimum (freePegs (board view)), show (asked + 1))
  | otherwise = error (show (view, memory))
  where
    asked = if null memory then 0 else read memory :: Int
    beads c = length [() | level <- [0 .. 3], r <- [0 .. 3], k <- [0 .. 3], beadAt (board view) level (Peg r k) == Just c]
    top peg = beadAt (board view) (height (board view) peg - 1) peg
    sound = and
      [ beads White - beads Black == seat view, colour view == toEnum (seat view), length winningLines == 76
      , beads (colour view) == asked `div` 2, odd asked == (retriesLeft view == 63)
      , maybe (refusal view == Nothing) (== "that is off the board: rows and columns go from 0 to 3") (refusal view)
      , maybe (asked < 2) ((== Just (opposite (colour view))) . top) (lastPeg view), luck view > 0
      , wins White (foldr (dropBead White) emptyBoard (replicate 4 (Peg 1 1)))
      ]
"#,
];

#[test]
fn what_a_player_is_shown_is_whole_and_its_memory_comes_back() {
    for (case, choose) in CASES.iter().zip(SOUND) {
        let (bot, said) = case.rogue(choose, "");
        assert!(bot["faults"] == 0 && bot["disqualified"].is_null(), "{said}");
        // The player of Score Four answers every question off the board first, to be told so.
        assert_eq!(bot["illegal"] == 0, case.game != "score-four", "{said}");
    }
}

#[test]
fn an_exception_in_a_move_or_a_memory_is_a_fault_in_the_players_own_words() {
    for case in &CASES {
        let thrown = format!(" = (if null memory then error \"I give up\" else {}, memory)", case.fair);
        let (bot, said) = case.rogue(&thrown, "");
        let why = bot["disqualified"].as_str().or(bot["first_fault"].as_str()).unwrap_or_default();
        assert!(why.contains("I give up"), "{said}");
        let hidden = format!(" = ({}, memory ++ error \"no memory\")", case.fair);
        let (bot, said) = case.rogue(&hidden, "");
        assert!(bot["faults"].as_u64() > Some(0) && said.contains("no memory"), "{said}");
    }
}

#[test]
fn a_player_that_never_answers_is_late_and_the_others_play_on() {
    for case in &CASES {
        let endless = format!(
            " = ({}, go (length memory))\n  where\n    go :: Int -> String\n    go n = if n < 0 then \"\" \
             else go ((n + 1) `mod` 1000)",
            case.fair
        );
        let (bot, said) = case.rogue(&endless, "[limits]\nmove_ms = 30\nrestarts = 1\n");
        assert!(bot["faults"].as_u64() > Some(0) && said.contains("late: thought for"), "{said}");
    }
}

#[test]
fn an_illegal_move_is_counted_and_costs_what_the_game_says() {
    for case in CASES.iter().filter(|case| !case.foul.is_empty()) {
        let (bot, said) = case.rogue(&format!(" = ({}, memory)", case.foul), "");
        assert!(bot["illegal"].as_u64() > Some(0) && bot["faults"] == 0, "{said}");
        assert!(bot["disqualified"].is_null(), "{said}");
    }
}

#[test]
fn what_does_not_compile_is_told_in_one_line_and_whole_below_it() {
    for case in &CASES {
        let dir = folder();
        file(dir.path(), "Rogue.hs", &case.player(&format!(" = ({}, nonsense memory)", case.fair)));
        let said = case.unloaded(dir.path(), "Rogue.hs");
        let why = said.lines().next().unwrap();
        assert!(why.contains("does not load: Rogue.hs:4:"), "{why}");
        assert!(why.ends_with("error: Variable not in scope: nonsense :: Memory -> Memory"), "{why}");
        assert!(said.contains("4 | choose view memory = ("), "{said}");
    }
}

#[test]
fn an_unsafe_import_is_refused_whatever_the_game() {
    for case in &CASES {
        let text = case.player(&format!(" = ({}, memory)", case.fair));
        let dir = folder();
        file(dir.path(), "Rogue.hs", &text.replacen("import ", "import System.IO.Unsafe\nimport ", 1));
        let why = case.unloaded(dir.path(), "Rogue.hs");
        assert!(why.contains("System.IO.Unsafe: Can't be safely imported!"), "{why}");
    }
}

#[test]
fn a_player_of_another_game_is_told_what_it_lacks() {
    let dir = folder();
    let hearts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hearts/haskell/Lowest.hs");
    let why = CASES[1].unloaded(dir.path(), hearts.to_str().unwrap());
    assert!(
        why.contains("Lowest has no choose, which a player of no-thanks is asked by: Main.hs:5:"),
        "{why}"
    );
    let why = CASES[2].unloaded(dir.path(), &thrift());
    assert!(why.contains("Main.hs:5:") && why.contains("match type"), "{why}");
}

fn thrift() -> String {
    format!("{}/../../examples/no-thanks/haskell/Thrift.hs", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_player_cannot_take_the_name_of_a_module_of_ours() {
    let dir = folder();
    for name in CASES.map(|case| case.module) {
        file(dir.path(), &format!("{name}.hs"), &format!("module {name} where\n"));
        let why = CASES[1].unloaded(dir.path(), &format!("{name}.hs"));
        assert!(why.contains(&format!("a player's module cannot be called {name}")), "{why}");
    }
}

/// A player's compiled program, from a cache in which it is the only one but this.
fn program(dir: &Path, game: &str, player: &str, but: Option<&Path>) -> PathBuf {
    let cache = dir.join("cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    file(
        dir,
        "plan.toml",
        &format!("game = \"{game}\"\nbots = [\"{player}\", \"house:random\"]\nplayers = 2\ngames = 1\n"),
    );
    let said = said(
        command.current_dir(dir).env("XDG_CACHE_HOME", &cache).args(["run", "plan.toml"]).output().unwrap(),
    );
    assert_eq!(said.code, 0, "{}", said.err);
    let kept = std::fs::read_dir(cache.join("croupier/haskell")).unwrap();
    kept.map(|entry| entry.unwrap().path())
        .find(|path| path.is_file() && Some(path.as_path()) != but)
        .unwrap()
}

/// What a program answers to these lines.
fn answers(dir: &Path, program: &Path, lines: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
    file(dir, "questions", lines);
    let run = "exec \"$0\" 3<questions 4>answers";
    let status = Command::new("sh").current_dir(dir).args(["-c", run]).arg(program).status().unwrap();
    assert!(status.success());
    read(dir, "answers")
}

#[test]
fn a_table_without_frames_is_answered_in_json() {
    let dir = folder();
    let text = CASES[1].player(" = (if cost view == 24 then Take else error (show view), 'x' : memory)");
    file(dir.path(), "Rogue.hs", &text);
    let rogue = program(dir.path(), "no-thanks", "Rogue.hs", None);
    let view = r#"{"seat":1,"to_move":1,"round":2,"card":30,"coins_on_card":6,"players":[{"coins":10,"collection":[5]},{"coins":6,"collection":[]}]}"#;
    let lines = format!(
        "{{\"type\":\"hello\",\"protocol\":1,\"game\":\"no-thanks\",\"compact\":false}}\n\
         {{\"type\":\"ask\",\"number\":7,\"view\":{view},\"time_ms\":9}}\n\
         {{\"type\":\"ask\",\"number\":8,\"view\":{view},\"time_ms\":9,\"memory\":\"\\u00fc\\\"\"}}\n"
    );
    let expected = "{\"type\":\"hello\",\"protocol\":1}\n\
                    {\"type\":\"answer\",\"number\":7,\"move\":\"take\",\"memory\":\"x\"}\n\
                    {\"type\":\"answer\",\"number\":8,\"move\":\"take\",\"memory\":\"xü\\\"\"}\n";
    assert_eq!(answers(dir.path(), &rogue, &lines), expected);
    // Hearts, whose views hold cards and seats.
    let counter = format!("{}/../../examples/hearts/haskell/Counter.hs", env!("CARGO_MANIFEST_DIR"));
    let counter = program(dir.path(), "hearts", &counter, Some(&rogue));
    let view = r#"{"seat":1,"to_move":1,"deal":2,"hand":["D3","S6","S10","HA"],"lead":"S","trick":[{"seat":0,"card":"SJ"}],"previous":[{"seat":1,"card":"C2"},{"seat":0,"card":"C10"}],"tricks":[],"target":100}"#;
    let lines = format!(
        "{{\"type\":\"hello\",\"protocol\":1,\"game\":\"hearts\",\"compact\":false}}\n\
         {{\"type\":\"ask\",\"number\":9,\"view\":{view},\"time_ms\":9,\"memory\":\"[]\"}}\n"
    );
    let expected = "{\"type\":\"hello\",\"protocol\":1}\n\
                    {\"type\":\"answer\",\"number\":9,\"move\":\"S10\",\"memory\":\"[C10,C2]\"}\n";
    assert_eq!(answers(dir.path(), &counter, &lines), expected);
}
