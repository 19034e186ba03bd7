//! Work for other machines, in PostgreSQL: jobs are put, leased, and end with a result.
//!
//! Whoever has work to be done opens the [`Queue`], begins a run ([`NewRun`]), puts jobs and takes
//! what came of them. Whoever does it is a [`Worker`]: it leases jobs, keeps them while it works
//! ([`Worker::extend`]), and ends each with a result, by handing it back, or by saying why it could
//! not be done. Both wait by [`Wakeups`].
//!
//! What holds, whatever happens to workers, callers and the server (decision 38 says how):
//!
//! * The end of a job and its result are one transaction: a job has one result, or none yet.
//! * A lease is fenced. A worker that was given up, and whose job another one holds now, can neither
//!   keep nor end it: it is told [`Fenced::Lost`], and nothing happens.
//! * What waits is given in the order of decision 14 ([`Class`]), and only to who can do it.
//! * Jobs of a *lane* are done one after the other, and stay with one worker as long as it lives,
//!   unless another one, that came later, has fewer lanes for what it can do at a time.
//! * A job that was leased three times and never ended becomes a [`DeadLetter`].
//! * A worker's role in the database can call the functions of a worker and nothing else.
//!
//! This crate knows neither games nor bots nor the site: bytes and words.
//!
//! ```no_run
#![doc = include_str!("example.rs")]
//! # fn main() {}
//! ```

mod error;
mod hash;
mod install;
mod job;
mod put;
mod queue;
mod results;
mod run;
mod server_url;
mod told;
mod wakeups;
mod worker;

pub use error::{QueueError, Queued};
pub use hash::Hash;
pub use job::{Ask, Class, Fenced, JobId, Lease, Leased, NewJob, Preference};
pub use put::put_within;
pub use queue::Queue;
pub use results::{JobResult, Past, ResultId, kept_within, take_within};
pub use run::{Build, NewRun, RunId};
pub use server_url::{NoServerUrl, ServerUrl};
pub use told::{Counts, DeadLetter, Waiting, WorkerState};
pub use wakeups::Wakeups;
pub use worker::{Failed, Hello, Worker};

/// A job that was leased so often and never ended is given up, and becomes a [`DeadLetter`].
pub const MOST_READS: u16 = 3;
/// Jobs that one worker may have in hand at a time.
pub const MOST_IN_HAND: u16 = 256;
/// The size of a result that is taken from a worker.
pub const MOST_RESULT_BYTES: usize = 64 << 20;
