//! The same for bots behind urls: a server on this machine that keeps every request, head and all.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use croupier_games::Game;
use croupier_hosts::BotLog;
use croupier_hosts::http::{CrewShared, HttpSetting, Web, seat_http};
use croupier_record::{Instances, Player};

use crate::recorder::time_limits;
use crate::spy::{Seen, Told};

#[derive(Default)]
struct State {
    requests: Vec<Vec<u8>>,
    seen: Option<Arc<Seen>>,
}

/// A server that answers as the spy decides.
pub(crate) struct Server {
    url: String,
    state: Arc<Mutex<State>>,
}

impl Server {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || serve(BufReader::new(stream.unwrap()), &shared));
            }
        });
        Self { url, state }
    }

    /// From here on it is asked for this seat.
    pub(crate) fn answers_for(&self, seen: &Arc<Seen>) {
        let mut state = self.state.lock().unwrap();
        state.requests.clear();
        state.seen = Some(Arc::clone(seen));
    }

    /// All requests since then.
    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        self.state.lock().unwrap().requests.clone()
    }
}

fn serve(mut stream: BufReader<TcpStream>, state: &Mutex<State>) {
    while let Some((whole, body)) = request(&mut stream) {
        let next = {
            let mut state = state.lock().unwrap();
            state.requests.push(whole);
            state.seen.as_ref().unwrap().next()
        };
        let body = String::from_utf8(body).unwrap();
        let answer = if body.contains("\"type\":\"hello\"") {
            "{\"type\":\"hello\",\"protocol\":1,\"wants\":[\"legal\",\"moves\"]}".to_owned()
        } else if body.contains("\"type\":\"ask\"") {
            let memory = next.memory.map_or_else(String::new, |memory| format!(",\"memory\":\"{memory}\""));
            format!("{{\"type\":\"answer\",\"number\":{},\"move\":{}{memory}}}", next.number, next.json)
        } else {
            next.json
        };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", answer.len());
        if stream.get_mut().write_all((head + &answer).as_bytes()).is_err() {
            return;
        }
    }
}

/// A request, whole, and its body.
fn request(stream: &mut BufReader<TcpStream>) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let begins = head.len();
        if stream.read_line(&mut head).ok()? == 0 {
            return None;
        }
        match head[begins..].trim().split_once(": ") {
            Some((key, value)) if key.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?;
            }
            None if head[begins..].trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(([head.as_bytes(), &body].concat(), body))
}

/// The player of the server's bot.
pub(crate) fn player<G: Game>(server: &Server, seats: usize) -> Box<dyn Player<G>> {
    let setting = HttpSetting {
        bot: Arc::new(Web::default().bot(&server.url).unwrap()),
        name: "bot".to_owned(),
        time_limits: time_limits(),
        log: BotLog::create(None).unwrap(),
        shared: CrewShared::default(),
    };
    Box::new(seat_http::<G>(setting, seats, &G::Options::default(), Instances::Game).unwrap())
}

/// What was shown and what was sent, in order: a request is on its own way, so which belongs to what is
/// counted.
///
/// The general protocol greets once and then sends something on every occasion; the broker of Jujitsu sends
/// nothing at the start, and speaks no JSON of ours.
pub(crate) fn in_order<G: Game>(shown: &[Told], requests: Vec<Vec<u8>>) -> Vec<Told> {
    let broker = G::ABOUT.name == "jujitsu";
    let mut requests = requests.into_iter();
    let mut told: Vec<Told> =
        if broker { Vec::new() } else { requests.by_ref().take(1).map(Told::Sent).collect() };
    for one in shown {
        told.push(one.clone());
        let silent = broker && matches!(one, Told::Shown(what) if what.starts_with("start"));
        if !silent {
            told.extend(requests.next().map(Told::Sent));
        }
    }
    assert!(requests.next().is_none(), "more requests than occasions");
    told
}
