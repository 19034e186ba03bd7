//! What bots print in a run that is one job: it is kept beside the game, and the beginning of it goes back
//! with the result.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use croupier_hosts::Scratch;
use croupier_record::{BotPrints, EntrantId, bot_log_name};
use croupier_session::RunSpec;

use super::job::Undone;

/// The folder for what bots print; it goes with the job.
pub(super) struct Prints {
    folder: Scratch,
}

impl Prints {
    /// A folder for a run that asks for prints.
    pub(super) fn of(spec: &RunSpec) -> Result<Option<Self>, Undone> {
        if spec.prints == 0 {
            return Ok(None);
        }
        let folder = Scratch::new("prints").map_err(|error| Undone::Failed(error.to_string()))?;
        Ok(Some(Self { folder }))
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What each bot printed, from the beginning, as much as is asked for.
    pub(super) fn read(&self, spec: &RunSpec) -> Vec<BotPrints> {
        let of = |(number, name): (u16, &String)| {
            let file = File::open(self.folder().join(bot_log_name(name, 0))).ok()?;
            let mut bytes = Vec::new();
            file.take(spec.prints.into()).read_to_end(&mut bytes).ok()?;
            (!bytes.is_empty()).then_some(BotPrints { entrant: EntrantId(number), bytes })
        };
        let names = spec.entrants.iter().map(|entrant| &entrant.name);
        (0..).zip(names).filter_map(of).collect()
    }
}
