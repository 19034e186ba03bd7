use std::time::Duration;

use croupier_queue::{
    Ask, Build, Class, Fenced, Hello, NewJob, NewRun, Preference, Queue, Queued, ServerUrl, Worker,
};

/// Has a word doubled by a worker.
pub(crate) async fn doubled(word: &str, owners: &ServerUrl, workers: &ServerUrl) -> Queued<Vec<u8>> {
    let build = Build { version: "0.1.0".into(), rules: "those of today".into() };
    let term = Duration::from_secs(30);

    // Whoever has work: opens the queue (and makes it where there is none), and puts a job.
    let queue = Queue::open(owners).await?;
    let spec = b"double".to_vec();
    let run = queue.begin(&NewRun { key: "words".into(), build: build.clone(), spec }).await?;
    let job = NewJob {
        class: Class::Final,
        owner: "me".into(),
        contest: 1,
        lane: None,
        first: 0,
        count: 1,
        needs: vec!["words".into()],
        contents: Vec::new(),
        payload: word.into(),
    };
    queue.put(run, &[job]).await?;

    // Whoever does it, with a role that may do nothing else.
    let hello = Hello {
        name: "worker 1".into(),
        build,
        speed: 1.0,
        slots: 2,
        languages: Vec::new(),
        cell: "bubblewrap".into(),
    };
    let worker = Worker::greet(workers, &hello).await?;
    let can = vec!["words".to_owned()];
    let ask = Ask { can, preference: Preference::ChecksFirst, term, most: 1 };
    for leased in worker.lease(&ask).await? {
        let result = leased.payload.repeat(2);
        match worker.complete(leased.lease, &result, Duration::ZERO).await? {
            Fenced::Held(()) => {}
            Fenced::Lost => { /* Somebody else has it by now: the result is thrown away. */ }
        }
    }
    worker.leave().await?;

    // Results are there until they are said to be kept.
    let mut wakeups = queue.wakeups().await?;
    let results = loop {
        let results = queue.results(run, 100).await?;
        if !results.is_empty() {
            break results;
        }
        wakeups.wait(Duration::from_secs(5)).await;
    };
    let ids: Vec<_> = results.iter().map(|result| result.id).collect();
    queue.keep(run, &ids).await?;
    Ok(results.into_iter().flat_map(|result| result.bytes).collect())
}
