//! Many games at once: the records of a player's or a contest's games as one zip file, sent while it is made, so that its
//! size costs no memory. Who may ask for it is the business of the page that offers it.

use std::io::{self, Write};

use axum::body::{Body, Bytes};
use axum::response::Response;
use tokio::sync::mpsc::{Sender, channel};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::taken::{ZIP, taken};
use crate::error::Wrong;
use crate::site::Site;
use crate::store::Store;
use crate::store::records::{self, Whose};

/// So many records are read at once.
const AT_ONCE: i64 = 200;
/// So many pieces wait to be sent; whoever reads slowly holds the packing up and nothing else.
const WAITING: usize = 8;
/// A piece is about so large.
const PIECE: usize = 64 << 10;

/// All records of these games in a zip file of this name.
pub(crate) fn archive(site: &Site, name: &str, whose: Whose) -> Result<Response, Wrong> {
    let (sender, receiver) = channel::<io::Result<Bytes>>(WAITING);
    let (store, runtime) = (site.store.clone(), tokio::runtime::Handle::current());
    tokio::task::spawn_blocking(move || {
        let mut pieces = Pieces { sender, full: Vec::with_capacity(PIECE) };
        if let Err(error) = pack(&store, &runtime, whose, &mut pieces) {
            // Whoever hung up needs no word; everyone else sees the download break off.
            let _ = pieces.sender.blocking_send(Err(error));
        }
    });
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    taken(name, ZIP, Body::from_stream(stream))
}

fn pack(
    store: &Store,
    runtime: &tokio::runtime::Handle,
    whose: Whose,
    pieces: &mut Pieces,
) -> io::Result<()> {
    let mut zip = ZipWriter::new_stream(&mut *pieces);
    // Records are packed already.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut last = 0;
    loop {
        let found =
            runtime.block_on(records::after(store, whose, last, AT_ONCE)).map_err(io::Error::other)?;
        for (game, record) in &found {
            zip.start_file(format!("game-{game}.croupier"), options).map_err(io::Error::other)?;
            zip.write_all(record)?;
            last = *game;
        }
        if (found.len() as i64) < AT_ONCE {
            break;
        }
    }
    zip.finish().map_err(io::Error::other)?.into_inner().flush()
}

/// What is written goes out in pieces.
struct Pieces {
    sender: Sender<io::Result<Bytes>>,
    full: Vec<u8>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.full.extend_from_slice(bytes);
        if self.full.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.full.is_empty() {
            return Ok(());
        }
        let piece = Bytes::from(std::mem::replace(&mut self.full, Vec::with_capacity(PIECE)));
        self.sender.blocking_send(Ok(piece)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
