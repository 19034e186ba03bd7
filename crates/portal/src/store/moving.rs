//! A site's memory goes from one database to another, whole, and is compared row for row.
//!
//! Both are brought up to date first, so both have the same tables; what is copied is found in the
//! tables themselves, so that no step can be forgotten here. Everything is one write: where
//! something goes wrong, the new database is as empty as it was.

use sqlx::AssertSqlSafe;

use super::sql::{self, Row, Value, Write};
use super::{Store, StoreError, Stored};

/// What is of one database: how its tables came about, who serves it, who guesses there; and what
/// was uploaded, which goes over by its content ([`crate::move_site`]).
const OWN: &str = "name NOT IN ('steps', 'processes', 'guesses', 'bots')";
/// So many numbers of a key make a page: of each there is a game with its record, or an upload.
const PAGE: i64 = 1_000;
/// So many values go over in one statement; PostgreSQL takes 65,535 and SQLite 32,766.
const VALUES: usize = 8_000;

/// Why a site's memory does not go over.
#[derive(Debug, thiserror::Error)]
pub enum NotMoved {
    /// Something is there already.
    #[error("{table} has {rows} rows there already; a new and empty database is needed")]
    NotEmpty {
        /// The first table with something in it.
        table: String,
        /// How much.
        rows: i64,
    },
    /// A row came over changed.
    #[error("{table}, row {row}: what was read back is not what was written; nothing was kept")]
    Differs {
        /// The table.
        table: String,
        /// Which of its rows, in the order of its keys, from 1.
        row: usize,
    },
    /// What was uploaded cannot be read, or does not come over as it was.
    #[error("upload {hash}: {error}; nothing was kept")]
    Bot {
        /// Which.
        hash: String,
        /// Why.
        error: std::io::Error,
    },
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for NotMoved {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// What went over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// How many rows, by table, in the order in which they went.
    pub tables: Vec<(String, i64)>,
}

impl Moved {
    /// All rows together.
    #[must_use]
    pub fn rows(&self) -> i64 {
        self.tables.iter().map(|(_, rows)| rows).sum()
    }
}

/// Copies everything into an empty database; `told` hears of each table as it begins, with its rows.
/// It is there when the write that is given back is committed.
pub async fn move_store(
    from: &Store,
    to: &Store,
    told: &mut (dyn FnMut(&str, i64) + Send),
) -> Result<(Moved, Write), NotMoved> {
    let tables = tables().await?;
    let mut write = to.write().await?;
    let mut moved = Moved { tables: Vec::new() };
    for table in &tables {
        let (there,): (i64,) = sql::query_as(table.count()).fetch_one(&mut write).await?;
        if there > 0 {
            return Err(NotMoved::NotEmpty { table: table.name.clone(), rows: there });
        }
        let (rows,): (i64,) = sql::query_as(table.count()).fetch_one(from.read()).await?;
        told(&table.name, rows);
        copy(from, &mut write, table).await?;
        moved.tables.push((table.name.clone(), rows));
    }
    Ok((moved, write))
}

/// Copies a table, page by page, and reads each page back.
async fn copy(from: &Store, write: &mut Write, table: &Table) -> Result<(), NotMoved> {
    let mut compared = 0;
    for page in pages(from, table).await? {
        let statement = || AssertSqlSafe(table.select(page));
        let rows = sql::query(statement()).fetch_all(from.read()).await?;
        let rows = table.values(&rows)?;
        for some in rows.chunks((VALUES / table.columns.len()).max(1)) {
            let insert = sql::query(AssertSqlSafe(table.insert(some.len())));
            let insert = some.iter().flatten().fold(insert, |insert, value| insert.bind(value.clone()));
            insert.execute(&mut *write).await?;
        }
        let back = table.values(&sql::query(statement()).fetch_all(&mut *write).await?)?;
        let differs = (0..rows.len().max(back.len())).find(|at| rows.get(*at) != back.get(*at));
        if let Some(at) = differs {
            return Err(NotMoved::Differs { table: table.name.clone(), row: compared + at + 1 });
        }
        compared += rows.len();
    }
    Ok(())
}

/// Some rows of a table: those whose first key is in a range, or all of them.
type Page = Option<(i64, i64)>;

async fn pages(from: &Store, table: &Table) -> Stored<Vec<Page>> {
    let Some(key) = table.paged_by() else { return Ok(vec![None]) };
    let ends = sql::query_as(AssertSqlSafe(format!("SELECT MIN({key}), MAX({key}) FROM {}", table.name)));
    let ends: (Option<i64>, Option<i64>) = ends.fetch_one(from.read()).await?;
    let (Some(first), Some(last)) = ends else { return Ok(Vec::new()) };
    let page = |from: i64| Some((from, from.saturating_add(PAGE - 1).min(last)));
    Ok((first..=last).step_by(PAGE as usize).map(page).collect())
}

/// All tables but those that stay, each after those that it refers to, as a new database has them.
async fn tables() -> Stored<Vec<Table>> {
    let at = |error| StoreError::File { path: std::env::temp_dir(), error };
    let folder = tempfile::tempdir().map_err(at)?;
    let empty = Store::open(folder.path()).await?;
    let names = format!("SELECT name FROM sqlite_schema WHERE type = 'table' AND {OWN} ORDER BY rowid");
    let names: Vec<(String,)> = sql::query_as(AssertSqlSafe(names)).fetch_all(empty.read()).await?;
    let mut tables = Vec::with_capacity(names.len());
    for (name,) in names {
        let columns = "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid";
        let columns: Vec<(String, String, i64)> =
            sql::query_as(columns).bind(&name).fetch_all(empty.read()).await?;
        let column = |(name, kind, key): (String, String, i64)| {
            let kind = match kind.as_str() {
                "INTEGER" => Kind::Integer,
                "REAL" => Kind::Real,
                "BLOB" => Kind::Bytes,
                _ => Kind::Text,
            };
            Column { name, kind, key }
        };
        tables.push(Table { name, columns: columns.into_iter().map(column).collect() });
    }
    empty.close().await;
    Ok(tables)
}

/// A table, with its columns.
#[derive(Debug)]
struct Table {
    name: String,
    columns: Vec<Column>,
}

#[derive(Debug)]
struct Column {
    name: String,
    kind: Kind,
    /// Its place among those that tell rows apart, from 1; 0 where it is none of them.
    key: i64,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Real,
    Text,
    Bytes,
}

impl Table {
    /// The number by which it is read in pages; small tables have none.
    fn paged_by(&self) -> Option<&str> {
        let key = self.columns.iter().find(|column| column.key == 1 && column.kind == Kind::Integer);
        key.map(|column| column.name.as_str())
    }

    fn columns(&self) -> String {
        self.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn count(&self) -> AssertSqlSafe<String> {
        AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", self.name))
    }

    fn select(&self, page: Page) -> String {
        let of = match (self.paged_by(), page) {
            (Some(key), Some((from, to))) => format!(" WHERE {key} BETWEEN {from} AND {to}"),
            _ => String::new(),
        };
        format!("SELECT {} FROM {}{of}", self.columns(), self.name)
    }

    fn insert(&self, rows: usize) -> String {
        let width = self.columns.len();
        let row = |row: usize| {
            let places = (row * width..(row + 1) * width).map(|at| format!("${}", at + 1));
            format!("({})", places.collect::<Vec<_>>().join(", "))
        };
        let rows = (0..rows).map(row).collect::<Vec<_>>().join(", ");
        format!("INSERT INTO {} ({}) VALUES {rows}", self.name, self.columns())
    }

    /// What stands in these rows, in an order that is the same in every database.
    fn values(&self, rows: &[Row]) -> Stored<Vec<Vec<Value<'static>>>> {
        let value = |row: &Row, at: usize| -> Result<Value<'static>, sqlx::Error> {
            Ok(match self.columns[at].kind {
                Kind::Integer => row.try_get::<Option<i64>, _>(at)?.into(),
                Kind::Real => row.try_get::<Option<f64>, _>(at)?.into(),
                Kind::Text => row.try_get::<Option<String>, _>(at)?.into(),
                Kind::Bytes => row.try_get::<Option<Vec<u8>>, _>(at)?.into(),
            })
        };
        let read = |row: &Row| (0..self.columns.len()).map(|at| value(row, at)).collect();
        let mut values: Vec<Vec<Value<'static>>> =
            rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?;
        values.sort_unstable();
        Ok(values)
    }
}
