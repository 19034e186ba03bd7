//! A module through the shell: asked in one call or by messages, stopped, loaded again.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_games::layout::game_number;
use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed};
use croupier_record::{Answer, Ask, Player};

use super::*;
use crate::cell::ResourceLimits;
use crate::channel::test_double::limits;
use crate::inside::Inside;
use crate::life::Account;
use crate::remote::{RemotePlayer, hello};
use crate::time::time_limits::TimeLimits;
use crate::wasm::WasmModule;

/// A module of No Thanks! that takes where the question's number is odd, never answers question 7, and traps
/// at 9.
fn module() -> WasmModule {
    fn number(mut value: usize) -> Vec<u8> {
        let mut out = Vec::new();
        while value > 0x7f {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
        out
    }
    let counted = |bytes: &[u8]| [number(bytes.len()), bytes.to_vec()].concat();
    let section = |id: u8, items: &[Vec<u8>]| {
        let body = [number(items.len()), items.concat()].concat();
        [vec![id], counted(&body)].concat()
    };
    let export = |name: &str, what: u8, at: u8| [counted(name.as_bytes()), vec![what, at]].concat();
    let constant = |value: u32| {
        let low = (0..4).map(|n| (value >> (7 * n)) as u8 & 0x7f | 0x80);
        [vec![0x41], low.collect(), vec![(value as i32 >> 28) as u8 & 0x7f]].concat()
    };
    let game = game_number(NoThanks::ABOUT.name, NoThanks::ABOUT.version);
    let ask = b"\0\x20\0\x41\x07\x46\x04\x40\x03\x40\x0c\0\x0b\x0b\x20\0\x41\x09\x46\x04\x40\0\x0b\x20\0\x41\x01\x71\xad\x0b";
    let bytes = [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &[vec![0x60, 0, 1, 0x7f], vec![0x60, 1, 0x7f, 1, 0x7e]]),
        section(3, &[vec![0], vec![0], vec![1]]),
        section(5, &[vec![0, 1]]),
        section(
            7,
            &[
                export("memory", 2, 0),
                export("croupier_hello", 0, 0),
                export("croupier_buffer", 0, 1),
                export("croupier_ask", 0, 2),
            ],
        ),
        section(
            10,
            &[
                counted(&[vec![0], constant(game), vec![0x0b]].concat()),
                counted(&[vec![0], constant(1024), vec![0x0b]].concat()),
                counted(ask),
            ],
        ),
    ];
    WasmModule::compile(&bytes.concat(), ResourceLimits::default()).unwrap()
}

fn player(time_limits: TimeLimits) -> (RemotePlayer<NoThanks>, BotLog) {
    let hello = hello::<NoThanks>("bot", 2, &NoThanksOptions::default(), Instances::default()).unwrap();
    let log = BotLog::create(None).unwrap();
    let setting = BotSetting { hello, time_limits, log: log.clone(), account: Account::default() };
    (RemotePlayer::new(module().seat(setting)), log)
}

fn quick() -> TimeLimits {
    TimeLimits { per_move: Duration::from_millis(10), ..limits() }
}

fn ask(player: &mut RemotePlayer<NoThanks>, number: u32) -> Result<Answer<Decision>, Box<Fault>> {
    let game = NoThanks::deal(2, &NoThanksOptions::default(), Seed::plain(1)).unwrap();
    player.answer(Ask { number, view: game.view(Seat(0)), refused: None, memory: None })
}

#[test]
fn a_module_answers_alike_in_one_call_and_by_messages_and_burns_the_same() {
    let (mut one, _) = player(quick());
    let (mut other, _) = player(TimeLimits { per_game: Some(Duration::from_secs(9)), ..quick() });
    // The first question starts it.
    for (number, mv) in [(1, Decision::Take), (2, Decision::Pass), (3, Decision::Take)] {
        let answer = Answer { number, mv, memory: None };
        assert_eq!(ask(&mut one, number), Ok(answer.clone()));
        assert_eq!(ask(&mut other, number), Ok(answer));
        assert!(matches!(one.own_time(), Some(OwnTime::Fuel(fuel)) if fuel > 0), "{:?}", one.own_time());
        assert_eq!(one.own_time(), other.own_time());
    }
}

#[test]
fn a_module_that_does_not_come_back_is_late_and_loaded_again() {
    for per_game in [None, Some(Duration::from_secs(9))] {
        let (mut player, log) = player(TimeLimits { per_game, ..quick() });
        let fault = ask(&mut player, 7).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Late);
        assert_eq!(fault.message, "used the fuel of 0.02 s; that of 0.01 s is allowed");
        let late = player.own_time().unwrap();
        assert!(late.time() >= Duration::from_millis(19), "{late:?}");
        assert_eq!(log.last_lines(1), "[ended by the table: its fuel was used up]");
        assert_eq!(ask(&mut player, 1).unwrap().mv, Decision::Take);
    }
}

#[test]
fn a_module_that_traps_has_crashed_and_after_its_restarts_it_is_out() {
    let (mut player, log) = player(TimeLimits { restarts: 1, ..quick() });
    for _ in 0..2 {
        assert_eq!(ask(&mut player, 9).unwrap_err().kind, FaultKind::Crashed);
        assert_eq!(log.last_lines(1), "[ended by the table: it went wrong]");
    }
    let fault = ask(&mut player, 1).unwrap_err();
    assert!(fault.kind == FaultKind::Disqualified && fault.message.starts_with("ended 2 times"), "{fault}");
}

#[test]
fn a_module_of_another_game_does_not_load() {
    let hello = br#"{"game":"hearts","version":1,"instances":"tournament"}"#.to_vec();
    let (log, account) = (BotLog::create(None).unwrap(), Account::default());
    let mut bot = module().seat(BotSetting { hello, time_limits: quick(), log, account });
    let fault = bot.wake().unwrap_err();
    assert!(fault.message.starts_with("does not load: its croupier_hello gives"), "{fault}");
}
