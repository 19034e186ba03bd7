//! A statement with its values, and what comes of running it.

use std::marker::PhantomData;

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Postgres, SqlSafeStr, SqlStr, Sqlite};

use super::super::postgres;
use super::place::{Place, Write};
use super::row::{FromRow, Row};
use super::value::Value;

/// A statement whose rows are read column by column.
pub(crate) struct Statement<'q> {
    sql: SqlStr,
    values: Vec<Value<'q>>,
}

/// A statement.
pub(crate) fn query<'q>(sql: impl SqlSafeStr) -> Statement<'q> {
    Statement { sql: sql.into_sql_str(), values: Vec::new() }
}

/// Runs a method of a query in its place, on whichever database that is, and brings what comes of
/// it to one type.
macro_rules! run {
    ($statement:expr, $on:expr, $method:ident, |$came:ident, $Row:ident| $answer:expr) => {
        match $on.into() {
            Place::SqliteReaders(pool) => {
                run!(@ $statement.sqlite()?.$method(pool), |$came, $Row| $answer, Sqlite)
            }
            Place::SqliteWrite(write) => {
                run!(@ $statement.sqlite()?.$method(write), |$came, $Row| $answer, Sqlite)
            }
            Place::PostgresReaders(pool) => {
                run!(@ $statement.postgres()?.$method(pool), |$came, $Row| $answer, Postgres)
            }
            Place::PostgresWrite(write) => {
                run!(@ $statement.postgres()?.$method(write), |$came, $Row| $answer, Postgres)
            }
        }
    };
    (@ $running:expr, |$came:ident, $Row:ident| $answer:expr, $database:ident) => {{
        #[allow(unused)] // Statements without rows have none to name.
        let $Row = Row::$database;
        let $came = $running.await?;
        Ok($answer)
    }};
}

impl<'q> Statement<'q> {
    /// Gives the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Runs it; gives how many rows it touched.
    pub(crate) async fn execute(self, on: impl Into<Place<'_>>) -> Result<u64, sqlx::Error> {
        run!(self, on, execute, |done, row| done.rows_affected())
    }

    /// The one row that there is.
    pub(crate) async fn fetch_one(self, on: impl Into<Place<'_>>) -> Result<Row, sqlx::Error> {
        run!(self, on, fetch_one, |found, row| row(found))
    }

    /// The one row, where there is one.
    pub(crate) async fn fetch_optional(self, on: impl Into<Place<'_>>) -> Result<Option<Row>, sqlx::Error> {
        run!(self, on, fetch_optional, |found, row| found.map(row))
    }

    /// All rows.
    pub(crate) async fn fetch_all(self, on: impl Into<Place<'_>>) -> Result<Vec<Row>, sqlx::Error> {
        run!(self, on, fetch_all, |found, row| found.into_iter().map(row).collect())
    }

    fn sqlite(self) -> Result<Query<'static, Sqlite, SqliteArguments>, sqlx::Error> {
        let mut arguments = SqliteArguments::default();
        arguments.reserve(self.values.len(), 0);
        for value in self.values {
            value.give_sqlite(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        Ok(sqlx::query_with(self.sql, arguments))
    }

    fn postgres(self) -> Result<Query<'static, Postgres, PgArguments>, sqlx::Error> {
        let mut arguments = PgArguments::default();
        for value in self.values {
            value.give_postgres(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        Ok(sqlx::query_with(self.sql, arguments))
    }
}

/// A statement whose rows are read as tuples.
pub(crate) struct Typed<'q, T> {
    statement: Statement<'q>,
    row: PhantomData<fn() -> T>,
}

/// A statement whose rows are tuples.
pub(crate) fn query_as<'q, T: FromRow>(sql: impl SqlSafeStr) -> Typed<'q, T> {
    Typed { statement: query(sql), row: PhantomData }
}

impl<'q, T: FromRow> Typed<'q, T> {
    /// Gives the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.statement = self.statement.bind(value);
        self
    }

    /// The one row that there is.
    pub(crate) async fn fetch_one(self, on: impl Into<Place<'_>>) -> Result<T, sqlx::Error> {
        self.statement.fetch_one(on).await?.read()
    }

    /// The one row, where there is one.
    pub(crate) async fn fetch_optional(self, on: impl Into<Place<'_>>) -> Result<Option<T>, sqlx::Error> {
        self.statement.fetch_optional(on).await?.as_ref().map(Row::read).transpose()
    }

    /// All rows.
    pub(crate) async fn fetch_all(self, on: impl Into<Place<'_>>) -> Result<Vec<T>, sqlx::Error> {
        self.statement.fetch_all(on).await?.iter().map(Row::read).collect()
    }
}

/// Makes what steps of the tables need and a database does not have.
pub(crate) async fn prepare(write: &mut Write) -> Result<(), sqlx::Error> {
    let Write::Postgres(write) = write else { return Ok(()) };
    sqlx::raw_sql(postgres::NUMBERS).execute(&mut **write).await.map(|_| ())
}

/// Runs a step of the tables: several statements without values, written for SQLite.
pub(crate) async fn run_step(write: &mut Write, step: &'static str) -> Result<(), sqlx::Error> {
    match write {
        Write::Sqlite(write) => sqlx::raw_sql(step).execute(&mut **write).await.map(|_| ()),
        Write::Postgres(write) => {
            let step = sqlx::AssertSqlSafe(postgres::step(step));
            sqlx::raw_sql(step).execute(&mut **write).await.map(|_| ())
        }
    }
}
