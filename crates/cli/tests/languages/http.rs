//! Bots behind urls, through the real binary: what they are sent, what their misbehaviour costs, and how they
//! sign in.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use crate::common::server::{Seen, Server, lowest, ok};
use crate::common::{Said, croupier, file, refused, tree};
use serde_json::Value;
use tempfile::TempDir;

/// The keys of a request, and of a turn in it: bots of the original refuse any other.
const KEYS: [&str; 13] = [
    "currentRound",
    "drawPile",
    "gameEnded",
    "lot",
    "match",
    "myCardsRemaining",
    "myPointsTotal",
    "myTimeRemainingMs",
    "nextVictoryCard",
    "opponentCardsRemaining",
    "opponentPointsTotal",
    "opponentTimeRemainingMs",
    "previousTurns",
];
const TURN_KEYS: [&str; 7] = [
    "drawnVictoryCard",
    "myBid",
    "myCardsWon",
    "myResponseLegal",
    "opponentBid",
    "opponentCardsWon",
    "opponentResponseLegal",
];

fn play(dir: &Path, one: &str, other: &str, more: &[&str]) -> Said {
    let mut words = vec!["jujitsu", one, other];
    words.extend(more);
    let said = croupier(dir, &words);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    said
}

/// Plays one match of [5, 5] against the house by a plan with these lines in it.
fn planned(dir: &Path, url: &str, top: &str, tables: &str) -> Said {
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{url}\", \"house:draw-card\"]\ngames = 2\nseed = \
         4\n{top}\n[options]\nrounds = [5, 5]\n{tables}"
    );
    file(dir, "plan.toml", &plan);
    let said = croupier(dir, &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}{}", said.out, said.err);
    said
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

#[test]
fn a_bot_gets_the_requests_of_the_original_key_by_key() {
    let (dir, server) = (folder(), Server::start(|seen| ok(&lowest(seen))));
    let said = play(dir.path(), &server.url(), "house:draw-card", &["5", "6", "--seed", "7"]);
    assert!(
        said.out.starts_with(&format!(
            "New game between {} and house:draw-card with rounds [5, 6]\n",
            server.url()
        )),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("Starting new round with N=6\n") && said.out.contains("Game ended. "),
        "{}",
        said.out
    );
    let seen = server.seen();
    assert_eq!(seen.len(), 5 + 6 + 1);
    for (n, request) in seen.iter().enumerate() {
        let json = request.json();
        assert_eq!(request.line, "POST /player/play");
        assert_eq!(request.header("content-type"), Some("application/json"));
        assert_eq!(keys(&json), KEYS);
        for turn in json["previousTurns"].as_array().unwrap() {
            assert_eq!(keys(turn), TURN_KEYS);
            assert_eq!(
                (&turn["myResponseLegal"], &turn["opponentResponseLegal"]),
                (&true.into(), &true.into())
            );
        }
        assert!(json["myTimeRemainingMs"].is_null() && json["opponentTimeRemainingMs"].is_null());
        assert_eq!(json["previousTurns"].as_array().unwrap().is_empty(), n == 0);
        assert_eq!(json["gameEnded"], n == 11);
    }
    let last = seen[11].json();
    assert_eq!(
        (&last["myCardsRemaining"], &last["drawPile"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    assert!(last["nextVictoryCard"].is_null());
    assert_eq!(last["previousTurns"].as_array().unwrap().len(), 6);
}

#[test]
fn one_connection_carries_all_requests() {
    let (dir, server) = (folder(), Server::start(|seen| ok(&lowest(seen))));
    play(dir.path(), &server.url(), "house:random", &["5", "5", "--games", "10"]);
    assert_eq!(server.seen().len(), 10 * 11);
    // The first only showed that somebody is there.
    assert!(server.seen().iter().all(|seen| seen.connection == 1));
}

#[test]
fn a_server_that_closes_after_each_answer_is_called_again() {
    let close = |seen: &Seen| {
        Some(format!("HTTP/1.0 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n{}", lowest(seen)))
    };
    let (dir, server) = (folder(), Server::start(close));
    let said = play(dir.path(), &server.url(), "house:random", &["5", "5", "--games", "2"]);
    assert!(!said.out.contains("faults"), "{}", said.out);
}

#[test]
fn a_kept_connection_that_was_closed_is_replaced_within_the_same_request() {
    // Each connection answers once and is then closed without a word, as servers do that tire of idle ones.
    let used = Mutex::new(Vec::new());
    let once = move |seen: &Seen| {
        let mut used = used.lock().unwrap();
        if used.contains(&seen.connection) {
            return None;
        }
        used.push(seen.connection);
        ok(&lowest(seen))
    };
    let (dir, server) = (folder(), Server::start(once));
    let said = play(dir.path(), &server.url(), "house:random", &["5", "5", "--games", "2"]);
    assert!(!said.out.contains("faults"), "{}", said.out);
}

#[test]
fn both_requests_of_a_turn_are_on_their_way_at_once() {
    // Nobody is answered before the other has its request of the same turn.
    let counts = Arc::new((Mutex::new([0_u32; 2]), Condvar::new()));
    let bot = |me: usize| {
        let counts = Arc::clone(&counts);
        move |seen: &Seen| {
            let mut both = counts.0.lock().unwrap();
            both[me] += 1;
            counts.1.notify_all();
            let mine = both[me];
            let waited =
                counts.1.wait_timeout_while(both, Duration::from_secs(20), |both| both[1 - me] < mine);
            assert!(!waited.unwrap().1.timed_out(), "the other request did not come");
            ok(&lowest(seen))
        }
    };
    let (dir, one, other) = (folder(), Server::start(bot(0)), Server::start(bot(1)));
    let said = play(dir.path(), &one.url(), &other.url(), &["5", "5"]);
    assert!(said.out.contains("Game ended.") && !said.out.contains("faults"), "{}", said.out);
    let pairs: Vec<(Value, Value)> =
        one.seen().iter().zip(other.seen()).map(|(one, other)| (one.json(), other.json())).collect();
    // Both see the same snapshot, turned round.
    assert!(pairs.iter().all(|(one, other)| one["myCardsRemaining"] == other["opponentCardsRemaining"]));
    assert!(pairs.iter().all(|(one, other)| one["lot"] == other["lot"]));
}

#[test]
fn the_answers_to_a_bad_bid_are_one_random_card_and_a_word_in_the_next_request() {
    let huge = format!("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n{}", "x".repeat(100_000));
    let cases: [(&str, Option<String>, &str); 8] = [
        ("illegal", ok("77"), "illegal move: card 77 is not in the hand"),
        ("unreadable", ok("three"), "unreadable answer: \"three\" is no number"),
        ("empty", ok(""), "unreadable answer: \"\" is no number"),
        (
            "a 500",
            Some("HTTP/1.1 500 Oops\r\nContent-Length: 1\r\n\r\n3".into()),
            "crashed: answered with status 500",
        ),
        (
            "a redirect",
            Some("HTTP/1.1 307 There\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n".into()),
            "status 307; redirects are not followed",
        ),
        ("dropped", None, "crashed: closed the connection without an answer"),
        ("10 MB", Some(huge), "too much output: an answer longer than a megabyte"),
        ("garbage", Some("SSH-2.0-OpenSSH\r\n".into()), "unreadable answer: its answer is no HTTP"),
    ];
    for (name, answer, told) in cases {
        let dir = folder();
        let bad = move |seen: &Seen| {
            if seen.json()["previousTurns"] == serde_json::json!([]) {
                answer.clone()
            } else {
                ok(&lowest(seen))
            }
        };
        let server = Server::start(bad);
        let said = planned(dir.path(), &server.url(), "", "");
        assert!(said.out.contains(told), "{name}: {}", said.out);
        let second = server.seen()[1].json();
        assert_eq!(second["previousTurns"][0]["myResponseLegal"], false, "{name}");
        assert_eq!(second["previousTurns"][0]["opponentResponseLegal"], true, "{name}");
    }
}

#[test]
fn chunked_and_padded_answers_are_read() {
    let chunked = |seen: &Seen| {
        Some(format!(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n \
             \n\r\n1\r\n{}\r\n1\r\n\n\r\n0\r\n\r\n",
            lowest(seen)
        ))
    };
    let (dir, server) = (folder(), Server::start(chunked));
    let said = play(dir.path(), &server.url(), "house:random", &["5", "5", "--games", "2"]);
    assert!(!said.out.contains("faults"), "{}", said.out);
    // The first only showed that somebody is there.
    assert!(server.seen().iter().all(|seen| seen.connection == 1));
}

#[test]
fn a_bot_that_is_late_gets_another_request_and_its_late_answer_is_never_taken_for_that() {
    let release = Arc::new((Mutex::new(false), Condvar::new()));
    let held = Arc::clone(&release);
    let server = Server::start(move |seen| {
        if seen.json()["previousTurns"] == serde_json::json!([]) {
            // Held until the match is over.
            let open = held.0.lock().unwrap();
            let _open = held.1.wait_timeout_while(open, Duration::from_secs(30), |open| !*open).unwrap();
            return ok("5");
        }
        ok(&lowest(seen))
    });
    let dir = folder();
    let said = planned(dir.path(), &server.url(), "", "[limits]\nmove_ms = 100\n");
    *release.0.lock().unwrap() = true;
    release.1.notify_all();
    assert!(said.out.contains("late: did not answer within 0.1"), "{}", said.out);
    let second = server.seen()[1].json();
    assert_eq!(second["previousTurns"][0]["myResponseLegal"], false);
    assert_eq!(server.seen().iter().filter(|seen| seen.json()["gameEnded"] == true).count(), 2);
}

#[test]
fn when_the_thinking_time_is_used_up_only_the_last_request_is_sent_and_both_see_0() {
    // Thinks for ever about its third bid.
    let slow = Server::start(|seen| {
        if seen.json()["previousTurns"].as_array().unwrap().len() == 2 && seen.json()["gameEnded"] == false {
            let never = (Mutex::new(()), Condvar::new());
            let guard = never.0.lock().unwrap();
            let _guard = never.1.wait_timeout(guard, Duration::from_secs(30)).unwrap();
        }
        ok(&lowest(seen))
    });
    let quick = Server::start(|seen| ok(&lowest(seen)));
    let dir = folder();
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{}\", \"{}\"]\ngames = 1\nseed = 4\n[limits]\nmatch_ms = \
         300\n[options]\nrounds = [5, 5]\n",
        slow.url(),
        quick.url()
    );
    file(dir.path(), "plan.toml", &plan);
    let begun = Instant::now();
    let said = croupier(dir.path(), &["run", "plan.toml", "--games", "1"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(begun.elapsed() < Duration::from_secs(10));
    // A round robin has both orders of seats: two matches.
    let of_first = |server: &Server| {
        let seen: Vec<Value> = server.seen().iter().map(Seen::json).collect();
        let end = seen.iter().position(|seen| seen["gameEnded"] == true).unwrap();
        seen[..=end].to_vec()
    };
    let (slow, quick) = (of_first(&slow), of_first(&quick));
    assert_eq!((slow.len(), quick.len()), (3 + 1, 10 + 1));
    let left = |seen: &Value, key: &str| seen[key].as_u64().unwrap();
    assert_eq!(left(&slow[0], "myTimeRemainingMs"), 300);
    assert_eq!((left(&slow[3], "myTimeRemainingMs"), left(&quick[3], "opponentTimeRemainingMs")), (0, 0));
    // The quick one was read after the slow one, and its clock is its own.
    assert!(left(&quick[10], "myTimeRemainingMs") > 150, "{}", quick[10]);
    assert_eq!(quick[3]["previousTurns"][2]["opponentResponseLegal"], false);
    assert_eq!(quick[10]["previousTurns"][4]["opponentResponseLegal"], false);
}

#[test]
fn a_bot_that_is_not_there_is_known_before_the_first_match() {
    for game in ["jujitsu", "no-thanks"] {
        let dir = folder();
        let plan = format!("game = \"{game}\"\nbots = [\"http://127.0.0.1:1/play\", \"house:random\"]\n");
        file(dir.path(), "plan.toml", &plan);
        let said = refused(dir.path(), &["run", "plan.toml"]);
        assert!(said.contains("does not load: cannot be reached: connection refused"), "{said}");
    }
}

#[test]
fn a_bot_that_goes_away_is_out_after_so_many_tries() {
    let (dir, server) = (folder(), Server::start(|_| None));
    let said = planned(dir.path(), &server.url(), "", "[limits]\nrestarts = 3\n");
    assert!(said.out.contains("crashed: closed the connection without an answer"), "{}", said.out);
    assert!(said.out.contains("disqualified in game 0: gave no answer 4 times in a row"), "{}", said.out);
}

#[test]
fn basic_and_digest_sign_in_with_the_right_password_and_never_show_it() {
    for scheme in
        ["Basic realm=\"bots\"", "Digest realm=\"bots\", nonce=\"n1\", qop=\"auth\", algorithm=SHA-256"]
    {
        for right in [true, false] {
            let dir = folder();
            let server = Server::start(move |seen| match seen.header("authorization") {
                Some(given) if right && accepted(given) => ok(&lowest(seen)),
                // A careless page repeats what it was given.
                given => {
                    let page = format!("no: {} hunter2", given.unwrap_or("nobody"));
                    Some(format!(
                        "HTTP/1.1 401 No\r\nWWW-Authenticate: {scheme}\r\nContent-Length: {}\r\n\r\n{page}",
                        page.len()
                    ))
                }
            });
            let credentials =
                format!("[credentials.\"{}\"]\nuser = \"ann\"\npassword = \"hunter2\"\n", server.url());
            let said = planned(dir.path(), &server.url(), "", &credentials);
            assert_eq!(
                said.out.contains("status 401: it refuses our sign-in"),
                !right,
                "{scheme}: {}",
                said.out
            );
            assert_eq!(said.out.contains("faults"), !right, "{scheme}: {}", said.out);
            // The server is asked once without a sign-in and then always with it.
            let seen = server.seen();
            assert!(
                seen[0].header("authorization").is_none()
                    && seen[1..].iter().all(|seen| seen.header("authorization").is_some())
            );
            for secret in ["hunter2", "YW5uOmh1bnRlcjI="] {
                assert!(!said.out.contains(secret) && !said.err.contains(secret));
                for (path, bytes) in tree(&dir.path().join("logs")) {
                    assert!(!String::from_utf8_lossy(&bytes).contains(secret), "{}", path.display());
                }
            }
        }
    }
}

/// Whether a server with the right password would take this; the digest itself is checked where it is made.
fn accepted(given: &str) -> bool {
    given == "Basic YW5uOmh1bnRlcjI="
        || (given.contains("username=\"ann\"")
            && given.contains("nonce=\"n1\"")
            && given.contains("uri=\"/player/play\""))
}

#[test]
fn a_general_bot_gets_the_messages_of_the_protocol() {
    let server = Server::start(|seen| {
        let message = seen.json();
        match message["type"].as_str().unwrap() {
            "hello" => ok(r#"{"type":"hello","protocol":1,"wants":["legal","moves"]}"#),
            "ask" => ok(&serde_json::json!({"type": "answer", "move": message["legal"][0], "memory": "m"})
                .to_string()),
            _ => Some("HTTP/1.1 204 No Content\r\n\r\n".to_owned()),
        }
    });
    let dir = folder();
    let said = croupier(dir.path(), &["no-thanks", "3", &server.url(), "house:random", "house:CutOff14"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!said.out.contains("faults") && !said.out.contains("disqualified"), "{}", said.out);
    let kinds: Vec<String> =
        server.seen().iter().map(|seen| seen.json()["type"].as_str().unwrap().to_owned()).collect();
    // One hello shows that it is there, the other begins the tournament.
    assert_eq!(&kinds[..3], ["hello", "hello", "start"]);
    assert_eq!(kinds.iter().filter(|kind| *kind == "hello").count(), 2);
    assert_eq!(kinds.iter().filter(|kind| *kind == "end").count(), 3);
    assert!(kinds.contains(&"notice".to_owned()));
    assert!(server.seen().iter().any(|seen| seen.json()["memory"] == "m"));
}

#[test]
fn a_general_bot_that_does_not_greet_does_not_load() {
    let (dir, server) = (folder(), Server::start(|_| ok("welcome")));
    let said = refused(dir.path(), &["no-thanks", "3", &server.url(), "house:random", "house:CutOff14"]);
    assert!(said.contains("does not load: answered \"welcome\" to the hello"), "{said}");
}

/// A server in another process, ended with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program that prints its url first.
fn started(program: &str, args: &[&str]) -> (Process, String) {
    let mut child =
        Command::new(program).args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    (Process(child), url.trim().to_owned())
}

#[test]
fn the_example_server_in_python_plays_a_league_with_one_in_rust() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/jujitsu/http_bot.py");
    let (_python, url) = started("python3", &[example, "0"]);
    let (dir, rust) = (folder(), Server::start(|seen| ok(&lowest(seen))));
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{url}\", \"{}\", \"house:draw-card\"]\ngames = 12\nseed = \
         4\n[limits]\nmatch_ms = 60000\n[options]\nrounds = [5, 7]\n",
        rust.url()
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!said.out.contains("faults") && said.out.contains(&url), "{}", said.out);
}

/// A server that works the digest out by itself, with the hashes of another language; its algorithm is an
/// argument.
const DIGEST: &str = r#"
import hashlib, json, re, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
name = sys.argv[1]
def h(text): return hashlib.new({"MD5": "md5", "SHA-256": "sha256"}[name], text.encode()).hexdigest()
counts = set()
class Player(BaseHTTPRequestHandler):
    protocol_version, disable_nagle_algorithm = "HTTP/1.1", True
    def do_POST(self):
        state = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        given = dict(re.findall(r'(\w+)="?([^",]*)"?', self.headers.get("Authorization", "")))
        secret, asked = h("ann:bots, ltd:hunter2"), h("POST:/play?a=1")
        wanted = h(":".join([secret, "n1", given.get("nc", ""), given.get("cnonce", ""), "auth", asked]))
        good = given.get("response") == wanted and given["nc"] not in counts
        counts.add(given.get("nc"))
        body = str((state["myCardsRemaining"] or [0])[0]).encode() if good else b"no"
        self.send_response(200 if good else 401)
        if not good:
            self.send_header("WWW-Authenticate", 'Digest realm="bots, ltd", nonce="n1", qop="auth", algorithm=%s' % name)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
server = HTTPServer(("127.0.0.1", 0), Player)
print("http://127.0.0.1:%d/play?a=1" % server.server_port, flush=True)
server.serve_forever()
"#;

#[test]
fn a_digest_is_the_one_that_a_server_in_python_works_out() {
    for algorithm in ["MD5", "SHA-256"] {
        for (password, faults) in [("hunter2", false), ("hunter3", true)] {
            let dir = folder();
            let script = file(dir.path(), "digest.py", DIGEST);
            let (_python, url) = started("python3", &[script.to_str().unwrap(), algorithm]);
            let credentials = format!("[credentials.\"{url}\"]\nuser = \"ann\"\npassword = \"{password}\"\n");
            let said = planned(dir.path(), &url, "", &credentials);
            assert_eq!(said.out.contains("faults"), faults, "{algorithm} {password}: {}", said.out);
        }
    }
}

#[test]
fn a_bot_behind_tls_is_trusted_by_the_authority_of_the_plan_alone() {
    let dir = folder();
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    file(dir.path(), "authority.pem", &signed.cert.pem());
    let key = rustls::pki_types::PrivateKeyDer::try_from(signed.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![signed.cert.der().clone()], key)
        .unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}/play", listener.local_addr().unwrap().port());
    let config = Arc::new(config);
    std::thread::spawn(move || {
        for (number, socket) in listener.incoming().enumerate() {
            let tls = rustls::ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = BufReader::new(rustls::StreamOwned::new(tls, socket.unwrap()));
            while let Some(seen) = crate::common::server::request(&mut stream, number) {
                let answer = ok(&lowest(&seen)).unwrap();
                if stream.get_mut().write_all(answer.as_bytes()).is_err() {
                    break;
                }
            }
        }
    });
    let said = planned(dir.path(), &url, "authorities = \"authority.pem\"", "");
    assert!(!said.out.contains("faults"), "{}", said.out);
    let said = refused(dir.path(), &["jujitsu", &url, "house:random", "5", "--games", "1"]);
    assert!(said.contains("cannot be reached: invalid peer certificate"), "{said}");
}

/// Which of the games in hand each request is of, in the order in which the server saw them: a game has a
/// connection.
fn games_of(server: &Server) -> Vec<usize> {
    server
        .seen()
        .iter()
        .filter(|seen| seen.body.contains("myCardsRemaining"))
        .map(|seen| seen.connection)
        .collect()
}

#[test]
fn a_url_plays_one_game_at_a_time_however_many_lanes_there_are() {
    let dir = TempDir::new().unwrap();
    let server = Server::start(|seen| ok(&lowest(seen)));
    let plan = |url: &str, more: &str| {
        format!(
            "game = \"jujitsu\"\nbots = [\"{url}\", \"house:draw-card\"]\ngames = 32\nlanes = 4\nseed = \
             4\n{more}\n[options]\nrounds = [5, 5]\n"
        )
    };
    file(dir.path(), "plan.toml", &plan(&server.url(), ""));
    let said = croupier(dir.path(), &["run", "plan.toml", "-q"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    // The last request of a game is its end, and all of them are of one connection.
    let games = games_of(&server);
    let ends = server.seen().iter().filter(|seen| seen.body.contains("\"gameEnded\":true")).count();
    assert_eq!(ends, 32);
    let mut open = None;
    for seen in server.seen().iter().filter(|seen| seen.body.contains("myCardsRemaining")) {
        let ended = seen.json()["gameEnded"] == true;
        assert!(open.is_none_or(|open| open == seen.connection), "two games at a time: {games:?}");
        open = (!ended).then_some(seen.connection);
    }
}

#[test]
fn a_url_plays_games_at_once_where_the_plan_says_that_it_may() {
    let dir = TempDir::new().unwrap();
    // Nobody is answered before games of two connections are open.
    let open = Arc::new((Mutex::new(std::collections::HashSet::new()), Condvar::new()));
    let server = Server::start(move |seen| {
        let (connections, changed) = &*open;
        let mut connections = connections.lock().unwrap();
        if seen.body.contains("\"gameEnded\":false") {
            connections.insert(seen.connection);
            changed.notify_all();
        }
        let enough = |open: &mut std::collections::HashSet<usize>| !open.is_empty() && open.len() < 2;
        drop(changed.wait_timeout_while(connections, Duration::from_secs(60), enough).unwrap());
        ok(&lowest(seen))
    });
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{}\", \"house:draw-card\"]\ngames = 16\nlanes = 2\nseed = 4\n\
         parallel_urls = true\n[options]\nrounds = [5, 5]\n[limits]\nmove_ms = 100000\n",
        server.url()
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "-q"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let connections: std::collections::HashSet<usize> = games_of(&server).into_iter().collect();
    assert!(connections.len() >= 2, "{connections:?}");
}
