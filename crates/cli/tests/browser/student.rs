//! A student's story in a real browser: from signing up to the ladder, in two languages and three games.

use crate::browser::{At, Button, Chromium, Link};
use crate::people::{PASSWORD, PLAYS, newest_game, send, sign_in, sign_up, starter, watch, written};
use crate::site::RunningSite;

/// A sound bot of No Thanks! that talks.
const TALKER: &str = "from croupier import no_thanks
class Talker(no_thanks.Player):
    def choose(self, view):
        print('I think about', view.card)
        return view.me.coins == 0 or view.card < 12
";

/// A bot that knows one peg, and goes on when it is full.
const ROGUE: &str = "from croupier import score_four
class Rogue(score_four.Player):
    def choose(self, view):
        return (0, 0)
";

#[test]
fn a_starter_file_goes_unchanged_from_the_handbook_to_the_ladder() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    sign_up(&page, "Ada", None);
    page.inspect("home-empty");
    let file = starter(&page, data.path(), "no-thanks/example_bot.py");
    send(&page, "no-thanks", &file);
    page.picture("status-waiting");
    watch(&page, PLAYS);
    assert!(page.count("span.verdict.passed") > 5, "{}", page.text());
    page.inspect("status-passed");

    page.follow(Link("Ada"));
    page.until("document.querySelectorAll('#standing table.games tbody a[href^=\"/games/\"]').length >= 3");
    page.says("No Thanks!");
    page.inspect("home");

    page.go("/c/no-thanks");
    page.until("document.querySelector('tr.mine svg.spark')");
    assert!(page.text_of("tr.mine").contains("Ada"), "{}", page.text_of("tr.mine"));
    page.inspect("ladder-mine");
    page.write("Name", "thresh");
    page.follow(Button("Filter"));
    page.until("document.querySelectorAll('table.ladder tbody tr').length === 1");
    page.says("You are number");
    page.write("Name", "");
    page.choose("Show", "players");
    page.follow(Button("Filter"));
    page.until("document.querySelectorAll('table.ladder tbody tr.mine').length === 1");
    page.hides("house:threshold");
    page.behaved();
}

#[test]
fn a_haskell_player_and_a_third_game_find_their_ladders_too() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let page = chromium.visitor(&site.address);
    sign_up(&page, "Bo", None);
    let haskell = starter(&page, data.path(), "hearts/haskell/Lowest.hs");
    let python = starter(&page, data.path(), "score-four/example_bot.py");
    send(&page, "hearts", &haskell);
    let first = page.path();
    send(&page, "score-four", &python);
    watch(&page, PLAYS);
    page.go(&first);
    page.eval("window.sameVisit = true");
    watch(&page, PLAYS);
    for contest in ["hearts", "score-four"] {
        page.go(&format!("/c/{contest}?kind=players"));
        page.until("document.querySelector('tr.mine svg.spark')");
    }
    page.go("/home");
    page.says("Hearts");
    page.says("Score Four");
    page.behaved();
}

#[test]
fn what_a_failing_bot_did_is_shown_with_the_position_the_rule_and_the_command_for_home() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    sign_up(&page, "Eve", None);
    page.go("/c/no-thanks/upload");
    page.hand_over("A file or a zip archive", &written(data.path(), "notes.txt", "no bot"));
    page.follow(Button("Send"));
    assert!(page.text_of("[role=alert]").contains(".txt"), "{}", page.text());
    page.inspect("upload-wrong");
    send(&page, "score-four", &written(data.path(), "rogue.py", ROGUE));
    page.until("document.querySelector('h1 .verdict.failed')");
    for words in ["It was shown", "It answered", "\"column\": 0", "croupier check rogue.py --game score-four"]
    {
        page.says(words);
    }
    assert!(page.text_of("p.wrong").len() > 10, "the rule is told: {}", page.text());
    page.inspect("status-failed");
    page.go("/c/score-four?find=Eve");
    page.says("Nobody.");
}

#[test]
fn a_bot_s_log_is_its_owner_s_alone_and_earlier_uploads_come_back() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let page = chromium.visitor(&site.address);
    sign_up(&page, "Ada", None);
    send(&page, "no-thanks", &written(data.path(), "talker.py", TALKER));
    let first = page.path();
    watch(&page, PLAYS);
    page.go("/home");
    page.until("document.querySelector('#standing table.games tbody a[href^=\"/games/\"]')");
    page.follow(At("#standing table.games tbody a[href^=\"/games/\"]"));
    page.says("What Ada printed");
    page.says("I think about");
    let game = page.path();
    let other = chromium.visitor(&site.address);
    sign_up(&other, "Ben", None);
    other.go(&game);
    other.says("Result");
    other.hides("I think about");
    other.go(&first);
    other.says("upload 1 of yours");

    send(&page, "no-thanks", &written(data.path(), "quiet.py", TALKER.replace("        print", "        #")));
    watch(&page, PLAYS);
    page.go(&first);
    page.follow(Button("Let this one play again"));
    page.says(PLAYS);

    page.go("/home");
    page.write("For", "my laptop");
    page.follow(Button("Make a token"));
    page.says("shown this once");
    page.follow(Button("Take my laptop back"));
    page.hides("my laptop");
    page.write("Old password", PASSWORD);
    page.write("New password", "another horse");
    page.follow(Button("Change"));
    page.follow(Button("Sign out"));
    let top = page.text_of("header");
    assert!(top.contains("Sign in") && !top.contains("Ada"), "{top}");
    sign_in(&page, "Ada", PASSWORD);
    assert!(page.count("[role=alert]") == 1, "{}", page.text());
    sign_in(&page, "Ada", "another horse");
    page.says("talker.py");
    page.behaved();
    other.behaved();
}

#[test]
fn a_game_is_watched_by_keys_through_any_eyes_and_its_turns_have_addresses() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    let game = newest_game(&page, "hearts");
    let turn = "Number(document.querySelector('[data-turn]').dataset.turn)";
    let last = page.eval("Number(document.querySelector('[data-turn]').dataset.last)");
    page.press("ArrowRight");
    page.until(&format!("{turn} === 1"));
    page.press("ArrowRight");
    page.until(&format!("{turn} === 2"));
    page.press("ArrowLeft");
    page.until(&format!("{turn} === 1"));
    page.press("End");
    page.until(&format!("{turn} === {last}"));
    page.press("Home");
    page.until(&format!("{turn} === 0"));
    page.press(" ");
    page.until(&format!("{turn} >= 2"));
    page.press(" ");
    page.until("document.querySelector('button[data-step=play]').innerText === 'Play'");
    assert_eq!(page.count(".picture .back"), 0, "all hands are open");
    page.click(At("nav[aria-label=\"What is shown\"] a:nth-of-type(3)"));
    page.until("document.querySelectorAll('.picture .back').length > 20");
    page.inspect("game-hearts-one-seat");
    assert_eq!(page.complaints(), Vec::<String>::new());

    let friend = chromium.visitor(&site.address);
    friend.go(&page.path());
    assert_eq!(friend.text_of(".told"), page.text_of(".told"));
    assert!(friend.path().starts_with(&game) && friend.count(".picture .back") > 20);
    let record = friend.fetch(Link("Download the record"));
    let kept = written(data.path(), &record.name, &record.bytes);
    let verify = std::process::Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&kept).output();
    assert!(verify.unwrap().status.success(), "{}", record.name);

    newest_game(&page, "score-four");
    let before = page.eval("document.querySelector('.picture svg').outerHTML");
    page.press(".");
    page.until(&format!("document.querySelector('.picture svg').outerHTML !== {before}"));
    assert!(page.path().contains("turned=1"), "{}", page.path());
    page.press(",");
    page.until(&format!("document.querySelector('.picture svg').outerHTML === {before}"));
    page.behaved();
}

#[test]
fn anybody_plays_against_the_house_by_clicking() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    page.go("/play/score-four");
    page.choose("Opponent", "basic");
    page.follow(Button("Deal"));
    page.inspect("play-score-four");
    for beads in [2, 4, 6] {
        page.follow(At(".picture button"));
        assert_eq!(page.count(".picture .bead"), beads, "mine and the answers: {}", page.text());
    }
    page.inspect("play-score-four-later");
    page.go("/play/score-four");
    page.choose("Opponent", "minmax");
    page.follow(Button("Deal"));
    while !page.has(Link("Play again")) {
        page.follow(At(".picture button"));
    }
    assert_eq!(page.count(".picture button"), 0, "{}", page.text());
    assert!(page.count(".picture .bead.line") >= 4, "the line that won is marked: {}", page.text());
    page.inspect("play-over");
    for game in ["no-thanks", "hearts", "last-card", "jujitsu"] {
        page.go(&format!("/play/{game}"));
        page.follow(Button("Deal"));
        page.inspect(&format!("play-{game}"));
        let before = page.text_of("main");
        page.follow(At("form button[name=move]"));
        assert!(page.count("[role=alert]") == 0 && page.text_of("main") != before, "{game}: {before}");
    }
}
