//! How the queue comes into a database: PGMQ from its crate, then tables and functions of our own.

use sqlx::{AssertSqlSafe, PgConnection, PgPool};

use crate::{QueueError, Queued};

/// Steps of the tables, each run once, in order.
const STEPS: [&str; 1] = [include_str!("sql/001-tables.sql")];

/// The functions, which every step makes anew.
const FUNCTIONS: [&str; 5] = [
    include_str!("sql/common.sql"),
    include_str!("sql/putting.sql"),
    include_str!("sql/leasing.sql"),
    include_str!("sql/ending.sql"),
    include_str!("sql/reading.sql"),
];

/// What a worker may call.
const OF_WORKERS: [&str; 12] = [
    "hello",
    "leave",
    "let_go",
    "unsuited",
    "lease",
    "extend",
    "complete",
    "hand_back",
    "fail",
    "content",
    "run_spec",
    "past",
];

/// The step that this program knows as the last one.
pub(crate) const HERE: i32 = STEPS.len() as i32;

/// The number by which whoever makes a queue keeps others from it.
const ONE_AT_A_TIME: i64 = 0x6372_6f75_7175_6575;

/// Brings the queue of a database up to date, and makes it where there is none.
pub(crate) async fn up_to_date(pool: &PgPool) -> Queued<()> {
    if step(pool).await? == Some(HERE) {
        return Ok(());
    }
    let mut install = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(ONE_AT_A_TIME).execute(&mut *install).await?;
    let there = step(pool).await?.unwrap_or(0);
    if there > HERE {
        return Err(QueueError::Newer { there, here: HERE });
    }
    if there == HERE {
        return Ok(());
    }
    let (extension,): (bool,) =
        sqlx::query_as("SELECT EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'pgmq')")
            .fetch_one(&mut *install)
            .await?;
    if extension {
        return Err(QueueError::Extension);
    }
    // It has a transaction of its own: what it did is there where ours ends before its time, and is
    // found done the next time.
    pgmq::install::install_sql_from_embedded(pool).await?;
    for text in STEPS.iter().skip(there as usize).chain(&FUNCTIONS) {
        sqlx::raw_sql(*text).execute(&mut *install).await?;
    }
    sqlx::query("UPDATE croupier_queue.step SET number = $1").bind(HERE).execute(&mut *install).await?;
    install.commit().await?;
    Ok(())
}

/// The step at which the tables are; `None` where there are none.
async fn step(pool: &PgPool) -> Queued<Option<i32>> {
    let (there,): (bool,) =
        sqlx::query_as("SELECT to_regclass('croupier_queue.step') IS NOT NULL").fetch_one(pool).await?;
    if !there {
        return Ok(None);
    }
    let step: Option<(i32,)> =
        sqlx::query_as("SELECT number FROM croupier_queue.step").fetch_optional(pool).await?;
    Ok(step.map(|(number,)| number))
}

/// Makes a role that may call the functions of a worker and nothing else, or lets an existing one.
pub(crate) async fn admit(connection: &mut PgConnection, role: &str, password: Option<&str>) -> Queued<()> {
    let name = quoted(role, '"');
    let (there,): (bool,) =
        sqlx::query_as("SELECT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = $1)")
            .bind(role)
            .fetch_one(&mut *connection)
            .await?;
    let mut statements = Vec::new();
    if !there {
        statements.push(format!("CREATE ROLE {name} LOGIN"));
    }
    if let Some(password) = password {
        statements.push(format!("ALTER ROLE {name} PASSWORD {}", literal(password)));
    }
    statements.push(format!("GRANT USAGE ON SCHEMA croupier_queue TO {name}"));
    for function in OF_WORKERS {
        statements.push(format!("GRANT EXECUTE ON FUNCTION croupier_queue.{function} TO {name}"));
    }
    // Whoever owns the queue ends sessions of workers that stand still within a transaction.
    statements.push(format!("GRANT {name} TO CURRENT_USER"));
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    }
    sqlx::query("INSERT INTO croupier_queue.admitted VALUES ($1) ON CONFLICT DO NOTHING")
        .bind(role)
        .execute(connection)
        .await?;
    Ok(())
}

/// A name or a text as it stands in a statement.
fn quoted(text: &str, mark: char) -> String {
    let twice = format!("{mark}{mark}");
    format!("{mark}{}{mark}", text.replace(mark, &twice))
}

/// A text, whatever the server thinks of backslashes.
fn literal(text: &str) -> String {
    format!("E{}", quoted(&text.replace('\\', r"\\"), '\''))
}
