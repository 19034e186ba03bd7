//! Makes the opening book: every position of the first beads that is met by whoever follows it, whatever the
//! other side does.

use std::collections::BTreeMap;

use croupier_bots::score_four::{BOOK_BEADS, Position, Search, Zeal, folded, good_cells};

/// Prints the book, a line for each position.
pub(super) fn make() {
    let mut search = Search::new(1 << 20, Zeal::Pursuing);
    let mut book: BTreeMap<(u32, [u64; 2]), u64> = BTreeMap::new();
    // Whoever follows the book begins, or answers any first bead.
    let empty = Position::new(0, 0);
    let mut met: Vec<[u64; 2]> = after_any(&empty);
    met.push([0, 0]);
    while let Some([own, theirs]) = met.pop() {
        let position = Position::new(own, theirs);
        let place = (position.count(), [own, theirs]);
        if position.count() > BOOK_BEADS || book.contains_key(&place) {
            continue;
        }
        let cells = good_cells(&position, &mut search);
        book.insert(place, cells);
        for cell in each(cells) {
            met.extend(after_any(&position.after(cell)));
        }
        eprintln!("{} positions, {} more met so far", book.len(), met.len());
    }
    for ((_, [own, theirs]), cells) in book {
        println!("{own:x} {theirs:x} {cells:x}");
    }
}

/// The positions after every bead, each folded, none of them twice.
fn after_any(position: &Position) -> Vec<[u64; 2]> {
    let mut all: Vec<[u64; 2]> = each(position.playable())
        .map(|cell| {
            let [own, theirs] = position.after(cell).beads();
            folded(own, theirs).0
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn each(cells: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|cell| 1 << cell).filter(move |cell| cells & cell != 0)
}
