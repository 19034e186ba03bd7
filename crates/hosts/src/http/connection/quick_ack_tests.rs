//! A server that writes head and body apart is not kept waiting between the two.

#![allow(clippy::unwrap_used)] // A test may.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::linux::net::TcpStreamExt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::*;
use crate::http::Web;

/// After a few exchanges the system takes a connection for a conversation, and begins to acknowledge
/// late.
const EXCHANGES: usize = 8;

/// Answers with a head, and with the body once it is told to.
fn server(bodies: mpsc::Receiver<()>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let mut stream = BufReader::new(listener.accept().unwrap().0);
        while read_request(&mut stream) {
            stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n").unwrap();
            bodies.recv().unwrap();
            stream.get_mut().write_all(b"3").unwrap();
        }
    });
    url
}

/// Reads a request whose body is `{}`; false at the end.
fn read_request(stream: &mut BufReader<TcpStream>) -> bool {
    let mut line = String::new();
    while stream.read_line(&mut line).unwrap_or(0) > 0 {
        if line == "\r\n" {
            return stream.read_exact(&mut [0; 2]).is_ok();
        }
        line.clear();
    }
    false
}

#[test]
fn what_comes_is_acknowledged_at_once_while_an_answer_is_waited_for() {
    let (send_body, bodies) = mpsc::channel();
    let bot = Arc::new(Web::default().bot(&server(bodies)).unwrap());
    let mut connection = Connection::new(&bot, "*/*", &Interrupt::default());
    for exchange in 0..EXCHANGES {
        connection.send(|out| out.extend_from_slice(b"{}"), Duration::from_secs(60));
        let at_once = |connection: &Connection| connection.socket_in_flight().unwrap().quickack().unwrap();
        assert!(at_once(&connection), "exchange {exchange}: nothing has come yet");
        while matches!(&connection.request, Request::InFlight(open) if open.reading.is_empty()) {
            connection.pump(true);
        }
        assert!(at_once(&connection), "exchange {exchange}: the head is there");
        send_body.send(()).unwrap();
        while connection.socket_in_flight().is_some() {
            connection.pump(true);
        }
        assert!(connection.outcome().unwrap().answer.is_ok());
    }
}
