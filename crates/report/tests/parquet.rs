//! A Parquet file holds what was put in, read back by the library's own reader.

#![cfg(feature = "parquet")]
#![allow(clippy::unwrap_used)] // A test may.

use croupier_report::export::{Column, ColumnKind, ParquetFile, Rows, Value};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

fn columns() -> Vec<Column> {
    let column = |name: &str, kind| Column { name: name.to_owned(), kind };
    vec![
        column("game", ColumnKind::Int),
        column("bot", ColumnKind::Text),
        column("score", ColumnKind::Float),
        column("winner", ColumnKind::Bool),
    ]
}

fn rows(games: std::ops::Range<i64>) -> Rows<'static> {
    let row = |game: i64| {
        let score = if game % 3 == 0 { Value::Missing } else { Value::Float(game as f64 / 2.0) };
        [
            Value::Int(game),
            Value::Text(format!("bot “{}”", game % 7).into()),
            score,
            Value::Bool(game % 2 == 0),
        ]
    };
    Rows { values: games.flat_map(row).collect() }
}

#[test]
fn every_value_comes_back_and_what_is_missing_stays_missing() {
    let mut bytes = Vec::new();
    let mut file = ParquetFile::begin(&mut bytes, &columns()).unwrap();
    // More than one group of rows, in uneven parts.
    file.add(rows(0..1_000)).unwrap();
    file.add(rows(1_000..130_000)).unwrap();
    file.add(rows(130_000..150_000)).unwrap();
    file.end().unwrap();
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    assert_eq!(reader.metadata().file_metadata().created_by(), Some("croupier"));
    let mut game = 0;
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        assert_eq!(row.get_long(0).unwrap(), game);
        assert_eq!(row.get_string(1).unwrap(), &format!("bot “{}”", game % 7));
        assert_eq!(row.get_double(2).ok(), (game % 3 != 0).then(|| game as f64 / 2.0));
        assert_eq!(row.get_bool(3).unwrap(), game % 2 == 0);
        game += 1;
    }
    assert_eq!(game, 150_000);
}
