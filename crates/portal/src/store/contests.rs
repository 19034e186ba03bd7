//! Contests: a game with its options, limits, languages and times.

use super::sql::Row;
use super::{Store, Stored, Write, now, sql};

/// A contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    /// Its number; 0 before it is stored.
    pub id: i64,
    /// Its name in addresses.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The game's name.
    pub game: String,
    /// How many sit at a table.
    pub seats: i64,
    /// The game's options, as JSON.
    pub options: String,
    /// What bots may use, as JSON: the limits of a plan.
    pub limits: String,
    /// The kinds of bots that are taken, with commas between; empty takes all.
    pub languages: String,
    /// Uploads are taken from here on.
    pub opens: Option<i64>,
    /// No uploads are taken and no games begun from here on.
    pub closes: Option<i64>,
    /// Whether games wait until an organiser says otherwise.
    pub paused: bool,
    /// At most so many games a minute are begun.
    pub games_a_minute: i64,
}

impl Contest {
    /// Whether it takes uploads now.
    #[must_use]
    pub fn takes_uploads(&self, now: i64) -> bool {
        self.opens.is_none_or(|opens| opens <= now) && !self.is_closed(now)
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_closed(&self, now: i64) -> bool {
        self.closes.is_some_and(|closes| closes <= now)
    }

    /// Whether games are begun now.
    #[must_use]
    pub fn is_played(&self, now: i64) -> bool {
        !self.paused && self.takes_uploads(now)
    }

    /// Whether bots of this kind are taken.
    #[must_use]
    pub fn takes(&self, kind: &str) -> bool {
        self.languages.is_empty() || self.languages.split(',').any(|language| language == kind)
    }
}

const COLUMNS: &str = "SELECT id, name, title, game, seats, options, limits, languages, opens, \
                       closes, paused, games_a_minute FROM contests";

fn read(row: &Row) -> Stored<Contest> {
    Ok(Contest {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        title: row.try_get("title")?,
        game: row.try_get("game")?,
        seats: row.try_get("seats")?,
        options: row.try_get("options")?,
        limits: row.try_get("limits")?,
        languages: row.try_get("languages")?,
        opens: row.try_get("opens")?,
        closes: row.try_get("closes")?,
        paused: row.try_get::<i64, _>("paused")? != 0,
        games_a_minute: row.try_get("games_a_minute")?,
    })
}

/// All of them, the oldest first.
pub async fn all(store: &Store) -> Stored<Vec<Contest>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} ORDER BY id"));
    sql::query(sql).fetch_all(store.read()).await?.iter().map(read).collect()
}

/// The contest of this name.
pub async fn named(store: &Store, name: &str) -> Stored<Option<Contest>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE name = $1"));
    sql::query(sql).bind(name).fetch_optional(store.read()).await?.as_ref().map(read).transpose()
}

/// The contest of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Contest>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    sql::query(sql).bind(id).fetch_optional(store.read()).await?.as_ref().map(read).transpose()
}

/// A new contest; `None` where another has its name.
pub async fn add(write: &mut Write, contest: &Contest) -> Stored<Option<i64>> {
    let row: Option<(i64,)> = sql::query_as(
        "INSERT INTO contests (name, title, game, seats, options, limits, languages, opens, closes, paused, \
         games_a_minute, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
         ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(&contest.name)
    .bind(&contest.title)
    .bind(&contest.game)
    .bind(contest.seats)
    .bind(&contest.options)
    .bind(&contest.limits)
    .bind(&contest.languages)
    .bind(contest.opens)
    .bind(contest.closes)
    .bind(i64::from(contest.paused))
    .bind(contest.games_a_minute)
    .bind(now())
    .fetch_optional(&mut *write)
    .await?;
    Ok(row.map(|(id,)| id))
}

/// Changes everything of a contest but its game, name and seats.
pub async fn change(write: &mut Write, contest: &Contest) -> Stored<()> {
    sql::query(
        "UPDATE contests SET title = $1, options = $2, limits = $3, languages = $4, opens = $5, closes = $6, \
         paused = $7, games_a_minute = $8 WHERE id = $9",
    )
    .bind(&contest.title)
    .bind(&contest.options)
    .bind(&contest.limits)
    .bind(&contest.languages)
    .bind(contest.opens)
    .bind(contest.closes)
    .bind(i64::from(contest.paused))
    .bind(contest.games_a_minute)
    .bind(contest.id)
    .execute(&mut *write)
    .await?;
    Ok(())
}
