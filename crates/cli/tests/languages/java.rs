//! Tournaments of jars through the real binary: each source's own bots, compiled here, play as they were
//! written.

use std::path::Path;

use crate::common::java::{example, jar, jar_of_java_99};
use crate::common::{Said, croupier, file, folder, prints, read, refused};

fn run(dir: &Path, plan: &str, text: &str) -> Said {
    file(dir, plan, text);
    let said = croupier(dir, &["run", plan]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    said
}

/// No bot was at a loss; illegal moves are part of some.
fn healthy(said: &Said) {
    for trouble in ["crashed", "disqualified", "late", "unreadable"] {
        assert!(!said.out.contains(trouble), "{}", said.out);
    }
}

/// A jar that brings its own program and speaks two lines in, one line out.
const OWN_PROGRAM: &str = r#"
import java.util.Scanner;
class Shark {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String command = in.nextLine();
            if (command.equals("end")) { System.out.println("told to end"); return; }
            String state = in.nextLine();
            if (!command.equalsIgnoreCase("playcardfromhand")) throw new IllegalStateException(command);
            String id = state.substring(state.indexOf("\"moveID\":") + 9, state.length() - 1);
            if (id.equals("1")) System.out.println("I see " + state);
            if (id.equals("1")) System.out.println("{\"move\":{\"cardsPlayed\":[],\"suitCalled\":null,\"lastCardCalled\":true},\"moveID\":999999}");
            String hand = state.substring(state.indexOf("\"myHand\":[") + 10);
            String first = hand.substring(0, hand.indexOf('}') + 1);
            System.out.println("{\"move\":{\"cardsPlayed\":[" + first + "],\"suitCalled\":\"HEARTS\",\"lastCardCalled\":false},\"moveID\":" + id + "}");
        }
    }
}
"#;

#[test]
fn last_card_is_played_by_the_jars_of_a_folder() {
    let dir = folder();
    let jars = dir.path().join("ai-jars");
    jar(
        &jars.join("Naive.jar"),
        &[("YourStrategy.java", &example("last-card/java/YourStrategy.java"))],
        None,
    );
    jar(&jars.join("Pairs.jar"), &[("Pairs.java", &example("last-card/java/Pairs.java"))], None);
    jar(&jars.join("upi1234.jar"), &[("Shark.java", OWN_PROGRAM)], Some("Shark"));
    file(dir.path(), "ai-jars/notes.txt", "no bot");
    let config = r#"{ "ai_dirs": ["ai-jars"], "ai": ["house:naive", "house:pass"], "num_games": 40 }"#;
    let said = run(dir.path(), "config.json", config);
    for line in ["Loaded AI ai-jars/Naive.jar", "Loaded AI ai-jars/upi1234.jar", "Loading complete"] {
        assert!(said.out.lines().any(|said| said == line), "{line} is missing: {}", said.out);
    }
    assert!(said.out.contains("notes.txt is not valid: skipping"), "{}", said.out);
    healthy(&said);
    assert!(read(dir.path(), "logs/ai-stats/Pairs.jar.log").contains("gameID"));
    let prints = read(dir.path(), "logs/bot-logs/upi1234.jar.log");
    assert!(prints.contains("I see {\"gamestate\":{\"playerHandSizes\":["), "{prints}");
    assert!(prints.contains("\"moveID\":999999") && prints.contains("told to end"), "{prints}");
}

#[test]
fn a_strategy_in_java_plays_as_the_house_player_it_describes() {
    let stories = |bot: &str| {
        let dir = folder();
        jar(
            &dir.path().join("naive.jar"),
            &[("YourStrategy.java", &example("last-card/java/YourStrategy.java"))],
            None,
        );
        let plan = format!(
            "game = \"last-card\"\nbots = [\"{bot}\", \"house:greedy\", \"house:random\", \
             \"house:pass\"]\ngames = 10\nseed = 9\n"
        );
        run(dir.path(), "plan.toml", &plan);
        (0..10)
            .map(|game| read(dir.path(), &format!("logs/readable/{game:04}.log")))
            .collect::<String>()
            .replace(bot, "it")
    };
    assert_eq!(stories("naive.jar"), stories("house:naive"));
}

/// A player that writes down every call, and answers with a location that lies the second time it is asked.
const DIARY: &str = r#"package ca.unbc.cpsc.diary;
import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.interfaces.*;
public class Diary implements Player {
    private int asked;
    public void reset() { System.out.println("reset"); asked = 0; }
    public void noteOpponentsId(int id) { System.out.println("id " + id); }
    public void startGameAs(Colour c) { System.out.println(c.isWhite() && !c.isBlack() ? "white" : "black"); }
    public void opponentPlays(Location l) { System.out.println("they " + l.getRow() + l.getColumn()); }
    public Location requestMoveLocation() { System.out.println("move"); asked++; return asked == 2 ? null : new Once(0); }
    public Location retry() { System.out.println("retry"); return new Once(1); }
    public void noteGameOver(GameOverStatus s) { System.out.println(s); }
    private static final class Once implements Location {
        private final int row; private int rows; private int columns;
        Once(int row) { this.row = row; }
        public int getRow() { return rows++ == 0 ? row : 99; }
        public int getColumn() { return columns++ == 0 ? 0 : 99; }
    }
}
"#;
/// Plays one column after the other, and gives up by an exception where it is told to.
const COLUMNS: &str = r#"package ca.unbc.cpsc.columns;
import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.exceptions.PlayerException;
import ca.unbc.cpsc.score4.interfaces.*;
public class Columns implements Player {
    private int moves;
    public void reset() { moves = 0; }
    public void noteOpponentsId(int id) {}
    public void startGameAs(Colour c) {}
    public void opponentPlays(Location l) {}
    public Location requestMoveLocation() throws PlayerException {
        if (++moves > LAST) throw new PlayerException();
        return new Location() { public int getRow() { return 3; } public int getColumn() { return moves - 1; } };
    }
    public Location retry() { return null; }
    public void noteGameOver(GameOverStatus s) {}
}
"#;

fn diary(last: &str) -> Vec<String> {
    let dir = folder();
    // Copies of the interfaces in the jar, and one more class in their package: ours win, theirs still loads.
    let extra =
        "package ca.unbc.cpsc.score4.interfaces;\npublic class Extra { public static void hello() {} }\n";
    let copy = "package ca.unbc.cpsc.score4.interfaces;\npublic interface Colour \
                { boolean isBlack(); boolean isWhite(); boolean isRed(); }\n";
    let diary = DIARY.replace("asked = 0; }", "asked = 0; ca.unbc.cpsc.score4.interfaces.Extra.hello(); }");
    let sources = [("Diary.java", diary.as_str()), ("Extra.java", extra), ("Colour.java", copy)];
    jar(&dir.path().join("diary.jar"), &sources, None);
    let columns = COLUMNS.replace("LAST", last);
    jar(&dir.path().join("columns.jar"), &[("Columns.java", &columns)], None);
    let plan = "game = \"score-four\"\nbots = [\"diary.jar\", \
                \"columns.jar#ca.unbc.cpsc.columns.Columns\"]\ngames = 2\nseed = 1\n";
    run(dir.path(), "plan.toml", plan);
    prints(dir.path(), "logs/bot-logs/diary.jar.log").lines().map(str::to_owned).collect()
}

#[test]
fn score_four_makes_its_calls_in_the_referees_order() {
    let lines = diary("99");
    let white = "reset|id 1|white|move|they 30|move|retry|they 31|move|they 32|move|LOSS";
    let black = "reset|id 1|black|they 30|move|they 31|move|retry|they 32|move|LOSS";
    let said = lines.join("|");
    assert!(said == format!("{white}|{black}") || said == format!("{black}|{white}"), "{said}");
}

#[test]
fn after_a_forfeit_the_other_side_is_reset() {
    let said = diary("1").join("|");
    let white = "reset|id 1|white|move|they 30|move|retry|reset";
    let black = "reset|id 1|black|they 30|move|reset";
    assert!(said == format!("{white}|{black}") || said == format!("{black}|{white}"), "{said}");
}

#[test]
fn score_four_is_a_round_robin_of_jars_and_class_names() {
    let dir = folder();
    jar(
        &dir.path().join("bots/corners.jar"),
        &[("Corners.java", &example("score-four/java/Corners.java"))],
        None,
    );
    let columns = COLUMNS.replace("LAST", "99");
    jar(&dir.path().join("bots/columns.jar"), &[("Columns.java", &columns)], None);
    let plan = "game = \"score-four\"\nbots = [\"bots/corners.jar\", \
                \"bots/columns.jar#ca.unbc.cpsc.columns.Columns\", \"house:one-ply\"]\ngames = 12\nseed = \
                1\n";
    let said = run(dir.path(), "plan.toml", plan);
    assert!(said.out.contains("corners.jar") && said.out.contains("columns.jar"), "{}", said.out);
    healthy(&said);
}

/// Follows a deal from its first card, and leaves a text with every card that the table must give back.
const NOTES: &str = r#"
import croupier.hearts.HeartsCard;
import croupier.hearts.HeartsPlayer;
import croupier.hearts.HeartsView;
public class Notes implements HeartsPlayer {
    @Override public HeartsCard choose(HeartsView view) {
        int played = 13 - view.hand().size();
        String before = played > 0 ? view.deal() + "\u03bb" + (played - 1) : view.deal() == 1 ? "" : view.deal() - 1 + "\u03bb12";
        int points = 0;
        boolean broken = false;
        for (var trick : view.tricks()) {
            for (var play : trick) {
                points += play.card().points();
                broken |= play.card().suit() == 'H';
            }
        }
        for (int seat = 0; seat < 4; seat++) points -= view.points(seat);
        boolean own = view.trick().stream().noneMatch(play -> play.seat() == view.seat());
        if (!view.memory().equals(before) || view.tricks().size() != played || points != 0 || broken != view.heartsBroken()
                || !own || view.score(view.seat()) > 120) {
            throw new IllegalStateException(view.memory() + " is not " + before + ", or " + view.tricks().size());
        }
        view.remember(view.deal() + "\u03bb" + played);
        return view.legal().get(0);
    }
}
"#;

#[test]
fn a_hearts_bot_in_java_is_shown_the_whole_deal_and_gets_its_memory_back() {
    let dir = folder();
    jar(&dir.path().join("bot.jar"), &[("Notes.java", NOTES)], None);
    let bots = ["bot.jar", "house:random", "house:random", "house:random"];
    let plan = format!("game = \"hearts\"\nbots = {bots:?}\ngames = 4\nseed = 3\n");
    healthy(&run(dir.path(), "plan.toml", &plan));
}

#[test]
fn the_other_games_are_played_in_java_too() {
    for (game, source, class, others) in [
        ("no-thanks", "Bargain", "Bargain", "\"house:threshold\", \"house:CutOff14\""),
        ("hearts", "Lowest", "Lowest", "\"house:random\", \"house:random\", \"house:random\""),
        ("jujitsu", "OneMore", "OneMore", "\"house:draw-card\""),
    ] {
        let dir = folder();
        let text = example(&format!("{game}/java/{source}.java"));
        jar(&dir.path().join("bot.jar"), &[(&format!("{class}.java"), &text)], None);
        let plan = format!("game = \"{game}\"\nbots = [\"bot.jar\", {others}]\ngames = 10\nseed = 3\n");
        let said = run(dir.path(), "plan.toml", &plan);
        healthy(&said);
    }
}

/// A starter bot of the kit as its author has edited it: it always bids its lowest card, and says so.
const EDITED_STARTER: &str = r#"package artificialmindgames.jujitsu.core.player.starterbots;
import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;
public class DrawCardStarterBot implements PlayerStrategy {
    public int move(PlayState state) {
        if (state.isGameEnded()) return 0;
        System.out.println("edited");
        return state.getMyCardsRemaining()[0];
    }
}
"#;
/// The other one, as it came.
const OTHER_STARTER: &str = include_str!(
    "../../../../languages/java/src/artificialmindgames/jujitsu/core/player/starterbots/RandomStarterBot.java"
);

#[test]
fn a_starter_bot_that_was_edited_plays_as_it_was_edited() {
    let dir = folder();
    let sources = [("DrawCardStarterBot.java", EDITED_STARTER)];
    jar(&dir.path().join("edited.jar"), &sources, None);
    let sources = [sources[0], ("RandomStarterBot.java", OTHER_STARTER)];
    jar(&dir.path().join("both.jar"), &sources, None);
    let sources = [sources[0], sources[1], ("OneMore.java", &example("jujitsu/java/OneMore.java"))];
    jar(&dir.path().join("own.jar"), &sources, None);
    let starter = "artificialmindgames.jujitsu.core.player.starterbots.DrawCardStarterBot";
    for (bot, edited) in [
        ("edited.jar".to_owned(), true),
        (format!("both.jar#{starter}"), true),
        ("own.jar".to_owned(), false),
    ] {
        let plan = format!(
            "game = \"jujitsu\"\nbots = [\"{bot}\", \"house:random\"]\ngames = 2\nseed = 1\nout = \"out\"\n"
        );
        healthy(&run(dir.path(), "plan.toml", &plan));
        let jar = bot.split('#').next().unwrap();
        let log = read(dir.path(), &format!("out/bot-logs/{jar}.log"));
        assert_eq!(log.contains("edited"), edited, "{bot}: {log}");
    }
    let said = croupier(dir.path(), &["check", "both.jar", "--game", "jujitsu", "--games", "1"]);
    assert!(said.out.contains("both.jar holds several players; name one of them after a #"), "{}", said.out);
}

#[test]
fn an_edited_copy_of_a_helper_is_the_one_that_helps() {
    let checker = r#"package com.orchestral.shark.lib;
public class LastCardMoveChecker implements MoveChecker {
    public boolean isLegalMove(GameState state, Move move) {
        System.out.println("edited checker");
        return move.getCardsPlayed().get(0).getSuit() == state.getLastPlayedCard().getSuit()
                && state.getPunishmentCards() == 0 && state.getChosenSuit() == null && state.getMyHand().size() > 1;
    }
}
"#;
    let strategy = example("last-card/java/YourStrategy.java");
    let dir = folder();
    let sources = [("YourStrategy.java", strategy.as_str()), ("LastCardMoveChecker.java", checker)];
    jar(&dir.path().join("mine.jar"), &sources, None);
    let plan =
        "game = \"last-card\"\nbots = [\"mine.jar\", \"house:naive\"]\ngames = 1\nseed = 1\nout = \"out\"\n";
    healthy(&run(dir.path(), "plan.toml", plan));
    let log = read(dir.path(), "out/bot-logs/mine.jar.log");
    assert!(log.contains("edited checker"), "{log}");
}

#[test]
fn a_source_as_an_editor_of_another_system_saves_it_is_compiled() {
    let dir = folder();
    let text = example("no-thanks/java/Bargain.java").replace("package example;", "");
    let text = text.replace("Bargain", "Größe").replace('\n', "\r\n");
    file(dir.path(), "Größe.java", &format!("\u{feff}{text}"));
    let plan = "game = \"no-thanks\"\nbots = [\"Größe.java\", \"house:threshold\", \"house:CutOff14\"]\n\
                games = 2\nseed = 3\n";
    healthy(&run(dir.path(), "plan.toml", plan));
}

#[test]
fn a_class_that_only_lacks_the_word_public_is_named() {
    let dir = folder();
    let text = example("no-thanks/java/Bargain.java").replace("public class", "class");
    file(dir.path(), "Bargain.java", &text);
    let said = refused(dir.path(), &["no-thanks", "2", "Bargain.java", "house:CutOff14", "house:TakeSmall"]);
    let words = "has no public class that implements croupier.nothanks.NoThanksPlayer; example.Bargain does, \
                 and is not public";
    assert!(said.contains(words), "{said}");
}

#[test]
fn a_jar_of_a_newer_java_is_told_so_with_what_to_compile_it_for() {
    let dir = folder();
    let bargain = example("no-thanks/java/Bargain.java");
    jar_of_java_99(&dir.path().join("Bargain.jar"), &[("Bargain.java", &bargain)], None);
    let naive = example("last-card/java/YourStrategy.java").replace("YourStrategy", "Ours");
    // A program of its own that can be read does not stand in place of the strategy.
    let sources = [("Ours.java", naive.as_str()), ("Shark.java", OWN_PROGRAM)];
    jar_of_java_99(&dir.path().join("Ours.jar"), &sources, Some("Shark"));
    let corners = example("score-four/java/Corners.java");
    jar_of_java_99(&dir.path().join("Corners.jar"), &[("Corners.java", &corners)], None);
    for (game, bots) in [
        ("no-thanks", "\"Bargain.jar\", \"house:CutOff14\", \"house:TakeSmall\""),
        ("no-thanks", "\"Bargain.jar#example.Bargain\", \"house:CutOff14\", \"house:TakeSmall\""),
        ("last-card", "\"Ours.jar\", \"house:naive\""),
        ("score-four", "\"Corners.jar\", \"house:one-ply\""),
    ] {
        let said = unloaded(dir.path(), game, bots);
        assert!(said.contains("its classes were made by Java 99; Java "), "{bots}: {said}");
        assert!(said.contains(" plays here: compile with --release "), "{bots}: {said}");
        assert!(!said.contains("no public class"), "{bots}: {said}");
    }
}

/// What is said of bots of which one does not load.
fn unloaded(dir: &Path, game: &str, bots: &str) -> String {
    file(dir, "plan.toml", &format!("game = \"{game}\"\nbots = [{bots}]\ngames = 2\n"));
    refused(dir, &["run", "plan.toml"])
}

#[test]
fn a_class_that_is_named_by_its_game_and_not_public_is_told_so() {
    let dir = folder();
    let text = example("last-card/java/YourStrategy.java").replace("public final class", "final class");
    let text = text.replace("public class", "class");
    file(dir.path(), "YourStrategy.java", &text);
    let said = unloaded(dir.path(), "last-card", "\"YourStrategy.java\", \"house:naive\"");
    assert!(said.contains("com.orchestral.shark.YourStrategy is not public"), "{said}");
}

/// A player of Score Four with a class beside it, and that class.
fn of_two_files() -> [String; 2] {
    let ai = example("score-four/java/Corners.java");
    let ai = ai.replace("ca.unbc.cpsc.corners", "ca.unbc.cpsc.team").replace("Corners", "Ai");
    let board = "package ca.unbc.cpsc.team;\nimport ca.unbc.cpsc.score4.interfaces.Location;\nfinal \
                 class Board {\n    Location last;\n    static int[] empty() { return new int[16]; }\n}\n";
    [ai.replace("new int[16]", "Board.empty()"), board.to_owned()]
}

#[test]
fn a_source_is_compiled_with_the_others_of_its_package_that_lie_beside_it() {
    let [ai, board] = of_two_files();
    assert!(ai.contains("Board.empty()"), "{ai}");
    let dir = folder();
    file(dir.path(), "bots/Ai.java", &ai);
    file(dir.path(), "bots/Board.java", &board);
    let plan = "game = \"score-four\"\nbots = [\"bots/Ai.java\", \"house:one-ply\"]\ngames = 2\nseed = 3\n";
    healthy(&run(dir.path(), "plan.toml", plan));
    // In a folder that is searched it is no bot.
    let plan = "game = \"score-four\"\ndirs = [\"bots\"]\nbots = [\"house:one-ply\"]\ngames = 2\nseed = 3\n";
    let said = run(dir.path(), "searched.toml", plan);
    healthy(&said);
    assert!(said.err.contains("Board.java is not valid: skipping"), "{}{}", said.out, said.err);
    assert!(!said.out.contains("Left out"), "{}{}", said.out, said.err);
}

#[test]
fn sources_of_a_folder_may_have_blanks_in_their_names_and_those_of_its_tests_are_left_out() {
    let [ai, board] = of_two_files();
    let dir = folder();
    file(dir.path(), "team/pom.xml", "<project/>");
    file(dir.path(), "team/src/main/java/ca/unbc/cpsc/team/Ai.java", &ai);
    file(dir.path(), "team/src/main/java/test bits/test/Board.java", &board);
    file(dir.path(), "team/src/test/java/AiTest.java", "import org.junit.Test;\n");
    let plan = "game = \"score-four\"\nbots = [\"team\", \"house:one-ply\"]\ngames = 2\nseed = 3\n";
    healthy(&run(dir.path(), "plan.toml", plan));
}

#[test]
fn a_jar_that_serves_is_told_that_its_author_starts_it() {
    let dir = folder();
    let text = "public class Serve { public static void main(String[] args) {} }";
    jar(&dir.path().join("serve.jar"), &[("Serve.java", text)], Some("Serve"));
    let said = unloaded(dir.path(), "jujitsu", "\"serve.jar\", \"house:draw-card\"");
    let words = "has no public class that implements \
                 artificialmindgames.jujitsu.core.player.PlayerStrategy; if it is a web server, its author \
                 starts it, and it is named by its url";
    assert!(said.contains(words), "{said}");
}
