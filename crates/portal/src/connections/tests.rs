//! Connections over real sockets, with a small router in place of the site.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_util::stream;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::{WebLimits, closed, serve};
use crate::limits::slots::Slots;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

struct TestServer {
    runtime: Runtime,
    address: SocketAddr,
    closing: watch::Sender<bool>,
    serving: JoinHandle<()>,
    /// Told when somebody asked for the slow page, which then waits for the other one.
    slow: Arc<[Notify; 2]>,
}

impl TestServer {
    fn open(limits: WebLimits) -> Self {
        let runtime = Runtime::new().unwrap();
        let closing = watch::Sender::new(false);
        let slow = Arc::new([Notify::new(), Notify::new()]);
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (waiting, live) = (Arc::clone(&slow), closing.subscribe());
        let router = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/slow", get(move || wait(Arc::clone(&waiting))))
            .route("/live", get(move || endless(live.clone())));
        let slots = Slots::new(limits.connections, limits.connections_an_address);
        let told = closing.subscribe();
        let serving =
            runtime.spawn(async move { serve(listener, router, &limits, slots, told, PATIENCE).await });
        Self { runtime, address, closing, serving, slow }
    }

    fn call(&self) -> TcpStream {
        self.call_from("127.0.0.1")
    }

    fn call_from(&self, own: &str) -> TcpStream {
        let stream = self.runtime.block_on(async {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind(format!("{own}:0").parse().unwrap()).unwrap();
            socket.connect(self.address).await.unwrap()
        });
        let stream = stream.into_std().unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Closes, and waits until everyone is out.
    fn close(self) {
        self.closing.send_replace(true);
        self.runtime.block_on(self.serving).unwrap();
    }
}

async fn wait(slow: Arc<[Notify; 2]>) -> &'static str {
    slow[0].notify_one();
    slow[1].notified().await;
    "at last"
}

async fn endless(closing: watch::Receiver<bool>) -> Body {
    Body::from_stream(stream::unfold((closing, true), |(mut closing, first)| async move {
        if !first {
            closed(&mut closing).await;
            return None;
        }
        Some((Ok::<_, std::io::Error>("live"), (closing, false)))
    }))
}

fn ask(stream: &mut TcpStream, path: &str) {
    write!(stream, "GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").unwrap();
}

/// Reads until this has come.
fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let (mut text, mut buffer) = (String::new(), [0; 512]);
    while !text.contains(wanted) {
        let got = stream.read(&mut buffer).unwrap();
        assert!(got > 0, "the connection ended after {text:?}");
        text.push_str(std::str::from_utf8(&buffer[..got]).unwrap());
    }
    text
}

/// What comes until the other side closes.
fn rest(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    match stream.read_to_string(&mut text) {
        Ok(_) => text,
        // Whoever is thrown out while sending hears of it so.
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => text,
        Err(error) => panic!("{error} after {text:?}"),
    }
}

#[test]
fn a_head_that_never_ends_is_not_waited_for_and_holds_nobody_up() {
    let server = TestServer::open(WebLimits { head_time: Duration::from_millis(50), ..WebLimits::default() });
    let mut slow = server.call();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: te").unwrap();
    let mut quick = server.call();
    ask(&mut quick, "/");
    assert!(read_until(&mut quick, "here").starts_with("HTTP/1.1 200"));
    assert!(!rest(&mut slow).contains("200"));
    server.close();
}

#[test]
fn one_address_leaves_connections_for_others_and_gets_its_own_back() {
    let server = TestServer::open(WebLimits { connections_an_address: 2, ..WebLimits::of(3) });
    let mut mine = [server.call(), server.call()];
    for stream in &mut mine {
        ask(stream, "/");
        read_until(stream, "here");
    }
    assert!(rest(&mut server.call()).starts_with("HTTP/1.1 503"));
    let mut other = server.call_from("127.0.0.2");
    ask(&mut other, "/");
    read_until(&mut other, "here");
    assert!(rest(&mut server.call_from("127.0.0.3")).starts_with("HTTP/1.1 503"), "all slots are taken");
    drop(mine);
    // The other side hears a moment later that they are gone.
    let served = |mut stream: TcpStream| {
        let sent = write!(stream, "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
        sent.is_ok() && rest(&mut stream).starts_with("HTTP/1.1 200")
    };
    while !served(server.call()) {}
    server.close();
}

#[test]
fn closing_finishes_the_request_in_hand_and_ends_live_pages_and_idle_connections() {
    let server = TestServer::open(WebLimits::default());
    let [mut idle, mut live, mut busy] = [server.call(), server.call(), server.call()];
    ask(&mut idle, "/");
    read_until(&mut idle, "here");
    ask(&mut live, "/live");
    read_until(&mut live, "live");
    ask(&mut busy, "/slow");
    server.runtime.block_on(server.slow[0].notified());
    server.closing.send_replace(true);
    assert_eq!(rest(&mut idle), "");
    assert!(!rest(&mut live).contains("live"));
    assert!(!server.serving.is_finished(), "somebody is being served");
    server.slow[1].notify_one();
    assert!(rest(&mut busy).ends_with("at last"));
    server.close();
}
