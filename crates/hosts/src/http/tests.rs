//! Players behind urls without a tournament around them: a match that is broken off, and urls that may not be
//! called.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::{Game, Seat, Seed};
use croupier_record::{Ask, EntrantId, Instances, Notice, Player};

use super::{CrewShared, HttpSetting, Reach, Web, seat_http};
use crate::interrupt::Interrupt;
use crate::log::BotLog;
use crate::time::time_limits::TimeLimits;

/// A server that answers everything with 3 and hands the bodies on.
fn server() -> (String, mpsc::Receiver<serde_json::Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            while let Some(body) = body(&mut stream) {
                sender.send(serde_json::from_slice(&body).unwrap()).unwrap();
                stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n3").unwrap();
            }
        }
    });
    (url, receiver)
}

fn body(stream: &mut BufReader<std::net::TcpStream>) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok()?,
            None if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(body)
}

fn player(web: &Web, url: &str) -> Box<dyn Player<Jujitsu>> {
    let second = Duration::from_secs(10);
    let time_limits = TimeLimits {
        per_move: second,
        per_game: None,
        loading: second,
        restarts: 3,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: crate::Load::default(),
    };
    let setting = HttpSetting {
        bot: Arc::new(web.bot(url).unwrap()),
        name: "one".to_owned(),
        time_limits,
        log: BotLog::create(None).unwrap(),
        shared: CrewShared::default(),
    };
    Box::new(seat_http::<Jujitsu>(setting, 2, &JujitsuOptions::default(), Instances::default()).unwrap())
}

/// Starts a match and asks for its first bid.
fn first_bid(player: &mut dyn Player<Jujitsu>) -> Result<i32, String> {
    let game = Jujitsu::deal(2, &JujitsuOptions { rounds: vec![5, 5] }, Seed::plain(1)).unwrap();
    let view = game.view(Seat(0));
    player
        .notice(&Notice::Start {
            view,
            seed: Seed::plain(2),
            game: 0,
            names: &["one", "two"],
            entrants: &[EntrantId(0), EntrantId(1)],
        })
        .unwrap();
    player.ask(Ask { number: 1, view, refused: None, memory: None }).map_err(|fault| fault.to_string())?;
    player.reply().map(|answer| answer.mv.0).map_err(|fault| fault.to_string())
}

#[test]
fn a_match_that_is_broken_off_still_has_its_last_request() {
    let (url, requests) = server();
    let mut player = player(&Web::default(), &url);
    assert_eq!(first_bid(&mut *player), Ok(3));
    drop(player);
    let [first, last] = [requests.recv().unwrap(), requests.recv().unwrap()];
    assert_eq!((&first["gameEnded"], &last["gameEnded"]), (&false.into(), &true.into()));
    for key in ["myCardsRemaining", "opponentCardsRemaining", "drawPile"] {
        assert_eq!(last[key], serde_json::json!([]), "{key}");
    }
    assert_eq!((&last["lot"], &last["nextVictoryCard"]), (&first["lot"], &serde_json::Value::Null));
}

#[test]
fn a_url_of_this_machine_is_refused_where_only_the_public_may_be_called() {
    let (url, requests) = server();
    let port = url.trim_end_matches('/').rsplit(':').next().unwrap();
    let web = Web::default().reaching(Reach::PublicOnly);
    // Also behind a name, and in other spellings of the same address.
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1"] {
        let mut player = player(&web, &format!("http://{host}:{port}/"));
        let said = first_bid(&mut *player).unwrap_err();
        let refused = said.contains("leads to this machine or to a private network")
            || said.contains("there is no host");
        assert!(refused, "{host}: {said}");
    }
    assert!(requests.try_recv().is_err());
}
