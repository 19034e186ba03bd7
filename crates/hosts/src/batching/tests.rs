//! Batches to a scripted bot: what leaves together, and whose answers come back.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed, View};
use croupier_record::{Ask, EntrantId, Notice, Player};

use super::*;
use crate::channel::test_double::{FRAMES, Says, Script, answer, answer_with, limits, line};
use crate::remote::RemotePlayer;

const GROUPS: &str = r#"{"type":"hello","protocol":1,"compact":true,"compact_games":true,"groups":true}"#;

const PURE: &str = r#"{"type":"hello","protocol":1,"compact":true,"compact_memory":true,"pure":true}"#;

fn bot(script: &Script) -> RemoteBot {
    RemoteBot::new(Box::new(script.clone()), Script::setting(limits()))
}

fn codes(codes: &[u64]) -> Says {
    Says::Frame(FrameKind::Questions, codes.iter().flat_map(|code| code.to_le_bytes()).collect())
}

fn batcher(says: &[Says]) -> (Script, Batcher) {
    greeted_with(GROUPS, says)
}

fn greeted_with(hello: &str, says: &[Says]) -> (Script, Batcher) {
    let script = Script::of([[&[line(hello)][..], says].concat()]);
    let batcher = Batcher::new(bot(&script)).ok().unwrap();
    (script, batcher)
}

fn game() -> NoThanks {
    NoThanks::deal(2, &NoThanksOptions::default(), Seed::plain(1)).unwrap()
}

fn ask(player: &mut RemotePlayer<NoThanks>, number: u32) {
    ask_with(player, number, None);
}

fn ask_with(player: &mut RemotePlayer<NoThanks>, number: u32, memory: Option<&str>) {
    let game = game();
    player.ask(Ask { number, view: game.view(Seat(0)), refused: None, memory }).unwrap();
}

/// Whole messages in one frame, as a bot answers that keeps nothing.
fn whole(says: &[Says]) -> Says {
    let mut body = Vec::new();
    for said in says {
        let (kind, said) = match said {
            Says::Frame(kind, said) => (*kind, said.clone()),
            Says::Line(text) => (FrameKind::Json, text.clone().into_bytes()),
            other => panic!("{other:?} is no message"),
        };
        frame(&mut body, kind, &mut |out| {
            out.extend_from_slice(&said);
            Ok(())
        })
        .unwrap();
    }
    Says::Frame(FrameKind::PureQuestions, body)
}

fn question(game_number: u32) -> Vec<u8> {
    let mut out = Vec::new();
    frame(&mut out, FrameKind::Ask, &mut |out| {
        out.extend_from_slice(&game_number.to_le_bytes());
        game().view(Seat(0)).compact(out);
        Ok(())
    })
    .unwrap();
    out
}

fn questions(games: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    frame(&mut out, FrameKind::Questions, &mut |out| {
        games.iter().for_each(|&game| out.extend(question(game)));
        Ok(())
    })
    .unwrap();
    out
}

#[test]
fn a_bot_that_plays_one_game_at_a_time_is_given_back() {
    let legal = GROUPS.replace("\"groups\"", "\"wants\":[\"legal\"],\"groups\"");
    let moves = PURE.replace("\"pure\"", "\"wants\":[\"moves\"],\"pure\"");
    let forgets = PURE.replace("\"compact_memory\"", "\"other\"");
    for hello in [FRAMES, &legal, &moves, &forgets, r#"{"type":"hello","protocol":1,"groups":true}"#] {
        let mut back = Batcher::new(bot(&Script::of([vec![line(hello)]]))).err().unwrap();
        back.wake().unwrap();
    }
    let mut back = Batcher::new(bot(&Script::of([vec![line("no hello")]]))).err().unwrap();
    assert!(back.wake().is_err());
}

#[test]
fn questions_of_many_games_leave_together_and_everyone_gets_their_own_answer() {
    let (script, batcher) = batcher(&[codes(&[1, 0]), codes(&[0])]);
    let [mut one, mut other]: [RemotePlayer<NoThanks>; 2] =
        [7, 3].map(|n| RemotePlayer::new(batcher.game(n)));
    assert!(one.waits());
    ask(&mut one, 11);
    ask(&mut other, 12);
    assert!(script.sent().is_empty(), "they wait");
    assert_eq!(batcher.waiting(), 2);
    let mut answered = Vec::new();
    batcher.exchange(&mut answered).unwrap();
    assert_eq!((answered, batcher.waiting()), (vec![7, 3], 0));
    assert_eq!(script.last().body, questions(&[7, 3]));
    assert_eq!(one.reply().unwrap().mv, Decision::Take);
    let answer = other.reply().unwrap();
    assert_eq!((answer.number, answer.mv), (12, Decision::Pass));
    ask(&mut one, 13);
    let mut answered = Vec::new();
    batcher.exchange(&mut answered).unwrap();
    assert_eq!(script.last().body, questions(&[7]), "what has gone is not sent again");
    assert_eq!(one.reply().unwrap().mv, Decision::Pass);
    assert_eq!(script.starts(), 1);
}

#[test]
fn what_is_told_goes_before_the_questions_in_the_frame_of_its_game() {
    let (script, batcher) = batcher(&[codes(&[1])]);
    let mut player: RemotePlayer<NoThanks> = RemotePlayer::new(batcher.game(5));
    let dealt = game();
    let (view, names) = (dealt.view(Seat(0)), ["Ann", "Bob"]);
    let entrants = [EntrantId(0), EntrantId(1)];
    player
        .notice(&Notice::Start { view, seed: Seed::plain(1), game: 2, names: &names, entrants: &entrants })
        .unwrap();
    ask(&mut player, 1);
    batcher.exchange(&mut Vec::new()).unwrap();
    let sent = script.last();
    assert_eq!((sent.kind, sent.wants), (None, Wants::Answer));
    assert_eq!(sent.body[4], FrameKind::OfGame.byte());
    assert_eq!(sent.body[HEAD..HEAD + 4], 5_u32.to_le_bytes());
    assert_eq!(sent.body[HEAD + 4 + 4], FrameKind::Start.byte());
    assert!(sent.body.ends_with(&questions(&[5])));
}

#[test]
fn the_time_of_a_batch_is_shared_among_its_answers() {
    let (_, batcher) = batcher(&[codes(&[1, 1, 1])]);
    let mut players = [0, 1, 2].map(|n| RemotePlayer::<NoThanks>::new(batcher.game(n)));
    players.iter_mut().for_each(|player| ask(player, 1));
    batcher.exchange(&mut Vec::new()).unwrap();
    for player in &mut players {
        player.reply().unwrap();
        assert!(matches!(player.own_time(), Some(OwnTime::Share(_))));
    }
}

#[test]
fn an_answer_that_did_not_come_is_missing_and_anything_else_than_answers_spoils_the_batch() {
    let fault = line(r#"{"type":"fault","message":"ZeroDivisionError"}"#);
    for (says, why) in [
        (codes(&[1]), "answers that do not fit the questions"),
        (codes(&[1, 1, 1]), "answers that do not fit the questions"),
        (Says::Frame(FrameKind::Answer, vec![0; 16]), "answers that do not fit the questions"),
        (line("a print"), "a message in place of answers"),
        (fault, "ZeroDivisionError"),
    ] {
        let (_, batcher) = batcher(&[says]);
        let mut players = [0, 1].map(|n| RemotePlayer::<NoThanks>::new(batcher.game(n)));
        players.iter_mut().for_each(|player| ask(player, 1));
        assert_eq!(batcher.exchange(&mut Vec::new()).unwrap_err().message, why);
        assert_eq!(players[0].reply().unwrap_err().message, "has not answered yet");
    }
}

#[test]
fn what_is_forgotten_is_not_sent_and_old_answers_are_nobodys() {
    let (script, batcher) = batcher(&[codes(&[1]), codes(&[])]);
    let mut player = RemotePlayer::<NoThanks>::new(batcher.game(0));
    ask(&mut player, 1);
    batcher.exchange(&mut Vec::new()).unwrap();
    ask(&mut player, 2);
    batcher.clear();
    assert_eq!(batcher.waiting(), 0);
    batcher.exchange(&mut Vec::new()).unwrap();
    assert_eq!(script.last().body, questions(&[]));
    assert_eq!(player.reply().unwrap_err().message, "has not answered yet");
}

#[test]
fn games_count_in_the_one_account_and_a_batcher_that_is_closed_ends_its_process() {
    let (script, batcher) = batcher(&[]);
    let BotSetting { account, log, .. } = lock(&batcher.batch).bot.setting().clone();
    let mut player = RemotePlayer::<NoThanks>::new(batcher.game(0));
    player.notice(&Notice::End { view: game().view(Seat(0)), scores: &[0.0, 0.0] }).unwrap();
    assert_eq!(account.games(), 1);
    drop(player);
    assert_eq!(script.ended(), []);
    batcher.close(&log);
    assert_eq!(script.ended(), [Leave::Soon]);
    assert_eq!(log.last_lines(3), "", "its last words are not those of the one that goes on");
}

#[test]
fn who_keeps_nothing_gets_every_question_whole_with_its_luck_and_hears_of_no_start_or_end() {
    let (script, batcher) = greeted_with(PURE, &[whole(&[answer(1, 1), answer_with(2, 0, b"new")])]);
    let mut players = [4, 9].map(|n| RemotePlayer::<NoThanks>::new(batcher.game(n)));
    let dealt = game();
    let (names, entrants) = (["Ann", "Bob"], [EntrantId(0), EntrantId(1)]);
    for (n, player) in players.iter_mut().enumerate() {
        let (view, seed) = (dealt.view(Seat(0)), Seed::plain(n as u64));
        player.notice(&Notice::Start { view, seed, game: 2, names: &names, entrants: &entrants }).unwrap();
    }
    ask(&mut players[0], 1);
    ask_with(&mut players[1], 2, Some("old"));
    let mut answered = Vec::new();
    batcher.exchange(&mut answered).unwrap();
    assert_eq!(answered, [4, 9]);
    let (kind, mut body, rest) = {
        let sent = script.last().body.leak();
        first_frame(sent).unwrap()
    };
    assert_eq!((kind, rest), (FrameKind::PureQuestions.byte(), &[][..]));
    for (n, expected) in [(0, FrameKind::Ask), (1, FrameKind::AskWithMemory)] {
        let (luck, after) = body.split_at(8);
        assert_eq!(luck, Seed::plain(n).number(53).to_le_bytes());
        let (kind, question, rest) = first_frame(after).unwrap();
        assert_eq!((kind, question[0]), (expected.byte(), n as u8 + 1));
        body = rest;
    }
    assert!(body.is_empty());
    let [one, other] = players.map(|mut player| player.reply().unwrap());
    assert_eq!((one.mv, one.memory), (Decision::Take, None));
    assert_eq!((other.mv, other.memory.as_deref()), (Decision::Pass, Some("new")));
    batcher.exchange(&mut answered).unwrap();
    assert_eq!(script.sent().len(), 1, "nothing is sent where nothing is asked");
}

#[test]
fn a_fault_of_one_who_keeps_nothing_is_heard_in_its_game_alone() {
    let fault = line(r#"{"type":"fault","number":2,"message":"Prelude.head: empty list"}"#);
    let stale = answer(7, 1);
    let (_, batcher) = greeted_with(PURE, &[whole(&[answer(1, 1), fault]), whole(&[stale, answer(4, 9)])]);
    let mut players = [0, 1, 2, 3].map(|n| RemotePlayer::<NoThanks>::new(batcher.game(n)));
    players.iter_mut().zip(1..).for_each(|(player, number)| ask(player, number));
    batcher.exchange(&mut Vec::new()).unwrap();
    let said =
        players.map(|mut player| player.reply().map(|answer| answer.mv).map_err(|fault| fault.message));
    assert_eq!(said[0], Ok(Decision::Take));
    assert_eq!(said[1], Err("Prelude.head: empty list".to_owned()));
    assert_eq!(said[2], Err("has not answered yet".to_owned()), "the answer to another question is none");
    assert_eq!(said[3], Err("code 9 is no move: no move has it".to_owned()));
}

#[test]
fn whole_answers_that_do_not_fit_their_questions_spoil_the_batch() {
    let half = Says::Frame(FrameKind::PureQuestions, vec![13, 0, 0, 0, b'M', 1]);
    for says in [whole(&[]), whole(&[answer(1, 1), answer(2, 1), answer(3, 1)]), half] {
        let (_, batcher) = greeted_with(PURE, &[says]);
        let mut players = [0, 1].map(|n| RemotePlayer::<NoThanks>::new(batcher.game(n)));
        players.iter_mut().for_each(|player| ask(player, 1));
        assert_eq!(batcher.exchange(&mut Vec::new()).unwrap_err().message, UNFIT);
    }
}
