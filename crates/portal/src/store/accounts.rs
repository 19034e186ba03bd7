//! Accounts, whom sign-up lets in, personal tokens and one-time links.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Store, StoreError, Stored, Write, now};

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Uploads bots.
    Player,
    /// Runs contests, too.
    Organiser,
}

impl Role {
    /// As stored and shown.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Organiser => "organiser",
        }
    }

    fn read(word: &str) -> Stored<Self> {
        match word {
            "player" => Ok(Self::Player),
            "organiser" => Ok(Self::Organiser),
            other => Err(StoreError::Unreadable(format!("there is no role {other}"))),
        }
    }
}

/// Somebody who can sign in.
#[derive(Debug, Clone)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// As shown.
    pub name: String,
    /// The mail address, where one was given.
    pub address: Option<String>,
    /// The hash of the password.
    pub password: String,
    /// What it may do.
    pub role: Role,
}

const COLUMNS: &str = "SELECT id, name, address, password, role FROM accounts";

fn read(row: &SqliteRow) -> Stored<Account> {
    Ok(Account {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        address: row.try_get("address")?,
        password: row.try_get("password")?,
        role: Role::read(row.try_get("role")?)?,
    })
}

/// A new account; `None` where somebody has the name or the address.
pub async fn add(
    write: &mut Write<'_>,
    name: &str,
    address: Option<&str>,
    password: &str,
    role: Role,
) -> Stored<Option<i64>> {
    let row: Option<(i64,)> = sqlx::query_as(
        "INSERT INTO accounts (name, plain, address, password, role, created) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(name)
    .bind(name.to_lowercase())
    .bind(address.map(str::to_lowercase))
    .bind(password)
    .bind(role.word())
    .bind(now())
    .fetch_optional(&mut **write)
    .await?;
    Ok(row.map(|(id,)| id))
}

/// The account of this name or address, whatever its capitals.
pub async fn named(store: &Store, word: &str) -> Stored<Option<Account>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE plain = $1 OR address = $1"));
    let row = sqlx::query(sql).bind(word.to_lowercase()).fetch_optional(store.read()).await?;
    row.as_ref().map(read).transpose()
}

/// The account of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Account>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    let row = sqlx::query(sql).bind(id).fetch_optional(store.read()).await?;
    row.as_ref().map(read).transpose()
}

/// Whether anybody organises.
pub async fn has_organiser(store: &Store) -> Stored<bool> {
    let row = sqlx::query("SELECT 1 FROM accounts WHERE role = 'organiser' LIMIT 1");
    Ok(row.fetch_optional(store.read()).await?.is_some())
}

/// Sets a new password; all sessions of the account end.
pub async fn set_password(write: &mut Write<'_>, account: i64, password: &str) -> Stored<()> {
    sqlx::query("UPDATE accounts SET password = $1 WHERE id = $2")
        .bind(password)
        .bind(account)
        .execute(&mut **write)
        .await?;
    sqlx::query("DELETE FROM sessions WHERE account = $1").bind(account).execute(&mut **write).await?;
    Ok(())
}

/// Lets a code or an address sign up.
pub async fn admit(write: &mut Write<'_>, word: &str) -> Stored<()> {
    sqlx::query("INSERT INTO admissions (word, added) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(word.to_lowercase())
        .bind(now())
        .execute(&mut **write)
        .await?;
    Ok(())
}

/// A code or an address may not sign up any more; whoever did stays.
pub async fn dismiss(write: &mut Write<'_>, word: &str) -> Stored<()> {
    let gone = sqlx::query("DELETE FROM admissions WHERE word = $1").bind(word.to_lowercase());
    gone.execute(&mut **write).await?;
    Ok(())
}

/// Whether a code or an address may sign up.
pub async fn is_admitted(store: &Store, word: &str) -> Stored<bool> {
    let row = sqlx::query("SELECT 1 FROM admissions WHERE word = $1").bind(word.to_lowercase());
    Ok(row.fetch_optional(store.read()).await?.is_some())
}

/// A new personal token, by its hash.
pub async fn add_token(write: &mut Write<'_>, account: i64, hash: &str, label: &str) -> Stored<i64> {
    let (id,): (i64,) = sqlx::query_as(
        "INSERT INTO tokens (account, hash, label, created) VALUES ($1, $2, $3, $4) RETURNING id",
    )
    .bind(account)
    .bind(hash)
    .bind(label)
    .bind(now())
    .fetch_one(&mut **write)
    .await?;
    Ok(id)
}

/// The account whose token has this hash.
pub async fn of_token(store: &Store, hash: &str) -> Stored<Option<Account>> {
    let sql =
        sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = (SELECT account FROM tokens WHERE hash = $1)"));
    let row = sqlx::query(sql).bind(hash).fetch_optional(store.read()).await?;
    row.as_ref().map(read).transpose()
}

/// The tokens of an account: number, label, when made.
pub async fn tokens(store: &Store, account: i64) -> Stored<Vec<(i64, String, i64)>> {
    let rows = sqlx::query_as("SELECT id, label, created FROM tokens WHERE account = $1 ORDER BY id");
    Ok(rows.bind(account).fetch_all(store.read()).await?)
}

/// Takes a token back.
pub async fn drop_token(write: &mut Write<'_>, account: i64, token: i64) -> Stored<()> {
    sqlx::query("DELETE FROM tokens WHERE id = $1 AND account = $2")
        .bind(token)
        .bind(account)
        .execute(&mut **write)
        .await?;
    Ok(())
}

/// What a one-time link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// A new password for this account.
    Password(i64),
    /// The first organiser's account.
    Organiser,
}

/// A new one-time link, by its hash. A new one for the same purpose takes the place of the old one.
pub async fn add_link(write: &mut Write<'_>, hash: &str, link: Link, expires: i64) -> Stored<()> {
    let account = match link {
        Link::Password(account) => Some(account),
        Link::Organiser => None,
    };
    sqlx::query("DELETE FROM links WHERE account = $1 OR (account IS NULL AND $1 IS NULL) OR expires < $2")
        .bind(account)
        .bind(now())
        .execute(&mut **write)
        .await?;
    sqlx::query("INSERT INTO links (hash, account, created, expires) VALUES ($1, $2, $3, $4)")
        .bind(hash)
        .bind(account)
        .bind(now())
        .bind(expires)
        .execute(&mut **write)
        .await?;
    Ok(())
}

/// What a link of this hash is for, while it can be used.
pub async fn link(store: &Store, hash: &str) -> Stored<Option<Link>> {
    let row: Option<(Option<i64>,)> =
        sqlx::query_as("SELECT account FROM links WHERE hash = $1 AND expires >= $2")
            .bind(hash)
            .bind(now())
            .fetch_optional(store.read())
            .await?;
    Ok(row.map(|(account,)| account.map_or(Link::Organiser, Link::Password)))
}

/// Uses a link up; `false` where somebody was quicker.
pub async fn use_link(write: &mut Write<'_>, hash: &str) -> Stored<bool> {
    let used = sqlx::query("DELETE FROM links WHERE hash = $1").bind(hash).execute(&mut **write).await?;
    Ok(used.rows_affected() == 1)
}

/// The name of an account.
pub async fn name_of(write: &mut Write<'_>, account: i64) -> Stored<String> {
    let (name,): (String,) = sqlx::query_as("SELECT name FROM accounts WHERE id = $1")
        .bind(account)
        .fetch_one(&mut **write)
        .await?;
    Ok(name)
}
