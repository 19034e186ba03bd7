//! Where a bot is in its games: what it prints stands there, and its channel hears of them.

use super::*;

/// What stands in the log of a bot that says hello like this, after a print in each of some places.
fn log_of(hello: &str, takes: Takes) -> String {
    let print = || line("hm...");
    let script = Script::of([vec![line(hello), print(), print(), print()]]).taking(takes);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.log");
    let mut setting = Script::setting(limits());
    setting.log = BotLog::create(Some(&path)).unwrap();
    let mut bot = RemoteBot::new(Box::new(script), setting);
    let mut heard = 0;
    let mut print = |bot: &mut RemoteBot| {
        bot.hear(|message| {
            heard += 1;
            match message {
                Message::Json(line) if heard % 2 == 1 => {
                    Heard::Print(String::from_utf8_lossy(line).into_owned())
                }
                _ => Heard::Taken(()),
            }
        })
    };
    bot.begin_turn();
    bot.begin_game(17, 4);
    bot.wake().unwrap();
    print(&mut bot).unwrap();
    bot.begin_turn();
    bot.begin_turn();
    // Its last life ends here; how it ended stands in the log, too.
    print(&mut bot).unwrap_err();
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn what_a_bot_prints_stands_below_the_game_and_turn_that_it_is_in() {
    let text = log_of(LINES, Takes::default());
    assert_eq!(text, "[game 17, before its first turn]\nhm...\n[game 17, its turn 2]\nhm...\n");
}

#[test]
fn who_marks_its_prints_or_plays_many_games_at_once_has_no_marks_of_ours() {
    let marks = r#"{"type":"hello","protocol":1,"marks":true}"#;
    assert_eq!(log_of(marks, Takes::default()), "hm...\nhm...\n");
    assert_eq!(log_of(LINES, Takes { batched: true, ..Takes::default() }), "hm...\nhm...\n");
}

#[test]
fn a_channel_hears_the_luck_of_each_game_that_begins_while_it_is_up() {
    let script = Script::of([hello_and(&[])]);
    let mut bot = bot(&script, limits());
    bot.begin_game(1, 5);
    bot.wake().unwrap();
    bot.begin_game(2, 6);
    bot.begin_game(3, 7);
    assert_eq!(script.luck(), [6, 7]);
}

#[test]
fn whoever_plays_for_the_last_time_is_waited_for_longer_from_its_start_on() {
    let script = Script::of([hello_and(&[]), hello_and(&[])]);
    let mut bot = bot(&script, limits());
    bot.wake().unwrap();
    for pace in [Pace::Patient, Pace::Unhurried, Pace::LateThen, Pace::Limited, Pace::Patient] {
        bot.set_pace(pace);
        assert_eq!(bot.pace(), pace);
    }
    bot.dismiss();
    bot.wake().unwrap();
    assert_eq!(script.patience(), [false, true, false, false, false, true, true]);
    assert_eq!(bot.allowed(), SECOND, "its own limit stays what it is");
}
