//! Rows as CSV: a comma between values, quotes where a value needs them, nothing for a missing one.
//!
//! Names and words in a table are a stranger's. A spreadsheet would run what looks like a formula, and a
//! terminal obey what looks like an order: neither leaves here as it came.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use croupier_record::shown;
use csv::{Terminator, WriterBuilder};

use super::{Column, Rows, Value};

/// A table that is being written, cell by cell.
#[derive(Debug)]
pub struct CsvTable {
    out: csv::Writer<Vec<u8>>,
    /// Where a number is written before it is put.
    number: String,
}

impl Default for CsvTable {
    fn default() -> Self {
        let mut builder = WriterBuilder::new();
        builder.flexible(true).terminator(Terminator::Any(b'\n'));
        Self { out: builder.from_writer(Vec::new()), number: String::new() }
    }
}

impl CsvTable {
    /// The next cell of a row: words, which nobody will run.
    pub fn text(&mut self, words: &str) {
        let words = shown::lines(words);
        self.put(guarded(&words).as_bytes());
    }

    /// The next cell of a row: a number, or yes or no.
    pub fn number(&mut self, number: impl Display) {
        let mut written = std::mem::take(&mut self.number);
        written.clear();
        // Writing to memory cannot fail.
        let _ = write!(written, "{number}");
        self.put(written.as_bytes());
        self.number = written;
    }

    /// The next cell of a row: nothing.
    pub fn missing(&mut self) {
        self.put(b"");
    }

    /// Ends a row.
    pub fn end_row(&mut self) {
        // Rows may be of any length, and writing to memory cannot fail.
        let _ = self.out.write_record(None::<&[u8]>);
    }

    /// A row of words and numbers as words.
    pub fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        cells.into_iter().for_each(|cell| self.text(cell.as_ref()));
        self.end_row();
    }

    /// The whole table.
    #[must_use]
    pub fn done(self) -> Vec<u8> {
        self.out.into_inner().unwrap_or_default()
    }

    fn put(&mut self, cell: &[u8]) {
        let _ = self.out.write_field(cell);
    }
}

/// Words that a spreadsheet would take for a formula get a mark in front; numbers are none.
fn guarded(words: &str) -> Cow<'_, str> {
    let formula = words.starts_with(['=', '+', '-', '@', '\t', '\r']) && words.parse::<f64>().is_err();
    if formula { format!("'{words}").into() } else { words.into() }
}

/// The line of column names.
#[must_use]
pub fn csv_head(columns: &[Column]) -> Vec<u8> {
    let mut table = CsvTable::default();
    table.row(columns.iter().map(|column| &column.name));
    table.done()
}

/// The rows.
#[must_use]
pub fn csv_rows(columns: &[Column], rows: &Rows<'_>) -> Vec<u8> {
    let mut table = CsvTable::default();
    for row in rows.values.chunks(columns.len().max(1)) {
        for value in row {
            match value {
                Value::Missing => table.missing(),
                Value::Int(number) => table.number(number),
                Value::Float(number) => table.number(number),
                Value::Bool(yes) => table.number(yes),
                Value::Text(words) => table.text(words),
            }
        }
        table.end_row();
    }
    table.done()
}

#[cfg(test)]
mod tests {
    use super::super::ColumnKind;
    use super::*;

    fn written(values: Vec<Value<'_>>) -> String {
        let columns = [Column::new("a", ColumnKind::Text), Column::new("b", ColumnKind::Float)];
        assert_eq!(csv_head(&columns), b"a,b\n");
        String::from_utf8(csv_rows(&columns, &Rows { values })).unwrap()
    }

    #[test]
    fn quotes_commas_and_line_ends_stay_within_their_value() {
        let values = vec![Value::text("x,\"y\"\nz"), Value::Missing, Value::text("-7"), Value::Float(0.5)];
        assert_eq!(written(values), "\"x,\"\"y\"\"\nz\",\n-7,0.5\n");
    }

    #[test]
    fn neither_a_spreadsheet_nor_a_terminal_gets_orders() {
        let orders = vec![Value::text("\u{1b}[2J\u{202e}"), Value::Missing];
        assert_eq!(written(orders), "\\x1b[2J\\u{202e},\n");
        for formula in ["=cmd(\"x\")", "+1+1", "-1+1", "@sum(a1)"] {
            let cells = written(vec![Value::text(formula), Value::Int(-3)]);
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(cells.as_bytes());
            let row = reader.records().next().unwrap().unwrap();
            assert_eq!(row, [format!("'{formula}").as_str(), "-3"][..]);
        }
    }

    #[test]
    fn a_row_of_words_keeps_its_numbers() {
        let mut table = CsvTable::default();
        table.row(["=copied, twice", "-3.5", ""]);
        assert_eq!(table.done(), b"\"'=copied, twice\",-3.5,\n");
    }
}
