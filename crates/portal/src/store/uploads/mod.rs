//! Uploads: what came in, how its check goes, and which of them plays.

pub mod check_records;

use super::sql::Row;
use super::{Store, StoreError, Stored, Write, now, sql};

/// Of so many of an account's uploads the records of what failed are kept.
const RECORDS_KEPT: i64 = 10;

/// Where an upload stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// In the queue.
    Waiting,
    /// A worker builds it and runs the stages of its check.
    Checking,
    /// It passed.
    Passed,
    /// It failed; the stages and the detail say how.
    Failed,
}

impl State {
    /// As stored and shown.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Checking => "checking",
            Self::Passed => "passed",
            Self::Failed => "failed",
        }
    }

    fn read(word: &str) -> Stored<Self> {
        [Self::Waiting, Self::Checking, Self::Passed, Self::Failed]
            .into_iter()
            .find(|state| state.word() == word)
            .ok_or_else(|| StoreError::Unreadable(format!("no upload can be {word}")))
    }
}

/// An upload.
#[derive(Debug, Clone)]
pub struct Upload {
    /// Its number.
    pub id: i64,
    /// For which contest.
    pub contest: i64,
    /// Whose.
    pub account: i64,
    /// What the author called it.
    pub file_name: String,
    /// The folder it is kept in, by content; empty for a url.
    pub hash: String,
    /// The file in that folder that is the bot.
    pub main: String,
    /// The kind of bot.
    pub kind: String,
    /// Where it is, for a bot behind a url.
    pub url: Option<String>,
    /// How large it is.
    pub bytes: i64,
    /// When it came.
    pub received: i64,
    /// Where it stands.
    pub state: State,
    /// What there is to say of that in a line.
    pub detail: String,
    /// The bot's own name, once it is known.
    pub bot: String,
    /// All that a compiler said.
    pub compiler: Option<String>,
    /// Its marks, as JSON.
    pub marks: Option<String>,
    /// When its check ended.
    pub ended: Option<i64>,
    /// Whether its files were removed after a check that failed.
    pub gone: bool,
}

/// One stage of a check, as stored.
#[derive(Debug, Clone)]
pub struct StageRow {
    /// What was tried.
    pub name: String,
    /// `passed`, `failed`, `advice`, `not-checked` or `running`.
    pub verdict: String,
    /// What else there is to know.
    pub detail: String,
    /// What was wrong, as JSON.
    pub failing: Option<String>,
    /// How many milliseconds it took.
    pub took: i64,
}

/// What is known of an upload when it comes.
#[derive(Debug, Clone)]
pub struct NewUpload {
    /// For which contest.
    pub contest: i64,
    /// Whose.
    pub account: i64,
    /// What the author called it.
    pub file_name: String,
    /// The folder it is kept in; empty for a url.
    pub hash: String,
    /// The file in it that is the bot.
    pub main: String,
    /// The kind of bot.
    pub kind: String,
    /// Where it is, for a bot behind a url.
    pub url: Option<String>,
    /// How large it is.
    pub bytes: i64,
    /// How much of it is kept: an archive is kept unpacked.
    pub kept: i64,
}

const COLUMNS: &str = "SELECT id, contest, account, file_name, hash, main, kind, url, bytes, \
                       received, state, detail, bot, compiler, marks, ended, gone FROM uploads";

fn read(row: &Row) -> Stored<Upload> {
    Ok(Upload {
        id: row.try_get("id")?,
        contest: row.try_get("contest")?,
        account: row.try_get("account")?,
        file_name: row.try_get("file_name")?,
        hash: row.try_get("hash")?,
        main: row.try_get("main")?,
        kind: row.try_get("kind")?,
        url: row.try_get("url")?,
        bytes: row.try_get("bytes")?,
        received: row.try_get("received")?,
        state: State::read(row.try_get("state")?)?,
        detail: row.try_get("detail")?,
        bot: row.try_get("bot")?,
        compiler: row.try_get("compiler")?,
        marks: row.try_get("marks")?,
        ended: row.try_get("ended")?,
        gone: row.try_get::<i64, _>("gone")? != 0,
    })
}

/// An upload that came in, waiting.
pub async fn add(write: &mut Write, new: &NewUpload) -> Stored<i64> {
    let (id,): (i64,) = sql::query_as(
        "INSERT INTO uploads (contest, account, file_name, hash, main, kind, url, bytes, received, \
         state, detail, bot, kept) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '', $11) \
         RETURNING id",
    )
    .bind(new.contest)
    .bind(new.account)
    .bind(&new.file_name)
    .bind(&new.hash)
    .bind(&new.main)
    .bind(&new.kind)
    .bind(&new.url)
    .bind(new.bytes)
    .bind(now())
    .bind(State::Waiting.word())
    .bind(new.kept)
    .fetch_one(&mut *write)
    .await?;
    Ok(id)
}

/// The upload of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Upload>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    sql::query(sql).bind(id).fetch_optional(store.read()).await?.as_ref().map(read).transpose()
}

/// Those of an account, the newest first.
pub async fn of_account(store: &Store, account: i64, most: i64) -> Stored<Vec<Upload>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE account = $1 ORDER BY id DESC LIMIT $2"));
    let rows = sql::query(sql).bind(account).bind(most).fetch_all(store.read()).await?;
    rows.iter().map(read).collect()
}

/// Its check begins, or begins again after an interruption: stages of an earlier try are forgotten.
pub async fn begin_check(write: &mut Write, id: i64) -> Stored<()> {
    sql::query("DELETE FROM stages WHERE upload = $1").bind(id).execute(&mut *write).await?;
    check_records::forget(write, id).await?;
    sql::query("UPDATE uploads SET state = $1, detail = '', compiler = NULL WHERE id = $2")
        .bind(State::Checking.word())
        .bind(id)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// A stage began or ended.
pub async fn put_stage(write: &mut Write, id: i64, place: i64, stage: &StageRow) -> Stored<()> {
    sql::query(
        "INSERT INTO stages (upload, place, name, verdict, detail, failing, took) VALUES ($1, $2, \
         $3, $4, $5, $6, $7) ON CONFLICT (upload, place) DO UPDATE SET name = excluded.name, \
         verdict = excluded.verdict, detail = excluded.detail, failing = excluded.failing, took = \
         excluded.took",
    )
    .bind(id)
    .bind(place)
    .bind(&stage.name)
    .bind(&stage.verdict)
    .bind(&stage.detail)
    .bind(&stage.failing)
    .bind(stage.took)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// The stages so far, in order.
pub async fn stages(store: &Store, id: i64) -> Stored<Vec<StageRow>> {
    let rows: Vec<(String, String, String, Option<String>, i64)> = sql::query_as(
        "SELECT name, verdict, detail, failing, took FROM stages WHERE upload = $1 ORDER BY place",
    )
    .bind(id)
    .fetch_all(store.read())
    .await?;
    let row = |(name, verdict, detail, failing, took)| StageRow { name, verdict, detail, failing, took };
    Ok(rows.into_iter().map(row).collect())
}

/// What a check came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Which upload was checked.
    pub upload: i64,
    /// Whether no stage failed.
    pub sound: bool,
    /// In a line.
    pub detail: String,
    /// The bot's own name.
    pub bot: String,
    /// All that a compiler said.
    pub compiler: Option<String>,
    /// The marks of the check, as JSON.
    pub marks: Option<String>,
}

/// Its check ended.
pub async fn end_check(write: &mut Write, checked: &Checked) -> Stored<()> {
    let state = if checked.sound { State::Passed } else { State::Failed };
    sql::query(
        "UPDATE uploads SET state = $1, detail = $2, bot = $3, compiler = $4, marks = $5, ended = \
         $6 WHERE id = $7",
    )
    .bind(state.word())
    .bind(&checked.detail)
    .bind(&checked.bot)
    .bind(&checked.compiler)
    .bind(&checked.marks)
    .bind(now())
    .bind(checked.upload)
    .execute(&mut *write)
    .await?;
    sql::query("UPDATE stages SET verdict = 'not-checked' WHERE upload = $1 AND verdict = 'running'")
        .bind(checked.upload)
        .execute(&mut *write)
        .await?;
    check_records::forget_old(write, checked.upload, RECORDS_KEPT).await
}

/// For which contest an upload is, and whose.
pub async fn whose(write: &mut Write, id: i64) -> Stored<Option<(i64, i64)>> {
    let row = sql::query_as("SELECT contest, account FROM uploads WHERE id = $1").bind(id);
    Ok(row.fetch_optional(&mut *write).await?)
}

/// How many uploads of an account wait for their check or are in it.
pub async fn waiting(store: &Store, contest: i64, account: i64) -> Stored<i64> {
    let (count,): (i64,) = sql::query_as(
        "SELECT COUNT(*) FROM uploads WHERE contest = $1 AND account = $2 AND state IN ('waiting', \
         'checking')",
    )
    .bind(contest)
    .bind(account)
    .fetch_one(store.read())
    .await?;
    Ok(count)
}

/// How many uploads an account sent since this moment.
pub async fn sent_since(write: &mut Write, account: i64, moment: i64) -> Stored<i64> {
    let (count,): (i64,) = sql::query_as("SELECT COUNT(*) FROM uploads WHERE account = $1 AND received > $2")
        .bind(account)
        .bind(moment)
        .fetch_one(&mut *write)
        .await?;
    Ok(count)
}

/// How many bytes of an account are kept beside this content, each content once.
pub async fn kept_beside(write: &mut Write, account: i64, hash: &str) -> Stored<i64> {
    let (bytes,): (i64,) = sql::query_as(
        "SELECT CAST(COALESCE(SUM(kept), 0) AS BIGINT) FROM (SELECT MAX(kept) AS kept FROM uploads WHERE account = \
         $1 AND gone = 0 AND hash <> '' AND hash <> $2 GROUP BY hash) AS contents",
    )
    .bind(account)
    .bind(hash)
    .fetch_one(&mut *write)
    .await?;
    Ok(bytes)
}

/// An upload whose check was given up waits for it once more.
pub async fn wait_again(write: &mut Write, id: i64) -> Stored<()> {
    sql::query("UPDATE uploads SET state = $1, detail = '', ended = NULL WHERE id = $2")
        .bind(State::Waiting.word())
        .bind(id)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// Whether everyone who sent this content failed with it and it never played. One whose check was
/// given up has not failed yet: an organiser may put it again.
pub async fn is_needless(write: &mut Write, hash: &str) -> Stored<bool> {
    let needed = sql::query(
        "SELECT 1 FROM uploads u WHERE hash = $1 AND (state <> 'failed' OR sat = 1 OR EXISTS (SELECT 1 FROM \
         given_up g WHERE g.upload = u.id)) LIMIT 1",
    );
    Ok(needed.bind(hash).fetch_optional(&mut *write).await?.is_none())
}

/// All contents that are kept and that nobody needs.
pub async fn needless(store: &Store) -> Stored<Vec<String>> {
    let rows: Vec<(String,)> = sql::query_as(
        "SELECT DISTINCT hash FROM uploads u WHERE hash <> '' AND gone = 0 AND NOT EXISTS (SELECT 1 FROM \
         uploads other WHERE other.hash = u.hash AND (other.state <> 'failed' OR other.sat = 1 OR EXISTS (SELECT \
         1 FROM given_up g WHERE g.upload = other.id)))",
    )
    .fetch_all(store.read())
    .await?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect())
}

/// The files of this content are removed.
pub async fn set_gone(write: &mut Write, hash: &str) -> Stored<()> {
    sql::query("UPDATE uploads SET gone = 1 WHERE hash = $1").bind(hash).execute(&mut *write).await?;
    Ok(())
}

/// All contents that are kept.
pub async fn kept_hashes(store: &Store) -> Stored<Vec<String>> {
    let rows: Vec<(String,)> =
        sql::query_as("SELECT DISTINCT hash FROM uploads WHERE hash <> '' AND gone = 0")
            .fetch_all(store.read())
            .await?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect())
}
