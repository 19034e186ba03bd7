//! The tables that are being played at, each under a word that only its visitor knows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::sitting::{Sitting, Wish, sit};
use crate::secrets;

/// So many tables are kept; with one more, the one that was longest left alone is cleared.
const MOST: usize = 500;

/// A table with its game.
pub(crate) struct Open {
    /// The name of the game.
    pub game: String,
    /// Who sits there against the visitor.
    pub opponent: String,
    /// The table; one move at a time.
    pub sitting: Arc<Mutex<Box<dyn Sitting>>>,
    /// The visit in which it was last used.
    used: u64,
}

/// All tables.
#[derive(Default)]
pub(crate) struct Tables {
    open: Mutex<(u64, HashMap<String, Open>)>,
}

impl Tables {
    /// Opens a table; its word.
    pub(crate) fn open(&self, game: &str, wish: Wish) -> Result<String, String> {
        let opponent = wish.opponent.clone();
        let sitting = Arc::new(Mutex::new(sit(game, wish)?));
        let word = secrets::word();
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let used = all.0;
        if all.1.len() >= MOST {
            let oldest = all.1.iter().min_by_key(|(_, table)| table.used).map(|(word, _)| word.clone());
            oldest.into_iter().for_each(|word| drop(all.1.remove(&word)));
        }
        all.1.insert(word.clone(), Open { game: game.to_owned(), opponent, sitting, used });
        Ok(word)
    }

    /// The table of a word: game, opponent and the table itself.
    pub(crate) fn find(&self, word: &str) -> Option<(String, String, Arc<Mutex<Box<dyn Sitting>>>)> {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let used = all.0;
        let table = all.1.get_mut(word)?;
        table.used = used;
        Some((table.game.clone(), table.opponent.clone(), Arc::clone(&table.sitting)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish() -> Wish {
        Wish { opponent: "random".to_owned(), seats: 2, own: 0, seed: croupier_games::Seed::plain(1) }
    }

    #[test]
    fn the_table_that_was_longest_left_alone_makes_room() {
        let tables = Tables::default();
        let words: Vec<String> = (0..MOST).map(|_| tables.open("score-four", wish()).unwrap()).collect();
        assert!(tables.find(&words[0]).is_some());
        tables.open("score-four", wish()).unwrap();
        assert!(tables.find(&words[0]).is_some() && tables.find(&words[1]).is_none());
    }
}
