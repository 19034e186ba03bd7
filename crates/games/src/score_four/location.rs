//! A move of Score Four: the location at which a bead is dropped, on the board or off it.

use schemars::JsonSchema;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::lines::{PEGS, SIDE};
use crate::game::Move;

/// A row and a column; on the board both are 0 to 3.
///
/// From JSON any whole numbers are taken, and those that do not fit become the nearest that do: they are off
/// the board all the same. So is `null`, which players of the original's interface may answer with. Inside it
/// is its own code: the number of the peg, or a higher number off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Option<RowAndColumn>", into = "Option<RowAndColumn>")]
#[schemars(with = "RowAndColumn")]
pub struct Location(u32);

/// A location as bots write it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Location")]
struct RowAndColumn {
    /// The row, 0 to 3.
    #[serde(deserialize_with = "nearest")]
    #[schemars(range(min = 0, max = 3))]
    row: i8,
    /// The column, 0 to 3.
    #[serde(deserialize_with = "nearest")]
    #[schemars(range(min = 0, max = 3))]
    column: i8,
}

impl From<Option<RowAndColumn>> for Location {
    fn from(location: Option<RowAndColumn>) -> Self {
        location.map_or(Self::NULL, |RowAndColumn { row, column }| Self::new(row, column))
    }
}

impl From<Location> for Option<RowAndColumn> {
    fn from(location: Location) -> Self {
        let place = RowAndColumn { row: location.row(), column: location.column() };
        (location != Location::NULL).then_some(place)
    }
}

impl Location {
    /// All locations of the board, row by row.
    pub const ALL: [Self; PEGS] = {
        let mut all = [Self::new(0, 0); PEGS];
        let mut peg = 0;
        while peg < PEGS {
            all[peg] = Self::of_peg(peg as u32);
            peg += 1;
        }
        all
    };

    /// An answer that is `null`: no location at all.
    pub const NULL: Self = Self(OFF_BOARD + u16::MAX as u32 + 1);

    /// The location with this row and column.
    #[inline]
    #[must_use]
    pub const fn new(row: i8, column: i8) -> Self {
        // Negative numbers become large ones and are caught by the same comparison.
        let (row, column) = (row as u8, column as u8);
        if row < SIDE as u8 && column < SIDE as u8 {
            return Self::of_peg(row as u32 * SIDE as u32 + column as u32);
        }
        Self(OFF_BOARD + u16::from_be_bytes([row, column]) as u32)
    }

    /// The row; 0 to 3 on the board.
    #[must_use]
    pub fn row(self) -> i8 {
        self.row_and_column()[0]
    }

    /// The column; 0 to 3 on the board.
    #[must_use]
    pub fn column(self) -> i8 {
        self.row_and_column()[1]
    }

    fn row_and_column(self) -> [i8; 2] {
        match self.peg() {
            _ if self == Self::NULL => [-1; 2],
            Some(peg) => [peg / SIDE as u32, peg % SIDE as u32].map(|at| at as i8),
            None => ((self.0 - OFF_BOARD) as u16).to_be_bytes().map(|at| at as i8),
        }
    }

    /// The location of a peg, numbered row × 4 + column.
    #[inline]
    pub(super) const fn of_peg(peg: u32) -> Self {
        Self(peg)
    }

    /// The number of the peg; `None` off the board.
    #[inline]
    pub(super) fn peg(self) -> Option<u32> {
        (self.0 < OFF_BOARD).then_some(self.0)
    }
}

/// The pegs are 0 to 15; after them, all pairs of bytes stand for locations off the board, and then comes
/// `null`.
const OFF_BOARD: u32 = PEGS as u32;

impl Move for Location {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0)
    }

    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let location = Self(u32::try_from(code).ok()?);
        if location == Self::NULL {
            return Some(location);
        }
        let highest = OFF_BOARD + u32::from(u16::MAX);
        // Bytes that mean a peg are not the code of anything: a peg has one code and no other.
        let [row, column] = location.row_and_column();
        (location.0 <= highest && Self::new(row, column) == location).then_some(location)
    }
}

/// Reads any whole number as the nearest one that fits.
fn nearest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i8, D::Error> {
    struct Whole;

    impl Visitor<'_> for Whole {
        type Value = i8;

        fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str("a whole number")
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<i8, E> {
            Ok(number.clamp(i8::MIN.into(), i8::MAX.into()) as i8)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<i8, E> {
            Ok(number.min(i8::MAX as u64) as i8)
        }

        // JSON has one kind of number: some languages write 3 as 3.0, and what exceeds 64 bits arrives here
        // too.
        fn visit_f64<E: Error>(self, number: f64) -> Result<i8, E> {
            if number.fract() == 0.0 {
                return Ok(number as i8);
            }
            Err(E::invalid_value(serde::de::Unexpected::Float(number), &self))
        }
    }

    deserializer.deserialize_any(Whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pegs_have_the_codes_0_to_15() {
        let codes: Vec<u64> = Location::ALL.map(Location::code).into();
        assert_eq!(codes, (0..16).collect::<Vec<_>>());
        assert_eq!(Location::new(0, 3).code(), 3);
        assert_eq!(Location::new(3, 0).code(), 12);
    }

    #[test]
    fn every_location_comes_back_from_its_code() {
        for row in i8::MIN..=i8::MAX {
            for column in i8::MIN..=i8::MAX {
                let location = Location::new(row, column);
                assert_eq!(Location::from_code(location.code()), Some(location));
            }
        }
    }

    #[test]
    fn every_code_that_means_a_location_is_the_code_of_that_location() {
        let meant = (0..70_000).filter_map(|code| Location::from_code(code).map(|location| (code, location)));
        let meant: Vec<_> = meant.collect();
        assert_eq!(meant.len(), 256 * 256 + 1, "and null");
        assert!(meant.iter().all(|(code, location)| location.code() == *code));
        assert_eq!(Location::from_code(u64::MAX), None);
    }

    #[test]
    fn a_location_is_written_as_row_and_column() {
        let json = serde_json::to_string(&Location::new(0, 3)).unwrap();
        assert_eq!(json, r#"{"row":0,"column":3}"#);
        assert_eq!(serde_json::from_str::<Location>(&json).unwrap(), Location::new(0, 3));
    }

    #[test]
    fn numbers_of_any_size_are_read_and_stay_off_the_board() {
        for (json, location) in [
            (r#"{"row": 2.0, "column": 1}"#, Location::new(2, 1)),
            (r#"{"row": 4, "column": -1}"#, Location::new(4, -1)),
            (r#"{"row": 256, "column": 18446744073709551615}"#, Location::new(127, 127)),
            (r#"{"row": -9999999999, "column": 1e30}"#, Location::new(-128, 127)),
        ] {
            assert_eq!(serde_json::from_str::<Location>(json).unwrap(), location, "{json}");
        }
    }

    #[test]
    fn null_is_an_answer_off_the_board_that_stays_null() {
        let null: Location = serde_json::from_str("null").unwrap();
        assert_eq!((null, null.peg()), (Location::NULL, None));
        assert_eq!(serde_json::to_string(&null).unwrap(), "null");
        assert_eq!(Location::from_code(null.code()), Some(Location::NULL));
        assert_ne!(null, Location::new(-1, -1));
    }

    #[test]
    fn what_is_no_pair_of_whole_numbers_is_not_read() {
        for json in [r#"{"row":0.5,"column":0}"#, r#"{"row":"0","column":0}"#, r#"{"row":0}"#, "7"] {
            assert!(serde_json::from_str::<Location>(json).is_err(), "{json}");
        }
        let other = serde_json::from_str::<Location>(r#"{"row":0,"col":3}"#).unwrap_err().to_string();
        assert!(other.contains("unknown field `col`, expected `row` or `column`"), "{other}");
    }
}
