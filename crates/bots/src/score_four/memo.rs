//! What a search remembers of positions it has seen, in a table whose size is chosen once.
//!
//! It knows no game: a position is a number here. What is remembered never depends on what was remembered
//! before the last [`Memo::clear`], so that a move does not depend on the moves and games before it.

/// Positions that share a place in the table; the least useful of them makes room.
const SHARING: usize = 4;

/// What the value of a position is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// Exactly this.
    Exact,
    /// At least this.
    AtLeast,
    /// At most this.
    AtMost,
}

/// What is remembered of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Note {
    /// Its value, from the mover's side.
    pub(super) value: i16,
    /// How many beads ahead it was searched.
    pub(super) depth: i8,
    /// What the value is.
    pub(super) bound: Bound,
    /// The cell that was best, 0 to 63.
    pub(super) best: u8,
}

/// The table: for each position its number, and its note with the time of writing.
#[derive(Debug)]
pub(super) struct Memo {
    // Zeroes come from the system as they are: a table costs nothing before it is used.
    places: Vec<[[u64; 2]; SHARING]>,
    /// Counts how often it was cleared; what was noted earlier is as good as not there. Never 0, which is an
    /// empty place.
    era: u16,
}

impl Memo {
    /// A table for about so many positions.
    pub(super) fn new(positions: usize) -> Self {
        let places = positions.next_power_of_two().max(SHARING) / SHARING;
        Self { places: vec![[[0; 2]; SHARING]; places], era: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.places.fill([[0; 2]; SHARING]);
            self.era = 1;
        }
    }

    /// What is remembered of a position.
    #[inline]
    pub(super) fn recall(&self, hash: u64) -> Option<Note> {
        let place = &self.places[hash as usize & (self.places.len() - 1)];
        place.iter().find(|note| note[0] == hash && note[1] as u16 == self.era).map(|note| unpacked(note[1]))
    }

    /// Remembers a position, in place of the same one, of an old one, or of the one that was searched least.
    #[inline]
    pub(super) fn note(&mut self, hash: u64, note: Note) {
        let era = self.era;
        let index = hash as usize & (self.places.len() - 1);
        let place = &mut self.places[index];
        let mut chosen = 0;
        let mut least = i32::MAX;
        for (at, other) in place.iter().enumerate() {
            let use_of = match other {
                [_, packed] if *packed as u16 != era => -2,
                [key, _] if *key == hash => -3,
                [_, packed] => i32::from(unpacked(*packed).depth),
            };
            if use_of < least {
                (chosen, least) = (at, use_of);
            }
        }
        place[chosen] = [hash, packed(note) | u64::from(era)];
    }
}

fn packed(note: Note) -> u64 {
    u64::from(note.value as u16) << 48
        | u64::from(note.depth as u8) << 40
        | u64::from(note.best) << 32
        | (note.bound as u64) << 16
}

fn unpacked(packed: u64) -> Note {
    let bound = match packed >> 16 & 3 {
        0 => Bound::Exact,
        1 => Bound::AtLeast,
        _ => Bound::AtMost,
    };
    Note { value: (packed >> 48) as i16, depth: (packed >> 40) as i8, bound, best: (packed >> 32) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: Note = Note { value: -9_321, depth: 7, bound: Bound::AtMost, best: 63 };

    #[test]
    fn what_was_noted_comes_back_until_it_is_cleared() {
        let mut memo = Memo::new(64);
        for (number, bound) in [(5, Bound::Exact), (6, Bound::AtLeast), (7, Bound::AtMost)] {
            memo.note(number, Note { bound, ..NOTE });
            assert_eq!(memo.recall(number), Some(Note { bound, ..NOTE }));
        }
        memo.clear();
        assert_eq!(memo.recall(5), None);
    }

    #[test]
    fn the_position_that_was_searched_least_makes_room() {
        let mut memo = Memo::new(SHARING);
        for depth in 1..=5 {
            memo.note(depth, Note { depth: depth as i8, ..NOTE });
        }
        assert_eq!(memo.recall(1), None);
        assert!((2..=5).all(|number| memo.recall(number).is_some()));
    }

    #[test]
    fn nothing_of_old_comes_back_after_however_many_times_it_was_cleared() {
        let mut memo = Memo::new(SHARING);
        memo.note(9, NOTE);
        for _ in 0..=u32::from(u16::MAX) {
            memo.clear();
            assert_eq!(memo.recall(9), None);
        }
    }
}
