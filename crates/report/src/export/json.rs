//! Rows as JSON: one list of objects, an object to a line, so that it can be read whole or line by line.

use croupier_record::shown;

use super::{Column, Rows, Value};

/// What stands before the first row.
pub const JSON_START: &str = "[\n";
/// What stands after the last row.
pub const JSON_END: &str = "\n]\n";

/// The rows; each but the very first of the file has a comma and a newline before it.
#[must_use]
pub fn json_rows(columns: &[Column], rows: &Rows<'_>, first: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for (number, row) in rows.values.chunks(columns.len()).enumerate() {
        if number > 0 || !first {
            out.extend_from_slice(b",\n");
        }
        for (at, (column, value)) in columns.iter().zip(row).enumerate() {
            out.push(if at == 0 { b'{' } else { b',' });
            text(&mut out, &column.name);
            out.push(b':');
            match value {
                Value::Missing => out.extend_from_slice(b"null"),
                Value::Int(number) => out.extend_from_slice(number.to_string().as_bytes()),
                Value::Float(number) => out.extend_from_slice(number.to_string().as_bytes()),
                Value::Bool(yes) => out.extend_from_slice(yes.to_string().as_bytes()),
                Value::Text(words) => text(&mut out, words),
            }
        }
        out.push(b'}');
    }
    out
}

fn text(out: &mut Vec<u8>, words: &str) {
    // Words always have a JSON form.
    let quoted = serde_json::to_string(words).unwrap_or_default();
    out.extend_from_slice(shown::json(&quoted).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::super::ColumnKind;
    use super::*;

    #[test]
    fn rows_in_parts_make_one_list() {
        let columns = [Column::new("a", ColumnKind::Text), Column::new("b", ColumnKind::Bool)];
        let rows = |word| Rows { values: vec![Value::text(word), Value::Bool(true)] };
        let (one, two) = (json_rows(&columns, &rows("\"x\""), true), json_rows(&columns, &rows("y"), false));
        let all = format!(
            "{JSON_START}{}{}{JSON_END}",
            String::from_utf8(one).unwrap(),
            String::from_utf8(two).unwrap()
        );
        let read: serde_json::Value = serde_json::from_str(&all).unwrap();
        assert_eq!(read, serde_json::json!([{"a": "\"x\"", "b": true}, {"a": "y", "b": true}]));
    }
}
