//! What a bot has used, in however many processes, and whether that puts it out.

use super::*;

#[test]
fn processes_of_one_bot_have_one_account() {
    let account = Account::default();
    let other = account.clone();
    assert_eq!((account.count_game(), other.count_game(), account.games()), (1, 2, 2));
    assert_eq!((account.book(SECOND), other.book(2 * SECOND)), (SECOND, 3 * SECOND));
    assert_eq!((account.count_end(), other.count_end()), (1, 2));
    other.put_out("first");
    other.put_out("second");
    assert_eq!(account.out(), Some("first"), "the first reason stays");
    assert_eq!((account.is_untold(), other.is_untold(), account.is_untold()), (true, false, false));
}

#[test]
fn an_end_that_is_taken_back_is_not_counted_and_nobody_has_fewer_than_none() {
    let account = Account::default();
    account.forgive_end();
    account.count_end();
    account.count_end();
    account.forgive_end();
    assert_eq!(account.count_end(), 2);
}

#[test]
fn in_groups_what_is_used_counts_and_what_puts_it_out_is_found_again() {
    let account = Account::default();
    account.count_game();
    account.put_out("too slow");
    account.is_untold();
    let in_groups = account.for_groups();
    assert_eq!((in_groups.games(), in_groups.out(), in_groups.is_untold()), (1, None, true));
    in_groups.count_game();
    in_groups.put_out("here");
    assert_eq!((account.games(), account.out()), (2, Some("too slow")));
}

#[test]
fn what_has_ended_is_not_looked_at() {
    let (script, mut bot) = measured(LongClock::Processor, SECOND);
    script.show(SECOND, None);
    bot.dismiss();
    script.show(50 * SECOND, None);
    (0..100).for_each(|_| bot.count_game());
    assert_eq!(bot.setting().account.book(Duration::ZERO), SECOND);
    assert_eq!(bot.setting().account.out(), None);
}

#[test]
fn nothing_is_judged_where_nothing_is_limited() {
    for clock in [LongClock::Fuel, LongClock::Processor, LongClock::None] {
        let script = Script::of([hello_and(&[])]).taking(Takes { clock, ..Takes::default() });
        let mut bot = bot(&script, limits());
        bot.wake().unwrap();
        script.show(9999 * SECOND, None);
        (0..100).for_each(|_| bot.count_game());
        bot.wake().unwrap();
        assert_eq!((bot.setting().account.games(), bot.used()), (100, 9999 * SECOND));
    }
}

#[test]
fn games_of_others_are_looked_at_again_after_the_next_hundred() {
    let (script, mut bot) = measured(LongClock::Processor, 10 * SECOND);
    let (others, mut looked) = (bot.setting().account.clone(), 0);
    for (games, seen) in [(150, 150), (49, 150), (1, 200), (99, 200), (101, 400)] {
        (0..games).for_each(|_| _ = others.count_game());
        bot.look_over_games(&mut looked);
        assert_eq!(looked, seen);
    }
    script.show(11 * SECOND, None);
    bot.look_over_games(&mut looked);
    bot.wake().unwrap();
    (0..100).for_each(|_| _ = others.count_game());
    bot.look_over_games(&mut looked);
    let why = "used 22.0 s of processor time per 1,000 games; 10.0 s are allowed";
    assert_eq!(bot.wake().unwrap_err().message, why);
}

#[test]
fn whoever_is_out_is_not_put_out_again() {
    let (script, mut bot) = measured(LongClock::Fuel, SECOND);
    bot.failed_then(&Fault::new(FaultKind::Disqualified, "used too much"));
    bot.failed_then(&Fault::new(FaultKind::Disqualified, "something else"));
    bot.setting().account.book(5 * SECOND);
    bot.count_game();
    assert_eq!(bot.wake().unwrap_err().message, "used too much");
    assert_eq!(script.ended(), [Leave::Soon]);
    assert_eq!(bot.setting().log.last_lines(1), "[out of the tournament: used too much]");
}
