//! What a statement gives: a row of either database.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Decode, Postgres, Row as _, Sqlite, Type};

/// A row.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// What stands in a column, by its place or name.
    pub(crate) fn try_get<'r, T, I>(&'r self, at: I) -> Result<T, sqlx::Error>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(at),
            Self::Postgres(row) => row.try_get(at),
        }
    }

    /// All columns.
    pub(super) fn read<T: FromRow>(&self) -> Result<T, sqlx::Error> {
        match self {
            Self::Sqlite(row) => T::from_row(row),
            Self::Postgres(row) => T::from_row(row),
        }
    }
}

/// What a whole row can be read as: a tuple of its columns.
pub(crate) trait FromRow:
    for<'r> sqlx::FromRow<'r, SqliteRow> + for<'r> sqlx::FromRow<'r, PgRow>
{
}

impl<T> FromRow for T where T: for<'r> sqlx::FromRow<'r, SqliteRow> + for<'r> sqlx::FromRow<'r, PgRow> {}
