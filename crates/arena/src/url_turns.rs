//! A bot behind a url plays one game at a time, however many lanes there are: its server may know one game
//! and no more. Whoever plays a game holds the turns of all urls at its table. Nothing but the time it takes
//! depends on who comes first. Where games of many tournaments are played in one process, all of them share
//! the turns ([`SharedUrls`]).

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use croupier_record::Fixture;

use crate::crew::Bot;

/// The turns of all urls of a field.
#[derive(Debug, Default)]
pub struct UrlTurns {
    /// By entrant, the place of its url among the turns; entrants of one url share it.
    places: Vec<Option<usize>>,
    turns: Vec<Mutex<()>>,
}

/// Whether a url may play several games at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parallel {
    /// One after the other.
    #[default]
    Never,
    /// As many as there are lanes.
    AsLanes,
}

impl UrlTurns {
    /// Of these bots, in the order of the entrants, in so many lanes; one lane plays one game at a time as it
    /// is.
    #[must_use]
    pub fn of(bots: &[Bot], parallel: Parallel, lanes: u32) -> Self {
        let is_kept = parallel == Parallel::Never && lanes > 1;
        let url = |bot: &Bot| match bot {
            Bot::Http(bot) if is_kept => Some(bot.url.to_string()),
            _ => None,
        };
        let urls: Vec<Option<String>> = bots.iter().map(url).collect();
        let mut all: Vec<&String> = urls.iter().flatten().collect();
        all.sort();
        all.dedup();
        let place = |url: &Option<String>| url.as_ref().and_then(|url| all.binary_search(&url).ok());
        Self {
            places: urls.iter().map(place).collect(),
            turns: all.iter().map(|_| Mutex::default()).collect(),
        }
    }

    /// Waits until nobody else plays with a url of these tables, and keeps others waiting as long as this is
    /// held.
    pub(crate) fn hold<'f>(&self, tables: impl IntoIterator<Item = &'f Fixture>) -> Vec<MutexGuard<'_, ()>> {
        let place =
            |entrant: &croupier_record::EntrantId| self.places.get(entrant.index()).copied().flatten();
        // In one order for everyone, so that no two wait for each other; and each once.
        let seats = tables.into_iter().flat_map(|fixture| &fixture.seats);
        let places: BTreeSet<usize> = seats.filter_map(place).collect();
        let turn = |place: usize| self.turns[place].lock().unwrap_or_else(PoisonError::into_inner);
        places.into_iter().map(turn).collect()
    }
}

/// The urls that play a game now, whichever tournament it belongs to.
#[derive(Debug, Default)]
pub struct SharedUrls {
    playing: Mutex<BTreeSet<String>>,
    ended: Condvar,
}

/// The turns of all urls at a table, as long as its game is played.
#[derive(Debug)]
pub struct HeldUrls<'a> {
    of: &'a SharedUrls,
    urls: BTreeSet<String>,
}

impl SharedUrls {
    /// Waits until none of these bots plays elsewhere, and keeps others waiting as long as this is held.
    pub fn hold<'b>(&self, bots: impl IntoIterator<Item = &'b Bot>) -> HeldUrls<'_> {
        let url = |bot: &Bot| match bot {
            Bot::Http(bot) => Some(bot.url.to_string()),
            _ => None,
        };
        let urls: BTreeSet<String> = bots.into_iter().filter_map(url).collect();
        let playing = self.playing.lock().unwrap_or_else(PoisonError::into_inner);
        // All or none: whoever waits holds nothing that another could wait for.
        let playing = self.ended.wait_while(playing, |playing| !playing.is_disjoint(&urls));
        playing.unwrap_or_else(PoisonError::into_inner).extend(urls.iter().cloned());
        HeldUrls { of: self, urls }
    }
}

impl HeldUrls<'_> {
    /// Whether there was any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.urls.is_empty()
    }
}

impl Drop for HeldUrls<'_> {
    fn drop(&mut self) {
        let mut playing = self.of.playing.lock().unwrap_or_else(PoisonError::into_inner);
        playing.retain(|url| !self.urls.contains(url));
        drop(playing);
        self.of.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_hosts::http::Web;
    use croupier_record::EntrantId;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn bots(urls: &[&str]) -> Vec<Bot> {
        let bot = |url: &&str| match *url {
            "" => Bot::Broken("of the house".to_owned()),
            url => Bot::Http(Web::default().bot(url).unwrap().into()),
        };
        urls.iter().map(bot).collect()
    }

    fn table(seats: &[u16]) -> Fixture {
        Fixture { number: 0, deal: 0, seats: seats.iter().map(|&entrant| EntrantId(entrant)).collect() }
    }

    #[test]
    fn a_url_plays_at_one_table_at_a_time_and_the_others_are_not_kept_waiting() {
        let urls = ["http://127.0.0.1:1/a", "http://127.0.0.1:1/b", "", "http://127.0.0.1:1/a"];
        let turns = UrlTurns::of(&bots(&urls), Parallel::Never, 2);
        let held = turns.hold([&table(&[0, 3])]);
        assert_eq!(held.len(), 1, "both seats are of one url");
        assert_eq!(turns.hold([&table(&[1, 2])]).len(), 1, "another url plays meanwhile");
        assert!(turns.turns[0].try_lock().is_err());
        drop(held);
        assert!(turns.turns[0].try_lock().is_ok());
        assert!(UrlTurns::of(&bots(&urls), Parallel::Never, 1).hold([&table(&[0, 1])]).is_empty());
        assert!(UrlTurns::of(&bots(&urls), Parallel::AsLanes, 2).hold([&table(&[0, 1])]).is_empty());
    }

    #[test]
    fn tables_of_several_tournaments_share_the_turns_of_their_urls() {
        let shared = SharedUrls::default();
        let bots = bots(&["http://127.0.0.1:1/a", "http://127.0.0.1:1/b", "", "http://127.0.0.1:1/a"]);
        let held = shared.hold([&bots[0], &bots[3]]);
        assert!(!held.is_empty() && shared.hold([&bots[2]]).is_empty());
        assert!(!shared.hold([&bots[1], &bots[2]]).is_empty(), "another url plays meanwhile");
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let _held = shared.hold(&bots);
                order.lock().unwrap().push("second");
            });
            order.lock().unwrap().push("first");
            drop(held);
            waiting.join().unwrap();
        });
        assert_eq!(*order.lock().unwrap(), ["first", "second"]);
        assert!(shared.playing.lock().unwrap().is_empty());
    }

    #[test]
    fn tables_that_share_urls_never_wait_for_each_other_in_a_circle() {
        let turns =
            UrlTurns::of(&bots(&["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"]), Parallel::Never, 2);
        let (playing, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for seats in [[0, 1], [1, 0], [0, 1], [1, 0]] {
                let (turns, playing, most) = (&turns, &playing, &most);
                scope.spawn(move || {
                    for _ in 0..200 {
                        let _held = turns.hold([&table(&seats)]);
                        most.fetch_max(playing.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        playing.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }
}
