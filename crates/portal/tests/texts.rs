//! What strangers type is kept and looked for as it is, whatever it means to a database.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use common::home::{NewHome, on_both};
use croupier_portal::store::accounts::{self, Role};
use croupier_portal::store::overview;

on_both! {
    async
    whoever_is_looked_for_is_found_by_what_stands_there_and_no_pattern,
    a_zero_within_a_text_breaks_nothing,
}

async fn whoever_is_looked_for_is_found_by_what_stands_there_and_no_pattern(home: NewHome) {
    let home = home();
    let store = home.open().await;
    let mut write = store.write().await.unwrap();
    for name in ["100% sure", "snake_case", "back\\slash", "wow!", "Plain"] {
        accounts::add(&mut write, name, None, "", Role::Player).await.unwrap().unwrap();
    }
    write.commit().await.unwrap();
    for (find, found) in [
        ("%", vec!["100% sure"]),
        ("_", vec!["snake_case"]),
        ("\\", vec!["back\\slash"]),
        ("!", vec!["wow!"]),
        ("PLAIN", vec!["Plain"]),
        ("s_a", vec![]),
    ] {
        let people = overview::people(&store, find, 9).await.unwrap();
        let names: Vec<_> = people.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, found, "{find}");
    }
}

async fn a_zero_within_a_text_breaks_nothing(home: NewHome) {
    let home = home();
    let store = home.open().await;
    let mut write = store.write().await.unwrap();
    let id = accounts::add(&mut write, "nu\0ll", None, "", Role::Player).await.unwrap().unwrap();
    write.commit().await.unwrap();
    assert!(accounts::named(&store, "nu\0ll").await.unwrap().is_some_and(|account| account.id == id));
    assert!(accounts::named(&store, "\0").await.unwrap().is_none());
}
