//! The shell, held by the scripted double: what it sends, and what it makes of what comes back.

#![allow(clippy::unwrap_used)] // A test may.

use std::sync::Arc;
use std::time::Duration;

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed, View};
use croupier_record::{Answer, Ask, EntrantId, Fault, FaultKind, Notice, OwnTime, Pace, Player};

use super::*;
use crate::channel::test_double::{FRAMES, LINES, Says, Script, Sent, answer, answer_with, limits, line};
use crate::channel::{Coded, Failure, LongClock, Takes, Wants};
use crate::frame::FrameKind;
use crate::protocol::LONGEST_MEMORY;
use crate::time::time_limits::TimeLimits;

const SECOND: Duration = Duration::from_secs(1);
const NAMES: [&str; 3] = ["Ann", "Bob", "Cid"];
const ENTRANTS: [EntrantId; 3] = [EntrantId(4), EntrantId(0), EntrantId(2)];

fn game() -> NoThanks {
    NoThanks::deal(3, &NoThanksOptions::default(), Seed::plain(1)).unwrap()
}

fn player_with(script: &Script, time_limits: TimeLimits) -> RemotePlayer<NoThanks> {
    RemotePlayer::new(RemoteBot::new(Box::new(script.clone()), Script::setting(time_limits)))
}

fn player(script: &Script) -> RemotePlayer<NoThanks> {
    player_with(script, limits())
}

fn plain(number: u32, game: &NoThanks) -> Ask<'_, NoThanks> {
    Ask { number, view: game.view(Seat(0)), refused: None, memory: None }
}

fn ask(player: &mut RemotePlayer<NoThanks>, number: u32) -> Result<Answer<Decision>, Box<Fault>> {
    player.answer(plain(number, &game()))
}

fn start(player: &mut RemotePlayer<NoThanks>, number: u64) -> Result<(), Box<Fault>> {
    let game = game();
    player.notice(&Notice::Start {
        view: game.view(Seat(0)),
        seed: Seed::plain(7),
        game: number,
        names: &NAMES,
        entrants: &ENTRANTS,
    })
}

fn end(player: &mut RemotePlayer<NoThanks>) -> Result<(), Box<Fault>> {
    player.notice(&Notice::End { view: game().view(Seat(0)), scores: &[1.0, 2.0, 3.0] })
}

fn said(number: u32, mv: &str) -> Says {
    line(&format!(r#"{{"type":"answer","number":{number},"move":"{mv}"}}"#))
}

fn lines<const N: usize>(says: [Says; N]) -> Vec<Says> {
    [line(LINES)].into_iter().chain(says).collect()
}

fn frames<const N: usize>(says: [Says; N]) -> Vec<Says> {
    [line(FRAMES)].into_iter().chain(says).collect()
}

fn compact() -> Vec<u8> {
    let mut view = Vec::new();
    game().view(Seat(0)).compact(&mut view);
    view
}

/// What is wrong with an answer.
fn wrong(hello: &str, says: Says) -> (FaultKind, String) {
    let script = Script::of([vec![line(hello), says]]);
    let fault = *ask(&mut player(&script), 1).unwrap_err();
    (fault.kind, fault.message)
}

mod questions {
    use super::*;

    #[test]
    fn a_plain_question_is_a_frame_of_number_and_view_where_both_sides_agreed() {
        let script = Script::of([frames([answer(5, 1)])]);
        let answered = ask(&mut player(&script), 5).unwrap();
        assert_eq!(answered, Answer { number: 5, mv: Decision::Take, memory: None });
        let body = [&5_u32.to_le_bytes()[..], &compact()].concat();
        let wants = Wants::Answer;
        assert_eq!(script.sent(), [Sent { kind: Some(FrameKind::Ask), wants, limit: SECOND, body }]);
    }

    #[test]
    fn elsewhere_it_is_a_line_with_the_time_that_it_may_take() {
        let script = Script::of([lines([said(5, "pass")])]);
        assert_eq!(ask(&mut player(&script), 5).unwrap().mv, Decision::Pass);
        let sent = script.last();
        assert_eq!((sent.kind, sent.wants), (Some(FrameKind::Json), Wants::Answer));
        let json = sent.json();
        assert_eq!(
            (&json["type"], &json["number"], &json["time_ms"]),
            (&"ask".into(), &5.into(), &1000.into())
        );
        for key in ["clocks", "legal", "refused", "memory"] {
            assert!(json.get(key).is_none(), "{key}");
        }
    }

    #[test]
    fn refused_and_asked_again_it_hears_why_also_where_frames_are_agreed_on() {
        let script = Script::of([frames([said(6, "take")])]);
        let game = game();
        let ask = Ask { refused: Some("no coins left"), ..plain(6, &game) };
        assert_eq!(player(&script).answer(ask).unwrap().mv, Decision::Take);
        assert_eq!(script.last().json()["refused"], "no coins left");
    }

    #[test]
    fn legal_moves_are_listed_for_who_wants_them_and_anew_for_every_question() {
        let hello = line(r#"{"type":"hello","protocol":1,"compact":true,"wants":["legal"]}"#);
        let script = Script::of([vec![hello, said(1, "take"), said(2, "take")]]);
        let mut player = player(&script);
        for number in [1, 2] {
            ask(&mut player, number).unwrap();
            assert_eq!(script.last().json()["legal"].as_array().unwrap().len(), 2);
        }
    }

    #[test]
    fn a_memory_goes_in_a_frame_where_that_is_agreed_on_and_in_a_line_elsewhere() {
        let game = game();
        let remembered = |hello: &str, says: Says| {
            let script = Script::of([vec![line(hello), says]]);
            let ask = Ask { memory: Some("λ"), ..plain(3, &game) };
            assert_eq!(player(&script).answer(ask).unwrap().mv, Decision::Take);
            script.last()
        };
        let sent = remembered(FRAMES, answer(3, 1));
        assert_eq!(sent.kind, Some(FrameKind::AskWithMemory));
        let head = [3_u32.to_le_bytes(), 2_u32.to_le_bytes()].concat();
        assert_eq!(sent.body, [&head[..], "λ".as_bytes(), &compact()].concat());
        for hello in [LINES, r#"{"type":"hello","protocol":1,"compact":true}"#] {
            let sent = remembered(hello, said(3, "take"));
            assert_eq!((sent.kind, &sent.json()["memory"]), (Some(FrameKind::Json), &"λ".into()));
        }
    }

    #[test]
    fn nobody_answers_who_was_not_asked_and_nobody_answers_twice() {
        let script = Script::of([lines([said(1, "take"), said(1, "take")])]);
        let mut player = player(&script);
        assert_eq!(player.reply().unwrap_err().message, "was not asked");
        ask(&mut player, 1).unwrap();
        assert_eq!(player.reply().unwrap_err().message, "was not asked");
    }

    #[test]
    fn a_question_that_could_not_be_put_is_not_open() {
        let script = Script::of([lines([said(1, "take")])]);
        let mut player = player(&script);
        script.fail_to_send(Failure::Late("it does not read".to_owned()));
        // The hello is what does not go.
        assert_eq!(player.ask(plain(1, &game())).unwrap_err().kind, FaultKind::Disqualified);
        assert_eq!(player.reply().unwrap_err().message, "was not asked");
    }

    #[test]
    fn why_a_bot_is_out_is_told_with_the_first_answer_that_is_missing_and_never_again() {
        let script = Script::of([lines([])]);
        let mut player = player(&script);
        script.fail_to_send(Failure::Late("it does not read".to_owned()));
        let missing = |player: &mut RemotePlayer<NoThanks>| player.ask(plain(1, &game())).unwrap_err();
        assert_eq!(missing(&mut player).to_string(), "disqualified: does not load: it does not read");
        for _ in 0..2 {
            assert_eq!(missing(&mut player).to_string(), "disqualified");
        }
        assert!(!player.wake().unwrap_err().message.is_empty(), "whoever asks why is told");
    }
}

mod answers {
    use super::*;

    #[test]
    fn late_answers_to_earlier_questions_are_passed_over() {
        let script = Script::of([frames([answer(6, 0), answer(8, 0), answer(7, 1)])]);
        assert_eq!(ask(&mut player(&script), 7).unwrap().mv, Decision::Take);
        let nameless = line(r#"{"type":"answer","move":"pass"}"#);
        let again = line(r#"{"type":"hello","protocol":1}"#);
        let script =
            Script::of([lines([said(6, "pass"), said(8, "pass"), nameless, again, said(7, "take")])]);
        assert_eq!(ask(&mut player(&script), 7).unwrap().mv, Decision::Take);
    }

    #[test]
    fn prints_and_rubbish_before_an_answer_go_to_the_log() {
        let short = Says::Frame(FrameKind::Answer, vec![7, 0, 0, 0]);
        let script = Script::of([frames([line("hm..."), Says::Rubbish, short, answer(7, 1)])]);
        let mut player = player(&script);
        assert_eq!(ask(&mut player, 7).unwrap().mv, Decision::Take);
        let logged = player.bot.setting().log.last_lines(9);
        assert!(logged.contains("hm..."), "{logged}");
        assert_eq!(logged.matches("a frame that is no message").count(), 2, "{logged}");
    }

    #[test]
    fn a_memory_comes_with_a_frame_or_a_line() {
        let left = |says: Says| ask(&mut player(&Script::of([frames([says])])), 1).unwrap().memory;
        assert_eq!(left(answer_with(1, 1, "λ".as_bytes())).as_deref(), Some("λ"));
        assert_eq!(left(answer_with(1, 1, b"")).as_deref(), Some(""), "it forgets everything");
        let longest = vec![b'x'; LONGEST_MEMORY];
        assert_eq!(left(answer_with(1, 1, &longest)).unwrap().len(), LONGEST_MEMORY);
        let json = r#"{"type":"answer","number":1,"move":"take","memory":"m"}"#;
        assert_eq!(left(line(json)).as_deref(), Some("m"));
    }

    #[test]
    fn what_is_wrong_with_an_answer_is_told() {
        use FaultKind::{Crashed, TooMuch, Unreadable};
        let long = "x".repeat(LONGEST_MEMORY + 1);
        let json = format!(r#"{{"type":"answer","number":1,"move":"take","memory":"{long}"}}"#);
        assert_eq!(wrong(LINES, line(&json)).0, TooMuch);
        assert_eq!(wrong(FRAMES, answer_with(1, 1, long.as_bytes())).0, TooMuch);
        assert_eq!(
            wrong(FRAMES, answer_with(1, 1, &[0xff])),
            (Unreadable, "a memory that is no text in UTF-8".to_owned())
        );
        assert_eq!(wrong(FRAMES, answer(1, 9)), (Unreadable, "code 9 is no move: no move has it".to_owned()));
        let (kind, why) = wrong(LINES, said(1, "steal"));
        assert!(kind == Unreadable && why.starts_with("\"steal\" is no move: "), "{why}");
        let nothing = line(r#"{"type":"answer","number":1}"#);
        assert_eq!(wrong(LINES, nothing), (Unreadable, "an answer without a move".to_owned()));
        let failed = line(r#"{"type":"fault","number":1,"message":"ZeroDivisionError"}"#);
        assert_eq!(wrong(LINES, failed), (Crashed, "ZeroDivisionError".to_owned()));
    }

    #[test]
    fn as_much_of_an_answer_is_told_as_helps_its_author() {
        let (_, why) = wrong(LINES, said(1, &"ö".repeat(1000)));
        let shown = why.split(" is no move").next().unwrap();
        assert_eq!(shown.chars().count(), 80);
    }

    #[test]
    fn a_plain_answer_with_a_byte_too_many_is_none() {
        let long = Says::Frame(FrameKind::Answer, [&7_u32.to_le_bytes()[..], &[0; 9]].concat());
        let script = Script::of([frames([long, answer(7, 1)])]);
        assert_eq!(ask(&mut player(&script), 7).unwrap().mv, Decision::Take);
    }

    #[test]
    fn the_longest_memory_is_taken_from_a_line_too() {
        let longest = "x".repeat(LONGEST_MEMORY);
        let json = format!(r#"{{"type":"answer","number":1,"move":"take","memory":"{longest}"}}"#);
        let answered = ask(&mut player(&Script::of([lines([line(&json)])])), 1).unwrap();
        assert_eq!(answered.memory.as_deref(), Some(&*longest));
    }
}

mod replies {
    use super::*;

    const ANSWER: &str = r#"{"type":"answer","move":"take"}"#;

    fn reply(text: &str) -> Says {
        Says::Reply(text.to_owned())
    }

    #[test]
    fn a_reply_belongs_to_its_request_so_that_its_number_may_be_left_out() {
        let script = Script::of([lines([reply(ANSWER)])]);
        let answered = ask(&mut player(&script), 4).unwrap();
        assert_eq!(answered, Answer { number: 4, mv: Decision::Take, memory: None });
    }

    #[test]
    fn a_wrong_number_is_the_tables_to_judge() {
        let script = Script::of([lines([reply(r#"{"type":"answer","number":3,"move":"take"}"#)])]);
        assert_eq!(ask(&mut player(&script), 4).unwrap().number, 3);
    }

    #[test]
    fn a_reply_that_is_something_else_is_no_print() {
        for text in ["<html>", r#"{"type":"hello","protocol":1}"#, r#"{"type":"answer","number":1}"#] {
            let (kind, why) = wrong(LINES, reply(text));
            assert_eq!(kind, FaultKind::Unreadable);
            assert_eq!(why, format!("{text} is no move: an answer has a type, a number and a move"));
        }
        let failed = reply(r#"{"type":"fault","message":"it fails"}"#);
        assert_eq!(wrong(LINES, failed), (FaultKind::Crashed, "it fails".to_owned()));
    }
}

mod games {
    use super::*;

    #[test]
    fn a_start_tells_everything_once_in_a_line() {
        let script = Script::of([lines([said(1, "take"), said(2, "take")])]);
        let mut player = player(&script);
        start(&mut player, 9).unwrap();
        ask(&mut player, 1).unwrap();
        ask(&mut player, 2).unwrap();
        let sent = script.sent();
        assert_eq!(sent.len(), 3, "it knows of the game");
        let json = sent[0].json();
        assert_eq!((&json["type"], &json["game"], &json["seat"]), (&"start".into(), &9.into(), &0.into()));
        assert_eq!(json["players"], serde_json::json!(NAMES));
        assert_eq!(json["entrants"], serde_json::json!([4, 0, 2]));
        assert!(json["seed"].as_u64().unwrap() < 1 << 53);
        assert_eq!(sent[0].wants, Wants::Nothing);
    }

    #[test]
    fn in_a_frame_it_is_number_view_luck_and_names() {
        let script = Script::of([frames([])]);
        let mut player = player(&script);
        start(&mut player, 9).unwrap();
        let Sent { kind, body, .. } = script.last();
        assert_eq!(kind, Some(FrameKind::Start));
        let names = serde_json::to_vec(&NAMES).unwrap();
        let seed = Seed::plain(7).number(53).to_le_bytes();
        assert_eq!(body, [&9_u32.to_le_bytes()[..], &compact(), &seed, &names].concat());
    }

    #[test]
    fn an_end_tells_the_view_and_in_a_line_the_scores() {
        let script = Script::of([frames([])]);
        let mut one = player(&script);
        start(&mut one, 1).unwrap();
        end(&mut one).unwrap();
        let Sent { kind, body, .. } = script.last();
        assert_eq!((kind, body), (Some(FrameKind::End), [&[0; 4][..], &compact()].concat()));
        let script = Script::of([lines([])]);
        let mut one = player(&script);
        start(&mut one, 1).unwrap();
        end(&mut one).unwrap();
        assert_eq!(script.last().json()["scores"], serde_json::json!([1.0, 2.0, 3.0]));
    }

    #[test]
    fn who_does_not_listen_is_not_told() {
        let takes = Takes { starts: false, ends: false, ..Takes::default() };
        let script = Script::of([frames([answer(1, 1)])]).taking(takes);
        let mut player = player(&script);
        start(&mut player, 1).unwrap();
        ask(&mut player, 1).unwrap();
        end(&mut player).unwrap();
        assert_eq!(script.sent().len(), 1);
    }

    #[test]
    fn moves_are_told_and_who_wants_them_says_so() {
        let hello = r#"{"type":"hello","protocol":1,"wants":["moves","beginning"]}"#;
        let script = Script::of([vec![line(hello)]]);
        let mut one = player(&script);
        assert!(!one.follows() && one.joins(), "nothing is known before its hello");
        start(&mut one, 1).unwrap();
        assert!(one.follows() && !one.joins());
        one.notice(&Notice::Moved { seat: Seat(2), mv: Decision::Pass }).unwrap();
        let expected = serde_json::json!({ "type": "notice", "seat": 2, "move": "pass" });
        assert_eq!(script.last().json(), expected);
        let mut other = player(&Script::of([lines([])]));
        other.wake().unwrap();
        assert!(!other.follows() && other.joins() && !other.waits());
    }

    #[test]
    fn a_game_is_counted_when_it_is_over() {
        let script = Script::of([lines([])]);
        let mut player = player(&script);
        start(&mut player, 1).unwrap();
        assert_eq!(player.bot.setting().account.games(), 0);
        end(&mut player).unwrap();
        assert_eq!(player.bot.setting().account.games(), 1);
    }

    #[test]
    fn a_bot_that_is_started_again_in_the_middle_hears_of_the_game_first() {
        let script = Script::of([lines([said(1, "take")]), lines([said(3, "pass"), said(4, "pass")])]);
        let mut player = player(&script);
        start(&mut player, 9).unwrap();
        ask(&mut player, 1).unwrap();
        assert_eq!(ask(&mut player, 2).unwrap_err().kind, FaultKind::Crashed);
        ask(&mut player, 3).unwrap();
        ask(&mut player, 4).unwrap();
        let types: Vec<String> =
            script.sent().iter().map(|sent| sent.json()["type"].as_str().unwrap().to_owned()).collect();
        assert_eq!(types, ["start", "ask", "ask", "start", "ask", "ask"]);
        assert_eq!(script.sent()[3].json()["game"], 9);
    }

    #[test]
    fn a_bot_that_does_not_come_at_the_start_hears_of_the_game_when_it_does() {
        let starved = Says::Fails(Failure::Starved("waited".to_owned()));
        let script = Script::of([vec![starved], lines([said(1, "take")])]);
        let mut player = player(&script);
        assert_eq!(start(&mut player, 9).unwrap_err().kind, FaultKind::Late);
        assert!(player.starved());
        ask(&mut player, 1).unwrap();
        assert!(!player.starved());
        assert_eq!(script.sent()[0].json()["type"], "start");
    }

    #[test]
    fn every_game_is_told_anew() {
        let script = Script::of([lines([])]);
        let mut player = player(&script);
        start(&mut player, 1).unwrap();
        start(&mut player, 2).unwrap();
        let games: Vec<_> = script.sent().iter().map(|sent| sent.json()["game"].clone()).collect();
        assert_eq!(games, [1, 2]);
    }
}

mod clocks {
    use super::*;

    fn timed(script: &Script) -> (RemotePlayer<NoThanks>, Arc<Clocks>) {
        let clocks = Arc::new(Clocks::default());
        let time_limits = TimeLimits { per_game: Some(3 * SECOND), ..limits() };
        (player_with(script, time_limits).with_clock(&clocks, "Ann"), clocks)
    }

    fn took(script: &Script, time: Duration) {
        script.show(Duration::ZERO, Some(OwnTime::Alone(time.as_nanos() as u64)));
    }

    #[test]
    fn an_answer_takes_its_own_time_off_the_games_and_everyone_sees_it() {
        let script = Script::of([lines([said(1, "take"), said(2, "take")])]);
        let (mut player, clocks) = timed(&script);
        start(&mut player, 1).unwrap();
        took(&script, SECOND * 9 / 4);
        ask(&mut player, 1).unwrap();
        assert_eq!(player.own_time(), Some(OwnTime::Alone(2_250_000_000)));
        assert_eq!(clocks.left("Ann"), Some(SECOND * 3 / 4));
        ask(&mut player, 2).unwrap();
        let json = script.last().json();
        assert_eq!(json["clocks"], serde_json::json!([750, null, null]));
        assert_eq!(json["time_ms"], 750, "no more than is left");
        assert_eq!(script.last().limit, SECOND, "its wait is that of a move");
    }

    #[test]
    fn a_late_answer_takes_its_time_too_and_with_none_left_nothing_is_asked() {
        let late = Says::Fails(Failure::Late("thought for long".to_owned()));
        let script = Script::of([lines([late, said(3, "take")])]);
        let (mut player, clocks) = timed(&script);
        start(&mut player, 1).unwrap();
        took(&script, 4 * SECOND);
        ask(&mut player, 1).unwrap_err();
        assert_eq!(clocks.left("Ann"), Some(Duration::ZERO));
        let fault = ask(&mut player, 2).unwrap_err();
        assert_eq!(*fault, Fault::new(FaultKind::Late, TIME_USED_UP));
        assert_eq!((script.sent().len(), player.own_time()), (2, None));
        start(&mut player, 2).unwrap();
        assert_eq!(clocks.left("Ann"), Some(3 * SECOND), "a new game, a new clock");
        ask(&mut player, 3).unwrap();
    }

    #[test]
    fn over_http_no_answer_is_waited_for_beyond_the_games_time() {
        let takes = Takes { requests: true, ..Takes::default() };
        let script = Script::of([lines([line("noted"), said(1, "take"), said(2, "take")])]).taking(takes);
        let (mut player, _) = timed(&script);
        start(&mut player, 1).unwrap();
        took(&script, SECOND * 5 / 2);
        ask(&mut player, 1).unwrap();
        assert_eq!(script.last().limit, SECOND);
        ask(&mut player, 2).unwrap();
        assert_eq!(script.last().limit, SECOND / 2);
        player.notice(&Notice::Moved { seat: Seat(1), mv: Decision::Pass }).unwrap();
        assert_eq!(script.last().limit, SECOND, "what is told has its own time");
    }

    #[test]
    fn questions_of_an_earlier_run_take_no_time_off() {
        let script = Script::of([lines([said(1, "take")])]);
        let (mut player, clocks) = timed(&script);
        start(&mut player, 1).unwrap();
        player.set_pace(Pace::Unhurried);
        took(&script, SECOND);
        ask(&mut player, 1).unwrap();
        assert_eq!((clocks.left("Ann"), script.last().limit), (Some(3 * SECOND), 60 * SECOND));
    }

    #[test]
    fn without_a_limit_nothing_is_shown() {
        let clocks = Arc::new(Clocks::default());
        let script = Script::of([lines([said(1, "take")])]);
        let mut player = player(&script).with_clock(&clocks, "Ann");
        start(&mut player, 1).unwrap();
        ask(&mut player, 1).unwrap();
        assert_eq!(clocks.left("Ann"), None);
        assert!(script.last().json().get("clocks").is_none());
    }

    #[test]
    fn nobody_is_waited_for_once_the_answer_is_there_or_given_up() {
        let script = Script::of([lines([said(1, "take")])]);
        let mut player = player(&script);
        ask(&mut player, 1).unwrap();
        assert_eq!(script.settled(), 1);
        ask(&mut player, 2).unwrap_err();
        assert_eq!(script.settled(), 2, "as it went");
        start(&mut player, 1).unwrap_err();
        assert_eq!(script.settled(), 2, "it has gone");
    }

    #[test]
    fn a_machine_that_gave_no_processor_is_told_from_a_late_bot() {
        let starved = Says::Fails(Failure::Starved("waited".to_owned()));
        let late = Says::Fails(Failure::Late("thought".to_owned()));
        let script = Script::of([lines([starved, late])]);
        let mut player = player(&script);
        assert_eq!(ask(&mut player, 1).unwrap_err().kind, FaultKind::Late);
        assert!(player.starved());
        assert_eq!(ask(&mut player, 2).unwrap_err().kind, FaultKind::Late);
        assert!(!player.starved());
    }
}

mod fields {
    use super::*;

    fn module(says: Vec<Says>) -> (Script, RemotePlayer<NoThanks>) {
        let takes = Takes { fields: true, clock: LongClock::Fuel, ..Takes::default() };
        let script = Script::of([says]).taking(takes);
        let player = player(&script);
        (script, player)
    }

    fn coded(code: u64, fuel: u64) -> Result<Coded, Failure> {
        Ok(Coded { code, fuel })
    }

    fn view_bytes() -> Vec<u8> {
        let mut bytes = Vec::new();
        game().view(Seat(0)).bytes(&mut bytes);
        bytes
    }

    #[test]
    fn a_module_is_asked_in_one_call_and_no_message_is_made() {
        let (script, mut player) = module(frames([]));
        start(&mut player, 1).unwrap();
        script.code(coded(1, 700));
        script.code(coded(0, 800));
        assert_eq!(ask(&mut player, 1).unwrap().mv, Decision::Take);
        assert_eq!(player.own_time(), Some(OwnTime::Fuel(700)));
        assert_eq!(ask(&mut player, 2).unwrap().mv, Decision::Pass);
        assert_eq!(player.own_time(), Some(OwnTime::Fuel(800)));
        assert_eq!(script.views(), [view_bytes(), view_bytes()]);
        let [start] = script.sent().try_into().unwrap();
        assert_eq!(start.kind, Some(FrameKind::Start));
        assert!(start.body[4..].starts_with(&view_bytes()), "its start has the view by its fields, too");
    }

    #[test]
    fn a_code_of_no_move_is_a_fault() {
        let (script, mut player) = module(frames([]));
        start(&mut player, 1).unwrap();
        script.code(coded(7, 1));
        assert_eq!(ask(&mut player, 1).unwrap_err().kind, FaultKind::Unreadable);
    }

    #[test]
    fn a_module_that_stops_is_loaded_again_and_hears_of_the_game() {
        let takes = Takes { fields: true, clock: LongClock::Fuel, ..Takes::default() };
        let script = Script::of([frames([]), frames([])]).taking(takes);
        let mut player = player(&script);
        start(&mut player, 1).unwrap();
        let fault = Fault::new(FaultKind::Crashed, "unreachable");
        script.code(Err(Failure::Over(fault.clone(), "it went wrong")));
        assert_eq!(*ask(&mut player, 1).unwrap_err(), fault);
        script.code(coded(1, 5));
        ask(&mut player, 2).unwrap();
        assert_eq!((script.starts(), script.sent().len()), (2, 2), "two starts were told");
    }

    #[test]
    fn what_a_module_burnt_until_it_was_stopped_is_its_own_time_and_no_later_questions() {
        let takes = Takes { fields: true, clock: LongClock::Fuel, ..Takes::default() };
        let script = Script::of([frames([]), frames([])]).taking(takes);
        let mut player = player(&script);
        start(&mut player, 1).unwrap();
        script.show(Duration::ZERO, Some(OwnTime::Fuel(900)));
        let fault = Fault::new(FaultKind::Late, "used the fuel of 2.00 s");
        script.code(Err(Failure::Over(fault, "its fuel was used up")));
        ask(&mut player, 1).unwrap_err();
        assert_eq!(player.own_time(), Some(OwnTime::Fuel(900)));
        script.code(coded(1, 5));
        ask(&mut player, 2).unwrap();
        assert_eq!(player.own_time(), Some(OwnTime::Fuel(5)));
    }

    #[test]
    fn where_a_games_time_is_limited_a_module_is_asked_as_others_are() {
        let takes = Takes { fields: true, clock: LongClock::Fuel, ..Takes::default() };
        let script = Script::of([frames([Says::Code(1)])]).taking(takes);
        let mut player = player_with(&script, TimeLimits { per_game: Some(SECOND), ..limits() });
        start(&mut player, 1).unwrap();
        assert_eq!(ask(&mut player, 1).unwrap(), Answer { number: 1, mv: Decision::Take, memory: None });
        let sent = script.last();
        assert_eq!(sent.kind, Some(FrameKind::Ask));
        assert_eq!(sent.body, [&1_u32.to_le_bytes()[..], &view_bytes()].concat());
    }

    #[test]
    fn even_a_refused_question_has_its_view_and_nothing_more() {
        let takes = Takes { fields: true, ..Takes::default() };
        let script = Script::of([frames([Says::Code(1)])]).taking(takes);
        let mut player = player(&script);
        let game = game();
        player.ask(Ask { refused: Some("no"), memory: Some("m"), ..plain(1, &game) }).unwrap();
        assert_eq!(script.last().body, [&1_u32.to_le_bytes()[..], &view_bytes()].concat());
        assert_eq!(player.reply().unwrap().mv, Decision::Take);
    }
}

mod hellos;
mod seats;
