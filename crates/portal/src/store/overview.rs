//! What an organiser looks over: people, and the uploads that play.

use super::accounts::Role;
use super::{Store, Stored, Write, sql};

/// Somebody who can sign in, in a list.
#[derive(Debug, Clone)]
pub struct Person {
    /// The account's number.
    pub id: i64,
    /// What it is called on ladders.
    pub name: String,
    /// Its mail address.
    pub address: Option<String>,
    /// What it may do, in a word.
    pub role: String,
    /// How many uploads it sent.
    pub uploads: i64,
}

/// The people whose name or address contains this, at most so many, by name.
pub async fn people(store: &Store, find: &str, most: i64) -> Stored<Vec<Person>> {
    let rows: Vec<(i64, String, Option<String>, String, i64)> = sql::query_as(
        "SELECT a.id, a.name, a.address, a.role, (SELECT COUNT(*) FROM uploads u WHERE u.account = a.id) \
         FROM accounts a WHERE a.plain LIKE $1 ESCAPE '!' OR a.address LIKE $1 ESCAPE '!' ORDER BY a.plain LIMIT $2",
    )
    .bind(format!("%{}%", as_it_is(&find.to_lowercase())))
    .bind(most)
    .fetch_all(store.read())
    .await?;
    let person = |(id, name, address, role, uploads)| Person { id, name, address, role, uploads };
    Ok(rows.into_iter().map(person).collect())
}

/// A text as a pattern that means itself.
fn as_it_is(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

/// Gives an account another role.
pub async fn set_role(write: &mut Write, account: i64, role: Role) -> Stored<()> {
    sql::query("UPDATE accounts SET role = $1 WHERE id = $2")
        .bind(role.word())
        .bind(account)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// An upload of a contest with its author, for lists and archives.
#[derive(Debug, Clone)]
pub struct SentUpload {
    /// The upload's number.
    pub upload: i64,
    /// Who sent it.
    pub name: String,
    /// What the author called it.
    pub file_name: String,
    /// The folder it is kept in; empty for a url.
    pub hash: String,
    /// The file in it that is the bot.
    pub main: String,
    /// Where it stands, in a word.
    pub state: String,
    /// Its marks, as JSON.
    pub marks: Option<String>,
    /// When it came.
    pub received: i64,
    /// Whether it is the one that plays.
    pub plays: bool,
}

/// All uploads of a contest, the oldest first.
pub async fn sent(store: &Store, contest: i64) -> Stored<Vec<SentUpload>> {
    type Line = (i64, String, String, String, String, String, Option<String>, i64, i64);
    let rows: Vec<Line> = sql::query_as(
        "SELECT u.id, a.name, u.file_name, u.hash, u.main, u.state, u.marks, u.received, CAST(CASE \
         WHEN e.upload = u.id THEN 1 ELSE 0 END AS BIGINT) FROM uploads u JOIN accounts a ON a.id = \
         u.account LEFT JOIN entries e ON e.contest = u.contest AND e.account = u.account WHERE u.contest = $1 \
         ORDER BY u.id",
    )
    .bind(contest)
    .fetch_all(store.read())
    .await?;
    let line = |(upload, name, file_name, hash, main, state, marks, received, plays)| SentUpload {
        upload,
        name,
        file_name,
        hash,
        main,
        state,
        marks,
        received,
        plays: plays != 0,
    };
    Ok(rows.into_iter().map(line).collect())
}
