//! All connections of a crew, waited for together.
//!
//! Answers of a simultaneous turn are collected one after the other. While one is waited for, the others are
//! read too, so that the time an answer took is its own and not that of whoever was read before it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::http::connection::{Connection, RequestResult};
use crate::pipes::time_until;

/// A connection that can be waited for by others.
pub(crate) type SharedConnection = Arc<Mutex<Connection>>;

/// The connections of one crew.
#[derive(Debug, Default)]
pub struct PollSet {
    connections: Mutex<Vec<SharedConnection>>,
}

impl PollSet {
    /// Adds a connection.
    pub(crate) fn add(&self, connection: Connection) -> SharedConnection {
        let connection = Arc::new(Mutex::new(connection));
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&connection));
        connection
    }

    /// The outcome of the request on this connection, waited for until its deadline; `None` where there was
    /// no request.
    pub(crate) fn wait(&self, mine: &SharedConnection) -> Option<RequestResult> {
        // The first look finds what came while nobody watched.
        self.look(None);
        loop {
            let next_look = {
                let mut connection = lock(mine);
                match connection.next_look() {
                    None => return connection.outcome(),
                    Some(next_look) => next_look,
                }
            };
            self.look(Some(next_look));
            lock(mine).expire(Instant::now());
        }
    }

    /// Reads whatever has come on any connection; waits until something does, where it is said how long.
    fn look(&self, until: Option<Instant>) {
        let connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let mut open: Vec<MutexGuard<'_, Connection>> = connections.iter().map(lock).collect();
        open.retain(|connection| connection.socket_in_flight().is_some());
        let mut sockets: Vec<PollFd<'_>> = open
            .iter()
            .filter_map(|connection| Some(PollFd::new(connection.socket_in_flight()?, PollFlags::IN)))
            .collect();
        let limit = until.map_or(Timespec { tv_sec: 0, tv_nsec: 0 }, time_until);
        if poll(&mut sockets, Some(&limit)).is_err() {
            // Interrupted: whoever waits looks again.
            return;
        }
        let ready: Vec<bool> = sockets.iter().map(|socket| !socket.revents().is_empty()).collect();
        drop(sockets);
        let now = Instant::now();
        for (connection, ready) in open.iter_mut().zip(ready) {
            if ready {
                connection.pump(until.is_some());
            }
            connection.looked(now);
        }
    }
}

/// A connection to oneself; one thread plays a table, so nobody waits here.
pub(crate) fn lock(connection: &SharedConnection) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
