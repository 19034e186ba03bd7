//! How a bot ends, and what is said of it.

use super::*;

#[test]
fn who_goes_has_its_last_words_quoted() {
    let script = Script::of([hello_and(&[])]);
    let mut bot = bot(&script, limits());
    bot.wake().unwrap();
    for said in ["zero", "one", "two", "three"] {
        bot.setting().log.line(said);
    }
    let fault = ask(&mut bot).unwrap_err();
    assert_eq!(fault.message, "exit code 3; its last words: one | two | three");
}

#[test]
fn who_may_not_be_started_again_is_out_when_it_ends_once() {
    let mut bot = bot(&Script::of([hello_and(&[]), hello_and(&[])]), TimeLimits { restarts: 0, ..limits() });
    ask(&mut bot).unwrap_err();
    bot.setting().log.line("boom");
    let fault = ask(&mut bot).unwrap_err();
    assert_eq!(*fault, Fault::new(FaultKind::Disqualified, "ended once; its last words: boom"));
    assert_eq!(tell(&mut bot).unwrap_err(), fault, "whatever it is told");
}

#[test]
fn a_process_that_is_dismissed_is_told_why_and_the_next_plays_on() {
    let script = Script::of([hello_and(&[]), hello_and(&[line("yes")])]);
    let mut bot = bot(&script, limits());
    bot.dismiss();
    assert_eq!(script.ended(), [], "nothing is there to end");
    bot.wake().unwrap();
    bot.dismiss();
    assert_eq!(script.ended(), [Leave::Soon]);
    let words = "[ended by the table: its games are played one by one from here on]";
    assert_eq!(bot.setting().log.last_lines(1), words);
    assert_eq!((bot.used(), bot.is_up_since(1)), (Duration::ZERO, false));
    ask(&mut bot).unwrap();
    assert!(bot.is_up_since(2) && !bot.is_up_since(1) && !bot.is_up_since(3));
}

#[test]
fn what_was_not_read_then_is_an_end_with_its_reason() {
    let (_, mut process) = measured(LongClock::Processor, SECOND);
    process.failed_then(&Fault::new(FaultKind::Late, "did not read what it was sent within 1.00 s"));
    let words = "[ended by the table: it did not read what it was sent]";
    assert_eq!(process.setting().log.last_lines(1), words);
}

#[test]
fn a_reply_that_nobody_wants_ends_a_row_of_silence() {
    let says = [silent(), line("noted"), silent(), line("yes")];
    let script = Script::of([hello_and(&says)]).taking(Takes { requests: true, ..Takes::default() });
    let mut bot = bot(&script, TimeLimits { restarts: 1, ..limits() });
    ask(&mut bot).unwrap_err();
    tell(&mut bot).unwrap();
    bot.read_owed();
    ask(&mut bot).unwrap_err();
    ask(&mut bot).unwrap();
}

#[test]
fn whoever_keeps_silent_where_nobody_wants_its_reply_is_out_too() {
    let script = Script::of([hello_and(&[silent(), silent()])]);
    let script = script.taking(Takes { requests: true, ..Takes::default() });
    let mut bot = bot(&script, TimeLimits { restarts: 1, ..limits() });
    bot.wake().unwrap();
    tell(&mut bot).unwrap();
    tell(&mut bot).unwrap();
    bot.read_owed();
    let why = "gave no answer 2 times in a row; at last it did not answer";
    assert_eq!(bot.wake().unwrap_err().message, why);
}

#[test]
fn whoever_is_down_gives_no_code() {
    let mut bot = bot(&Script::of([hello_and(&[])]), limits());
    let fault = bot.code_for(1, &mut |_| 0).unwrap_err();
    assert_eq!(*fault, Fault::new(FaultKind::Crashed, "is not running"));
}

#[test]
fn a_first_start_that_the_machine_spoilt_takes_back_no_end_of_another_process() {
    let starved = fails(Failure::Starved("waited".to_owned()));
    let mut bot = bot(&Script::of([vec![starved]]), limits());
    let others = bot.setting().account.clone();
    others.count_end();
    bot.wake().unwrap_err();
    assert_eq!(others.count_end(), 2);
}

#[test]
fn a_first_start_that_the_machine_spoilt_is_no_restart() {
    let starved = fails(Failure::Starved("waited".to_owned()));
    let script = Script::of([vec![starved], hello_and(&[line("yes")])]);
    let mut bot = bot(&script, TimeLimits { restarts: 0, ..limits() });
    bot.wake().unwrap_err();
    ask(&mut bot).unwrap();
}

#[test]
fn whoever_begins_anew_has_lost_no_restart_and_nothing_counts_that_came_of_its_game() {
    let life = hello_and(&[late()]);
    let script = Script::of([life.clone(), life.clone(), life.clone(), life]);
    let mut bot = bot(&script, TimeLimits { restarts: 1, ..limits() });
    bot.wake().unwrap();
    bot.begin_game(7, 1);
    ask(&mut bot).unwrap_err();
    ask(&mut bot).unwrap_err();
    bot.wake().unwrap();
    assert_eq!(bot.setting().account.balance().ended, 1, "it ended by itself, and may do so once");
    bot.begin_anew();
    let why = "the machine is overloaded, and its game is played again by a new process";
    assert_eq!(bot.setting().log.last_lines(1), format!("[ended by the table: {why}]"));
    bot.begin_game(7, 1);
    assert_eq!(ask(&mut bot).unwrap_err().kind, FaultKind::Late);
    assert!(bot.is_up_since(3), "it was late once in a row, as far as anybody knows");
    assert_eq!(ask(&mut bot).unwrap_err().kind, FaultKind::Crashed);
    bot.wake().unwrap();
    assert_eq!((script.starts(), bot.setting().account.balance().ended), (4, 1));
}

#[test]
fn what_a_game_took_that_is_played_again_is_no_more_than_a_game_takes() {
    for (clock, processor, games) in [(LongClock::Fuel, 2, 1), (LongClock::Processor, 5, 2)] {
        let (script, mut bot) = measured(clock, 9 * SECOND);
        script.show(2 * SECOND, None);
        bot.count_game();
        bot.begin_game(1, 1);
        script.show(5 * SECOND, None);
        bot.begin_anew();
        let expected = account::Balance { games, processor: processor * SECOND, ended: 0 };
        assert_eq!(bot.setting().account.balance(), expected, "{clock:?}");
    }
}

#[test]
fn whoever_is_out_does_not_begin_anew() {
    let (script, mut bot) = measured(LongClock::Processor, SECOND);
    bot.begin_game(1, 1);
    bot.failed_then(&Fault::new(FaultKind::Disqualified, "used too much"));
    bot.begin_anew();
    assert_eq!(bot.wake().unwrap_err().message, "used too much");
    assert_eq!((script.starts(), bot.setting().account.games()), (1, 0));
}
