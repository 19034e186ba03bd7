//! The ladder is a fold over its games: made anew from the store it is the one that grew with every result.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use common::course;
use common::home::{Home, NewHome, on_both};
use croupier_games::{Chance, Seed};
use croupier_portal::store::accounts::Role;
use croupier_portal::store::games::{NewGame, SeatRow};
use croupier_portal::store::ladder::Entry;
use croupier_portal::store::reruns::{self, Reran};
use croupier_portal::store::uploads::NewUpload;
use croupier_portal::store::{Store, accounts, entering, ladder, uploads};
use croupier_portal::tournament::refold::{count_instead, refold};
use croupier_portal::tournament::settle;
use croupier_portal::{Broadcast, make_contest};

const GAMES: usize = 300;
const PLAYERS: i64 = 5;

on_both! {
    async
    a_ladder_folded_anew_from_its_games_is_the_one_that_grew_with_them,
    a_game_that_counts_instead_leaves_the_ladder_as_if_it_had_been_the_first,
}

/// A site's store with a contest and some accounts, each with an upload.
struct Course {
    store: Store,
    contest: i64,
    chance: Chance,
    _home: Home,
}

impl Course {
    async fn new(home: NewHome) -> Self {
        let home = home();
        let store = home.open().await;
        let contest = make_contest(&store, &course(), &["house:random".to_owned()]).await.unwrap();
        let mut course = Self { store, contest, chance: Chance::new(Seed::plain(5)), _home: home };
        for account in 1..=PLAYERS {
            let mut write = course.store.write().await.unwrap();
            accounts::add(&mut write, &format!("player {account}"), None, "", Role::Player)
                .await
                .unwrap()
                .unwrap();
            write.commit().await.unwrap();
            course.enter(account).await;
        }
        course
    }

    /// A new upload of an account begins to play.
    async fn enter(&mut self, account: i64) {
        let mut write = self.store.write().await.unwrap();
        let new = NewUpload {
            contest: self.contest,
            account,
            file_name: "bot.py".into(),
            hash: String::new(),
            main: String::new(),
            kind: "python".into(),
            url: None,
            bytes: 0,
            kept: 0,
        };
        let upload = uploads::add(&mut write, &new).await.unwrap();
        entering::enter(&mut write, self.contest, account, "player", upload).await.unwrap();
        write.commit().await.unwrap();
    }

    /// A game of three that are drawn, with places that are drawn.
    async fn game(&mut self) -> NewGame {
        let mut entries = ladder::of_contest(&self.store, self.contest).await.unwrap();
        self.chance.shuffle(&mut entries);
        let seats = entries.iter().take(3).map(|entry| SeatRow {
            entry: entry.id,
            upload: entry.upload,
            place: 1 + self.chance.below(3) as i64,
            score: 0.0,
            figures: "[]".into(),
            faults: self.chance.below(2) as i64,
            fault: None,
            log: String::new(),
        });
        NewGame { contest: self.contest, seed: 1, took: 1, seats: seats.collect(), record: vec![1] }
    }

    async fn settle(&self, game: &NewGame) -> i64 {
        let mut write = self.store.write().await.unwrap();
        let id = settle::game(&mut write, game).await.unwrap();
        write.commit().await.unwrap();
        id
    }

    async fn ladder(&self) -> Vec<Entry> {
        let mut entries = ladder::of_contest(&self.store, self.contest).await.unwrap();
        entries.sort_by_key(|entry| entry.id);
        entries
    }
}

/// All that a game changes of somebody, to the last bit.
fn figures(entries: &[Entry]) -> Vec<(u64, u64, i64, u64, i64, Vec<f32>, i64)> {
    let bits = |entry: &Entry| {
        let [rating, uncertainty, wins] = [entry.rating, entry.uncertainty, entry.wins].map(f64::to_bits);
        (rating, uncertainty, entry.games, wins, entry.faults, entry.path.clone(), entry.stride)
    };
    entries.iter().map(bits).collect()
}

async fn a_ladder_folded_anew_from_its_games_is_the_one_that_grew_with_them(home: NewHome) {
    let mut course = Course::new(home).await;
    for number in 0..GAMES {
        let game = course.game().await;
        course.settle(&game).await;
        if number % 37 == 0 {
            let account = 1 + course.chance.below(PLAYERS as usize) as i64;
            course.enter(account).await;
        }
    }
    let live = course.ladder().await;
    assert!(live.iter().any(|entry| entry.stride > 1), "the way is long enough to be thinned out");
    refold(&course.store, course.contest).await.unwrap();
    assert_eq!(figures(&course.ladder().await), figures(&live));
}

async fn a_game_that_counts_instead_leaves_the_ladder_as_if_it_had_been_the_first(home: NewHome) {
    let [mut course, mut other] = [Course::new(home).await, Course::new(home).await];
    let mut first = 0;
    let mut instead = None;
    for number in 0..40 {
        // Both draw alike; in the other course the eleventh game came out differently from the beginning.
        let [game, mut same] = [course.game().await, other.game().await];
        assert_eq!(game, same);
        let id = course.settle(&game).await;
        if number == 10 {
            same.seats.iter_mut().for_each(|seat| (seat.place, seat.faults) = (4 - seat.place, 0));
            same.record = vec![2];
            (first, instead) = (id, Some(same.clone()));
        }
        other.settle(&same).await;
    }
    let played = instead.unwrap();
    let mut write = course.store.write().await.unwrap();
    let rerun = reruns::ask(&mut write, first, 1).await.unwrap();
    write.commit().await.unwrap();
    let asked = reruns::get(&course.store, rerun).await.unwrap().unwrap();
    let events = Broadcast::default();
    assert!(
        !count_instead(&course.store, &events, course.contest, &asked).await.unwrap(),
        "it is not played yet"
    );
    let before = course.ladder().await;
    let mut write = course.store.write().await.unwrap();
    let reran = Reran { rerun, verdict: "differs", words: String::new(), played };
    reruns::end(&mut write, &reran).await.unwrap();
    write.commit().await.unwrap();
    assert!(count_instead(&course.store, &events, course.contest, &asked).await.unwrap());
    assert_eq!(figures(&course.ladder().await), figures(&other.ladder().await));
    assert_ne!(figures(&course.ladder().await), figures(&before));
    assert!(count_instead(&course.store, &events, course.contest, &asked).await.unwrap(), "and back");
    assert_eq!(figures(&course.ladder().await), figures(&before));
}
