//! What the site itself worked: the processor time of the threads that answer readers and of those that read
//! the store. Neighbours and workers do not count in it, so it can be compared where the machine is shared.

use std::fs;
use std::time::Duration;

/// How the names of these threads begin: those of the pages, and the database's own.
const THREADS: [&str; 2] = ["web", "sqlx"];

/// Processor time of these threads so far, and how long they were ready and had to wait for a processor.
pub(super) fn so_far() -> [Duration; 2] {
    let mut sums = [Duration::ZERO; 2];
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    for task in tasks {
        let read = |what: &str| fs::read_to_string(task.path().join(what)).unwrap_or_default();
        if !THREADS.iter().any(|name| read("comm").starts_with(name)) {
            continue;
        }
        for (sum, word) in sums.iter_mut().zip(read("schedstat").split_whitespace()) {
            *sum += Duration::from_nanos(word.parse().unwrap_or(0));
        }
    }
    sums
}
