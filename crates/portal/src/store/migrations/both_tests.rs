//! The steps give both databases the same tables.

use super::super::{Store, sql};

#[path = "../../../../../tests/postgres/mod.rs"]
mod postgres;

const IN_THE_FILE: &str = "SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" FROM \
                           sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.pk = 0";
const AT_THE_SERVER: &str = "SELECT c.table_name || '.' || c.column_name || ' ' || CASE c.data_type WHEN 'bigint' \
                             THEN 'INTEGER' WHEN 'double precision' THEN 'REAL' WHEN 'bytea' THEN 'BLOB' WHEN \
                             'text' THEN 'TEXT' ELSE c.data_type END || ' ' || CASE c.is_nullable WHEN 'NO' THEN \
                             1 ELSE 0 END FROM information_schema.columns c WHERE c.table_schema = 'public' AND \
                             NOT EXISTS (SELECT 1 FROM information_schema.key_column_usage k JOIN \
                             information_schema.table_constraints t USING (constraint_name) WHERE \
                             t.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name AND k.column_name \
                             = c.column_name)";
const INDEXES_IN_THE_FILE: &str = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
const INDEXES_AT_THE_SERVER: &str = "SELECT indexname::text FROM pg_indexes WHERE schemaname = 'public' AND \
                                     indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'";

async fn sorted(store: &Store, sql: &'static str) -> Vec<String> {
    let rows: Vec<(String,)> = sql::query_as(sql).fetch_all(store.read()).await.unwrap();
    let mut rows: Vec<String> = rows.into_iter().map(|(row,)| row).collect();
    rows.sort_unstable();
    rows
}

#[tokio::test]
async fn both_databases_have_the_same_columns_and_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let server = postgres::Server::start();
    let file = Store::open(folder.path()).await.unwrap();
    let remote = Store::connect(&server.url().parse().unwrap()).await.unwrap();
    let columns = sorted(&file, IN_THE_FILE).await;
    assert!(columns.len() > 100, "{columns:?}");
    assert_eq!(sorted(&remote, AT_THE_SERVER).await, columns);
    assert_eq!(sorted(&remote, INDEXES_AT_THE_SERVER).await, sorted(&file, INDEXES_IN_THE_FILE).await);
    // A store that was brought up to date is opened again.
    remote.close().await;
    Store::connect(&server.url().parse().unwrap()).await.unwrap();
}
