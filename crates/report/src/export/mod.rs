//! Tables for programs: standings, games and moves as rows of typed values, written as CSV, JSON or Parquet.
//!
//! One file per table and one per way of writing. Games are counted from 0, as in logs and records; seats and
//! turns from 1. A value that was not recorded is missing, never 0.

mod csv;
mod games;
mod json;
mod moves;
#[cfg(feature = "parquet")]
mod parquet;
mod standings;

use std::borrow::Cow;

pub use self::csv::{CsvTable, csv_head, csv_rows};
pub use games::{game_columns, game_rows};
pub use json::{JSON_END, JSON_START, json_rows};
pub use moves::{move_columns, move_rows};
#[cfg(feature = "parquet")]
pub use parquet::{ParquetError, ParquetFile};
pub use standings::{standing_columns, standing_rows};

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name: lower case, words joined by underscores.
    pub name: String,
    /// What its values are.
    pub kind: ColumnKind,
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Int,
    /// Numbers.
    Float,
    /// Yes or no.
    Bool,
    /// Words.
    Text,
}

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// Nothing was recorded.
    Missing,
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// Yes or no.
    Bool(bool),
    /// Words.
    Text(Cow<'a, str>),
}

/// Rows of a table, value by value.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows<'a> {
    /// The values, row after row.
    pub values: Vec<Value<'a>>,
}

impl Column {
    fn new(name: &str, kind: ColumnKind) -> Self {
        Self { name: name.to_owned(), kind }
    }
}

impl<'a> Value<'a> {
    fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    fn count(count: u64) -> Self {
        i64::try_from(count).map_or(Self::Missing, Self::Int)
    }

    fn number(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Self::Missing, Self::Float)
    }
}

/// Columns for the figures of a game, named apart from those that are there already.
fn add_figures(columns: &mut Vec<Column>, about: &croupier_games::About) {
    for figure in about.figures {
        let mut name: String = figure
            .name
            .chars()
            .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        if columns.iter().any(|column| column.name == name) {
            name += "_figure";
        }
        columns.push(Column { name, kind: ColumnKind::Float });
    }
}
