//! A rank is no die: what played before comes back with the rating that it had, and whoever is new
//! has to show it.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use common::course;
use common::home::{Home, NewHome, on_both};
use croupier_portal::make_contest;
use croupier_portal::store::accounts::Role;
use croupier_portal::store::entering::{self, Entrance};
use croupier_portal::store::games::{NewGame, SeatRow};
use croupier_portal::store::ladder::{Entry, FIRST_UNCERTAINTY};
use croupier_portal::store::uploads::{Checked, NewUpload, State};
use croupier_portal::store::{Store, accounts, ladder, uploads};
use croupier_portal::tournament::refold::refold;
use croupier_portal::tournament::settle;

on_both! {
    async
    what_played_before_comes_back_with_the_rating_that_it_had,
    the_same_content_sent_or_checked_again_changes_nothing,
    earlier_bots_come_back_so_often_a_day_and_no_more,
    a_bot_that_fails_its_check_again_is_out_until_one_passes_and_an_organisers_word_stays,
}

/// A contest with one player of the house and one account.
struct Course {
    store: Store,
    contest: i64,
    account: i64,
    _home: Home,
}

impl Course {
    async fn new(home: NewHome) -> Self {
        let home = home();
        let store = home.open().await;
        let contest = make_contest(&store, &course(), &["house:random".to_owned()]).await.unwrap();
        let mut write = store.write().await.unwrap();
        let account = accounts::add(&mut write, "Ada", None, "", Role::Player).await.unwrap().unwrap();
        write.commit().await.unwrap();
        Self { store, contest, account, _home: home }
    }

    /// An upload of this content passes its check; its number.
    async fn send(&self, content: &str, returns_a_day: u32) -> i64 {
        let mut write = self.store.write().await.unwrap();
        let new = NewUpload {
            contest: self.contest,
            account: self.account,
            file_name: "bot.py".into(),
            hash: content.into(),
            main: "bot.py".into(),
            kind: "python".into(),
            url: None,
            bytes: 1,
            kept: 1,
        };
        let upload = uploads::add(&mut write, &new).await.unwrap();
        settle::check(&mut write, &checked(upload, true), returns_a_day).await.unwrap();
        write.commit().await.unwrap();
        upload
    }

    async fn check_again(&self, upload: i64, sound: bool) {
        let mut write = self.store.write().await.unwrap();
        settle::check(&mut write, &checked(upload, sound), 3).await.unwrap();
        write.commit().await.unwrap();
    }

    async fn entrance(&self, upload: i64) -> Entrance {
        let mut write = self.store.write().await.unwrap();
        entering::entrance(&mut write, self.contest, self.account, upload).await.unwrap()
    }

    /// Games against the house, all of which the account wins or loses.
    async fn play(&self, games: usize, wins: bool) {
        for _ in 0..games {
            let entries = ladder::of_contest(&self.store, self.contest).await.unwrap();
            let seat = |entry: &Entry| SeatRow {
                entry: entry.id,
                upload: entry.upload,
                place: if entry.house.is_none() == wins { 1 } else { 2 },
                score: 0.0,
                figures: "[]".into(),
                faults: 0,
                fault: None,
                log: String::new(),
            };
            let seats = entries.iter().map(seat).collect();
            let game = NewGame { contest: self.contest, seed: 1, took: 1, seats, record: vec![1] };
            let mut write = self.store.write().await.unwrap();
            settle::game(&mut write, &game).await.unwrap();
            write.commit().await.unwrap();
        }
    }

    async fn ada(&self) -> Entry {
        let all = ladder::of_contest(&self.store, self.contest).await.unwrap();
        all.into_iter().find(|entry| entry.account == Some(self.account)).unwrap()
    }
}

fn checked(upload: i64, sound: bool) -> Checked {
    let detail = if sound { "passed" } else { "failed at build" }.to_owned();
    Checked { upload, sound, detail, bot: String::new(), compiler: None, marks: None }
}

fn rating(entry: &Entry) -> (f64, f64, i64) {
    (entry.rating, entry.uncertainty, entry.played)
}

async fn what_played_before_comes_back_with_the_rating_that_it_had(home: NewHome) {
    let course = Course::new(home).await;
    course.send("aa", 3).await;
    course.play(20, false).await;
    let bad = course.ada().await;
    let second = course.send("bb", 3).await;
    let new = course.ada().await;
    assert_eq!(rating(&new), (bad.rating, FIRST_UNCERTAINTY, 0), "something new has to show what it can");
    assert!(new.owed > 0 && new.is_provisional());
    course.play(40, true).await;
    let good = course.ada().await;
    assert!(!good.is_provisional() && good.rating > bad.rating);
    course.send("aa", 3).await;
    assert_eq!(rating(&course.ada().await), rating(&bad));
    assert_eq!(course.ada().await.owed, 0, "no games on entering: it is known");
    assert_eq!(course.entrance(second).await, Entrance::Return(1));
    course.send("bb", 3).await;
    assert_eq!(rating(&course.ada().await), rating(&good));
    course.play(3, false).await;
    let live = course.ada().await;
    refold(&course.store, course.contest).await.unwrap();
    assert_eq!(rating(&course.ada().await), rating(&live), "and so it is where the ladder is folded anew");
    course.send("aa", 3).await;
    assert_eq!(rating(&course.ada().await), rating(&bad));
}

async fn the_same_content_sent_or_checked_again_changes_nothing(home: NewHome) {
    let course = Course::new(home).await;
    let first = course.send("aa", 3).await;
    course.play(12, true).await;
    let before = course.ada().await;
    let again = course.send("aa", 0).await;
    assert_eq!(rating(&course.ada().await), rating(&before));
    assert_eq!(course.ada().await.upload, Some(again));
    assert_eq!(course.entrance(first).await, Entrance::Same);
    course.check_again(again, true).await;
    assert_eq!(rating(&course.ada().await), rating(&before));
}

async fn earlier_bots_come_back_so_often_a_day_and_no_more(home: NewHome) {
    let course = Course::new(home).await;
    for content in ["aa", "bb", "cc"] {
        course.send(content, 2).await;
        course.play(1, true).await;
    }
    course.send("aa", 2).await;
    course.send("bb", 2).await;
    let third = course.send("cc", 2).await;
    assert_ne!(course.ada().await.upload, Some(third));
    let told = uploads::get(&course.store, third).await.unwrap().unwrap();
    assert_eq!(told.state, State::Passed);
    assert!(told.detail.contains("come back 2 times a day"), "{}", told.detail);
    let new = course.send("dd", 2).await;
    assert_eq!(course.ada().await.upload, Some(new), "something new may always come");
}

async fn a_bot_that_fails_its_check_again_is_out_until_one_passes_and_an_organisers_word_stays(
    home: NewHome,
) {
    let course = Course::new(home).await;
    let first = course.send("aa", 3).await;
    course.check_again(first, false).await;
    assert_eq!(course.ada().await.out_of.as_deref(), Some(entering::FAILED_CHECK));
    course.send("bb", 3).await;
    assert_eq!(course.ada().await.out_of, None);
    let mut write = course.store.write().await.unwrap();
    ladder::put_out(&mut write, course.ada().await.id, Some("copied")).await.unwrap();
    write.commit().await.unwrap();
    course.send("cc", 3).await;
    assert_eq!(course.ada().await.out_of.as_deref(), Some("copied"));
}
