//! Entries: who is on a contest's ladder, with rating, games and the rating's way so far.

pub mod entering;
pub mod folds;

use super::sql::Row;
use super::{Store, Stored, Write, now, sql};

/// Games that everyone plays on entering.
pub const GAMES_ON_ENTERING: i64 = 10;
/// Whose bot has played fewer games is provisional.
pub const GAMES_TO_BE_KNOWN: i64 = 30;
/// Everyone begins with this rating.
pub const FIRST_RATING: f64 = 25.0;
/// What is not known of a newcomer: a standard deviation.
pub const FIRST_UNCERTAINTY: f64 = 25.0 / 3.0;

/// Somebody on a ladder.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its number.
    pub id: i64,
    /// On which ladder.
    pub contest: i64,
    /// Whose; `None` for a player of the house.
    pub account: Option<i64>,
    /// The name of the player of the house.
    pub house: Option<String>,
    /// As shown.
    pub name: String,
    /// The upload that plays.
    pub upload: Option<i64>,
    /// When it came to the ladder, or its newest upload did.
    pub entered: i64,
    /// The running rating.
    pub rating: f64,
    /// Its standard deviation.
    pub uncertainty: f64,
    /// Games played.
    pub games: i64,
    /// Games won; a shared win is a part of one.
    pub wins: f64,
    /// Games in which it did something wrong.
    pub faults: i64,
    /// Games it is owed on entering.
    pub owed: i64,
    /// The rating's way so far, thinned out.
    pub path: Vec<f32>,
    /// Every how many games the rating is noted.
    pub stride: i64,
    /// Why it does not play any more.
    pub out_of: Option<String>,
    /// What plays, by content; empty where that is not known.
    pub content: String,
    /// Games that this content played.
    pub played: i64,
}

impl Entry {
    /// The same somebody before the first game.
    #[must_use]
    pub fn begun_anew(self) -> Self {
        Self {
            rating: FIRST_RATING,
            uncertainty: FIRST_UNCERTAINTY,
            games: 0,
            wins: 0.0,
            faults: 0,
            path: Vec::new(),
            stride: 1,
            content: String::new(),
            played: 0,
            ..self
        }
    }

    /// Whether it has played too little to be told from luck: it stands below those who have not.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.played < GAMES_TO_BE_KNOWN
    }
}

const COLUMNS: &str = "SELECT id, contest, account, house, name, upload, entered, rating, \
                       uncertainty, games, wins, faults, owed, path, stride, out_of, content, \
                       played FROM entries";

/// By place and not by name: a ladder has thousands of rows.
fn read(row: &Row) -> Stored<Entry> {
    Ok(Entry {
        id: row.try_get(0)?,
        contest: row.try_get(1)?,
        account: row.try_get(2)?,
        house: row.try_get(3)?,
        name: row.try_get(4)?,
        upload: row.try_get(5)?,
        entered: row.try_get(6)?,
        rating: row.try_get(7)?,
        uncertainty: row.try_get(8)?,
        games: row.try_get(9)?,
        wins: row.try_get(10)?,
        faults: row.try_get(11)?,
        owed: row.try_get(12)?,
        path: serde_json::from_str(row.try_get(13)?).unwrap_or_default(),
        stride: row.try_get(14)?,
        out_of: row.try_get(15)?,
        content: row.try_get(16)?,
        played: row.try_get(17)?,
    })
}

/// Everyone on a contest's ladder.
pub async fn of_contest(store: &Store, contest: i64) -> Stored<Vec<Entry>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE contest = $1 ORDER BY id"));
    sql::query(sql).bind(contest).fetch_all(store.read()).await?.iter().map(read).collect()
}

/// Those on a contest's ladder who played in games after this one, or came since this moment.
pub async fn changed_since(store: &Store, contest: i64, game: i64, moment: i64) -> Stored<Vec<Entry>> {
    let sql = sqlx::AssertSqlSafe(format!(
        "{COLUMNS} WHERE contest = $1 AND (entered >= $3 OR id IN (SELECT s.entry FROM seats s \
         WHERE s.game > $2))"
    ));
    let rows = sql::query(sql).bind(contest).bind(game).bind(moment).fetch_all(store.read()).await?;
    rows.iter().map(read).collect()
}

/// All entries of an account.
pub async fn of_account(store: &Store, account: i64) -> Stored<Vec<Entry>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE account = $1 ORDER BY contest"));
    sql::query(sql).bind(account).fetch_all(store.read()).await?.iter().map(read).collect()
}

/// The entry of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Entry>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    sql::query(sql).bind(id).fetch_optional(store.read()).await?.as_ref().map(read).transpose()
}

/// The entry of this number, as this write sees it.
pub async fn seen_by(write: &mut Write, id: i64) -> Stored<Option<Entry>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    sql::query(sql).bind(id).fetch_optional(&mut *write).await?.as_ref().map(read).transpose()
}

/// Everyone on a contest's ladder, as this write sees them.
pub async fn all_seen(write: &mut Write, contest: i64) -> Stored<Vec<Entry>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE contest = $1 ORDER BY id"));
    sql::query(sql).bind(contest).fetch_all(&mut *write).await?.iter().map(read).collect()
}

/// Puts a player of the house on a ladder, where it is not there yet.
pub async fn enter_house(write: &mut Write, contest: i64, house: &str) -> Stored<()> {
    sql::query(
        "INSERT INTO entries (contest, house, name, entered, rating, uncertainty, games, wins, \
         faults, owed, path, stride) VALUES ($1, $2, $2, $3, $4, $5, 0, 0, 0, 0, '[]', 1) ON \
         CONFLICT DO NOTHING",
    )
    .bind(contest)
    .bind(house)
    .bind(now())
    .bind(FIRST_RATING)
    .bind(FIRST_UNCERTAINTY)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// The upload that plays for an account, where one does.
pub async fn current(write: &mut Write, contest: i64, account: i64) -> Stored<Option<i64>> {
    let row: Option<(Option<i64>,)> =
        sql::query_as("SELECT upload FROM entries WHERE contest = $1 AND account = $2")
            .bind(contest)
            .bind(account)
            .fetch_optional(&mut *write)
            .await?;
    Ok(row.and_then(|(upload,)| upload))
}

/// What a game changed.
pub async fn update(write: &mut Write, entry: &Entry) -> Stored<()> {
    let path = serde_json::to_string(&entry.path).unwrap_or_default();
    sql::query(
        "UPDATE entries SET rating = $1, uncertainty = $2, games = $3, wins = $4, faults = $5, \
         path = $6, stride = $7, played = $8 WHERE id = $9",
    )
    .bind(entry.rating)
    .bind(entry.uncertainty)
    .bind(entry.games)
    .bind(entry.wins)
    .bind(entry.faults)
    .bind(path)
    .bind(entry.stride)
    .bind(entry.played)
    .bind(entry.id)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// One of the games owed on entering is in the queue.
pub async fn pay(write: &mut Write, entry: i64) -> Stored<()> {
    sql::query("UPDATE entries SET owed = owed - 1 WHERE id = $1 AND owed > 0")
        .bind(entry)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// Takes an entry off the ladder with a reason, or lets it play again.
pub async fn put_out(write: &mut Write, entry: i64, why: Option<&str>) -> Stored<()> {
    sql::query("UPDATE entries SET out_of = $1 WHERE id = $2")
        .bind(why)
        .bind(entry)
        .execute(&mut *write)
        .await?;
    Ok(())
}
