//! What many readers ask for at once is made once: a short memory of pieces of pages.
//!
//! A piece is the same for every reader; nothing that depends on who is asking may be kept here. It
//! is good until something new happened (its `version` is another) or its time is over, and at most
//! so many are kept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OnceCell;

/// Pieces by what was asked for.
#[derive(Debug)]
pub(crate) struct SingleFlightCache<K, V> {
    lifetime: Duration,
    most: usize,
    pieces: Mutex<HashMap<K, Piece<V>>>,
}

#[derive(Debug)]
struct Piece<V> {
    version: u64,
    until: Instant,
    made: Arc<OnceCell<V>>,
}

impl<K: Eq + Hash, V: Clone> SingleFlightCache<K, V> {
    /// Keeps at most so many pieces for so long.
    pub(crate) fn new(lifetime: Duration, most: usize) -> Self {
        Self { lifetime, most, pieces: Mutex::default() }
    }

    /// The piece that was asked for. Whoever comes first makes it, and whoever comes meanwhile
    /// waits for that; where making it fails, the next one tries.
    pub(crate) async fn get<E>(
        &self,
        key: K,
        version: u64,
        make: impl Future<Output = Result<V, E>>,
    ) -> Result<V, E> {
        let made = self.piece(key, version, Instant::now());
        made.get_or_try_init(|| make).await.cloned()
    }

    fn piece(&self, key: K, version: u64, now: Instant) -> Arc<OnceCell<V>> {
        let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        if pieces.len() >= self.most && !pieces.contains_key(&key) {
            pieces.retain(|_, piece| piece.until > now);
            if pieces.len() >= self.most {
                // Readers go through everything: no piece is worth more than another.
                pieces.clear();
            }
        }
        let new = || Piece { version, until: now + self.lifetime, made: Arc::default() };
        let piece = pieces.entry(key).or_insert_with(new);
        if piece.version != version || piece.until <= now {
            *piece = new();
        }
        Arc::clone(&piece.made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::runtime::Runtime;
    use tokio::sync::Barrier;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn five_hundred_readers_of_one_piece_cost_one_making() {
        let (kept, makings) =
            (Arc::new(SingleFlightCache::new(SECOND * 3600, 10)), Arc::new(AtomicUsize::new(0)));
        let gate = Arc::new(Barrier::new(500));
        let read = |_| {
            let (kept, makings, gate) = (Arc::clone(&kept), Arc::clone(&makings), Arc::clone(&gate));
            async move {
                gate.wait().await;
                let make = async {
                    tokio::task::yield_now().await;
                    Ok::<_, ()>(makings.fetch_add(1, Ordering::Relaxed))
                };
                kept.get("games", 1, make).await
            }
        };
        let runtime = Runtime::new().unwrap();
        let readers: Vec<_> = (0..500).map(|at| runtime.spawn(read(at))).collect();
        for reader in readers {
            assert_eq!(runtime.block_on(reader).unwrap(), Ok(0));
        }
        assert_eq!(makings.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_piece_is_made_anew_after_something_happened_or_its_time_and_after_a_failure() {
        let (kept, begun) = (SingleFlightCache::<&str, u32>::new(SECOND, 10), Instant::now());
        let ask = |version, now, makes: Result<u32, u32>| {
            let piece = kept.piece("games", version, now);
            let made = Runtime::new().unwrap().block_on(piece.get_or_try_init(|| async { makes })).cloned();
            made.unwrap_or_else(|failed| failed)
        };
        assert_eq!(ask(1, begun, Err(9)), 9);
        assert_eq!(ask(1, begun, Ok(1)), 1);
        assert_eq!(ask(1, begun + SECOND / 2, Ok(2)), 1);
        assert_eq!(ask(2, begun + SECOND / 2, Ok(2)), 2);
        assert_eq!(ask(2, begun + SECOND, Ok(3)), 2);
        assert_eq!(ask(2, begun + 2 * SECOND, Ok(3)), 3);
    }

    #[test]
    fn no_more_pieces_are_kept_than_allowed() {
        let (kept, now) = (SingleFlightCache::<usize, u32>::new(SECOND, 10), Instant::now());
        for key in 0..1000 {
            kept.piece(key, 1, now);
            assert!(kept.pieces.lock().unwrap().len() <= 10);
        }
    }
}
