//! What a worker has to know of a run: its specification, and where the files of its bots are.
//!
//! ```text
//! CROUSHEET  version (1 byte)  length of the list of bots (4)  the list, as JSON  the specification
//! ```

use croupier_session::{BadRun, RunSpec};
use serde::{Deserialize, Serialize};

/// What all such bytes begin with.
const MAGIC: &[u8; 10] = b"CROUSHEET\x01";

/// A run, as workers are told of it.
#[derive(Debug)]
pub struct RunSheet {
    /// What is played, by whom and how.
    pub spec: RunSpec,
    /// Of each of its bots that is made of files, which ones.
    pub bots: Vec<Option<SentBot>>,
}

/// A bot whose files lie at the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentBot {
    /// The hash of its files in bytes.
    pub contents: String,
    /// Its own file among them.
    pub file: String,
    /// The class in that file, where one is named.
    pub class: Option<String>,
}

/// Bytes that tell of no run.
#[derive(Debug, thiserror::Error)]
pub enum BadSheet {
    /// They begin otherwise.
    #[error("what is known of the run is not of this version of the program")]
    NoSuch,
    /// They make no sense.
    #[error("what is known of the run is damaged")]
    Damaged,
    /// The run is none that can be played here.
    #[error(transparent)]
    Run(#[from] BadRun),
}

impl SentBot {
    /// How a plan would name it, in a folder with its files.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.class {
            Some(class) => format!("{}#{class}", self.file),
            None => self.file.clone(),
        }
    }
}

impl RunSheet {
    /// As bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BadSheet> {
        let list = serde_json::to_vec(&self.bots).map_err(|_| BadSheet::Damaged)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(list.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&list);
        bytes.extend(self.spec.to_bytes().map_err(|_| BadSheet::Damaged)?);
        Ok(bytes)
    }

    /// Of bytes, wherever they come from.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadSheet> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BadSheet::NoSuch)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(BadSheet::Damaged)?;
        let (list, spec) =
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(BadSheet::Damaged)?;
        let bots: Vec<Option<SentBot>> = serde_json::from_slice(list).map_err(|_| BadSheet::Damaged)?;
        let spec = RunSpec::from_bytes(spec)?;
        if bots.len() == spec.bots().len() { Ok(Self { spec, bots }) } else { Err(BadSheet::Damaged) }
    }
}
