//! What a worker's role may do: call the functions of a worker, about what it holds, and nothing else.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::time::Duration;

use common::{Home, LONG, ROLE, as_role, ask, build, complete, hello, job, next, owners, take};
use croupier_queue::{Ask, Build, Fenced, Hash, Hello, Lease, NewJob, Queue, QueueError, Worker};
use sqlx::error::DatabaseError;
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, PgPool};

/// No right to this.
const REFUSED: &str = "42501";

/// No right to this, or nobody can do it: a sequence is no table.
const IMPOSSIBLE: [&str; 2] = [REFUSED, "42809"];

/// A session of a worker that does not go through our program.
async fn session(home: &Home) -> PgPool {
    PgPoolOptions::new().max_connections(1).connect(&as_role(&home.server, ROLE)).await.unwrap()
}

/// Why the server refuses a statement.
async fn refusal(session: &PgPool, statement: &str) -> String {
    let error = sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(session).await;
    let error = error.expect_err(statement);
    error.as_database_error().and_then(DatabaseError::code).unwrap().into_owned()
}

#[tokio::test]
async fn no_table_can_be_read_or_written() {
    let home = Home::new().await;
    home.server.psql("CREATE TABLE accounts (id INTEGER, password TEXT)");
    let tables = home.server.psql(
        "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname IN ('croupier_queue', 'pgmq', 'public') AND c.relkind IN ('r', 'S', 'p')",
    );
    let tables: Vec<&str> = tables.lines().collect();
    for known in ["croupier_queue.jobs", "croupier_queue.workers", "pgmq.q_croupier", "public.accounts"] {
        assert!(tables.contains(&known), "{tables:?}");
    }
    let session = session(&home).await;
    for table in tables {
        for statement in [
            format!("SELECT * FROM {table}"),
            format!("SELECT count(*) FROM {table}"),
            format!("INSERT INTO {table} DEFAULT VALUES"),
            format!("DELETE FROM {table}"),
            format!("TRUNCATE {table}"),
            format!("DO 'BEGIN LOCK TABLE {table} IN ACCESS SHARE MODE; END'"),
            format!("COPY {table} TO STDOUT"),
            format!("CREATE TABLE stolen AS TABLE {table}"),
            format!("ALTER TABLE {table} RENAME TO mine"),
            format!("DROP TABLE {table}"),
        ] {
            let why = refusal(&session, &statement).await;
            assert!(IMPOSSIBLE.contains(&&why[..]), "{statement}: {why}");
        }
        for column in home.server.psql(&columns(table)).lines() {
            let statement = format!("UPDATE {table} SET \"{column}\" = DEFAULT");
            let why = refusal(&session, &statement).await;
            assert!(IMPOSSIBLE.contains(&&why[..]), "{statement}: {why}");
        }
    }
    let rights = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
                  WHERE n.nspname IN ('croupier_queue', 'pgmq', 'public') AND c.relkind IN ('r', 'v', 'p') \
                  AND (has_any_column_privilege('players', c.oid, 'SELECT,INSERT,UPDATE,REFERENCES') \
                  OR has_table_privilege('players', c.oid, 'DELETE,TRUNCATE,TRIGGER'))";
    assert_eq!(home.server.psql(rights), "0\n");
    for statement in [
        "CREATE TABLE croupier_queue.mine ()",
        "CREATE FUNCTION croupier_queue.mine() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA mine",
        "CREATE ROLE mine",
        "DROP SCHEMA croupier_queue CASCADE",
        "SET ROLE croupier",
        "SELECT pg_read_file('/etc/passwd')",
        "COPY (SELECT 1) TO PROGRAM 'true'",
    ] {
        assert_eq!(refusal(&session, statement).await, REFUSED, "{statement}");
    }
}

fn columns(table: &str) -> String {
    format!("SELECT attname FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0")
}

#[tokio::test]
async fn no_function_can_be_called_but_those_of_a_worker() {
    let home = Home::new().await;
    let all = "SELECT p.oid::regprocedure || '|' || has_function_privilege('players', p.oid, 'EXECUTE') \
               FROM pg_proc p WHERE p.pronamespace = 'croupier_queue'::regnamespace ORDER BY p.proname";
    let mut may = Vec::new();
    for line in home.server.psql(all).lines() {
        let (function, can) = line.rsplit_once('|').unwrap();
        if can == "true" {
            let (name, _) = function.split_once('(').unwrap();
            may.push(name.rsplit('.').next().unwrap().to_owned());
        }
    }
    let workers = [
        "complete",
        "content",
        "extend",
        "fail",
        "hand_back",
        "hello",
        "lease",
        "leave",
        "let_go",
        "past",
        "run_spec",
        "unsuited",
    ];
    assert_eq!(may, workers);
    let session = session(&home).await;
    for statement in [
        "SELECT croupier_queue.forget(1)",
        "SELECT croupier_queue.withdraw(1)",
        "SELECT croupier_queue.keep(1, '{1}')",
        "SELECT croupier_queue.begin_run('mine', '', '', '')",
        "SELECT croupier_queue.put(1, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
        "SELECT croupier_queue.give_up(1)",
        "SELECT croupier_queue.tidy()",
        "SELECT croupier_queue.put_back(1, 1)",
        "SELECT croupier_queue.worker_of('')",
        "SELECT croupier_queue.end_stalled('0')",
        "SELECT pgmq.delete('croupier', 1::BIGINT)",
        "SELECT pgmq.archive('croupier', 1::BIGINT)",
        "SELECT pgmq.set_vt('croupier', 1, 1000000)",
        "SELECT pgmq.read('croupier', 1, 1)",
        "SELECT pgmq.pop('croupier')",
        "SELECT pgmq.send('croupier', '{}')",
        "SELECT pgmq.purge_queue('croupier')",
        "SELECT pgmq.drop_queue('croupier')",
        "SELECT pgmq.metrics('croupier')",
        "SELECT pgmq.create('mine')",
    ] {
        assert_eq!(refusal(&session, statement).await, REFUSED, "{statement}");
    }
    let error = Queue::open(&common::workers(&home.server)).await.unwrap_err();
    assert!(matches!(error, QueueError::Sql(_)), "{error:?}");
}

#[tokio::test]
async fn what_is_not_of_a_job_in_hand_cannot_be_read() {
    let home = Home::new().await;
    let for_all = home.queue.need(home.run, b"a bot of everybody").await.unwrap();
    let own = home.queue.offer(home.run, b"a bot of one job").await.unwrap();
    let others = home.queue.offer(home.run, b"a bot of another").await.unwrap();
    let other = home.begin("other").await;
    let elsewhere = home.queue.need(other, b"a bot of another run").await.unwrap();
    let large: Vec<u8> = (0..9_000_000_u32).map(|at| (at / 7) as u8).collect();
    let of_many_pieces = home.queue.need(home.run, &large).await.unwrap();
    home.put(NewJob { contents: vec![own], ..job() }).await;
    home.put(NewJob { contents: vec![others], ..job() }).await;
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    assert_eq!(worker.spec(lease).await.unwrap(), Fenced::Held(b"what is played".to_vec()));
    assert_eq!(worker.content(lease, for_all).await.unwrap(), Fenced::Held(b"a bot of everybody".to_vec()));
    assert_eq!(worker.content(lease, own).await.unwrap(), Fenced::Held(b"a bot of one job".to_vec()));
    assert!(worker.content(lease, of_many_pieces).await.unwrap() == Fenced::Held(large));
    for hash in [others, elsewhere, Hash::of(b"nothing")] {
        let error = worker.content(lease, hash).await.unwrap_err();
        assert!(matches!(error, QueueError::Refused(_)), "{error}");
    }
    // Not without a lease, and not with one that is over.
    let second = home.worker("two").await;
    assert_eq!(second.content(lease, for_all).await.unwrap(), Fenced::Lost);
    assert_eq!(second.spec(lease).await.unwrap(), Fenced::Lost);
    assert_eq!(complete(&worker, lease, "done").await, Fenced::Held(()));
    assert_eq!(worker.content(lease, for_all).await.unwrap(), Fenced::Lost);
    assert_eq!(worker.spec(lease).await.unwrap(), Fenced::Lost);
    // Nor a job that was never put.
    for job in [0, -1, i64::MAX] {
        let lease = Lease { job: croupier_queue::JobId(job), read: 1 };
        assert_eq!(worker.content(lease, for_all).await.unwrap(), Fenced::Lost);
    }
}

#[tokio::test]
async fn contents_that_the_run_dropped_cannot_be_read() {
    let home = Home::new().await;
    let hash = home.queue.need(home.run, b"a bot").await.unwrap();
    home.put(job()).await;
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    home.queue.drop_content(home.run, hash).await.unwrap();
    assert!(worker.content(lease, hash).await.is_err());
    assert_eq!(home.server.psql("SELECT count(*) FROM croupier_queue.contents"), "0\n");
}

#[tokio::test]
async fn contents_that_were_changed_are_not_handed_out() {
    let home = Home::new().await;
    let hash = home.queue.need(home.run, b"a bot").await.unwrap();
    home.put(job()).await;
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    home.server.psql("UPDATE croupier_queue.contents SET bytes = 'a trap'");
    let error = worker.content(lease, hash).await.unwrap_err();
    assert!(matches!(error, QueueError::WrongContent(_)), "{error}");
}

#[tokio::test]
async fn what_a_worker_says_of_itself_is_short_and_can_be_shown() {
    let home = Home::new().await;
    let long = "x".repeat(101);
    let greet = async |hello: Hello| Worker::greet(&common::workers(&home.server), &hello).await;
    let odd = [
        Hello { name: String::new(), ..hello("") },
        hello(&long),
        hello("two\nlines"),
        hello("\u{1b}[31mred"),
        Hello { build: Build { version: long.clone(), ..build() }, ..hello("a") },
        Hello { build: Build { rules: "\t".into(), ..build() }, ..hello("a") },
        Hello { cell: long.clone(), ..hello("a") },
        Hello { languages: vec![long.clone()], ..hello("a") },
        Hello { languages: vec!["python".into(); 101], ..hello("a") },
        Hello { speed: 0.0, ..hello("a") },
        Hello { speed: f64::NAN, ..hello("a") },
        Hello { speed: f64::INFINITY, ..hello("a") },
        Hello { slots: 0, ..hello("a") },
    ];
    for hello in odd {
        let error = greet(hello.clone()).await.expect_err("it is refused");
        assert!(matches!(error, QueueError::Refused(_)), "{hello:?}: {error:?}");
    }
    assert!(home.queue.workers().await.unwrap().is_empty());
    let quoted = r#"'; DROP TABLE jobs; -- "name" \ é"#;
    let worker = greet(hello(quoted)).await.unwrap();
    assert_eq!(home.queue.workers().await.unwrap()[0].name, quoted);
    home.put(job()).await;
    let asks = [
        Ask { can: vec![long], ..ask() },
        Ask { can: vec!["x".into(); 1001], ..ask() },
        Ask { term: Duration::ZERO, ..ask() },
        Ask { term: Duration::MAX, ..ask() },
    ];
    for ask in asks {
        let error = worker.lease(&ask).await.unwrap_err();
        assert!(matches!(error, QueueError::Refused(_)), "{error:?}");
    }
    let lease = take(&worker).await;
    let error = worker.extend(&vec![lease; 257], LONG).await.unwrap_err();
    assert!(matches!(error, QueueError::Refused(_)), "{error:?}");
    // A reason is cut, whatever it is.
    let why = "\0".to_owned() + &"é".repeat(1_000_000);
    let _ = worker.fail(lease, &why).await.unwrap();
    assert_eq!(home.server.psql("SELECT length(why) FROM croupier_queue.leases"), "2000\n");
}

#[tokio::test]
async fn a_worker_holds_a_bounded_number_of_jobs() {
    let home = Home::new().await;
    home.queue.put(home.run, &vec![job(); 300]).await.unwrap();
    let worker = home.worker("greedy").await;
    let most = |most| Ask { most, ..ask() };
    assert_eq!(worker.lease(&most(200)).await.unwrap().len(), 200);
    assert_eq!(worker.lease(&most(u16::MAX)).await.unwrap().len(), 56);
    assert_eq!(next(&worker).await, None);
    assert!(next(&home.worker("other").await).await.is_some());
}

#[tokio::test]
async fn functions_refuse_what_our_program_does_not_send() {
    let home = Home::new().await;
    home.put(job()).await;
    let session = session(&home).await;
    let key = "(SELECT croupier_queue.hello(1, 'raw', '1.0.0', 'today''s', 1, 1, '{}', 'none'))";
    for statement in [
        "SELECT croupier_queue.hello(99, 'raw', '1.0.0', 'a', 1, 1, '{}', 'none')",
        "SELECT croupier_queue.hello(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        "SELECT croupier_queue.hello(1, 'raw', '1.0.0', 'a', 1, 1, '{{a,b},{c,d}}', 'none')",
        "SELECT * FROM croupier_queue.lease('no such key', '{}', FALSE, 60000, 1)",
        "SELECT * FROM croupier_queue.lease(NULL, '{}', FALSE, 60000, 1)",
        &format!("SELECT * FROM croupier_queue.lease({key}, NULL, FALSE, 60000, 1)"),
        &format!("SELECT * FROM croupier_queue.lease({key}, '{{}}', FALSE, NULL, 1)"),
        &format!("SELECT * FROM croupier_queue.extend({key}, '{{1}}', '{{}}', 60000)"),
        &format!("SELECT croupier_queue.complete({key}, 1, 1, NULL, 0)"),
        "SELECT croupier_queue.leave('')",
        "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT croupier_queue.lease('', '{}', FALSE, 60000, 1)",
    ] {
        let why = refusal(&session, statement).await;
        assert!(why.starts_with("CQ"), "{statement}: {why}");
        sqlx::raw_sql("ROLLBACK").execute(&session).await.unwrap();
    }
    // No number and no preference: nothing is leased, and nothing breaks.
    let statement = format!("SELECT * FROM croupier_queue.lease({key}, '{{}}', NULL, 60000, NULL)");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&session).await.unwrap();
    let statement = format!("SELECT * FROM croupier_queue.lease({key}, '{{}}', FALSE, 60000, -5)");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&session).await.unwrap();
    assert_eq!(home.queue.count(home.run).await.unwrap().waiting, 1);
}

#[tokio::test]
async fn functions_of_a_worker_take_no_tables_of_its_own_for_ours() {
    let home = Home::new().await;
    home.put(job()).await;
    let session = session(&home).await;
    let key = "SELECT encode(croupier_queue.hello(1, 'raw', '1.0.0', 'today''s', 1, 1, '{}', 'none'), 'hex')";
    let (key,): (String,) = sqlx::query_as(key).fetch_one(&session).await.unwrap();
    for statement in [
        "CREATE TEMP TABLE workers (id BIGINT, key BYTEA, name TEXT)",
        "CREATE TEMP TABLE jobs (id BIGINT)",
        "CREATE TEMP TABLE leases (job BIGINT)",
        "SET search_path = pg_temp, croupier_queue",
        "CREATE FUNCTION pg_temp.worker_of(BYTEA) RETURNS INTEGER LANGUAGE sql AS 'SELECT 1'",
        "SET lock_timeout = 0",
    ] {
        sqlx::raw_sql(statement).execute(&session).await.unwrap();
    }
    let lease = format!("SELECT count(*) FROM croupier_queue.lease('\\x{key}', '{{}}', FALSE, 60000, 5)");
    let (leased,): (i64,) = sqlx::query_as(AssertSqlSafe(lease)).fetch_one(&session).await.unwrap();
    assert_eq!(leased, 1);
}

#[tokio::test]
async fn a_worker_that_stands_still_within_a_transaction_is_thrown_out_by_the_next_one() {
    let home = Home::of_a_boss().await;
    home.queue.put(home.run, &[job(), job()]).await.unwrap();
    let session = session(&home).await;
    let key = "(SELECT croupier_queue.hello(1, 'raw', '1.0.0', 'today''s', 1, 1, '{}', 'none'))";
    let held = format!("BEGIN; SELECT * FROM croupier_queue.lease({key}, '{{}}', FALSE, 60000, 1)");
    let mut stalled = session.acquire().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(held)).execute(&mut *stalled).await.unwrap();
    let worker = home.worker("next").await;
    let mut leased = Vec::new();
    // Whoever comes waits, throws it out, and is told to come again.
    for _ in 0..10 {
        match worker.lease(&Ask { most: 2, ..ask() }).await {
            Ok(some) => leased.extend(some),
            Err(error) => assert!(error.is_passing(), "{error:?}"),
        }
    }
    assert_eq!(leased.len(), 2, "what it held within its transaction it never had");
    assert!(sqlx::raw_sql("COMMIT").execute(&mut *stalled).await.is_err());
}

#[tokio::test]
async fn whoever_owns_the_database_can_make_a_queue_without_ruling_the_server() {
    let home = Home::of_a_boss().await;
    let odd = "odd \"role\" '; \\ DROP";
    home.queue.admit(odd, Some("pass'\\word")).await.unwrap();
    home.queue.admit(ROLE, None).await.unwrap();
    let roles = home.server.psql("SELECT rolname FROM pg_roles WHERE rolcanlogin AND rolname LIKE 'odd%'");
    assert_eq!(roles.trim_end(), odd);
    home.put(job()).await;
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    assert_eq!(complete(&worker, lease, "done").await, Fenced::Held(()));
    assert_eq!(home.results().await.len(), 1);
    home.queue.tidy().await.unwrap();
}

#[tokio::test]
async fn where_there_is_no_queue_or_none_for_this_role_it_is_said() {
    let server = common::postgres::Server::start();
    let greet = async |role: &str| Worker::greet(&as_role(&server, role).parse().unwrap(), &hello("a")).await;
    let error = greet("croupier").await.unwrap_err();
    assert!(matches!(error, QueueError::NoQueue { .. }), "{error}");
    Queue::open(&owners(&server)).await.unwrap();
    server.psql("CREATE ROLE stranger LOGIN");
    let error = greet("stranger").await.unwrap_err();
    assert!(error.to_string().contains("no queue that stranger may use"), "{error}");
    server.psql("UPDATE croupier_queue.step SET number = 0");
    let error = greet("croupier").await.unwrap_err();
    assert!(matches!(error, QueueError::Refused(_)), "{error}");
    server.psql("UPDATE croupier_queue.step SET number = 99");
    assert!(greet("croupier").await.is_ok(), "old workers go on beside new ones");
    let error = Queue::open(&owners(&server)).await.unwrap_err();
    assert!(matches!(error, QueueError::Newer { there: 99, .. }), "{error}");
}
