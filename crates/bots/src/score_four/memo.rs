//! What the search remembers of positions it has seen, in a table of fixed size.

/// So many positions are remembered; a new one takes the place of an old one.
const PLACES: usize = 1 << 18;

/// What the value of a position is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// Nothing.
    #[default]
    Nothing,
    /// Exactly this.
    Exact,
    /// At least this.
    AtLeast,
    /// At most this.
    AtMost,
}

/// One remembered position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Note {
    hash: u64,
    /// Its value, from the mover's side.
    pub(super) value: i16,
    /// How many beads ahead it was searched.
    pub(super) depth: i8,
    /// What the value is.
    pub(super) bound: Bound,
    /// The cell that was best, 0 to 63.
    pub(super) best: u8,
}

/// The table.
#[derive(Debug)]
pub(super) struct Memo {
    notes: Vec<Note>,
    /// Mixed into every hash: what was noted under another salt is as good as forgotten.
    salt: u64,
}

impl Default for Memo {
    fn default() -> Self {
        Self { notes: vec![Note::default(); PLACES], salt: 0 }
    }
}

impl Memo {
    /// Forgets everything, so that a game does not depend on those before it.
    pub(super) fn clear(&mut self) {
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    /// What is remembered of a position.
    #[inline]
    pub(super) fn recall(&self, hash: u64) -> Option<Note> {
        let hash = hash ^ self.salt;
        let note = self.notes[hash as usize % PLACES];
        (note.hash == hash && note.bound != Bound::Nothing).then_some(note)
    }

    /// Remembers a position.
    #[inline]
    pub(super) fn note(&mut self, hash: u64, value: i16, depth: i8, bound: Bound, best: u8) {
        let hash = hash ^ self.salt;
        self.notes[hash as usize % PLACES] = Note { hash, value, depth, bound, best };
    }
}
