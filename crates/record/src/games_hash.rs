//! The games hash: one number for what was planned and played. Two records with the same one hold the same
//! games; times, prints and speeds are outside, since they never repeat where the clock on the wall takes
//! them.

use std::collections::BTreeSet;
use std::fmt;

use crate::file::Block;

/// A hash of a record's head and games; games are added in their order.
#[derive(Debug, Clone)]
pub struct GamesHash {
    games: blake3::Hasher,
    /// Who was put out: game, border, entrant. Which games count follows from it.
    outs: BTreeSet<(u64, u64, u16)>,
}

impl GamesHash {
    /// The hash of this head, as it is written, and no game yet.
    pub(crate) fn of_head(head: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(head.len() as u64).to_le_bytes());
        hasher.update(head);
        Self { games: hasher, outs: BTreeSet::new() }
    }

    /// Adds the games of a block. How they are divided into blocks makes no difference, and new parts are no
    /// games.
    pub fn add(&mut self, block: &Block) {
        self.games.update(&block.plain);
        self.outs.extend(block.outs.iter().map(|out| (out.game, out.border, out.entrant.0)));
    }
}

impl fmt::Display for GamesHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hasher = self.games.clone();
        for (game, border, entrant) in &self.outs {
            hasher.update(&game.to_le_bytes()).update(&border.to_le_bytes()).update(&entrant.to_le_bytes());
        }
        f.write_str(hasher.finalize().to_hex().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{EntrantId, Fixture};
    use crate::head::out::Out;

    fn block(first: u64, games: &[&[u8]]) -> Block {
        let mut block = Block::new(first);
        for (number, events) in (first..).zip(games) {
            let seats = [EntrantId(0), EntrantId(1)].into_iter().collect();
            block.push(&Fixture { number, deal: number, seats }, events);
        }
        block
    }

    fn hash(head: &[u8], blocks: &[Block]) -> String {
        let mut hash = GamesHash::of_head(head);
        blocks.iter().for_each(|block| hash.add(block));
        hash.to_string()
    }

    #[test]
    fn the_same_games_have_one_hash_however_they_are_divided_and_any_other_game_or_head_another() {
        let whole = hash(b"head", &[block(0, &[b"one", b"two"])]);
        assert_eq!(hash(b"head", &[block(0, &[b"one"]), block(1, &[b"two"])]), whole);
        assert_ne!(hash(b"head", &[block(0, &[b"one", b"twp"])]), whole);
        assert_ne!(hash(b"heae", &[block(0, &[b"one", b"two"])]), whole);
        assert_eq!(whole.len(), 64);
    }

    #[test]
    fn who_was_put_out_belongs_to_the_games_in_whatever_block_it_is_told() {
        let out = |entrant| Out { entrant: EntrantId(entrant), game: 0, border: 2, why: String::new() };
        let told = |blocks: &[(u64, &[&[u8]], u16)]| {
            let made = |&(first, games, entrant): &(u64, &[&[u8]], u16)| {
                let mut block = block(first, games);
                block.outs.push(out(entrant));
                block
            };
            hash(b"head", &blocks.iter().map(made).collect::<Vec<_>>())
        };
        let whole = told(&[(0, &[b"one", b"two"], 1)]);
        assert_eq!(told(&[(0, &[b"one"], 1), (1, &[b"two"], 1)]), whole);
        assert_ne!(told(&[(0, &[b"one", b"two"], 0)]), whole);
        assert_ne!(hash(b"head", &[block(0, &[b"one", b"two"])]), whole);
    }
}
