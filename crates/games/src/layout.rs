//! How a view lies in memory as bytes: a list of fields for each game, from which bytes are written, the C
//! header is made, and tests read views back. Numbers are little-endian and follow each other without gaps.
//!
//! Knows no game and no language.

/// A place for one number or a row of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name in every language.
    pub name: &'static str,
    /// What stands in it.
    pub kind: Kind,
    /// How many of them, one after the other.
    pub count: usize,
    /// What it means, in a few words.
    pub about: &'static str,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes.
    U32,
    /// Eight bytes.
    U64,
    /// Fields of their own.
    Group(&'static [Field]),
}

/// In place of a seat, a card or a suit that there is not.
pub const NONE: u8 = 255;

impl Field {
    /// A field of one number.
    #[must_use]
    pub const fn one(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self::many(name, kind, 1, about)
    }

    /// A row of numbers.
    #[must_use]
    pub const fn many(name: &'static str, kind: Kind, count: usize, about: &'static str) -> Self {
        Self { name, kind, count, about }
    }

    /// The bytes it takes.
    #[must_use]
    pub const fn size(&self) -> usize {
        let one = match self.kind {
            Kind::U8 => 1,
            Kind::U16 => 2,
            Kind::U32 => 4,
            Kind::U64 => 8,
            Kind::Group(fields) => size_of(fields),
        };
        one * self.count
    }
}

/// The bytes that fields take together.
#[must_use]
pub const fn size_of(fields: &[Field]) -> usize {
    let (mut size, mut at) = (0, 0);
    // No iterator: sizes are worked out when this is compiled.
    while at < fields.len() {
        size += fields[at].size();
        at += 1;
    }
    size
}

/// A number that names a game and the version of its rules, for programs that know one game and no names.
#[must_use]
pub fn game_number(name: &str, version: u32) -> u32 {
    // FNV-1a; the version is hashed after the name.
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    name.bytes().chain(version.to_le_bytes()).fold(0x811c_9dc5, step)
}

/// The longest row of which only the first are values.
const LONGEST_BEGUN: usize = 64;

/// From the place on that is a count away from its middle: so many places that let a value through, and then
/// none.
static COVERS: [u8; 2 * LONGEST_BEGUN] = {
    let mut covers = [NONE; 2 * LONGEST_BEGUN];
    let mut at = 0;
    // No iterator: they are made when this is compiled.
    while at < LONGEST_BEGUN {
        covers[at] = 0;
        at += 1;
    }
    covers
};

/// Writes a view field by field. Where assertions are on, every field must have its turn, its kind and its
/// length.
#[derive(Debug)]
pub struct Packer<'a> {
    /// The room of the fields that are still to come.
    rest: &'a mut [u8],
    fields: &'static [Field],
    at: usize,
}

impl<'a> Packer<'a> {
    /// Begins with the first field, at the beginning of a room; `SIZE` is what they take together.
    #[inline]
    pub fn new<const SIZE: usize>(fields: &'static [Field], room: &'a mut [u8]) -> Self {
        debug_assert_eq!(SIZE, size_of(fields));
        // All of it at once: what is filled up row by row takes longer than many a move.
        let rest = &mut room[..SIZE];
        rest.fill(NONE);
        Self { rest, fields, at: 0 }
    }

    /// One byte.
    #[inline]
    pub fn u8(&mut self, name: &str, value: u8) {
        self.next(name, Kind::U8, 1)[0] = value;
    }

    /// A seat, card or suit that may be missing.
    #[inline]
    pub fn maybe(&mut self, name: &str, value: Option<u8>) {
        self.u8(name, value.unwrap_or(NONE));
    }

    /// A row of bytes; what is left of it is filled up.
    #[inline]
    pub fn row(&mut self, name: &str, values: impl Iterator<Item = u8>) {
        let count = self.fields[self.at].count;
        self.next(name, Kind::U8, count).iter_mut().zip(values).for_each(|(place, value)| *place = value);
    }

    /// A row of bytes of which only the first `count` are values; what follows them is filled up.
    ///
    /// All of it is written whatever the count: a loop of a known length has no end that could be guessed
    /// wrong.
    #[inline]
    pub fn begun<const N: usize>(&mut self, name: &str, values: &[u8; N], count: usize) {
        let cover = &COVERS[LONGEST_BEGUN - count..][..N];
        let row = self.next(name, Kind::U8, N);
        for ((place, &value), &cover) in row.iter_mut().zip(values).zip(cover) {
            *place = value | cover;
        }
    }

    /// A row of bytes for someone else to write into, from its beginning on.
    #[inline]
    pub fn room(&mut self, name: &str) -> &'a mut [u8] {
        let count = self.fields[self.at].count;
        self.next(name, Kind::U8, count)
    }

    /// Two bytes.
    #[inline]
    pub fn u16(&mut self, name: &str, value: u16) {
        self.next(name, Kind::U16, 2).copy_from_slice(&value.to_le_bytes());
    }

    /// A row of four bytes each.
    #[inline]
    pub fn u32s<const N: usize>(&mut self, name: &str, values: [u32; N]) {
        let (places, _) = self.next(name, Kind::U32, 4 * N).as_chunks_mut();
        places.iter_mut().zip(values).for_each(|(place, value)| *place = value.to_le_bytes());
    }

    /// A row of eight bytes each.
    #[inline]
    pub fn u64s<const N: usize>(&mut self, name: &str, values: [u64; N]) {
        let (places, _) = self.next(name, Kind::U64, 8 * N).as_chunks_mut();
        places.iter_mut().zip(values).for_each(|(place, value)| *place = value.to_le_bytes());
    }

    /// The room of the next field, which is this one.
    #[inline]
    fn next(&mut self, name: &str, kind: Kind, size: usize) -> &'a mut [u8] {
        debug_assert_eq!((self.fields[self.at].name, self.fields[self.at].kind), (name, kind));
        debug_assert_eq!(self.fields[self.at].size(), size, "{name}");
        self.at += 1;
        let (room, rest) = std::mem::take(&mut self.rest).split_at_mut(size);
        self.rest = rest;
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &[Field] = &[
        Field::one("seat", Kind::U8, "whose"),
        Field::many("cards", Kind::U8, 3, "which"),
        Field::many("points", Kind::U32, 2, "how many"),
    ];

    #[test]
    fn fields_follow_each_other_and_rows_are_filled_up() {
        let mut out = [0; size_of(FIELDS)];
        let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, &mut out);
        pack.u8("seat", 2);
        pack.row("cards", [7].into_iter());
        pack.u32s("points", [1, 258]);
        assert_eq!(out, [2, 7, NONE, NONE, 1, 0, 0, 0, 2, 1, 0, 0]);
        assert_eq!(out.len(), size_of(FIELDS));
    }

    #[test]
    fn of_a_row_that_is_begun_nothing_shows_behind_the_count() {
        for count in 0..=3 {
            let mut out = [0; size_of(FIELDS)];
            let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, &mut out);
            pack.u8("seat", 2);
            pack.begun("cards", &[7, 0, 51], count);
            let mut shown = [7, 0, 51];
            shown[count..].fill(NONE);
            assert_eq!(out[1..4], shown, "{count}");
        }
    }

    #[test]
    fn games_and_versions_have_numbers_of_their_own() {
        assert_ne!(game_number("hearts", 1), game_number("hearts", 2));
        assert_ne!(game_number("hearts", 1), game_number("jujitsu", 1));
    }
}
