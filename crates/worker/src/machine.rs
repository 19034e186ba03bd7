//! What this machine is called, and luck of its own.

use std::env;
use std::fs;
use std::io;

use crate::error::WorkerError;

/// Where Linux tells what a machine is called.
const NAME: &str = "/proc/sys/kernel/hostname";

/// What this machine calls itself.
#[must_use]
pub fn machine_name() -> String {
    let told = fs::read_to_string(NAME).or_else(|_| env::var("HOSTNAME"));
    let name = told.unwrap_or_default().trim().to_owned();
    if name.is_empty() { "machine".to_owned() } else { name }
}

/// A password that nobody chose.
pub fn new_password() -> Result<String, WorkerError> {
    let mut bits = [0_u8; 16];
    getrandom::fill(&mut bits).map_err(|error| WorkerError::System(io::Error::other(error.to_string())))?;
    Ok(bits.iter().map(|byte| format!("{byte:02x}")).collect())
}
