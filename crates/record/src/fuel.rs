//! The fuels of a game, as far as the next may be one of them: a bot that does the same again burns the same
//! again, and then a byte says so. Knows no bot and no game.
//!
//! Each fuel has one place, which follows from it, and stays there until another one takes it; writer and
//! reader see the same fuels in the same order, so they find the same in every place.

/// How many places there are: a prime, so that steps of any usual length fall into different ones.
pub(crate) const PLACES: u64 = 53;

/// The fuels of a game so far.
#[derive(Debug, Clone)]
pub(crate) struct SeenFuel {
    places: [u64; PLACES as usize],
    /// Whether there are any: most games have none.
    any: bool,
}

impl Default for SeenFuel {
    fn default() -> Self {
        Self { places: [0; PLACES as usize], any: false }
    }
}

impl SeenFuel {
    /// Forgets everything.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.any {
            *self = Self::default();
        }
    }

    /// Takes note of a fuel: its place, and whether it was there before. An empty place holds a zero, which
    /// is no fuel that was seen: events may be read behind others that were written apart.
    #[inline]
    pub(crate) fn see(&mut self, fuel: u64) -> (u8, bool) {
        let number = fuel % PLACES;
        let place = &mut self.places[number as usize];
        self.any = true;
        (number as u8, std::mem::replace(place, fuel) == fuel && fuel != 0)
    }

    /// What is in a place; `None` where there is no such place.
    pub(crate) fn at(&self, place: u64) -> Option<u64> {
        self.places.get(usize::try_from(place).ok()?).copied()
    }
}
