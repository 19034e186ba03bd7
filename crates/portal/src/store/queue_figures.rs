//! What an operator watches of the queue in which games go to workers elsewhere. It lies in the same
//! database, in a schema of its own, and is there once workers were admitted.

use super::{Store, Stored, sql};

/// A value of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The figure's name.
    pub figure: &'static str,
    /// The values of its labels, in their order.
    pub labels: Vec<String>,
    /// What is read.
    pub value: f64,
}

/// Whether this store has such a queue.
pub async fn is_there(store: &Store) -> Stored<bool> {
    if !store.is_shared() {
        return Ok(false);
    }
    let found = sql::query_as("SELECT to_regclass('croupier_queue.worker_states') IS NOT NULL");
    let (is_there,): (bool,) = found.fetch_one(store.read()).await?;
    Ok(is_there)
}

/// All figures of the queue, where there is one.
pub async fn read(store: &Store) -> Stored<Option<Vec<Reading>>> {
    if !is_there(store).await? {
        return Ok(None);
    }
    let mut readings = of_workers(store).await?;
    readings.extend(of_jobs(store).await?);
    let single = [
        (
            "croupier_queue_oldest_job_seconds",
            "SELECT CAST(COALESCE(EXTRACT(EPOCH FROM clock_timestamp() - MIN(j.put)), 0) AS DOUBLE \
             PRECISION) FROM croupier_queue.jobs j JOIN pgmq.q_croupier q ON q.msg_id = j.id WHERE q.vt \
             <= clock_timestamp()",
        ),
        (
            "croupier_queue_results",
            "SELECT CAST(COUNT(*) AS DOUBLE PRECISION) FROM croupier_queue.results WHERE NOT kept",
        ),
        (
            "croupier_queue_dead_letters",
            "SELECT CAST(COUNT(*) AS DOUBLE PRECISION) FROM croupier_queue.dead_letters",
        ),
    ];
    for (figure, asked) in single {
        let (value,): (f64,) = sql::query_as(asked).fetch_one(store.read()).await?;
        readings.push(Reading { figure, labels: Vec::new(), value });
    }
    Ok(Some(readings))
}

async fn of_workers(store: &Store) -> Stored<Vec<Reading>> {
    let states: Vec<(String, String, i64)> = sql::query_as(
        "SELECT version, CASE WHEN is_resting THEN 'resting' ELSE 'ready' END, COUNT(*) FROM \
         croupier_queue.worker_states WHERE is_alive GROUP BY 1, 2 ORDER BY 1, 2",
    )
    .fetch_all(store.read())
    .await?;
    let slots: Vec<(String, i64)> = sql::query_as(
        "SELECT version, CAST(SUM(slots) AS BIGINT) FROM croupier_queue.worker_states WHERE is_alive GROUP \
         BY 1 ORDER BY 1",
    )
    .fetch_all(store.read())
    .await?;
    let done: Vec<(String, String, i64, i64)> = sql::query_as(
        "SELECT version, name, CAST(SUM(pieces) AS BIGINT), CAST(SUM(failures) AS BIGINT) FROM \
         croupier_queue.worker_states WHERE is_alive GROUP BY 1, 2 ORDER BY 1, 2",
    )
    .fetch_all(store.read())
    .await?;
    let states = states.into_iter().map(|(version, state, count)| Reading {
        figure: "croupier_workers",
        labels: vec![version, state],
        value: count as f64,
    });
    let slots = slots.into_iter().map(|(version, slots)| Reading {
        figure: "croupier_workers_slots",
        labels: vec![version],
        value: slots as f64,
    });
    let done = done.into_iter().flat_map(|(version, worker, games, failures)| {
        let told = [("croupier_workers_games_total", games), ("croupier_workers_failures_total", failures)];
        told.map(|(figure, value)| Reading {
            figure,
            labels: vec![version.clone(), worker.clone()],
            value: value as f64,
        })
    });
    Ok(states.chain(slots).chain(done).collect())
}

async fn of_jobs(store: &Store) -> Stored<Vec<Reading>> {
    let jobs: Vec<(String, i64, i64, i64)> = sql::query_as(
        "SELECT version, CAST(SUM(waiting) AS BIGINT), CAST(SUM(in_hand) AS BIGINT), \
         CAST(COALESCE(SUM(waiting) FILTER (WHERE workers = 0), 0) AS BIGINT) FROM \
         croupier_queue.what_waits GROUP BY 1 ORDER BY 1",
    )
    .fetch_all(store.read())
    .await?;
    let told = jobs.into_iter().flat_map(|(version, waiting, in_hand, without)| {
        let of_state = |state: &str, count: i64| Reading {
            figure: "croupier_queue_jobs",
            labels: vec![version.clone(), state.to_owned()],
            value: count as f64,
        };
        let without = Reading {
            figure: "croupier_queue_jobs_without_worker",
            labels: vec![version.clone()],
            value: without as f64,
        };
        [of_state("waiting", waiting), of_state("in_hand", in_hand), without]
    });
    Ok(told.collect())
}
