//! Many games at once: the records of a player's or a contest's games as one zip file, sent while
//! it is made, so that its size costs no memory, and whoever reads it slowly no thread. Who may ask
//! for it is the business of the page that offers it.

use std::io::{self, Write};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::response::Response;
use tokio::sync::mpsc::{Sender, channel};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::accounts::reader::Sees;
use crate::error::Wrong;
use crate::limits::slots::Slot;
use crate::pages::attachment::{ZIP, attachment};
use crate::site::Site;
use crate::store::Store;
use crate::store::records::{self, StoredRecord, Whose};

/// So many records are read at once.
const AT_ONCE: i64 = 200;
/// So many pieces wait to be sent; whoever reads slowly holds the packing up and nothing else.
const WAITING: usize = 8;
/// A piece is about so large.
const PIECE: usize = 64 << 10;
/// Whoever does not take a piece for so long has gone.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whose private parts of the games stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Private {
    /// Everyone's.
    All,
    /// Those of this entry.
    Of(i64),
    /// Nobody's.
    None,
}

/// Which games are packed, and for whose eyes.
#[derive(Debug, Clone)]
pub(crate) struct GamesArchive {
    /// Whose.
    pub(crate) whose: Whose,
    /// What stays of them.
    pub(crate) private: Private,
    /// The name of the game that all of them are of.
    pub(crate) game: String,
}

/// All records of these games in a zip file of this name.
pub(crate) fn archive(
    site: &Site,
    address: IpAddr,
    name: &str,
    games: GamesArchive,
) -> Result<Response, Wrong> {
    let busy = |_| Wrong::Busy("too many archives are being packed; try again in a minute".to_owned());
    let place = site.archives.take(address).map_err(busy)?;
    let (sender, receiver) = channel::<io::Result<Bytes>>(WAITING);
    tokio::spawn(send(site.store.clone(), games, sender, place));
    let stream = futures_util::stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    attachment(name, ZIP, Body::from_stream(stream))
}

async fn send(store: Store, games: GamesArchive, sender: Sender<io::Result<Bytes>>, place: Slot) {
    if let Err(error) = pack(&store, &games, &sender).await {
        // Whoever hung up needs no word; everyone else sees the download break off.
        let _ = sender.send_timeout(Err(error), PATIENCE).await;
    }
    drop(place);
}

async fn pack(store: &Store, games: &GamesArchive, sender: &Sender<io::Result<Bytes>>) -> io::Result<()> {
    let pieces = Pieces::default();
    let mut zip = ZipWriter::new_stream(pieces.clone());
    // Records are packed already.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut last = 0;
    loop {
        let found = records::after(store, games.whose, last, AT_ONCE).await.map_err(io::Error::other)?;
        let all = (found.len() as i64) < AT_ONCE;
        let shown = games.clone();
        let found = tokio::task::spawn_blocking(move || stripped(&shown, found)).await??;
        for (game, record) in found {
            zip.start_file(format!("game-{game}.croupier"), options).map_err(io::Error::other)?;
            zip.write_all(&record)?;
            last = game;
            pieces.send(sender, PIECE).await?;
        }
        if all {
            break;
        }
    }
    zip.finish().map_err(io::Error::other)?.into_inner().flush()?;
    pieces.send(sender, 1).await
}

/// The records as they may be handed on.
fn stripped(games: &GamesArchive, found: Vec<StoredRecord>) -> io::Result<Vec<(i64, Vec<u8>)>> {
    let shown = |stored: StoredRecord| {
        let own = |entry: i64| stored.entries.iter().position(|&sat| sat == entry);
        let sees = match games.private {
            Private::All => Sees::All,
            Private::Of(entry) => Sees::Only(own(entry).into_iter().collect()),
            Private::None => Sees::Only(Vec::new()),
        };
        let record = sees.in_record(&games.game, stored.record).map_err(io::Error::other)?;
        Ok((stored.game, record))
    };
    found.into_iter().map(shown).collect()
}

/// What is written waits here until it is sent.
#[derive(Debug, Clone, Default)]
struct Pieces(Arc<Mutex<Vec<u8>>>);

impl Pieces {
    /// Sends what waits, where it is so much.
    async fn send(&self, sender: &Sender<io::Result<Bytes>>, least: usize) -> io::Result<()> {
        let piece = {
            let mut full = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if full.len() < least {
                return Ok(());
            }
            Bytes::from(std::mem::take(&mut *full))
        };
        sender.send_timeout(Ok(piece), PATIENCE).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
