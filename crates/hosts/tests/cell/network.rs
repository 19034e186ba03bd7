//! No way out.

use std::net::TcpListener;

use crate::support::*;

/// Says how opening a socket went.
const ATTEMPTS: &str = "
import socket
for attempt in (lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
                lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
                lambda: socket.socket(socket.AF_UNIX),
                lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)):
    try:
        attempt()
        print('open', end=' ')
    except PermissionError:
        print('refused', end=' ')
";

#[test]
fn a_bot_cannot_open_a_socket() {
    for cell in walled() {
        says(cell, &python(ATTEMPTS), "refused refused refused refused");
    }
}

#[test]
fn a_bot_cannot_reach_a_listener_on_this_machine() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a listener");
    listener.set_nonblocking(true).expect("not waiting");
    let port = listener.local_addr().expect("an address").port();
    let script = format!(
        "import socket
try:
    socket.create_connection(('127.0.0.1', {port}), timeout=5)
    print('reached')
except OSError:
    print('not reached')"
    );
    for cell in walled() {
        says(cell, &python(&script), "not reached");
        assert!(listener.accept().is_err());
    }
}

#[test]
fn a_bot_cannot_resolve_a_name() {
    let script = "import socket
try:
    print(socket.getaddrinfo('example.org', 80))
except OSError:
    print('not resolved')";
    for cell in walled() {
        says(cell, &python(script), "not resolved");
    }
}

#[test]
fn event_loops_that_wake_themselves_with_a_pair_of_sockets_work() {
    let script = "import asyncio
async def choose():
    await asyncio.sleep(0)
    return 'take'
print(asyncio.run(choose()))";
    for cell in walled() {
        says(cell, &python(script), "take");
    }
}
