//! What can go wrong between a caller and the queue.

use crate::Hash;

/// What every call here gives.
pub type Queued<T> = Result<T, QueueError>;

/// What the queue could not do.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The database says no, or does not answer.
    #[error("the database: {}", in_words(.0))]
    Sql(sqlx::Error),
    /// PGMQ could not be brought into the database.
    #[error("PGMQ: {0}")]
    Pgmq(Box<pgmq::PgmqError>),
    /// A function of the queue refuses, and says why.
    #[error("{0}")]
    Refused(String),
    /// There is no queue in this database, or this role may not use it.
    #[error(
        "this database has no queue that {role} may use; whoever owns it makes one by opening it, \
         and admits the role"
    )]
    NoQueue {
        /// Who asked.
        role: String,
    },
    /// The database has PGMQ as an extension, beside which its plain form cannot stand.
    #[error("this database has PGMQ as an extension; a queue needs a database without it")]
    Extension,
    /// A later program has brought the queue up to date.
    #[error("the queue is of a later version (its tables are at step {there}, this program knows {here})")]
    Newer {
        /// The step of the tables.
        there: i32,
        /// The last one that is known.
        here: i32,
    },
    /// A run of this key has begun with something else.
    #[error("a run \"{0}\" has begun with another plan or another program; it is to be forgotten first")]
    OtherRun(String),
    /// Something is larger than what is taken.
    #[error("{what} of {bytes} bytes; {most} are taken at most")]
    TooLarge {
        /// What.
        what: &'static str,
        /// Its size.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// What came as contents is not what was asked for.
    #[error("the contents {0} came with other bytes")]
    WrongContent(Hash),
    /// What is stored makes no sense to this program.
    #[error("{0}")]
    Unreadable(String),
}

/// What the driver says, where it would be misunderstood in words of ours.
fn in_words(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::PoolTimedOut => "it does not answer; is the host right, and does it run?".to_owned(),
        error => error.to_string(),
    }
}

/// Errors that functions of the queue raise themselves.
const OURS: &str = "CQ";
/// The gate was not free in time.
const BUSY: &str = "CQ003";

impl QueueError {
    /// Whether the same can work in a moment: the server is away, or somebody holds what is needed.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        // Lock not available, deadlock, not serializable, too many connections, a server that stops or
        // starts.
        let later = ["55P03", "40P01", "40001", "53300", "57P01", "57P02", "57P03", BUSY];
        match self {
            Self::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed) => true,
            Self::Sql(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| later.contains(&code.as_ref()))
            }
            _ => false,
        }
    }
}

impl From<sqlx::Error> for QueueError {
    fn from(error: sqlx::Error) -> Self {
        if let sqlx::Error::Database(told) = &error {
            let code = told.code().unwrap_or_default();
            if code.starts_with(OURS) && code != BUSY {
                return Self::Refused(told.message().to_owned());
            }
        }
        Self::Sql(error)
    }
}

impl From<pgmq::PgmqError> for QueueError {
    fn from(error: pgmq::PgmqError) -> Self {
        match error {
            pgmq::PgmqError::DatabaseError(error) => error.into(),
            other => Self::Pgmq(Box::new(other)),
        }
    }
}
