//! `croupier serve` and readers who ask too often, too slowly, for too much or for too long.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use crate::site::RunningSite;
use serde_json::Value;

/// A site that only shows.
fn start(data: &Path, more: &[&str]) -> RunningSite {
    RunningSite::start(data, &[&["--workers", "0", "--demo"], more].concat())
}

fn call(site: &RunningSite, request: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(&site.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request).unwrap();
    stream
}

/// The first line of an answer.
fn status(stream: TcpStream) -> (String, BufReader<TcpStream>) {
    let (mut line, mut reader) = (String::new(), BufReader::new(stream));
    reader.read_line(&mut line).unwrap();
    (line, reader)
}

/// Listens to a live page.
fn listen(site: &RunningSite) -> (String, BufReader<TcpStream>) {
    status(call(site, b"GET /events/site HTTP/1.1\r\nHost: site\r\n\r\n"))
}

#[test]
fn whoever_asks_too_often_is_told_to_wait_a_second() {
    let data = tempfile::tempdir().unwrap();
    let site = start(data.path(), &["--reads", "1"]);
    let mut browser = site.browser();
    let refused = (0..10_000).map(|_| browser.get("/docs")).find(|answer| answer.status != 200).unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    assert!(refused.text().contains("too many requests come from your address"), "{}", refused.text());
}

#[test]
fn a_form_that_never_ends_is_not_waited_for_and_one_that_is_too_large_is_not_read() {
    let data = tempfile::tempdir().unwrap();
    let site = start(data.path(), &["--request-seconds", "1"]);
    let head = |length: usize| {
        format!(
            "POST /sign-in HTTP/1.1\r\nHost: site\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {length}\r\n\r\nname="
        )
    };
    let mut slow = call(&site, head(100).as_bytes());
    let mut text = String::new();
    slow.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 408") && text.contains("did not come in time"), "{text}");
    let mut large = head(300 << 10).into_bytes();
    large.resize(large.len() - "name=".len() + (300 << 10), b'a');
    let (large, _) = status(call(&site, &large));
    assert!(large.contains(" 413 "), "{large}");
}

#[test]
fn live_pages_have_places_which_are_given_back_and_end_with_the_site() {
    let data = tempfile::tempdir().unwrap();
    // A quarter of the connections is for live pages of one address.
    let mut site = start(data.path(), &["--connections", "8"]);
    let listening = [listen(&site), listen(&site)];
    assert!(listening.iter().all(|(status, _)| status.contains(" 200 ")), "{listening:?}");
    assert!(listen(&site).0.contains(" 503 "));
    drop(listening);
    let mut again =
        std::iter::repeat_with(|| listen(&site)).find(|(status, _)| status.contains(" 200 ")).unwrap();
    site.stop();
    let mut rest = String::new();
    again.1.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("text/event-stream") && rest.ends_with("0\r\n\r\n"), "it ended well: {rest:?}");
}

#[test]
fn the_log_tells_of_every_request_and_of_no_secret() {
    let data = tempfile::tempdir().unwrap();
    let mut site = start(data.path(), &["--log-requests"]);
    let mut browser = site.browser();
    assert_eq!(browser.get("/c/hearts?find=somebody").status, 200);
    let link = site.organiser.clone().unwrap();
    assert_eq!(browser.get(&link).status, 200);
    site.stop();
    let log = std::fs::read_to_string(data.path().join("log.jsonl")).unwrap();
    let requests: Vec<Value> = log
        .lines()
        .filter_map(|line| Some(serde_json::from_str::<Value>(line).ok()?["fields"].take()))
        .filter(|fields| fields["message"] == "request")
        .collect();
    assert!(
        requests.iter().all(|fields| fields["ms"].as_f64().is_some() && fields["method"] == "GET"),
        "{log}"
    );
    let told: Vec<(&str, u64)> = requests
        .iter()
        .map(|fields| (fields["path"].as_str().unwrap(), fields["status"].as_u64().unwrap()))
        .collect();
    assert_eq!(told, [("/c/hearts", 200), ("/link/…", 200)]);
    assert!(!log.contains(link.strip_prefix("/link/").unwrap()) && !log.contains("somebody"), "{log}");
}
