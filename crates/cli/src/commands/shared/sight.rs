//! What the bots of a command see beside themselves, and what they never see.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use croupier_arena::naming::files::Visibility;

use crate::failure::Failure;

/// Files that are listed for bots on the command line.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct FilesArgs {
    /// A file or folder that a bot sees beside itself, as in `mine.py=weights.txt`; may be given
    /// several times
    #[arg(long = "files", value_name = "BOT=FILE")]
    pub(crate) files: Vec<String>,
}

impl FilesArgs {
    /// What the bots of these names see; `never` is what belongs to the tournament.
    pub(crate) fn sight(&self, specs: &[&String], never: Vec<PathBuf>) -> Result<Visibility, Failure> {
        let mut listed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for word in &self.files {
            let Some((bot, file)) = word.rsplit_once('=') else {
                let what = format!("--files {word}: a bot and its file are named as in mine.py=weights.txt");
                return Err(Failure::BadInput(what));
            };
            listed.entry(bot.to_owned()).or_default().push(file.to_owned());
        }
        let sight = Visibility { never, listed, ..Visibility::default() };
        match unknown(&sight, specs) {
            Some(bot) => Err(Failure::BadInput(format!("--files {bot}=…: no bot of this name plays"))),
            None => Ok(sight),
        }
    }
}

/// A bot that files are listed for and that does not play.
pub(crate) fn unknown<'a>(sight: &'a Visibility, specs: &[&String]) -> Option<&'a String> {
    let file = |spec: &str| spec.split_once('#').map_or(spec, |(file, _)| file).to_owned();
    sight.listed.keys().find(|bot| !specs.iter().any(|spec| spec == bot || file(spec) == **bot))
}

/// The folder of results, where there is one.
pub(crate) fn results(out: Option<&Path>) -> Vec<PathBuf> {
    out.map(Path::to_owned).into_iter().collect()
}
