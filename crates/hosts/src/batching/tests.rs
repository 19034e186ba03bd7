//! Batches to a scripted bot: what leaves together, and whose answers come back.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed, View};
use croupier_record::{Ask, EntrantId, Notice, Player};

use super::*;
use crate::channel::scripted::{FRAMES, Says, Script, limits, line};
use crate::remote::RemotePlayer;

const GROUPS: &str = r#"{"type":"hello","protocol":1,"compact":true,"compact_games":true,"groups":true}"#;

fn bot(script: &Script) -> RemoteBot {
    RemoteBot::new(Box::new(script.clone()), Script::setting(limits()))
}

fn codes(codes: &[u64]) -> Says {
    Says::Frame(FrameKind::Questions, codes.iter().flat_map(|code| code.to_le_bytes()).collect())
}

fn batcher(says: &[Says]) -> (Script, Batcher) {
    let script = Script::of([[&[line(GROUPS)][..], says].concat()]);
    let batcher = Batcher::new(bot(&script)).ok().unwrap();
    (script, batcher)
}

fn game() -> NoThanks {
    NoThanks::deal(2, &NoThanksOptions::default(), Seed::plain(1)).unwrap()
}

fn ask(player: &mut RemotePlayer<NoThanks>, number: u32) {
    let game = game();
    player.ask(Ask { number, view: game.view(Seat(0)), refused: None, memory: None }).unwrap();
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
    for hello in [FRAMES, &legal, r#"{"type":"hello","protocol":1,"groups":true}"#] {
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
