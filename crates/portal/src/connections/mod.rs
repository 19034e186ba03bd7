//! Takes connections, as many as there are slots for, lets nobody be slow for long, and when the site
//! closes sees everyone out. It knows no page.

mod limits;
mod requests;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::Service;

pub use limits::WebLimits;
pub(crate) use requests::{LivePageSlot, watch as watch_requests};

use crate::limits::slots::Slots;

/// Where the system has nothing for another connection, it may have in a moment.
const BREATH: Duration = Duration::from_millis(50);
/// What somebody is told for whom there is no slot.
const NO_SLOT: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 36\r\n\
                          connection: close\r\n\r\ntoo many connections are open here\r\n";

/// Answers readers until `closing` says so; then requests in hand are finished, for so long at most.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &WebLimits,
    slots: Slots,
    mut closing: watch::Receiver<bool>,
    last_requests: Duration,
) {
    // Every connection has a copy: all are gone when nobody can send any more.
    let (here, mut all_gone) = mpsc::channel::<Infallible>(1);
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be taken");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
            () = closed(&mut closing) => break,
        };
        match slots.take(from.ip()) {
            Ok(slot) => {
                let (router, here) = (router.clone(), here.clone());
                let serving = serve_one(stream, from, router, limits.head_time, closing.clone());
                tokio::spawn(async move {
                    serving.await;
                    drop((slot, here));
                });
            }
            Err(full) => {
                tracing::debug!(%from, ?full, "no slot for a connection");
                // Nobody waits for whoever does not read it.
                let _ = stream.try_write(NO_SLOT);
            }
        }
    }
    drop((here, listener));
    let _ = tokio::time::timeout(last_requests, all_gone.recv()).await;
}

/// One connection, from its first request to its last.
async fn serve_one(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    head_time: Duration,
    mut closing: watch::Receiver<bool>,
) {
    // An answer leaves at once, also where it is small.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        // A router is always ready.
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_time);
    let mut conversation = pin!(builder.serve_connection(TokioIo::new(stream), answer));
    let ended = tokio::select! {
        ended = conversation.as_mut() => ended,
        () = closed(&mut closing) => {
            conversation.as_mut().graceful_shutdown();
            conversation.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%from, %error, "a connection broke off");
    }
}

/// Waits until the site closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Where nobody can say so any more, it is closed, too.
    let _ = closing.wait_for(|closing| *closing).await;
}
