//! What a search of two has found, in a table of fixed size that is forgotten before every card.
//!
//! It knows keys and values and no cards; every key is kept whole, so that nothing is ever taken for something else.

/// Entries; two to a bucket.
const SIZE: usize = 1 << 19;

/// What is known of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// A position's value as far as a search has come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    /// The search that wrote it; another's counts as empty.
    age: u32,
    pub(super) value: i8,
    /// How many tricks deep it looked.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The place of the best card.
    pub(super) best: u8,
}

const EMPTY: Entry = Entry { key: 0, age: 0, value: 0, depth: 0, bound: Bound::Upper, best: 0 };

/// The table.
#[derive(Debug, Default)]
pub(super) struct Memo {
    entries: Vec<Entry>,
    age: u32,
}

impl Memo {
    /// Forgets everything; the first time it takes its place in memory.
    pub(super) fn forget(&mut self) {
        if self.entries.is_empty() || self.age == u32::MAX {
            self.entries.clear();
            self.entries.resize(SIZE, EMPTY);
            self.age = 0;
        }
        self.age += 1;
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = bucket(key);
        let age = self.age;
        let entries = self.entries.get(bucket..bucket + 2)?;
        entries.iter().find(|entry| entry.key == key && entry.age == age).copied()
    }

    /// Keeps what was found: in the first place what looked deeper, in the second what came last.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, value: i32, depth: u32, bound: Bound, best: u32) {
        let (bucket, age) = (bucket(key), self.age);
        let Some(entries) = self.entries.get_mut(bucket..bucket + 2) else { return };
        let first = &entries[0];
        let free = first.age != age || first.key == key || first.depth <= depth as u8;
        let entry = Entry { key, age, value: value as i8, depth: depth as u8, bound, best: best as u8 };
        entries[usize::from(!free)] = entry;
    }
}

#[inline]
fn bucket(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 45) as usize & (SIZE - 2)
}
