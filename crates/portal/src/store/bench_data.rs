//! A whole season at once: so many players and games as no test would play, for whoever measures reading.

use super::accounts::{self, Role};
use super::{Store, Stored, now, sql, tokens};
use crate::accounts::secrets;

/// Makes a class at once: accounts without a password, each with a personal token, which is given.
pub async fn class(store: &Store, students: usize) -> Stored<Vec<String>> {
    let mut write = store.write().await?;
    let mut words = Vec::with_capacity(students);
    for number in 1..=students {
        let name = format!("Student {number}");
        let Ok(account) = accounts::add(&mut write, &name, None, "", Role::Player).await? else { continue };
        let token = secrets::word();
        tokens::add(&mut write, account, &secrets::hash(&token), "bench").await?;
        words.push(token);
    }
    write.commit().await?;
    Ok(words)
}

/// Fills a contest with players who each have an upload, and with games of `seats` neighbours that
/// all have this record. Games end a second apart.
pub async fn fill(
    store: &Store,
    contest: i64,
    players: i64,
    games: i64,
    seats: i64,
    record: &[u8],
) -> Stored<()> {
    let mut write = store.write().await?;
    let count =
        "WITH RECURSIVE n (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < $1)";
    let statement = |text: &str| sqlx::AssertSqlSafe(text.replace("{n}", count));
    let (first,): (i64,) =
        sql::query_as("SELECT COALESCE(MAX(id), 0) FROM entries").fetch_one(&mut write).await?;
    sql::query(statement(
        "INSERT INTO accounts (id, name, plain, password, role, created) {n} SELECT (SELECT \
         COALESCE(MAX(id), 0) FROM accounts) + n, 'Player ' || n, 'player ' || n, '', 'player', $2 FROM n",
    ))
    .bind(players)
    .bind(now())
    .execute(&mut write)
    .await?;
    sql::query(statement(
        "INSERT INTO entries (id, contest, account, name, entered, rating, uncertainty, games, \
         wins, faults, owed, path, stride, played) {n} SELECT $2 + n, $3, (SELECT id FROM accounts \
         WHERE plain = 'player ' || n), 'Player ' || n, $4, 15 + (n * 7919 % 2000) / 100.0, 1.0, \
         $5, $5 / 3.0, 0, 0, '[25,26,24,27,26,28,27,29]', 64, $5 FROM n",
    ))
    .bind(players)
    .bind(first)
    .bind(contest)
    .bind(now())
    .bind(games * seats / players.max(1))
    .execute(&mut write)
    .await?;
    let (before,): (i64,) =
        sql::query_as("SELECT COALESCE(MAX(id), 0) FROM games").fetch_one(&mut write).await?;
    let line = |seat| format!("($5 + 1 + (n * 7 + {seat}) % $6) || ' {} {} 0 '", seat + 1, 10 * seat);
    let lines = (0..seats).map(line).collect::<Vec<_>>().join(" || '\n' || ");
    sql::query(statement(&format!(
        "INSERT INTO games (id, contest, seed, ended, took, faults, seats) {{n}} SELECT $2 + n, \
         $3, n, $4 + n * 1000, 5, CASE WHEN n % 50 = 0 THEN 1 ELSE 0 END, {lines} FROM n",
    )))
    .bind(games)
    .bind(before)
    .bind(contest)
    .bind(now() - games * 1000)
    .bind(first)
    .bind(players)
    .execute(&mut write)
    .await?;
    for seat in 0..seats {
        sql::query(statement(
            "INSERT INTO seats (game, seat, entry, place, score, figures, faults, rating) {n} \
             SELECT $2 + n, $3, $4 + 1 + (n * 7 + $3) % $5, $3 + 1, 10 * $3, '[]', 0, 25 FROM n",
        ))
        .bind(games)
        .bind(before)
        .bind(seat)
        .bind(first)
        .bind(players)
        .execute(&mut write)
        .await?;
    }
    sql::query(statement("INSERT INTO records (game, record) {n} SELECT $2 + n, $3 FROM n"))
        .bind(games)
        .bind(before)
        .bind(record)
        .execute(&mut write)
        .await?;
    write.commit().await?;
    Ok(())
}
