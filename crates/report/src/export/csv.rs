//! Rows as CSV (RFC 4180): a comma between values, quotes where a value needs them, nothing for a missing one.

use std::io::Write;

use croupier_record::shown;

use super::{Column, Rows, Value};

/// The line of column names.
#[must_use]
pub fn csv_head(columns: &[Column]) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        text(&mut out, &column.name);
        out.push(end_of(at, columns.len()));
    }
    out
}

/// The rows.
#[must_use]
pub fn csv_rows(columns: &[Column], rows: &Rows<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, value) in rows.values.iter().enumerate() {
        // Writing to memory cannot fail.
        let _ = match value {
            Value::Missing => Ok(()),
            Value::Int(number) => write!(out, "{number}"),
            Value::Float(number) => write!(out, "{number}"),
            Value::Bool(yes) => write!(out, "{yes}"),
            Value::Text(words) => {
                text(&mut out, words);
                Ok(())
            }
        };
        out.push(end_of(at % columns.len(), columns.len()));
    }
    out
}

fn end_of(at: usize, columns: usize) -> u8 {
    if at + 1 == columns { b'\n' } else { b',' }
}

fn text(out: &mut Vec<u8>, words: &str) {
    // Tables are looked at in terminals, too.
    let words = &*shown::lines(words);
    if !words.is_empty() && !words.contains([',', '"', '\n', '\r']) {
        out.extend_from_slice(words.as_bytes());
        return;
    }
    // Words that are there and empty are quoted, so that they are not taken for missing ones.
    out.push(b'"');
    out.extend_from_slice(words.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    #[test]
    fn quotes_commas_and_line_ends_stay_within_their_value() {
        let columns = [Column::new("a", Kind::Text), Column::new("b", Kind::Float)];
        let values = vec![Value::text("x,\"y\"\nz"), Value::Missing, Value::text(""), Value::Float(0.5)];
        let written = String::from_utf8(csv_rows(&columns, &Rows { values })).unwrap();
        assert_eq!(written, "\"x,\"\"y\"\"\nz\",\n\"\",0.5\n");
        assert_eq!(csv_head(&columns), b"a,b\n");
        let orders = vec![Value::text("\u{1b}[2J\u{202e}"), Value::Missing];
        assert_eq!(csv_rows(&columns, &Rows { values: orders }), b"\\x1b[2J\\u{202e},\n");
    }
}
