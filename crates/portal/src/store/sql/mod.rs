//! Statements that are written once and run on either database: SQLite, or PostgreSQL.
//!
//! Both take `$1`, `RETURNING` and `ON CONFLICT`. What a statement gives has to have one type on
//! both: a sum or a number of its own is cast (`CAST(… AS BIGINT)`), since PostgreSQL has narrower
//! and wider ones. Knows no table.

mod moment;
mod place;
mod row;
mod statement;
mod value;

pub(crate) use moment::moment;
pub use place::Write;
pub(crate) use place::{Place, Readers, Writer};
pub(crate) use row::Row;
pub(crate) use statement::{prepare, query, query_as, run_step};
pub(crate) use value::Value;
