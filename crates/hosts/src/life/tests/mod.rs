//! What follows from each failure, held by the scripted double.

#![allow(clippy::unwrap_used)] // A test may.

use std::io;
use std::time::Duration;

use croupier_record::{Fault, FaultKind, Pace};

use super::*;
use crate::channel::test_double::{FRAMES, LINES, Says, Script, limits, line};
use crate::channel::{Failure, Form, Leave};
use crate::frame::FrameKind;

const SECOND: Duration = Duration::from_secs(1);

fn bot(script: &Script, time_limits: TimeLimits) -> RemoteBot {
    RemoteBot::new(Box::new(script.clone()), Script::setting(time_limits))
}

fn message(wants: Wants) -> Outgoing {
    Outgoing { form: Form::Message(FrameKind::Json), wants, limit: SECOND }
}

fn tell(bot: &mut RemoteBot) -> Result<(), Box<Fault>> {
    bot.send(message(Wants::Nothing), &mut |_| -> io::Result<()> { Ok(()) })
}

/// Asks, and takes the first message for the answer.
fn ask(bot: &mut RemoteBot) -> Result<(), Box<Fault>> {
    bot.wake()?;
    bot.send(message(Wants::Answer), &mut |_| -> io::Result<()> { Ok(()) })?;
    bot.hear(|_| Heard::Taken(()))
}

fn fails(failure: Failure) -> Says {
    Says::Fails(failure)
}

fn late() -> Says {
    fails(Failure::Late("thought for long".to_owned()))
}

fn hello_and(says: &[Says]) -> Vec<Says> {
    [&[line(LINES)][..], says].concat()
}

#[test]
fn a_bot_is_started_when_it_is_first_needed_and_ended_with_a_farewell() {
    let script = Script::of([hello_and(&[line("yes")])]);
    let mut bot = bot(&script, limits());
    assert_eq!((script.starts(), bot.greeting()), (0, None));
    ask(&mut bot).unwrap();
    assert_eq!((script.starts(), bot.starts()), (1, 1));
    bot.wake().unwrap();
    assert_eq!(script.starts(), 1, "it is up");
    drop(bot);
    assert_eq!(script.ended(), [Leave::Farewell]);
}

#[test]
fn what_it_prints_before_its_hello_is_passed_over() {
    let script = Script::of([vec![line("loading..."), Says::Rubbish, line(LINES), line("yes")]]);
    let mut bot = bot(&script, limits());
    ask(&mut bot).unwrap();
    assert_eq!(bot.setting().log.last_lines(9), "loading...");
}

#[test]
fn a_bot_that_says_no_hello_of_ours_is_out_with_the_reason() {
    let why = |says: Says| {
        let mut bot = bot(&Script::of([vec![says]]), limits());
        let fault = bot.wake().unwrap_err();
        assert_eq!(fault.kind, FaultKind::Disqualified);
        assert_eq!(bot.wake().unwrap_err(), fault, "it stays out");
        assert!(bot.setting().log.last_lines(1).starts_with("[out of the tournament: does not load: "));
        fault.message.strip_prefix("does not load: ").unwrap().to_owned()
    };
    assert_eq!(why(line(r#"{"type":"hello","protocol":2}"#)), "speaks protocol 2; this table speaks 1");
    assert_eq!(why(line(r#"{"type":"hello"}"#)), "speaks protocol none; this table speaks 1");
    assert_eq!(why(line(r#"{"type":"fault","message":"no such class"}"#)), "no such class");
    assert_eq!(why(line(r#"{"type":"fault"}"#)), "failed without a message");
    assert_eq!(why(late()), "thought for long");
    assert!(why(fails(Failure::Closed("ended".to_owned()))).starts_with("exit code 3"));
    let nothing = Says::Reply("<html>".to_owned());
    assert_eq!(why(nothing), "answered \"<html>\" to the hello, which is no hello of protocol 1");
}

#[test]
fn a_bot_that_was_given_no_processor_to_load_is_not_blamed() {
    let starved = fails(Failure::Starved("waited".to_owned()));
    let script =
        Script::of([hello_and(&[]), vec![starved.clone()], vec![starved], hello_and(&[line("yes")])]);
    let time_limits = TimeLimits { restarts: 1, ..limits() };
    let mut bot = bot(&script, time_limits);
    assert!(ask(&mut bot).unwrap_err().message.starts_with("exit code 3"), "its first life says nothing");
    for _ in 0..2 {
        let fault = ask(&mut bot).unwrap_err();
        assert_eq!((fault.kind, bot.starved()), (FaultKind::Late, true));
        assert_eq!(fault.message, "the machine is overloaded: waited");
    }
    ask(&mut bot).unwrap();
    assert!(!bot.starved());
}

#[test]
fn an_overloaded_machine_excuses_one_failure_only() {
    let starved = fails(Failure::Starved("waited".to_owned()));
    let script = Script::of([hello_and(&[starved])]);
    let mut bot = bot(&script, limits());
    ask(&mut bot).unwrap_err();
    assert!(bot.starved());
    script.fail_to_send(Failure::Fault(Fault::new(FaultKind::Crashed, "raised")));
    tell(&mut bot).unwrap_err();
    assert!(!bot.starved());
}

#[test]
fn whatever_an_interrupted_start_says_nobody_is_put_out() {
    let time_limits = limits();
    time_limits.interrupt.raise();
    let script = Script::of([vec![fails(Failure::Interrupted)], hello_and(&[line("yes")])]);
    let mut bot = bot(&script, time_limits);
    assert!(bot.wake().unwrap_err().message.contains("interrupted"));
    assert_eq!(script.ended(), [Leave::AtOnce]);
    ask(&mut bot).unwrap();
}

#[test]
fn a_bot_that_ends_is_started_again_as_often_as_it_may_be() {
    let script = Script::of([hello_and(&[]), hello_and(&[]), hello_and(&[])]);
    let mut bot = bot(&script, TimeLimits { restarts: 2, ..limits() });
    for start in 1..=3 {
        let fault = ask(&mut bot).unwrap_err();
        assert_eq!((fault.kind, bot.starts()), (FaultKind::Crashed, start));
        assert!(fault.message.starts_with("exit code 3"), "{fault}");
        assert_eq!(tell(&mut bot).unwrap_err().message, "is not running");
    }
    let fault = ask(&mut bot).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Disqualified);
    assert!(fault.message.starts_with("ended 3 times; its last words: "), "{fault}");
    assert_eq!(script.starts(), 3);
    assert_eq!(script.ended(), [Leave::Closed; 3], "how it ended is worth the wait");
}

#[test]
fn late_twice_in_a_row_it_is_taken_to_hang() {
    let script =
        Script::of([hello_and(&[late(), line("yes"), late(), late()]), hello_and(&[late(), line("yes")])]);
    let mut bot = bot(&script, limits());
    assert_eq!(ask(&mut bot).unwrap_err().kind, FaultKind::Late);
    ask(&mut bot).unwrap();
    assert_eq!(ask(&mut bot).unwrap_err().kind, FaultKind::Late);
    assert_eq!((script.starts(), script.ended().len()), (1, 0), "an answer in between counts");
    assert_eq!(ask(&mut bot).unwrap_err().kind, FaultKind::Late);
    assert_eq!(script.ended(), [Leave::Soon]);
    assert_eq!(bot.setting().log.last_lines(1), "[ended by the table: it was late again and again]");
    assert_eq!(ask(&mut bot).unwrap_err().kind, FaultKind::Late);
    ask(&mut bot).unwrap();
    assert_eq!((script.starts(), script.ended().len()), (2, 1), "a new process, a new count");
}

#[test]
fn a_bot_that_is_of_no_more_use_is_ended_and_told_why() {
    let over = Failure::Over(Fault::new(FaultKind::TooMuch, "a flood"), "it wrote without end");
    let script = Script::of([hello_and(&[fails(over)]), hello_and(&[line("yes")])]);
    let mut bot = bot(&script, limits());
    assert_eq!(*ask(&mut bot).unwrap_err(), Fault::new(FaultKind::TooMuch, "a flood"));
    assert_eq!(bot.setting().log.last_lines(1), "[ended by the table: it wrote without end]");
    ask(&mut bot).unwrap();
}

#[test]
fn a_fault_and_an_interrupted_wait_leave_the_bot_as_it_is() {
    let fault = Fault::new(FaultKind::Unreadable, "no HTTP");
    let failures = [fails(Failure::Fault(fault.clone())), fails(Failure::Interrupted), line("yes")];
    let script = Script::of([hello_and(&failures)]);
    let mut bot = bot(&script, limits());
    assert_eq!(*ask(&mut bot).unwrap_err(), fault);
    assert!(ask(&mut bot).unwrap_err().message.contains("interrupted"));
    ask(&mut bot).unwrap();
    assert_eq!((script.starts(), script.ended().len()), (1, 0));
}

#[test]
fn a_new_instance_that_does_not_load_puts_the_bot_out() {
    let script = Script::of([hello_and(&[])]);
    let mut bot = bot(&script, limits());
    bot.wake().unwrap();
    script.fail_to_send(Failure::NotLoaded("it does not finish loading".to_owned()));
    let fault = tell(&mut bot).unwrap_err();
    assert_eq!(*fault, Fault::new(FaultKind::Disqualified, "does not load: it does not finish loading"));
}

fn silent() -> Says {
    fails(Failure::Silent(Fault::new(FaultKind::Late, "did not answer")))
}

#[test]
fn a_url_that_is_silent_too_often_in_a_row_is_out() {
    let says = [silent(), silent(), line("yes"), silent(), silent(), silent()];
    let script = Script::of([hello_and(&says)]);
    let mut bot = bot(&script, TimeLimits { restarts: 2, ..limits() });
    let kinds: Vec<FaultKind> = (0..6).filter_map(|_| ask(&mut bot).err().map(|fault| fault.kind)).collect();
    use FaultKind::{Disqualified, Late};
    assert_eq!(kinds, [Late, Late, Late, Late, Disqualified]);
    let fault = bot.wake().unwrap_err();
    assert_eq!(fault.message, "gave no answer 3 times in a row; at last it did not answer");
}

#[test]
fn a_reply_that_nobody_wants_is_read_before_the_next_message_and_its_lack_is_no_fault() {
    let takes = Takes { requests: true, ..Takes::default() };
    let script = Script::of([hello_and(&[silent(), line("noted"), line("yes"), line("more")])]).taking(takes);
    let mut bot = bot(&script, TimeLimits { restarts: 1, ..limits() });
    bot.wake().unwrap();
    tell(&mut bot).unwrap();
    tell(&mut bot).unwrap();
    bot.send(message(Wants::Answer), &mut |_| Ok(())).unwrap();
    let heard = bot.hear(|message| Heard::Taken(format!("{message:?}"))).unwrap();
    assert_eq!(heard, format!("{:?}", Message::Json(b"yes")));
    let heard = bot.hear(|message| Heard::Taken(format!("{message:?}"))).unwrap();
    assert_eq!(heard, format!("{:?}", Message::Json(b"more")), "an answer is owed to nobody");
}

#[test]
fn where_messages_are_no_requests_nothing_is_read_for_them() {
    let script = Script::of([hello_and(&[line("yes")])]);
    let mut bot = bot(&script, limits());
    bot.wake().unwrap();
    tell(&mut bot).unwrap();
    tell(&mut bot).unwrap();
    ask(&mut bot).unwrap();
}

#[test]
fn whoever_is_put_out_by_another_process_is_out_here_too() {
    let script = Script::of([hello_and(&[])]);
    let mut here = bot(&script, limits());
    here.wake().unwrap();
    here.setting().account.clone().put_out("used too much");
    assert_eq!(*here.wake().unwrap_err(), Fault::new(FaultKind::Disqualified, "used too much"));
    assert_eq!(script.ended(), [Leave::Soon]);
    let other = here.sharing(&Account::default());
    assert_eq!(
        other.setting().account.out(),
        Some("used too much"),
        "an account that comes later hears of it"
    );
}

fn measured(clock: LongClock, per_thousand: Duration) -> (Script, RemoteBot) {
    let script = Script::of([hello_and(&[])]).taking(Takes { clock, ..Takes::default() });
    let mut bot = bot(&script, TimeLimits { per_thousand_games: Some(per_thousand), ..limits() });
    bot.wake().unwrap();
    (script, bot)
}

#[test]
fn processor_time_is_judged_once_in_a_hundred_games_and_the_first_thousand_together() {
    let (script, mut bot) = measured(LongClock::Processor, 10 * SECOND);
    script.show(10 * SECOND, None);
    (0..100).for_each(|_| bot.count_game());
    bot.wake().unwrap();
    script.show(SECOND * 101 / 10, None);
    (0..99).for_each(|_| bot.count_game());
    bot.wake().unwrap();
    bot.count_game();
    let fault = bot.wake().unwrap_err();
    assert_eq!(fault.message, "used 50.5 s of processor time per 1,000 games; 10.0 s are allowed");
}

#[test]
fn fuel_is_judged_after_every_game() {
    let (script, mut bot) = measured(LongClock::Fuel, SECOND);
    bot.count_game();
    script.show(SECOND * 2, None);
    bot.count_game();
    let fault = bot.wake().unwrap_err();
    assert_eq!(bot.setting().account.out(), Some(&*fault.message), "its other processes hear of it");
    assert_eq!(fault.message, "used 1000.0 s of fuel per 1,000 games; 1.0 s are allowed");
}

#[test]
fn after_a_thousand_games_a_bot_may_use_more() {
    let (script, mut bot) = measured(LongClock::Fuel, SECOND);
    (0..2999).for_each(|_| bot.count_game());
    script.show(SECOND * 3, None);
    bot.count_game();
    bot.wake().unwrap();
    script.show(SECOND * 31 / 10, None);
    bot.count_game();
    assert_eq!(bot.wake().unwrap_err().kind, FaultKind::Disqualified);
}

#[test]
fn what_loading_took_is_not_playing_and_what_an_ended_process_used_is() {
    let clock = LongClock::Processor;
    let script = Script::of([hello_and(&[]), hello_and(&[])]).taking(Takes { clock, ..Takes::default() });
    let mut bot = bot(&script, TimeLimits { per_thousand_games: Some(10 * SECOND), ..limits() });
    script.show(9 * SECOND, None);
    bot.wake().unwrap();
    script.show(15 * SECOND, None);
    assert!(ask(&mut bot).is_err(), "it ends");
    assert_eq!(bot.setting().account.book(Duration::ZERO), 6 * SECOND);
    script.show(SECOND, None);
    bot.wake().unwrap();
    script.show(6 * SECOND, None);
    (0..100).for_each(|_| bot.count_game());
    assert_eq!(bot.wake().unwrap_err().kind, FaultKind::Disqualified, "6 s and 5 s of two processes");
}

#[test]
fn games_of_an_earlier_run_are_booked_and_not_judged() {
    let (script, mut bot) = measured(LongClock::Processor, SECOND);
    bot.set_pace(Pace::Unhurried);
    script.show(100 * SECOND, None);
    (0..100).for_each(|_| bot.count_game());
    bot.wake().unwrap();
    assert_eq!(bot.setting().account.book(Duration::ZERO), 100 * SECOND);
}

#[test]
fn games_that_others_count_are_looked_at_once_in_a_hundred() {
    let (script, mut bot) = measured(LongClock::Processor, SECOND);
    let (others, mut looked) = (bot.setting().account.clone(), 0);
    script.show(100 * SECOND, None);
    (0..99).for_each(|_| _ = others.count_game());
    bot.look_over_games(&mut looked);
    bot.wake().unwrap();
    (0..5).for_each(|_| _ = others.count_game());
    bot.look_over_games(&mut looked);
    assert_eq!((looked, bot.wake().unwrap_err().kind), (104, FaultKind::Disqualified));
}

#[test]
fn what_came_of_a_fault_then_comes_of_it_now() {
    let fault = |kind, message: &str| Fault::new(kind, message);
    let (script, mut process) = measured(LongClock::Processor, SECOND);
    process.failed_then(&fault(FaultKind::Late, "thought for long"));
    assert_eq!(script.ended(), []);
    process.failed_then(&fault(FaultKind::Late, "thought for long"));
    assert_eq!(script.ended(), [Leave::Soon], "late twice in a row");
    let (script, mut process) = measured(LongClock::Processor, SECOND);
    process.failed_then(&fault(FaultKind::Crashed, "raised"));
    assert_eq!(script.ended(), []);
    process.failed_then(&fault(FaultKind::Late, "did not read what it was sent within 1.00 s"));
    assert_eq!(script.ended(), [Leave::Soon]);
    for clock in [LongClock::Fuel, LongClock::None] {
        let (script, mut bot) = measured(clock, SECOND);
        (0..3).for_each(|_| bot.failed_then(&fault(FaultKind::Late, "used the fuel of 2.00 s")));
        assert_eq!(script.ended(), [], "fuel repeats");
        bot.failed_then(&fault(FaultKind::Disqualified, "used too much"));
        assert_eq!(bot.wake().unwrap_err().message, "used too much");
    }
}

#[test]
fn an_answer_that_was_late_then_does_not_show_that_it_does_not_hang() {
    let script = Script::of([hello_and(&[late(), line("yes"), late()])]);
    let mut bot = bot(&script, limits());
    bot.set_pace(Pace::LateThen);
    ask(&mut bot).unwrap_err();
    ask(&mut bot).unwrap();
    ask(&mut bot).unwrap_err();
    assert_eq!(script.ended(), [Leave::Soon]);
}

#[test]
fn questions_of_an_earlier_run_have_time() {
    let mut bot = bot(&Script::of([hello_and(&[])]), limits());
    assert_eq!(bot.allowed(), SECOND);
    bot.set_pace(Pace::LateThen);
    assert_eq!(bot.allowed(), SECOND);
    bot.set_pace(Pace::Unhurried);
    assert_eq!(bot.allowed(), 60 * SECOND);
    bot.setting.time_limits.per_move = 7 * SECOND;
    assert_eq!(bot.allowed(), 70 * SECOND);
}

#[test]
fn what_a_bot_waited_for_a_processor_is_added_up_but_not_in_games_of_an_earlier_run() {
    let script = Script::of([hello_and(&[])]);
    let mut bot = bot(&script, limits());
    bot.wake().unwrap();
    script.starve(SECOND);
    bot.settle();
    bot.set_pace(Pace::Unhurried);
    bot.settle();
    assert_eq!(bot.limits().load.waited(), SECOND);
}

#[test]
fn a_bot_inside_that_asks_to_end_is_loaded_again_and_a_process_that_says_so_is_not_believed() {
    let exit = line(r#"{"type":"fault","message":"SystemExit","trace":"all of it","exit":true}"#);
    for (clock, ends) in [(LongClock::Fuel, 1), (LongClock::Processor, 0)] {
        let script =
            Script::of([hello_and(std::slice::from_ref(&exit))]).taking(Takes { clock, ..Takes::default() });
        let mut bot = bot(&script, limits());
        bot.wake().unwrap();
        let heard: Result<(), _> = bot.hear(|message| match message {
            Message::Json(line) => Heard::Fault(FromBot::read(line).unwrap().into()),
            _ => Heard::Passed,
        });
        assert_eq!(*heard.unwrap_err(), Fault::new(FaultKind::Crashed, "SystemExit"));
        assert_eq!(script.ended().len(), ends);
        assert!(bot.setting().log.last_lines(1).contains("all of it"));
    }
}

#[test]
fn frames_that_cannot_be_sent_are_not_promised() {
    let takes = |framed: &str| {
        let script = Script::of([vec![line(framed)]]);
        let mut bot = bot(&script, limits());
        bot.wake().unwrap();
        (bot.takes().framed, bot.greeting().unwrap().compact_games)
    };
    assert_eq!(takes(FRAMES), (true, true));
    let script = Script::of([vec![line(FRAMES)]]).taking(Takes { requests: true, ..Takes::default() });
    let mut over_http = bot(&script, limits());
    over_http.wake().unwrap();
    assert!(!over_http.greeting().unwrap().compact_games, "whatever a url says");
    assert_eq!(takes(LINES), (false, false));
    assert_eq!(takes(r#"{"type":"hello","protocol":1,"compact_games":true}"#), (false, false));
}

mod accounts;
mod ends;
mod turns;
