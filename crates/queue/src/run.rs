//! Runs: a tournament or a site, whose jobs belong together.

/// A run's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

/// What program and rules a worker has, and a run wants: jobs are given where both are the same, so
/// that old and new workers can stand side by side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Build {
    /// The program's version.
    pub version: String,
    /// Its rules, by any word that changes with them.
    pub rules: String,
}

/// A run to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRun {
    /// What it is known by: beginning it again goes on with it.
    pub key: String,
    /// What its workers must be.
    pub build: Build,
    /// What a worker has to know of it beside a job.
    pub spec: Vec<u8>,
}
