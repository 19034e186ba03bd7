//! What a search of two has found, in a table of fixed size that is forgotten before every card.
//!
//! It knows keys and values and no cards; every key is kept whole, so that nothing is ever taken for
//! something else.

/// Entries at most and at least; two to a bucket.
const MOST: usize = 1 << 19;
const LEAST: usize = 1 << 12;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: i8,
    /// How many tricks deep it looked.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The place of the best card.
    pub(super) best: u8,
}

impl Entry {
    /// As one number, with the search that found it above.
    #[inline]
    fn packed(self, age: u32) -> u64 {
        let low = u32::from_le_bytes([self.value as u8, self.depth, self.bound as u8, self.best]);
        u64::from(age) << 32 | u64::from(low)
    }

    #[inline]
    fn unpacked(packed: u64) -> Self {
        let [value, depth, bound, best] = (packed as u32).to_le_bytes();
        let bound = match bound {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        };
        Self { value: value as i8, depth, bound, best }
    }
}

/// The table: a key and a packed entry each. Plain zeros, so that the machine gives it memory only where it
/// is used.
#[derive(Debug)]
pub(super) struct Memo {
    slots: Vec<[u64; 2]>,
    /// How many entries it has, a power of two.
    size: usize,
    /// The search that is on; what others wrote counts as empty.
    age: u32,
}

impl Default for Memo {
    fn default() -> Self {
        Self::for_steps(u64::MAX)
    }
}

impl Memo {
    /// A table for a search of so many steps: a larger one would only be memory that is touched for the first
    /// time while the clock runs, which takes longer than the steps themselves.
    pub(super) fn for_steps(steps: u64) -> Self {
        let size = steps.clamp(LEAST as u64, MOST as u64).next_power_of_two() as usize;
        Self { slots: Vec::new(), size, age: 0 }
    }

    /// Forgets everything; the first time it takes its place in memory.
    pub(super) fn forget(&mut self) {
        if self.slots.is_empty() || self.age == u32::MAX {
            self.slots = vec![[0; 2]; self.size];
            self.age = 0;
        }
        self.age += 1;
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let at = self.bucket(key);
        let slots = self.slots.get(at..at + 2)?;
        let slot = slots.iter().find(|slot| slot[0] == key && self.is_current(slot[1]))?;
        Some(Entry::unpacked(slot[1]))
    }

    /// Keeps what was found: in the first place what looked deeper, in the second what came last.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, entry: Entry) {
        let at = self.bucket(key);
        let Some(&[held, packed]) = self.slots.get(at) else { return };
        let free = !self.is_current(packed) || held == key || Entry::unpacked(packed).depth <= entry.depth;
        self.slots[at + usize::from(!free)] = [key, entry.packed(self.age)];
    }

    #[inline]
    fn is_current(&self, packed: u64) -> bool {
        (packed >> 32) as u32 == self.age
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 45) as usize & (self.size - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_until_it_is_forgotten() {
        let mut memo = Memo::default();
        memo.forget();
        for (value, bound) in [(-52, Bound::Upper), (7, Bound::Lower), (52, Bound::Exact)] {
            let entry = Entry { value, depth: 26, bound, best: 60 };
            memo.keep(99, entry);
            assert_eq!(memo.find(99), Some(entry));
            assert_eq!(memo.find(98), None);
        }
        memo.forget();
        assert_eq!(memo.find(99), None);
    }

    #[test]
    fn a_deep_entry_stays_when_shallow_ones_come_to_its_bucket() {
        let mut memo = Memo::default();
        memo.forget();
        let same: Vec<u64> = (1..).filter(|&key| memo.bucket(key) == memo.bucket(1)).take(3).collect();
        for (&key, depth) in same.iter().zip([9, 3, 4]) {
            memo.keep(key, Entry { value: 1, depth, bound: Bound::Exact, best: 0 });
        }
        let found: Vec<bool> = same.iter().map(|&key| memo.find(key).is_some()).collect();
        assert_eq!(found, [true, false, true]);
    }
}
