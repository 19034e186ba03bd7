//! What a bot's source and what a host says of a file lead to, for fuzzers.

use std::path::Path;

use croupier_games::list;

use super::listed::Listed;
use super::{ALL, classes, haskell};

/// Finds the names that a source is kept under, and what a Haskell module says of its game.
pub(crate) fn source(bytes: &[u8]) {
    for form in ALL.iter().flat_map(|language| language.forms) {
        let name = (form.stored_as)(bytes);
        assert!(Path::new(&name).file_name().is_some_and(|last| last == &*name), "{name:?} leads elsewhere");
        assert!(name.len() < 100, "{name} is long");
    }
    let game = haskell::game_of(&String::from_utf8_lossy(bytes));
    assert!(game.is_none_or(|game| list::names().contains(&&*game)));
    for game in list::names() {
        let _ = haskell::service(game, bytes).main("Player");
    }
}

/// Reads what was said of a file, and chooses among its classes: what comes of it is short, and gives no
/// orders.
pub(crate) fn listed(bytes: &[u8]) {
    let listed = match Listed::read(bytes) {
        Ok(listed) => listed,
        Err(why) => return drop(why.to_string()),
    };
    let first = listed.classes.first().cloned().unwrap_or_default();
    for class in [None, Some("Ann"), Some(&*first)] {
        if let Err(why) = classes::choose(listed.classes.clone(), class) {
            is_short(&why.to_string());
        }
    }
    for class in &listed.classes {
        let _ = listed.note_of(class).is_some_and(|note| is_short(&note));
    }
}

/// Every letter of a few hundred may be shown by its number.
fn is_short(said: &str) -> bool {
    assert!(said.len() < 12 * 1000 && !said.contains(char::is_control), "{said:?}");
    true
}
