//! The tables, and how they came about: each step runs once, in order, at start.
//!
//! A step that was released is never changed; what comes later is a new step.

use super::{Store, StoreError, Stored, accounts, sql};

/// All steps. The number of a step is its place, from 1.
const STEPS: &[&str] = &[
    include_str!("001.sql"),
    include_str!("002.sql"),
    include_str!("003-check-records.sql"),
    include_str!("004-reruns.sql"),
    include_str!("005-listed.sql"),
    include_str!("006-accounts.sql"),
    include_str!("007-contents.sql"),
    include_str!("008-uploads.sql"),
    include_str!("009-days.sql"),
    include_str!("010-outs.sql"),
    include_str!("011-processes.sql"),
    include_str!("012-guesses.sql"),
    include_str!("013-bots.sql"),
    include_str!("014-given-up.sql"),
];

/// The list of those that were done comes before all of them.
const FIRST: &str = "CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, done INTEGER NOT NULL)";

/// Runs the steps that this database has not seen.
pub(super) async fn run(store: &Store) -> Stored<()> {
    go_through(store, STEPS).await?;
    let mut write = store.write().await?;
    accounts::fill_skeletons(&mut write).await?;
    write.commit().await?;
    Ok(())
}

async fn go_through(store: &Store, steps: &[&'static str]) -> Stored<()> {
    let mut write = store.write().await?;
    sql::prepare(&mut write).await?;
    sql::run_step(&mut write, FIRST).await?;
    let (done,): (i64,) =
        sql::query_as("SELECT COALESCE(MAX(number), 0) FROM steps").fetch_one(&mut write).await?;
    if done as usize > steps.len() {
        return Err(StoreError::Unreadable(format!(
            "the database is at step {done}, this program knows {}; run the newer program",
            steps.len()
        )));
    }
    for (at, step) in steps.iter().enumerate().skip(done as usize) {
        // With a million games, a step takes a while; a new database has none.
        if done > 0 {
            tracing::info!(step = at + 1, "the database is brought up to date");
        }
        sql::run_step(&mut write, step).await?;
        sql::query("INSERT INTO steps (number, done) VALUES ($1, $2)")
            .bind(at as i64 + 1)
            .bind(super::now())
            .execute(&mut write)
            .await?;
    }
    write.commit().await?;
    Ok(())
}

#[cfg(test)]
mod both_tests;

#[cfg(test)]
mod tests {
    use super::super::accounts::{NotFree, Role};
    use super::super::games::{self, SeatNote};
    use super::super::job_table::JobTable;
    use super::super::{admissions, days, folds, ladder, sqlite, tokens, uploads};
    use super::*;
    use crate::jobs::{Preference, Queue, Task};
    use croupier_games::Seed;
    use croupier_record::{Day, Origin, Secret};

    /// A game of three as it was stored before its row had seats.
    const OLD_GAME: &str = "
        INSERT INTO contests (id, name, title, game, seats, options, limits, languages, paused, games_a_minute, created)
        VALUES (1, 'course', 'Course', 'no-thanks', 3, '{}', '{}', '', 0, 60, 0);
        INSERT INTO entries (id, contest, house, name, entered, rating, uncertainty, games, wins, faults, owed, path, stride)
        VALUES (7, 1, 'a', 'a', 0, 25, 8, 1, 0, 0, 0, '[]', 1), (8, 1, 'b', 'b', 0, 25, 8, 1, 0, 0, 0, '[]', 1);
        INSERT INTO games (id, contest, seed, ended, took, faults) VALUES (5, 1, 2, 1000, 12, 1), (6, 1, 2, 1000, 12, 0);
        INSERT INTO seats (game, seat, entry, place, score, figures, faults, fault, rating) VALUES
        (5, 1, 8, 1, 2.25, '[]', 2, 'said
\"no\"', 25), (5, 0, 7, 2, -10, '[]', 0, NULL, 25), (6, 0, 8, 1, 3, '[]', 0, NULL, 25);";

    #[tokio::test]
    async fn games_from_before_their_rows_had_seats_are_listed_like_all_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("site.db");
        let (readers, writer) = sqlite::open(&file).await.unwrap();
        let store = Store { readers, writer, file: Some(file), duty: None };
        go_through(&store, &STEPS[..2]).await.unwrap();
        let mut write = store.write().await.unwrap();
        sql::run_step(&mut write, OLD_GAME).await.unwrap();
        write.commit().await.unwrap();
        run(&store).await.unwrap();
        let seat = |entry, place, score, faults, fault: Option<&str>| SeatNote {
            entry,
            place,
            score,
            faults,
            fault: fault.map(str::to_owned),
        };
        let expected = vec![seat(7, 2, -10.0, 0, None), seat(8, 1, 2.25, 2, Some("said \"no\""))];
        assert_eq!(games::get(&store, 5).await.unwrap().unwrap().seats, expected);
        let list = async |wanted| {
            let found = games::list(&store, wanted).await.unwrap();
            found.iter().map(|game| game.id).collect::<Vec<_>>()
        };
        let all = games::Wanted { most: 10, ..games::Wanted::default() };
        assert_eq!(list(all).await, [6, 5]);
        assert_eq!(list(games::Wanted { most: 1, ..all }).await, [6]);
        assert_eq!(list(games::Wanted { before: Some(6), ..all }).await, [5]);
        assert_eq!(list(games::Wanted { faulty: true, contest: Some(1), ..all }).await, [5]);
        assert_eq!(list(games::Wanted { faulty: true, ..all }).await, [5]);
        assert_eq!(list(games::Wanted { entry: Some(7), ..all }).await, [5]);
        assert_eq!(list(games::Wanted { contest: Some(2), ..all }).await, [0; 0]);
    }

    /// A site as the fifth step left it: two people who look alike, what they sent, what was played
    /// and who may sign up.
    const OLD_SITE: &str = "
        INSERT INTO accounts (id, name, plain, address, password, role, created) VALUES
        (1, 'Ada', 'ada', 'ada@uni.example', 'x', 'player', 5),
        (2, 'Ad\u{430}', 'ad\u{430}', NULL, 'x', 'player', 6);
        INSERT INTO tokens (id, account, hash, label, created) VALUES
        (1, 1, 'old', 'laptop', 5), (2, 1, 'new', 'desk', 4000000000000);
        INSERT INTO admissions (word, added) VALUES
        ('owl', 5), ('late-owl', 4000000000000), ('ada@uni.example', 5), ('bo@uni.example', 5);
        INSERT INTO uploads
        (id, contest, account, file_name, hash, main, kind, bytes, received, state, detail, bot) VALUES
        (1, 1, 1, 'a.py', 'aa', 'bot.py', 'python', 100, 5, 'passed', '', ''),
        (2, 1, 1, 'b.py', 'bb', 'bot.py', 'python', 200, 6, 'failed', '', ''),
        (3, 1, 1, 'c.py', 'cc', 'bot.py', 'python', 300, 7, 'passed', '', '');
        INSERT INTO entries (id, contest, account, name, upload, entered, rating, uncertainty, games, wins, faults,
        owed, path, stride) VALUES (9, 1, 1, 'Ada', 3, 0, 28, 2, 3, 0, 0, 0, '[]', 1);
        INSERT INTO enterings (entry, after) VALUES (9, 0), (9, 5);
        INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, rating) VALUES
        (5, 2, 9, 1, 3, 0, '[]', 0, 25), (6, 1, 9, 3, 2, 0, '[]', 0, 25), (6, 2, 9, 3, 2, 0, '[]', 0, 25);";

    #[tokio::test]
    async fn a_site_from_before_quotas_and_one_time_codes_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("site.db");
        let (readers, writer) = sqlite::open(&file).await.unwrap();
        let store = Store { readers, writer, file: Some(file), duty: None };
        go_through(&store, &STEPS[..5]).await.unwrap();
        let mut write = store.write().await.unwrap();
        sql::run_step(&mut write, OLD_GAME).await.unwrap();
        sql::run_step(&mut write, OLD_SITE).await.unwrap();
        write.commit().await.unwrap();
        run(&store).await.unwrap();
        let mut write = store.write().await.unwrap();
        let free = accounts::add(&mut write, "\u{410}da", None, "x", Role::Player).await.unwrap();
        assert_eq!(free, Err(NotFree::LooksAlike), "old names have skeletons, too");
        assert_eq!(uploads::kept_beside(&mut write, 1, "cc").await.unwrap(), 300);
        drop(write);
        assert!(accounts::named(&store, "ad\u{430}").await.unwrap().is_some(), "whoever is there stays");
        assert!(tokens::account(&store, "old").await.unwrap().is_none(), "older than a token lasts");
        assert!(tokens::account(&store, "new").await.unwrap().is_some());
        let open = async |word: &str| admissions::is_open(&store, word).await.unwrap();
        assert!(!open("owl").await && open("late-owl").await);
        assert!(!open("ada@uni.example").await && open("bo@uni.example").await);
        assert_eq!(uploads::needless(&store).await.unwrap(), ["bb"], "it failed and never played");
        let entry = ladder::get(&store, 9).await.unwrap().unwrap();
        assert_eq!((entry.content.as_str(), entry.played), ("cc", 2));
        let enterings = folds::enterings(&store, 1).await.unwrap().remove(&9).unwrap();
        let known: Vec<_> = enterings.iter().map(|entering| entering.content.as_str()).collect();
        assert_eq!(known, ["", "cc"]);
        let house = ladder::get(&store, 7).await.unwrap().unwrap();
        assert_eq!(house.played, house.games);
    }

    #[tokio::test]
    async fn a_game_that_waited_before_days_had_secrets_is_played_and_holds_up_no_day() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("site.db");
        let (readers, writer) = sqlite::open(&file).await.unwrap();
        let store = Store { readers, writer, file: Some(file), duty: None };
        go_through(&store, &STEPS[..8]).await.unwrap();
        let mut write = store.write().await.unwrap();
        let task = format!(r#"{{"game":{{"contest":1,"seed":{{"key":"{}"}},"seats":[]}}}}"#, "05".repeat(32));
        let old = "INSERT INTO jobs (class, owner, turn, contest, task, put, until, failures) \
                   VALUES (3, 'contest 1', 0, 1, $1, 0, 0, 0)";
        sql::query(old).bind(task).execute(&mut write).await.unwrap();
        write.commit().await.unwrap();
        run(&store).await.unwrap();
        let mut write = store.write().await.unwrap();
        for day in [3, 4] {
            days::begin(&mut write, day * Day::MS, Secret::drawn([day as u8; 32])).await.unwrap();
        }
        let term = std::time::Duration::from_secs(60);
        write.commit().await.unwrap();
        let queue = JobTable::new(store.clone());
        let leased = queue.lease("one", Preference::GamesFirst, term).await.unwrap().unwrap();
        let Task::Game(game) = leased.task else { panic!("{leased:?}") };
        assert_eq!(game.origin, Origin::part(Seed::keyed([5; 32])));
        let opened: Vec<_> =
            days::list(&store, &queue, None, 9).await.unwrap().iter().map(|row| row.opened).collect();
        assert_eq!(opened, [None, Some(Secret::drawn([3; 32]))]);
    }
}
