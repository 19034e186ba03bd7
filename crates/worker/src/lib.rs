//! Tournaments on more than one machine.
//!
//! A tournament's games go out as jobs of about a second ([`Coordinator`]) through a queue in
//! PostgreSQL (`croupier-queue`), and workers anywhere play them ([`work`]). What comes back is
//! replayed where it was planned, so it is checked, and the record is the one of a run that was played
//! there: the same plan, seed and bots give the same games hash, whoever played.
//!
//! A site sends its jobs one by one ([`SiteSender`]), and keeps its own queue.
//!
//! What goes out is who sits where, the luck of each game, the files of bots as these see them, and
//! limits. No secret does, and no password.

pub mod abilities;
mod blocking;
mod build;
mod coordinator;
mod error;
mod machine;
pub mod pack;
mod playing;
mod sending;
mod sheet;
mod site;
mod speed;
mod told;

pub use build::{difference, this_build};
pub use coordinator::{Attention, Coordinator, SentRun, Told, run_key, why_waits};
pub use croupier_queue::{
    Build, Class, DeadLetter, NoServerUrl, RunId, ServerUrl, Waiting, Wakeups, WorkerState,
};
pub use error::WorkerError;
pub use machine::{machine_name, new_password};
pub use playing::{Follow, Offered, WorkerConfig, WorkerEvent, work};
pub use sending::{PackedBot, Sending, sent_run};
pub use sheet::{BadSheet, RunSheet, SentBot};
pub use site::{Around, Came, SiteJob, SiteSender};
pub use told::{Overview, admit, forget, overview, worker_url};
