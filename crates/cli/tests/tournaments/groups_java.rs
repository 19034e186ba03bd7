//! Many games at once of bots in Java: nothing in a record shows it, and whoever keeps something takes no
//! part.

use std::path::Path;

use crate::at_once::{Played, apart};
use crate::common::{file, folder, prints};
use croupier_games::Game;
use croupier_games::hearts::Hearts;
use croupier_games::jujitsu::Jujitsu;
use croupier_games::last_card::LastCard;
use croupier_games::no_thanks::NoThanks;
use croupier_games::score_four::ScoreFour;

/// Tells of its games, counts through each, and draws from all that it sees; `KEEPS` are lines of its class,
/// `ASKED` of its answer.
const BOT: &str = r#"
import croupier.nothanks.*;
import java.util.*;
public class Told implements NoThanksPlayer {
    private enum Mood { BOLD(3), SHY(7); final int weight; Mood(final int weight) { this.weight = weight; } }
    private record Place(int seat, Mood mood) {}
    private static final int MOST = 5;
    private static final Place FIRST = new Place(0, Mood.SHY);
    private final List<Integer> seen = new ArrayList<>();
    private Random luck;
    KEEPS
    public void start(final NoThanksView view, final long seed) {
        System.out.println("begins");
        luck = new Random(seed);
    }
    public boolean takes(final NoThanksView view) {
        ASKED
        seen.add(view.card());
        final Mood mood = seen.size() % 2 == 0 ? Mood.BOLD : FIRST.mood();
        switch (mood) {
            case BOLD: return luck.nextInt(mood.weight + MOST) < 3;
            default: return seen.stream().mapToInt(card -> card).sum() % mood.weight == luck.nextInt(2);
        }
    }
    public void end(final NoThanksView view) { System.out.println("ends"); }
}
"#;

fn told(keeps: &str, asked: &str) -> String {
    BOT.replace("ASKED", asked).replace("KEEPS", keeps)
}

/// Whether a bot's log shows games that began before an earlier one had ended.
fn were_at_once(dir: &Path, at_once: usize) -> bool {
    let log = prints(dir, &format!("logs-{at_once}/Told.log"));
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines.contains(&"begins") && lines.contains(&"ends"), "{log}");
    lines.windows(2).any(|pair| pair == ["begins", "begins"])
}

/// The same games, however many are played at once.
fn same<G: Game>(dir: &Path, played: &Played<'_>) {
    let one_by_one = played.record::<G>(dir, 1);
    let at_once = played.record::<G>(dir, 256);
    assert!(at_once == one_by_one, "{:?}: {}", played.bots, apart(&at_once, &one_by_one));
}

#[test]
fn a_record_with_bots_in_java_is_the_same_however_many_games_are_played_at_once() {
    let dir = folder();
    file(dir.path(), "Told.java", &told("", ""));
    let field = ["Told.java", "Told.java", "house:TakeSmall"];
    same::<NoThanks>(dir.path(), &Played::by(&field));
    assert!(were_at_once(dir.path(), 256) && !were_at_once(dir.path(), 1));
}

#[test]
fn examples_of_every_game_in_java_play_the_same_at_once_and_one_by_one() {
    let dir = folder();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (from, name) in [
        ("hearts/java/Lowest.java", "Lowest.java"),
        ("jujitsu/java/OneMore.java", "OneMore.java"),
        ("last-card/java/YourStrategy.java", "YourStrategy.java"),
        ("score-four/java/Corners.java", "Corners.java"),
    ] {
        std::fs::copy(examples.join(from), dir.path().join(name)).unwrap();
    }
    let games = |bots| Played { games: 40, ..Played::by(bots) };
    same::<Hearts>(dir.path(), &games(&["Lowest.java", "house:basic", "house:careful", "house:random"]));
    same::<Jujitsu>(dir.path(), &games(&["OneMore.java", "house:random"]));
    let field = ["YourStrategy.java", "house:random", "house:naive", "house:random"];
    same::<LastCard>(dir.path(), &games(&field));
    same::<ScoreFour>(dir.path(), &games(&["Corners.java", "house:random"]));
}

#[test]
fn a_bot_in_java_that_keeps_something_outside_its_instance_plays_one_game_at_a_time() {
    for (keeps, asked) in [
        ("private static int asked;", "asked++;"),
        ("private static final int[] ASKED = new int[1];", "ASKED[0]++;"),
        ("private static final List<Integer> ALL = new ArrayList<>();", "ALL.add(view.card());"),
        ("private enum Kept { ONE; int count; }", "Kept.ONE.count++;"),
        ("", "System.setProperty(\"asked\", \"\" + view.card());"),
        ("", "Thread.currentThread().setName(\"\" + view.card());"),
        // Enums lie elsewhere in every JVM, and so does what a HashMap has first.
        ("private final Map<Mood, Integer> moods = new HashMap<>();", "moods.put(Mood.BOLD, 1);"),
        ("private static class Kept { static long last; }", "Kept.last = view.card();"),
    ] {
        let dir = folder();
        file(dir.path(), "Told.java", &told(keeps, asked));
        let field = ["Told.java", "house:TakeSmall"];
        same::<NoThanks>(dir.path(), &Played { games: 24, ..Played::by(&field) });
        assert!(!were_at_once(dir.path(), 256), "{keeps} {asked}");
    }
}

#[test]
fn a_group_that_a_bot_in_java_spoils_is_played_again_one_by_one() {
    for asked in [
        "if (seen.size() == 3 && view.seat() == 0) throw new IllegalStateException(\"no\");",
        "if (seen.size() == 3 && view.seat() == 0) return takes(view);",
    ] {
        let dir = folder();
        file(dir.path(), "Told.java", &told("", asked));
        let field = ["Told.java", "Told.java", "house:TakeSmall"];
        same::<NoThanks>(dir.path(), &Played { games: 40, ..Played::by(&field) });
        assert!(were_at_once(dir.path(), 256), "{asked}");
    }
}
