//! The bots of `tests/hostile` that try to make somebody wait for ever, each through the real binary: the tournament ends,
//! the bot is told in one line what stopped it, and honest bots beside it have the same games as without it.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

use common::server::{Server, lowest, ok};
use common::{Said, croupier, file, folder};

/// Beside a hostile bot that is out in its first game at the latest: short limits, so that nobody waits long for it.
const LIMITS: &str = "[limits]\nmove_ms = 50\nload_ms = 2000\nrestarts = 1\n";

fn hostile(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile").join(name)
}

/// A tournament of No Thanks! for two, everyone against everyone, and the stories of the games of honest bots.
fn tournament(bot: &str, more: &[&str]) -> (Said, String) {
    let dir = folder();
    let kind = Path::new(bot).extension().unwrap().to_str().unwrap();
    let entered = format!("hostile.{kind}");
    for (from, to) in [(bot, entered.as_str()), ("python/honest.py", "honest.py")] {
        fs::copy(hostile(from), dir.path().join(to)).unwrap();
        fs::set_permissions(dir.path().join(to), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let plan = format!(
        "game = \"no-thanks\"\nplayers = 2\ndesign = \"balanced\"\nbots = [\"{entered}\", \"honest.py\", \"house:CutOff14\"]\n\
         games = 12\nseed = 4\n{LIMITS}"
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &[&["run", "plan.toml"], more].concat());
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}", said.err);
    let stories = honest_games(dir.path(), "ostile");
    (said, stories)
}

/// The stories of all games in which nobody has a name with this in it.
fn honest_games(dir: &Path, without: &str) -> String {
    let mut stories = Vec::new();
    for entry in fs::read_dir(dir.join("logs/readable")).unwrap() {
        let path = entry.unwrap().path();
        let story = fs::read_to_string(&path).unwrap();
        if !story.contains(without) {
            stories.push(format!("{}\n{story}", path.file_name().unwrap().display()));
        }
    }
    stories.sort();
    assert!(stories.len() >= 2, "{stories:?}");
    stories.concat()
}

/// Plays a bot, and sees that it is told so and that others had the same games as beside one that just leaves.
fn stopped(bot: &str, told: &str) {
    let (said, games) = tournament(bot, &[]);
    let line = said.out.lines().find(|line| {
        ["Hostile: ", "hostile.py: ", "hostile.sh: "].iter().any(|start| line.starts_with(start))
    });
    assert!(line.is_some_and(|line| line.contains(told)), "{bot}: {}", said.out);
    assert!(!said.out.contains("Honest: ") && !said.out.contains("CutOff14: "), "{bot}: {}", said.out);
    let (_, beside_one_that_leaves) = tournament("python/gone.py", &[]);
    assert_eq!(games, beside_one_that_leaves, "{bot}");
}

#[test]
fn a_byte_every_20_ms_buys_no_time() {
    stopped("python/drip.py", "late: thought for");
}

#[test]
fn a_stale_frame_every_50_ms_buys_no_time() {
    stopped("python/stale_frames.py", "late: thought for");
}

#[test]
fn a_byte_now_and_then_does_not_set_the_processor_clock_back() {
    stopped("python/busy_drip.py", "of its own processor time); 0.05 s are allowed");
}

#[test]
fn a_flood_of_frames_is_cut_off() {
    stopped("python/flood.py", "too much output: more than 10000 lines while one answer was waited for");
}

#[test]
fn a_drip_while_classes_are_looked_for_holds_up_nobody() {
    stopped("python/drip_at_import.py", "does not load: it does not finish loading");
}

#[test]
fn junk_in_place_of_a_hello_is_not_listened_to_for_ever() {
    stopped("python/junk_for_a_hello.py", "does not load: thought for");
}

#[test]
fn a_start_and_an_end_have_limits_too() {
    stopped("python/slow_start.py", "late: thought for");
}

#[test]
fn a_closed_output_is_an_end() {
    stopped("python/closed_output.py", "crashed: ");
}

#[test]
fn a_bot_that_will_not_leave_is_ended() {
    let (said, _) = tournament("python/will_not_leave.py", &[]);
    assert!(!said.out.contains("Hostile: "), "{}", said.out);
}

#[test]
fn what_a_bot_leaves_behind_keeps_nobody_waiting_even_without_walls() {
    let (said, games) = tournament("python/heir.py", &["--sandbox", "off"]);
    assert!(said.out.contains("crashed: exit code 3"), "{}", said.out);
    assert_eq!(games, tournament("python/gone.py", &["--sandbox", "off"]).1);
}

#[test]
fn noise_is_no_bot() {
    stopped("executable/urandom.sh", "does not load: more than 10000 lines while one answer was waited for");
}

#[test]
fn a_line_without_end_is_no_bot() {
    stopped("executable/one_line.sh", "does not load: an answer longer than a megabyte");
}

#[test]
fn a_drip_in_place_of_a_hello_is_no_bot() {
    stopped("executable/drip_for_a_hello.sh", "does not load: thought for");
}

#[test]
fn stale_answers_in_lines_buy_no_time() {
    stopped("executable/stale_answers.sh", "late: thought for");
}

#[test]
fn a_bot_that_reads_nothing_is_late() {
    stopped("executable/never_reads.sh", "late: thought for");
}

#[test]
fn a_drip_from_java_buys_no_time() {
    let dir = folder();
    let source = fs::read_to_string(hostile("java/Drip.java")).unwrap();
    common::java::jar(&dir.path().join("hostile.jar"), &[("Drip.java", &source)], None);
    let plan = "game = \"score-four\"\nbots = [\"hostile.jar\", \"house:random\"]\ngames = 2\nseed = 4\n";
    file(dir.path(), "plan.toml", &format!("{plan}[limits]\nmove_ms = 100\nrestarts = 0\n"));
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert!(said.out.contains("hostile.jar: ") && said.out.contains("late: thought for"), "{}", said.out);
}

/// A server of `tests/hostile/http`; killed when it is dropped.
struct Hostile {
    child: Child,
    port: u16,
}

impl Hostile {
    fn start(name: &str) -> Self {
        let mut child = Command::new("python3").arg(hostile(name)).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, port: line.trim().parse().unwrap() }
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Plays a hostile server, an honest one and the house against each other: what is told, and honest games' stories.
fn web(url: &str) -> (Said, String) {
    let honest = Server::start(|seen| ok(&lowest(seen)));
    let dir = folder();
    let plan = format!(
        "game = \"jujitsu\"\ndesign = \"balanced\"\nbots = [\"{url}\", \"{}\", \"house:draw-card\"]\ngames = 6\nseed = 4\n\
         [options]\nrounds = [5, 5]\n[limits]\nmove_ms = 300\nrestarts = 1\n",
        honest.url()
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let name = |url: &str| url.rsplit('/').nth(2).unwrap().to_owned();
    let games = honest_games(dir.path(), &name(url)).replace(&name(&honest.url()), "honest");
    (said, games)
}

fn web_stopped(name: &str, scheme: &str, told: &str) {
    let server = Hostile::start(name);
    let (said, games) = web(&format!("{scheme}://127.0.0.1:{}/player/play", server.port));
    let own = |line: &str| line.contains(&server.port.to_string()) && line.contains(told);
    assert!(said.out.lines().any(own), "{name}: {}", said.out);
    let leaves = Server::start(|_| None);
    assert_eq!(games, web(&leaves.url()).1, "{name}");
}

#[test]
fn a_head_or_a_body_that_drips_buys_no_time() {
    web_stopped("http/drip_head.py", "http", "late: did not answer within");
    web_stopped("http/drip_body.py", "http", "late: did not answer within");
}

#[test]
fn answers_before_the_answer_and_heads_without_end_are_cut_off() {
    web_stopped("http/endless_interim.py", "http", "too much output: ");
    web_stopped("http/endless_headers.py", "http", "too much output: ");
}

#[test]
fn nobody_is_sent_round_in_circles() {
    web_stopped("http/redirects.py", "http", "answered with status 307; redirects are not followed");
}

#[test]
fn a_connection_that_is_dropped_does_not_set_the_clock_back() {
    web_stopped("http/drops_kept.py", "http", "late: did not answer within");
}

#[test]
fn a_handshake_that_drips_is_given_up() {
    web_stopped("http/slow_handshake.py", "https", "cannot be reached: the connection takes too long");
}

#[test]
fn a_server_that_never_reads_is_late() {
    web_stopped("http/never_accepts.py", "http", "late: did not answer within");
}

/// A server whose handshake is followed by tickets for other connections, without an end that anybody waits for.
fn tickets(dir: &Path) -> String {
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    file(dir, "authority.pem", &signed.cert.pem());
    let key = rustls::pki_types::PrivateKeyDer::try_from(signed.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![signed.cert.der().clone()], key)
        .unwrap();
    config.send_tls13_tickets = 5_000;
    config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}/play", listener.local_addr().unwrap().port());
    let config = Arc::new(config);
    thread::spawn(move || {
        for socket in listener.incoming() {
            let tls = rustls::ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = rustls::StreamOwned::new(tls, socket.unwrap());
            // Whatever comes is not answered; the client closes.
            while stream.read(&mut [0; 4096]).is_ok_and(|count| count > 0) {}
        }
    });
    url
}

#[test]
fn what_comes_through_tls_beside_an_answer_has_an_end() {
    let dir = folder();
    let url = tickets(dir.path());
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{url}\", \"house:draw-card\"]\ngames = 1\nseed = 4\nauthorities = \"authority.pem\"\n\
         [options]\nrounds = [5, 5]\n"
    );
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("too much output: "), "{}", said.out);
}
