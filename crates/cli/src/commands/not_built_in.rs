//! Commands that this binary has no code for: they are listed like all others, and say how to have
//! them.

use std::ffi::OsString;

use crate::failure::Failure;

/// Whatever stands behind such a command.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true, after_help = "Not built in: build with `--features full`.")]
pub(crate) struct NotBuiltIn {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<OsString>,
}

/// How to have it.
pub(crate) fn refused(command: &str) -> Result<(), Failure> {
    Err(missing(command))
}

/// The same, for what is no command of its own.
pub(crate) fn missing(what: &str) -> Failure {
    Failure::BadInput(format!(
        "`{what}` is not built in; to have it, build with `cargo build --release --features full`"
    ))
}
