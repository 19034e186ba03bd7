//! Views in frames say what views in JSON say, to hosts in every language that reads them.
//!
//! The bots here draw their moves from everything that they are shown, so that any difference leads to
//! another game. Where a game's time is limited, questions travel as JSON; where it is not, in frames.

use std::path::Path;
use std::time::Duration;

use crate::at_once::{Played, apart};
use crate::common::{file, folder};
use croupier_games::Game;
use croupier_games::hearts::Hearts;
use croupier_games::jujitsu::Jujitsu;
use croupier_games::last_card::LastCard;
use croupier_games::no_thanks::NoThanks;
use croupier_games::score_four::ScoreFour;
use croupier_record::Instances;

/// A player that draws from `OPTIONS` by what it is shown and remembers.
const HASKELL: &str = "module Drawn (choose) where
import Data.Char (ord)
import Data.List (foldl')
import GAME

choose :: Choose
choose view memory = (options !! (number `mod` length options), show number)
  where
    number = foldl' (\\sum' char -> (sum' * 31 + ord char) `mod` 1000003) 7 (show view ++ memory)
    options = OPTIONS
";

const LAST_CARD: &str = r#"package bots;
import com.orchestral.shark.ai.CardGameStrategy;
import com.orchestral.shark.lib.*;
import java.util.*;

public class Drawn implements CardGameStrategy {
    private final MoveChecker checker = new LastCardMoveChecker();

    private static String text(final Card card) {
        return card.getSuit() + "/" + card.getValue();
    }

    public Move playCardFromHand(final GameState state) {
        final StringBuilder shown = new StringBuilder();
        shown.append(state.getPlayerHandSizes()).append(state.getDeckSize()).append(state.getPunishmentCards());
        shown.append(state.getChosenSuit()).append(text(state.getLastPlayedCard()));
        for (final Card card : state.getPlayedCards()) shown.append(text(card));
        for (final Card card : state.getMyHand()) shown.append(text(card));
        final int number = Math.floorMod(shown.toString().hashCode(), 1000003);
        final List<Move> moves = new ArrayList<>();
        moves.add(new Move.Builder().withLastCard(number % 3 == 0).build());
        for (final Card card : state.getMyHand()) {
            final Suit suit = card.getValue() == Value.ACE ? Suit.values()[number % 4] : null;
            final Move.Builder builder = new Move.Builder().addCardPlayed(card).withLastCard(number % 3 > 0);
            moves.add((suit == null ? builder : builder.withSuit(suit)).build());
            for (final Card other : state.getMyHand()) {
                if (other != card && other.getValue() == card.getValue()) {
                    moves.add(new Move.Builder().addCardPlayed(card).addCardPlayed(other).build());
                }
            }
        }
        moves.removeIf(move -> !checker.isLegalMove(state, move));
        return moves.isEmpty() ? Move.PASS_MOVE : moves.get(number % moves.size());
    }
}
"#;

const JUJITSU: &str = r#"package bots;
import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.*;
import java.util.Arrays;

public class Drawn implements PlayerStrategy {
    public int move(final PlayState state) {
        if (state.isGameEnded()) return 0;
        final StringBuilder shown = new StringBuilder();
        shown.append(Arrays.toString(state.getMatch())).append(Arrays.toString(state.getLot()));
        shown.append(Arrays.toString(state.getDrawPile())).append(Arrays.toString(state.getMyCardsRemaining()));
        shown.append(Arrays.toString(state.getOpponentCardsRemaining())).append(state.getNextVictoryCard());
        shown.append(state.getMyPointsTotal()).append('/').append(state.getOpponentPointsTotal());
        shown.append('/').append(state.getCurrentRound());
        for (final TurnState turn : state.getPreviousTurns()) {
            shown.append(turn.getMyBid()).append('/').append(turn.getOpponentBid()).append('/');
            shown.append(turn.getDrawnVictoryCard()).append(Arrays.toString(turn.getMyCardsWon()));
            shown.append(Arrays.toString(turn.getOpponentCardsWon()));
            shown.append(turn.isMyResponseLegal()).append(turn.isOpponentResponseLegal());
        }
        final Integer[] cards = state.getMyCardsRemaining();
        final int number = Math.floorMod(shown.toString().hashCode(), 1000003);
        // Now and then a card that it does not have.
        return number % 11 == 0 ? -7 : cards[number % cards.length];
    }
}
"#;

/// A player that draws from `OPTIONS` by all that it is shown but the time, and by what it remembers.
const PYTHON: &str = "
import zlib
from croupier import MODULE
class Drawn(MODULE.Player):
    def choose(self, view):
        view.time_ms = None
        number = zlib.crc32(repr(view).encode())
        options = OPTIONS
        return options[number % len(options)]MEMORY
";

/// The same in JavaScript.
const JAVASCRIPT: &str = "
import { Player } from \"croupier/MODULE\";
export class Drawn extends Player {
  choose(view) {
    view.timeMs = undefined;
    let number = 7;
    for (const sign of JSON.stringify(view)) number = (number * 31 + sign.codePointAt(0)) % 1000003;
    const options = OPTIONS;
    const move = options[number % options.length];
    return MEMORY;
  }
}
";

/// Cards of Hearts that may mostly be played, so that games last.
const FITTING: &str = "[card for card in view.hand if card == 'C2' and not view.tricks] or [card for card in \
                       view.hand if card[0] == view.lead] or [card for card in view.hand if card[0] != 'H' \
                       and card != 'SQ'] or view.hand";
const FITTING_JS: &str = "[[\"C2\"].filter((card) => view.tricks.length === 0 && view.hand.includes(card)), \
                          view.hand.filter((card) => card[0] === view.lead), view.hand.filter((card) => \
                          card[0] !== \"H\" && card !== \"SQ\"), view.hand].find((some) => some.length > 0)";

/// The same games, asked in frames and in JSON.
fn same<G: Game>(dir: &Path, bots: &[&str], games: u64) {
    let instances = Instances::Tournament;
    let in_frames = Played { games, instances, ..Played::by(bots) };
    let limited = Played { games, instances, per_game: Some(Duration::from_secs(3600)), ..Played::by(bots) };
    let in_json = limited.record::<G>(dir, 1);
    for at_once in [1, 256] {
        let framed = in_frames.record::<G>(dir, at_once);
        assert!(framed == in_json, "{bots:?}, {at_once} at once: {}", apart(&framed, &in_json));
    }
}

fn haskell<G: Game>(game: &str, options: &str, bots: &[&str]) {
    let dir = folder();
    file(dir.path(), "Drawn.hs", &HASKELL.replace("GAME", game).replace("OPTIONS", options));
    same::<G>(dir.path(), bots, 24);
}

#[test]
fn a_player_in_haskell_sees_the_same_in_frames_and_in_json() {
    haskell::<NoThanks>("NoThanks", "[Take, Pass]", &["Drawn.hs", "house:TakeSmall", "house:CutOff14"]);
    let jujitsu = "map Bid (-3 : 4294967299 : myCards view ++ myCards view)";
    haskell::<Jujitsu>("Jujitsu", jujitsu, &["Drawn.hs", "house:random"]);
    let score_four = "Peg 4 (-1) : concat (replicate 4 (freePegs (board view)))";
    haskell::<ScoreFour>("ScoreFour", score_four, &["Drawn.hs", "house:random"]);
    let last_card = "[Move list suit call | list <- [] : legalCards view ++ map (take 1) (legalCards view),
      suit <- [Nothing, Just Spade, Just Heart], call <- [False, True]]";
    let field = ["Drawn.hs", "house:random", "house:naive", "house:random"];
    haskell::<LastCard>("LastCard", last_card, &field);
}

#[test]
fn a_player_of_hearts_in_haskell_does_so_too() {
    let dir = folder();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hearts/haskell/Counter.hs");
    std::fs::copy(example, dir.path().join("Counter.hs")).unwrap();
    same::<Hearts>(dir.path(), &["Counter.hs", "house:basic", "house:careful", "house:random"], 12);
}

#[test]
fn a_bot_in_java_sees_the_same_in_frames_and_in_json() {
    let dir = folder();
    file(dir.path(), "last/Drawn.java", LAST_CARD);
    let field = ["last/Drawn.java", "house:random", "house:naive", "house:random"];
    same::<LastCard>(dir.path(), &field, 16);
    file(dir.path(), "jujitsu/Drawn.java", JUJITSU);
    same::<Jujitsu>(dir.path(), &["jujitsu/Drawn.java", "house:random"], 16);
    let corners = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/score-four/java/Corners.java");
    std::fs::copy(corners, dir.path().join("Corners.java")).unwrap();
    same::<ScoreFour>(dir.path(), &["Corners.java", "house:random"], 16);
}

#[test]
fn a_bot_in_python_sees_the_same_in_frames_and_in_json() {
    let dir = folder();
    let write = |module: &str, options: &str, memory: &str| {
        let source = PYTHON.replace("MODULE", module).replace("OPTIONS", options).replace("MEMORY", memory);
        file(dir.path(), "drawn.py", &source);
    };
    write("hearts", FITTING, ", str(number)");
    same::<Hearts>(dir.path(), &["drawn.py", "house:basic", "house:careful", "house:random"], 8);
    write("jujitsu", "[-7, 2**40, *view.hand, *view.hand, *view.hand]", "");
    same::<Jujitsu>(dir.path(), &["drawn.py", "house:random"], 8);
    let cards = "[None, *[card for card in view.hand if view.fits(card)], last_card.Move(view.hand[:2], \
                 'spades', True)]";
    write("last_card", cards, "");
    same::<LastCard>(dir.path(), &["drawn.py", "house:random", "house:naive", "house:random"], 8);
    write("score_four", "[(0, 7), *view.free(), *view.free()]", "");
    same::<ScoreFour>(dir.path(), &["drawn.py", "house:random"], 8);
}

#[test]
fn a_bot_in_javascript_sees_the_same_in_frames_and_in_json() {
    let dir = folder();
    let write = |module: &str, options: &str, memory: &str| {
        let source = JAVASCRIPT.replace("MODULE", module).replace("OPTIONS", options);
        file(dir.path(), "drawn.mjs", &source.replace("MEMORY", memory));
    };
    write("no-thanks", "[true, false]", "move");
    same::<NoThanks>(dir.path(), &["drawn.mjs", "house:TakeSmall", "house:CutOff14"], 8);
    write("hearts", FITTING_JS, "{ move, memory: `ü${number}` }");
    same::<Hearts>(dir.path(), &["drawn.mjs", "house:basic", "house:careful", "house:random"], 8);
    write("jujitsu", "[-7, 2 ** 40, ...view.hand, ...view.hand, ...view.hand]", "move");
    same::<Jujitsu>(dir.path(), &["drawn.mjs", "house:random"], 8);
    let cards = "[null, ...view.hand.filter((card) => view.fits(card)), { cards: view.hand.slice(0, 2), \
                 suit: \"spades\", lastCard: true }]";
    write("last-card", cards, "move");
    same::<LastCard>(dir.path(), &["drawn.mjs", "house:random", "house:naive", "house:random"], 8);
    write("score-four", "[[0, 7], ...view.free(), ...view.free()]", "move");
    same::<ScoreFour>(dir.path(), &["drawn.mjs", "house:random"], 8);
}
