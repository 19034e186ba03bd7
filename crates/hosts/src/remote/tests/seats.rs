//! What a table asks of whoever sits at it, beside moves.

use super::*;
use crate::channel::Leave;

#[test]
fn a_table_waits_for_whoever_answers_with_other_games() {
    let takes = Takes { batched: true, ..Takes::default() };
    let mut player = player(&Script::of([frames([])]).taking(takes));
    assert!(!player.waits(), "it is not up");
    player.wake().unwrap();
    assert!(player.waits());
}

#[test]
fn a_player_tells_what_its_bot_has_used() {
    let script = Script::of([lines([])]);
    let mut player = player(&script);
    script.show(7 * SECOND, None);
    assert_eq!(player.used(), Duration::ZERO);
    player.wake().unwrap();
    assert_eq!(player.used(), 7 * SECOND);
}

#[test]
fn what_is_told_takes_its_own_time_too() {
    let script = Script::of([lines([])]);
    let mut player = player(&script);
    script.show(Duration::ZERO, Some(OwnTime::Alone(5)));
    start(&mut player, 1).unwrap();
    assert_eq!(player.own_time(), Some(OwnTime::Alone(5)));
}

#[test]
fn a_reply_that_nobody_wants_can_be_heard_out() {
    let takes = Takes { requests: true, ..Takes::default() };
    let script = Script::of([lines([])]).taking(takes);
    let mut player = player(&script);
    start(&mut player, 1).unwrap();
    assert_eq!(script.ended(), []);
    player.hear_out();
    assert_eq!(script.ended(), [Leave::Closed], "it had gone, which only whoever listens can know");
}

#[test]
fn a_question_that_could_not_be_put_has_its_time_too() {
    let script = Script::of([lines([])]);
    let mut player = player(&script);
    start(&mut player, 1).unwrap();
    script.show(Duration::ZERO, Some(OwnTime::Alone(8)));
    script.fail_to_send(Failure::Late("it does not read".to_owned()));
    assert_eq!(player.ask(plain(1, &game())).unwrap_err().message, "it does not read");
    assert_eq!(player.own_time(), Some(OwnTime::Alone(8)));
}

#[test]
fn whoever_was_put_out_in_an_earlier_run_is_not_told_why_again() {
    let script = Script::of([lines([])]);
    let mut one = player(&script);
    one.failed_then(&Fault::new(FaultKind::Late, "thought for long"));
    assert!(one.bot.setting().account.is_untold(), "a late answer puts nobody out");
    let script = Script::of([lines([])]);
    let mut one = player(&script);
    one.failed_then(&Fault::new(FaultKind::Disqualified, "used too much"));
    assert_eq!(*ask(&mut one, 1).unwrap_err(), Fault::new(FaultKind::Disqualified, ""));
    assert_eq!(one.wake().unwrap_err().message, "used too much");
}

#[test]
fn other_faults_keep_their_words_however_often() {
    let late = || Says::Fails(Failure::Late("thought".to_owned()));
    let script = Script::of([lines([late()]), lines([])]);
    let mut player = player(&script);
    player.bot.setting().account.is_untold();
    assert_eq!(ask(&mut player, 1).unwrap_err().message, "thought");
    assert!(ask(&mut player, 2).unwrap_err().message.starts_with("exit code 3"));
}

#[test]
fn in_the_middle_of_a_game_its_clock_is_that_of_the_wall_where_the_bot_has_none() {
    let clocks = Arc::new(Clocks::default());
    let script = Script::of([lines([said(1, "take")])]);
    let time_limits = TimeLimits { per_game: Some(1000 * SECOND), ..limits() };
    let mut player = player_with(&script, time_limits).with_clock(&clocks, "Ann");
    start(&mut player, 1).unwrap();
    ask(&mut player, 1).unwrap();
    assert!(clocks.left("Ann").unwrap() < 1000 * SECOND);
}
