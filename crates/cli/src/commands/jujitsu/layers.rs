//! The layers of a table that is being made, kept beside its place until it is whole: after Ctrl-C,
//! a crash or a power cut the work goes on from them.
//!
//! A file for each number of cards in hand, with how many patterns of hands are left in it; damaged
//! ones count as not there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_bots::jujitsu::table::Layer;

use super::hashed_file;

/// Changes with the numbering of positions and with the order in which they are worked out.
const VERSION: u32 = 1;

/// Where the layers of one table are kept.
#[derive(Debug)]
pub(crate) struct Layers {
    cards: u8,
    folder: PathBuf,
}

impl Layers {
    /// Those of a table of so many cards, in a folder beside the table's place.
    pub(crate) fn beside(table: &Path, cards: u8) -> Self {
        let mut folder = table.as_os_str().to_owned();
        folder.push(".layers");
        Self { cards, folder: folder.into() }
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The layer with so many cards in each hand, whole or begun.
    pub(crate) fn read(&self, held: usize) -> Option<Layer> {
        let (head, values) = hashed_file::read(&self.file(held))?;
        let left = head.strip_prefix(&self.head(held))?.parse().ok()?;
        Some(Layer { values, left })
    }

    /// Keeps a layer.
    pub(crate) fn keep(&self, held: usize, layer: &Layer) -> io::Result<()> {
        let head = format!("{}{}", self.head(held), layer.left);
        hashed_file::write(&self.file(held), &head, layer.values.iter().copied())
    }

    /// Removes all of them: the table is whole.
    pub(crate) fn remove(&self) {
        for held in 1..=usize::from(self.cards) {
            // What is not there need not be removed, and what stays is only room on a disk.
            let _ = fs::remove_file(self.file(held));
        }
        let _ = fs::remove_dir(&self.folder);
    }

    fn file(&self, held: usize) -> PathBuf {
        self.folder.join(held.to_string())
    }

    fn head(&self, held: usize) -> String {
        let cards = self.cards;
        format!("croupier: Jujitsu of {cards} cards, {held} in each hand, version {VERSION}; patterns left: ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_comes_back_and_nobody_elses_does() {
        let folder = tempfile::TempDir::new().unwrap();
        let table = folder.path().join("ten.table");
        let layers = Layers::beside(&table, 10);
        let layer = Layer { values: vec![0.25, 0.0], left: 1 };
        layers.keep(3, &layer).unwrap();
        assert_eq!(layers.read(3), Some(layer));
        assert_eq!(layers.read(4), None);
        fs::rename(layers.file(3), layers.file(4)).unwrap();
        assert_eq!(layers.read(4), None, "it is of three cards");
        assert_eq!(Layers::beside(&table, 11).read(4), None, "of another table");
        layers.remove();
        assert!(!layers.folder().exists());
    }
}
