//! Accounts and one-time links.

pub mod admissions;
pub mod devices;
pub mod sessions;
pub mod tokens;

use super::sql::Row;
use super::{Store, StoreError, Stored, Write, now, sql};
use crate::accounts::confusable_names::skeleton;

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

fn read(row: &Row) -> Stored<Account> {
    Ok(Account {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        address: row.try_get("address")?,
        password: row.try_get("password")?,
        role: Role::read(row.try_get("role")?)?,
    })
}

/// Why there is no account of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFree {
    /// Somebody has the name or the address.
    Taken,
    /// Somebody has a name that looks like it.
    LooksAlike,
}

/// A new account.
pub async fn add(
    write: &mut Write,
    name: &str,
    address: Option<&str>,
    password: &str,
    role: Role,
) -> Stored<Result<i64, NotFree>> {
    let skeleton = skeleton(name);
    let plain = name.to_lowercase();
    // Accounts from before names were compared may look alike among themselves.
    let alike: Option<(i64,)> =
        sql::query_as("SELECT id FROM accounts WHERE skeleton = $1 AND plain <> $2 LIMIT 1")
            .bind(&skeleton)
            .bind(&plain)
            .fetch_optional(&mut *write)
            .await?;
    if alike.is_some() {
        return Ok(Err(NotFree::LooksAlike));
    }
    let row: Option<(i64,)> = sql::query_as(
        "INSERT INTO accounts (name, plain, address, password, role, created, skeleton) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(name)
    .bind(plain)
    .bind(address.map(str::to_lowercase))
    .bind(password)
    .bind(role.word())
    .bind(now())
    .bind(skeleton)
    .fetch_optional(&mut *write)
    .await?;
    Ok(row.map(|(id,)| id).ok_or(NotFree::Taken))
}

/// Works out what the names of older accounts look like.
pub(super) async fn fill_skeletons(write: &mut Write) -> Stored<()> {
    let rows: Vec<(i64, String)> =
        sql::query_as("SELECT id, name FROM accounts WHERE skeleton = ''").fetch_all(&mut *write).await?;
    for (id, name) in rows {
        sql::query("UPDATE accounts SET skeleton = $1 WHERE id = $2")
            .bind(skeleton(&name))
            .bind(id)
            .execute(&mut *write)
            .await?;
    }
    Ok(())
}

/// Binds an address to an account, or takes it away; `false` where somebody else has it.
pub async fn set_address(write: &mut Write, account: i64, address: Option<&str>) -> Stored<bool> {
    let address = address.map(str::to_lowercase);
    let set = sql::query(
        "UPDATE accounts SET address = $1 WHERE id = $2 AND NOT EXISTS \
         (SELECT 1 FROM accounts other WHERE other.address = $1 AND other.id <> $2)",
    );
    let set = set.bind(address).bind(account).execute(&mut *write).await?;
    Ok(set == 1)
}

/// The account of this name or address, whatever its capitals.
pub async fn named(store: &Store, word: &str) -> Stored<Option<Account>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE plain = $1 OR address = $1"));
    let row = sql::query(sql).bind(word.to_lowercase()).fetch_optional(store.read()).await?;
    row.as_ref().map(read).transpose()
}

/// The account of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Account>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    let row = sql::query(sql).bind(id).fetch_optional(store.read()).await?;
    row.as_ref().map(read).transpose()
}

/// Whether anybody organises.
pub async fn has_organiser(store: &Store) -> Stored<bool> {
    let row = sql::query("SELECT 1 FROM accounts WHERE role = 'organiser' LIMIT 1");
    Ok(row.fetch_optional(store.read()).await?.is_some())
}

/// Sets a new password; all sessions and tokens of the account end, and no browser is known any more.
pub async fn set_password(write: &mut Write, account: i64, password: &str) -> Stored<()> {
    sql::query("UPDATE accounts SET password = $1 WHERE id = $2")
        .bind(password)
        .bind(account)
        .execute(&mut *write)
        .await?;
    for table in ["sessions", "tokens", "devices"] {
        let sql = sqlx::AssertSqlSafe(format!("DELETE FROM {table} WHERE account = $1"));
        sql::query(sql).bind(account).execute(&mut *write).await?;
    }
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
pub async fn add_link(write: &mut Write, hash: &str, link: Link, expires: i64) -> Stored<()> {
    let account = match link {
        Link::Password(account) => Some(account),
        Link::Organiser => None,
    };
    sql::query("DELETE FROM links WHERE account = $1 OR (account IS NULL AND $1 IS NULL) OR expires < $2")
        .bind(account)
        .bind(now())
        .execute(&mut *write)
        .await?;
    sql::query("INSERT INTO links (hash, account, created, expires) VALUES ($1, $2, $3, $4)")
        .bind(hash)
        .bind(account)
        .bind(now())
        .bind(expires)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// What a link of this hash is for, while it can be used.
pub async fn link(store: &Store, hash: &str) -> Stored<Option<Link>> {
    let row: Option<(Option<i64>,)> =
        sql::query_as("SELECT account FROM links WHERE hash = $1 AND expires >= $2")
            .bind(hash)
            .bind(now())
            .fetch_optional(store.read())
            .await?;
    Ok(row.map(|(account,)| account.map_or(Link::Organiser, Link::Password)))
}

/// Uses a link up; `false` where somebody was quicker.
pub async fn use_link(write: &mut Write, hash: &str) -> Stored<bool> {
    let used = sql::query("DELETE FROM links WHERE hash = $1 AND expires >= $2");
    let used = used.bind(hash).bind(now()).execute(&mut *write).await?;
    Ok(used == 1)
}

/// The name of an account.
pub async fn name_of(write: &mut Write, account: i64) -> Stored<String> {
    let (name,): (String,) =
        sql::query_as("SELECT name FROM accounts WHERE id = $1").bind(account).fetch_one(&mut *write).await?;
    Ok(name)
}
