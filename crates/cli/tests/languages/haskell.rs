//! Haskell players through the real binary, compiled by a real compiler in the cell that this machine has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::common::{Said, file, refused_by, said, without_times};
use tempfile::TempDir;

/// The head of every player here; its body is `card` and `memory` of what the function is given.
const HEAD: &str = "module Rogue (playCard, makeBid) where\nimport Cards\nimport Hearts.Types\nimport \
                    Hearts.Rules\nmakeBid :: BidFunc\nmakeBid = ()\nplayCard :: PlayFunc\n";
/// Follows the rules without a thought: what a rogue does when it is not one.
const HONEST: &str = "honest :: PlayFunc\nhonest me held table before = (card, if heart then \"h\" else \
                      \"\")\n  where\n    heart = maybe False (\\(p, m) -> m == \"h\" || any (inSuit Heart . \
                      fst) p) before\n    earlier = maybe [] (const [[Card Heart Two | heart]]) before\n    \
                      fits c = either (const False) (const True) (validPlay c me held (map fst table) \
                      earlier)\n    card = case filter fits held of\n      c : _ -> c\n      [] -> error \
                      \"no card fits\"\n";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hearts/haskell").canonicalize().unwrap()
}

fn folder() -> TempDir {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

/// Calls the binary with a cache of its own for compiled players.
fn with_cache(dir: &Path, cache: &Path, words: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    said(command.current_dir(dir).env("XDG_CACHE_HOME", cache).args(words).output().unwrap())
}

/// Our own modules are compiled once for all tests; players differ by their content.
fn croupier(dir: &Path, words: &[&str]) -> Said {
    with_cache(dir, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("haskell-cache"), words)
}

/// Plays a few games of a player with this text against the house.
fn played(dir: &Path, player: &str, more: &str) -> Said {
    file(dir, "Rogue.hs", player);
    let plan = format!(
        "game = \"hearts\"\nbots = [\"Rogue.hs\", \"house:basic\"]\nplayers = 2\ngames = 2\nseed = 4\n{more}"
    );
    file(dir, "plan.toml", &plan);
    let said = croupier(dir, &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a player does: {}", said.err);
    said
}

/// What is said of a player that does not compile.
fn unloaded(dir: &Path, player: &str) -> String {
    file(dir, "Rogue.hs", player);
    refused_by(dir, || croupier(dir, &["hearts", "Rogue.hs", "house:basic", "--games", "2"]))
}

fn told(said: &Said, bot: &str) -> String {
    let start = format!("{bot}: ");
    let line = said.out.lines().find(|line| line.starts_with(&start));
    line.unwrap_or_else(|| panic!("{}", said.out)).to_owned()
}

#[test]
fn the_example_players_play_by_the_rules_at_tables_of_two_and_four() {
    let dir = folder();
    let [lowest, counter, scout] =
        ["Lowest.hs", "Counter.hs", "Scout.hs"].map(|name| examples().join(name).display().to_string());
    let four = croupier(
        dir.path(),
        &["hearts", &lowest, &counter, &scout, "house:careful", "--games", "12", "--seed", "5"],
    );
    let two = croupier(dir.path(), &["hearts", &scout, &counter, "--games", "12", "--seed", "5"]);
    for said in [&four, &two] {
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(!said.out.contains("fault") && !said.out.contains("disqualified"), "{}", said.out);
    }
    assert!(["Lowest", "Counter", "Scout"].iter().all(|name| four.out.contains(name)), "{}", four.out);
}

#[test]
fn the_memory_comes_back_within_a_deal_and_is_gone_in_the_next() {
    let dir = folder();
    // Counts its tricks, in signs that JSON must escape; any other memory than the one expected is an error.
    let body = r#"playCard me hand trick before = (card, (if heart == "h" then 'h' else '-') : line count)
  where
    (card, heart) = honest me hand trick old
    count = 26 - length hand
    line n = replicate n '\955' ++ "\"\\\n\t\1114111"
    old = case before of
      Nothing | count == 0 -> Nothing
      Just (p, h : m) | count > 0 && length p == 2 && m == line (count - 1) -> Just (p, [h | h == 'h'])
      _ -> error ("memory: " ++ show before)
"#;
    let said = played(dir.path(), &format!("{HEAD}{body}{HONEST}"), "");
    assert!(!said.out.contains("fault") && !said.out.contains("disqualified"), "{}", said.out);
}

/// Names and types as the original has them; what it does not export, players define themselves.
const EVERY_NAME: &str = r#"module Rogue (playCard, makeBid) where
import Cards (Suit(Spade, Club, Diamond, Heart), Card(Card),
  Rank(Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King, Ace))
import Deck (Deck(Deck, handSize, deck), deal, sortedDeck, shuffleList, shuffledDeck)
import Hearts.Types (PlayerId, Play, Trick, GameError(GameError),
  PlayerError(RenegError, InvalidCardError, BidError, TimeError, LeadError, BleedError, BrokenError),
  Player(Player, playerId, playFunc, elo, gamesPlayed), Hand(Hand, player, cards),
  GameResult(GameResult, hands, gameScore, updatedPlayers), HandResult(HandResult, tricks, scores),
  HandScore(HandScore, playerId, score), GameScore(GameScore, player, finalScore), PlayFunc, BidFunc,
  first, second, third, no_snd, log_header)
import Hearts.Rules (two_clubs, queen_spades, full_score, cardPoints, winner, inSuit, dealAndBid, leadSuit, reneging,
  validPlay)
import Control.DeepSeq (force)
import Control.Monad.State (evalState, get)
import qualified Data.Map as Map
import System.Random (mkStdGen)
-- Everything, to see that names of a player's own do not clash.
import Cards
import Deck
import Hearts.Types
import Hearts.Rules

instance Read Suit where
  readsPrec _ text = [(s, drop 1 text) | s <- [minBound ..], show s == take 1 text]

suit :: Card -> Suit
suit (Card s _) = s

rank :: Card -> Rank
rank (Card _ r) = r

idOf :: Player -> PlayerId
idOf Player { playerId } = playerId

legal, led, points, oneOf, isHeart, hand, trick, lead, play :: Int
(legal, led, points, oneOf, isHeart, hand, trick, lead, play) = (1, 1, 1, 1, 1, 1, 1, 1, 1)

trickOf :: [(Card, PlayerId)] -> Trick
trickOf played = [(c, "", who) | (c, who) <- played]

sound :: Bool
sound = and
  [ all (\c -> read (show c) == c) everything, length everything == 52
  , show [Card Spade Ten, Card Heart Queen] == "[S10,HQ]", read "[S10, C2,DA]" == [Card Spade Ten, two_clubs, Card Diamond Ace]
  , (reads "X5" :: [(Card, String)]) == [], read "D" == Diamond
  , [Spade ..] == [Spade, Club, Diamond, Heart], maximum everything == Card Heart Ace, force queen_spades == Card Spade Queen
  , sum (map cardPoints everything) == full_score, evalState get True, Map.null (Map.empty :: Map.Map Int Int)
  , winner Club (trickOf [(Card Heart Ace, "3"), (Card Club Nine, "2"), (two_clubs, "1")]) == "2"
  , leadSuit (trickOf [(Card Heart Ace, "3"), (two_clubs, "1")]) == Club
  , reneging (Card Spade Two) [Card Club Three, Card Spade Two] Club [two_clubs]
  , length (shuffleList (mkStdGen 7) everything) == 52, rank two_clubs < King, suit two_clubs == Club
  , legal + led + points + oneOf + isHeart + hand + trick + lead + play == 9
  , broken (Card Club Three) [Card Club Three, two_clubs] [] [] == Just LeadError
  , broken queen_spades [queen_spades, Card Diamond Two] [two_clubs] [] == Just BleedError
  , broken queen_spades [queen_spades, Card Heart Two] [two_clubs] [] == Nothing
  , broken (Card Heart Two) [Card Heart Two, two_clubs] [] [[queen_spades]] == Just BrokenError
  , broken (Card Heart Two) [Card Heart Two, two_clubs] [Card Club Ace] [[Card Spade Two]] == Just RenegError
  , broken (Card Spade Two) [two_clubs] [] [[Card Spade Three]] == Just InvalidCardError
  , no_snd (1 :: Int, 'x', True) == (1, True), second ('a', 'b', 'c') == 'b', not (null log_header)
  , idOf (Player { playerId = "4", playFunc = playCard, elo = 0, gamesPlayed = 0 }) == "4"
  ]
  where
    everything = [minBound ..] >>= \s -> map (Card s) [minBound ..]
    broken c held onTable finished = case validPlay c "1" held onTable finished of
      Left (GameError rule _ _) -> Just rule
      Right _ -> Nothing

makeBid :: BidFunc
makeBid = ()

playCard :: PlayFunc
playCard me held onTable before
  | sound = honest me held onTable before
  | otherwise = error "unsound"
"#;

#[test]
fn every_name_of_the_original_is_there_and_a_players_own_names_do_not_clash() {
    let dir = folder();
    let said = played(dir.path(), &format!("{EVERY_NAME}{HONEST}"), "");
    let log = fs::read_to_string(dir.path().join("logs/bot-logs/Rogue.log")).unwrap_or_default();
    assert!(!said.out.contains("fault") && !said.out.contains("disqualified"), "{}\n{log}", said.out);
}

#[test]
fn a_compile_error_is_told_in_one_line_and_whole_below_it() {
    let dir = folder();
    let said = unloaded(dir.path(), &format!("{HEAD}playCard _ hand _ _ = (nonsense hand, \"\")\n"));
    let line = said.lines().next().unwrap();
    assert!(line.contains("does not load: Rogue.hs:8:24: error: Variable not in scope: nonsense"), "{line}");
    assert!(said.contains("8 | playCard _ hand _ _ = (nonsense hand, \"\")"), "{said}");
}

#[test]
fn a_warning_is_an_error() {
    let dir = folder();
    let said = unloaded(dir.path(), &format!("{HEAD}playCard me hand _ _ = (maximum hand, \"\")\n"));
    assert!(said.contains("Defined but not used: ‘me’"), "{said}");
}

#[test]
fn unsafe_imports_are_refused_by_the_compiler() {
    let dir = folder();
    let text = format!("{HEAD}playCard _ hand _ _ = (maximum hand, \"\")\n");
    let importing =
        |module: &str| text.replace("import Cards\n", &format!("import Cards\nimport {module}\n"));
    for module in ["Debug.Trace", "System.IO.Unsafe"] {
        let line = unloaded(dir.path(), &importing(module));
        assert!(line.contains(&format!("{module}: Can't be safely imported!")), "{line}");
    }
    let unsafe_import = importing("System.IO.Unsafe");
    let said = unloaded(dir.path(), &format!("{{-# LANGUAGE Trustworthy #-}}\n{unsafe_import}"));
    assert!(said.contains("Incompatible Safe Haskell flags"), "{said}");
}

#[test]
fn a_file_that_is_no_module_and_one_without_the_function_say_so() {
    let dir = folder();
    let cases = [
        ("my-player.hs", "module Player where\n", "a Haskell file is called like its module"),
        ("Cards.hs", "module Cards where\n", "a player's module cannot be called Cards"),
        ("Empty.hs", "module Empty where\n", "Not in scope: ‘Empty.playCard’"),
        (
            "Bare.hs",
            "import Cards\n",
            "the module in Bare.hs is Bare, and its first line module Bare (…) where",
        ),
    ];
    for (name, text, words) in cases {
        file(dir.path(), name, text);
        let call = || croupier(dir.path(), &["hearts", name, name, "--games", "1"]);
        let said = refused_by(dir.path(), call);
        assert!(said.contains(words), "{said}");
        // What no compiler said is said once, for each of the two.
        assert!(said.matches("is called like its module").count() <= 2, "{said}");
    }
}

#[test]
fn exceptions_of_every_kind_are_faults_in_the_players_own_words() {
    let dir = folder();
    let cases = [
        ("playCard _ _ _ _ = error \"I give up\"\n", "crashed: I give up"),
        ("playCard _ hand _ _ = (maximum hand, error \"no memory\")\n", "crashed: no memory"),
        (
            "playCard _ hand _ _ = (Card Club (if null hand then Two else undefined), \"\")\n",
            "Prelude.undefined",
        ),
        ("playCard _ hand _ _ = let xs = 1 + xs in (maximum hand, show (xs + length hand))\n", "<<loop>>"),
        (
            "playCard _ hand _ _ = (maximum hand, show (deep (length hand)))\n  where\n    deep :: Int -> \
             Int\n    deep n = if n > 1000000000 then 0 else n + deep (n + 1)\n",
            "stack overflow",
        ),
    ];
    for (body, words) in cases {
        let said = played(dir.path(), &format!("{HEAD}{body}"), "");
        let line = told(&said, "Rogue");
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn an_endless_loop_is_late_and_an_endless_memory_too_much() {
    let dir = folder();
    let looping = "playCard _ hand _ _ = (maximum hand, go 0)\n  where\n    go :: Int -> String\n    go n = \
                   if n < 0 then \"\" else go ((n + 1) `mod` 1000)\n";
    let said = played(dir.path(), &format!("{HEAD}{looping}"), "[limits]\nmove_ms = 50\nrestarts = 1\n");
    assert!(told(&said, "Rogue").contains("late: thought for"), "{}", said.out);
    let endless = "playCard me hand trick before = (fst (honest me hand trick before), repeat 'x')\n";
    let said = played(dir.path(), &format!("{HEAD}{endless}{HONEST}"), "");
    assert!(told(&said, "Rogue").contains("a memory of more than 64 KiB"), "{}", said.out);
}

#[test]
fn an_illegal_card_ends_the_game_and_names_the_rule() {
    let dir = folder();
    let body = "playCard me hand trick before = case before of\n  Nothing -> honest me hand trick before\n  \
                _ -> (Card Club Two, \"\")\n";
    let said = played(dir.path(), &format!("{HEAD}{body}{HONEST}"), "");
    let line = told(&said, "Rogue");
    assert!(line.contains("not in the hand") || line.contains("must be followed"), "{line}");
}

#[test]
fn players_of_one_file_name_are_called_by_their_folders() {
    let dir = folder();
    let text = format!("{HEAD}playCard = honest\n{HONEST}").replace("module Rogue", "module Player");
    file(dir.path(), "alice/Player.hs", &text);
    file(dir.path(), "bob/Player.hs", &text);
    let said = croupier(dir.path(), &["hearts", "alice/Player.hs", "bob/Player.hs", "--games", "2"]);
    assert!(said.out.contains("alice") && said.out.contains("bob"), "{}{}", said.out, said.err);
    let said = croupier(dir.path(), &["hearts", "alice/Player.hs", "house:basic", "--games", "2"]);
    assert!(said.out.contains(" Player "), "{}{}", said.out, said.err);
}

#[test]
fn a_player_is_compiled_once_and_again_when_it_changes() {
    let (dir, cache) = (folder(), folder());
    let kept = || -> Vec<(PathBuf, SystemTime)> {
        let entries = fs::read_dir(cache.path().join("croupier/haskell")).unwrap();
        let mut kept: Vec<_> = entries
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), path.metadata().unwrap().modified().unwrap()))
            .collect();
        kept.sort();
        kept
    };
    let play = || {
        let said = with_cache(
            dir.path(),
            cache.path(),
            &["hearts", "Rogue.hs", "house:basic", "--games", "1", "--seed", "3", "--json"],
        );
        assert!(said.code == 0 && said.out.contains("\"disqualified\": null"), "{}{}", said.out, said.err);
        without_times(&said.out)
    };
    file(dir.path(), "Rogue.hs", &format!("{HEAD}playCard = honest\n{HONEST}"));
    let first = play();
    let after_one = kept();
    assert_eq!(after_one.len(), 2, "our modules and the player");
    assert_eq!(play(), first);
    assert_eq!(kept(), after_one, "nothing is compiled the second time");
    file(dir.path(), "Rogue.hs", &format!("{HEAD}playCard = honest\n{HONEST}-- changed\n"));
    play();
    assert_eq!(kept().len(), 3);
}

#[test]
fn a_compiler_that_is_missing_is_named_with_what_to_install() {
    let dir = folder();
    file(dir.path(), "Rogue.hs", HEAD);
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(dir.path()).env("PATH", "/nowhere").args(["hearts", "Rogue.hs", "house:basic"]);
    let said = said(command.output().unwrap());
    assert_ne!(said.code, 0);
    assert!(
        said.err.contains("GHC is missing; on Debian: apt install ghc libghc-random-dev"),
        "{}",
        said.err
    );
}

#[test]
fn a_player_that_fills_its_memory_is_stopped() {
    let dir = folder();
    let hungry = "playCard _ hand _ _ = (maximum hand, show (length xs + sum xs))\n  where\n    xs :: \
                  [Int]\n    xs = [length hand ..]\n";
    let said = played(dir.path(), &format!("{HEAD}{hungry}"), "[limits]\nmemory_mb = 200\n");
    assert!(
        told(&said, "Rogue").contains("crashed") || told(&said, "Rogue").contains("late"),
        "{}",
        said.out
    );
}
