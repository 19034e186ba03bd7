//! Tournaments on more than one machine: `croupier run --store`, `croupier worker`, `croupier workers`.

pub(crate) mod coordinated;
pub(crate) mod overview;
pub(crate) mod worker;

use croupier_worker::WorkerError;

use crate::failure::Failure;

/// How a worker's trouble ends a command.
fn failure(error: WorkerError) -> Failure {
    match error {
        WorkerError::Session(error) => error.into(),
        error if error.is_bad_input() => Failure::BadInput(error.to_string()),
        error => Failure::Trouble(error.into()),
    }
}
