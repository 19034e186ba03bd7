//! Haskell players by the names of their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_games::Game;

use crate::crew::Bot;
use crate::naming::{BadBot, Finder, NamedBot, hash_of};

impl Finder<'_> {
    /// The player of a file, compiled; one that does not compile is entered, and stands last with the reason.
    pub(crate) fn haskell<G: Game>(&self, spec: &str, file: &Path) -> Result<NamedBot, BadBot> {
        let missing = |why: String| BadBot::NoHost { spec: spec.to_owned(), why };
        let cell = self.kits.cell().map_err(missing)?;
        let host = self.kits.haskell().map_err(missing)?;
        let bot = match host.player(cell, G::ABOUT.name, file, self.limits.clone()) {
            Ok(player) => Bot::Foreign(Arc::new(player)),
            Err(not) => Bot::Uncompiled { why: format!("does not load: {}", not.why), message: not.message },
        };
        let name = self.haskell_name(file);
        Ok(NamedBot { name, spec: spec.to_owned(), hash: hash_of(file, ""), bot })
    }

    /// The file's name without its end; where several players share it, as students do, the folder's.
    fn haskell_name(&self, file: &Path) -> String {
        let namesake = |other: &PathBuf| other != file && other.file_name() == file.file_name();
        let shared = self.entered.iter().any(namesake);
        let folder = file.parent().and_then(Path::file_name).filter(|_| shared);
        folder.or(file.file_stem()).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}
