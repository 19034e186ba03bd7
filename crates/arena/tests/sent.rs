//! Everything that is sent to a bot outside this process, byte for byte: where its seat sees the same, it is
//! the same, whatever was dealt to others and whatever luck others have.

#![allow(clippy::unwrap_used)] // A test may.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_arena::{Crew, Table};
use croupier_bots::{Housed, Random};
use croupier_games::{Chance, Game, Seat, Seed, Visitor, list, with_game};
use croupier_hosts::{
    Account, BotExit, BotLog, BotSetting, Channel, Connector, Failure, Form, Interrupt, Leave, Load, Message,
    Outgoing, RemoteBot, RemotePlayer, Takes, TimeLimits, Wants, Write,
};
use croupier_record::{EntrantId, Fixture, Lucks, Player};

const TOURNAMENT: Seed = Seed::keyed([41; 32]);

/// A bot that keeps all that it is sent, says this hello, and answers nothing.
#[derive(Clone)]
struct Overheard {
    sent: Arc<Mutex<Vec<u8>>>,
    hello: &'static str,
}

impl Connector for Overheard {
    fn connect(&mut self, _: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        Ok(Box::new(self.clone()))
    }
}

impl Channel for Overheard {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        if message.wants == Wants::Greeting {
            return Ok(());
        }
        let Form::Message(kind) = message.form else { panic!("not in a batch") };
        let mut sent = self.sent.lock().unwrap();
        sent.push(kind.byte());
        write(&mut sent).unwrap();
        sent.push(b'\n');
        Ok(())
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        if self.sent.lock().unwrap().is_empty() {
            return Ok(Message::Json(self.hello.as_bytes()));
        }
        Err(Box::new(Failure::Late("it only listens".to_owned())))
    }

    fn end(&mut self, _: Leave) -> BotExit {
        BotExit::Quietly
    }

    fn agree(&mut self, greeting: &croupier_hosts::Greeting) -> Takes {
        Takes { framed: greeting.compact, ..Takes::default() }
    }
}

/// What a bot in this seat is sent of a position, up to its first question where it is asked at once.
fn sent<G: Game>(game: G, seat: Seat, number: u64, deal: u64, hello: &'static str) -> Vec<u8> {
    let time_limits = TimeLimits {
        per_move: Duration::from_secs(1),
        per_game: None,
        loading: Duration::from_secs(1),
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    };
    let (heard, seats) = (Arc::default(), game.scores().len());
    let bot = Box::new(Overheard { sent: Arc::clone(&heard), hello });
    let (log, account) = (BotLog::create(None).unwrap(), Account::default());
    let bot = RemoteBot::new(bot, BotSetting { hello: b"{}".to_vec(), time_limits, log, account });
    let mut bot: Option<Box<dyn Player<G>>> = Some(Box::new(RemotePlayer::new(bot)));
    let players = Seat::all(seats).map(|other| -> Box<dyn Player<G>> {
        if other == seat { bot.take().unwrap() } else { Box::new(Housed::new(Random)) }
    });
    let names = (0..seats).map(|place| format!("bot {place}")).collect();
    let mut crew = Crew::new(players.collect(), names);
    let fixture = Fixture { number, deal, seats: (0..seats as u16).map(EntrantId).collect() };
    let at_once = game.turn().next() == Some(seat);
    let mut turns = 0;
    Table::default().play_while(
        game,
        Lucks::of(TOURNAMENT).game(number, deal),
        &fixture,
        &mut crew,
        |_, _, _| {
            turns += 1;
            at_once && turns == 1
        },
    );
    let heard = heard.lock().unwrap();
    heard.clone()
}

/// How a game ends where everyone plays the same way.
fn played_out<G: Game>(mut game: G) -> Vec<f64> {
    let mut chance = Chance::new(Seed::plain(6));
    while let Some(seat) = game.turn().next() {
        let mv = game.any(seat, &mut chance);
        assert!(game.play(seat, mv).is_ok());
    }
    game.scores().to_vec()
}

struct OtherWorlds;

impl Visitor for OtherWorlds {
    type Output = ();

    fn visit<G: Game>(self) {
        // Notices of moves are left out: what others play may follow their own cards.
        let lines = r#"{"type":"hello","protocol":1,"wants":["legal"]}"#;
        let frames = r#"{"type":"hello","protocol":1,"compact":true,"compact_games":true}"#;
        let (mut chance, seats) = (Chance::new(Seed::plain(5)), *G::ABOUT.seats.last().unwrap());
        let mut other_worlds = 0;
        for number in 0..20 {
            let luck = Lucks::of(TOURNAMENT).game(number, number);
            let dealt = G::deal(seats, &G::Options::default(), luck.deal()).unwrap();
            for seat in Seat::all(seats) {
                let world = G::imagine(dealt.view(seat), &mut chance);
                other_worlds += u32::from(played_out(world.clone()) != played_out(dealt.clone()));
                for hello in [lines, frames] {
                    let here = sent(dealt.clone(), seat, number, number, hello);
                    // In the other world another deal is played, so that the luck of rules and house is other
                    // luck.
                    let there = sent(world.clone(), seat, number, number + 1000, hello);
                    assert!(here == there, "{} game {number}, seat {seat:?}", G::ABOUT.name);
                    assert!(!here.is_empty());
                }
            }
        }
        assert!(other_worlds > 0 || !G::ABOUT.hidden, "{}: no world was another one", G::ABOUT.name);
    }
}

#[test]
fn nothing_that_is_sent_tells_more_than_the_seat_sees() {
    for about in list::ALL {
        with_game(about.name, OtherWorlds).unwrap();
    }
}
