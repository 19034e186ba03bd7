//! What goes out with a tournament: what workers have to know of it, and the files of its bots.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use croupier_arena::Bot;
use croupier_arena::naming::files::SeenFiles;
use croupier_hosts::CellKind;
use croupier_hosts::bot_files::Staged;
use croupier_queue::Hash;
use croupier_session::{BotSearch, RunSpec, Session, files_of_bots};

use crate::abilities::{self, of_language, of_packages};
use crate::coordinator::{SentRun, run_key};
use crate::error::WorkerError;
use crate::pack::{BadPack, BotFiles};
use crate::sheet::{RunSheet, SentBot};

/// Where a tournament's bots were found, and how it is to be played.
#[derive(Debug)]
pub struct Sending<'a> {
    /// All bots that were named or lay in folders that were searched, as they were looked for.
    pub specs: &'a [&'a String],
    /// Where they were looked for.
    pub search: BotSearch<'a>,
    /// Where the record goes.
    pub folder: &'a Path,
    /// Whether an earlier run goes on.
    pub goes_on: bool,
    /// Whether bots are to run behind walls alone.
    pub behind_walls: bool,
}

/// Puts together what is sent.
pub fn sent_run(session: &Session, sending: Sending<'_>) -> Result<SentRun, WorkerError> {
    let spec = session.run_spec()?;
    let Sending { specs, search, folder, goes_on, behind_walls } = sending;
    let named: Vec<&str> = spec.bots().iter().map(|bot| bot.bot.as_str()).collect();
    let seen = files_of_bots(specs, &named, search)?;
    let (mut needs, mut contents, mut bots) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
    for (name, seen) in named.iter().zip(&seen) {
        let Some(seen) = seen else {
            needs.extend(is_url(name).then(|| abilities::URLS.to_owned()));
            bots.push(None);
            continue;
        };
        let PackedBot { sent, needs: language, bytes } = PackedBot::of(name, seen, spec.python_in)?;
        needs.insert(language);
        contents.insert(sent.contents.clone(), bytes);
        bots.push(Some(sent));
    }
    if bots.iter().any(Option::is_some) {
        needs.extend(beside_languages(&spec, behind_walls));
    }
    Ok(SentRun {
        key: run_key(session.header(), folder),
        contents: contents.into_values().collect(),
        needs: needs.into_iter().collect(),
        is_quick: session.setup().bots.iter().all(|named| is_quick(&named.bot)),
        has_lanes: session.setup().bots.iter().any(|named| named.bot.is_foreign()),
        sheet: RunSheet { spec, bots },
        goes_on,
    })
}

/// A bot's files, ready to be sent.
#[derive(Debug, Clone)]
pub struct PackedBot {
    /// Which files they are.
    pub(crate) sent: SentBot,
    /// The language that a worker has to offer.
    pub(crate) needs: String,
    /// The files, in bytes.
    pub(crate) bytes: Vec<u8>,
}

impl PackedBot {
    /// The bot of this name.
    pub fn find(name: &str, search: BotSearch<'_>, python_in: CellKind) -> Result<Self, WorkerError> {
        let spec = name.to_owned();
        let seen = files_of_bots(&[&spec], &[name], search)?.pop().flatten();
        let seen = seen.ok_or_else(|| WorkerError::NoFiles(name.to_owned()))?;
        Self::of(name, &seen, python_in)
    }

    /// How many bytes its files take.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    fn of(name: &str, seen: &SeenFiles, python_in: CellKind) -> Result<Self, WorkerError> {
        let (contents, bytes) =
            packed(&seen.files).map_err(|why| WorkerError::NotSent { bot: name.to_owned(), why })?;
        let file = seen.files.name().to_string_lossy().into_owned();
        let sent = SentBot { contents, file, class: seen.class.clone() };
        Ok(Self { sent, needs: of_language(seen.language, python_in), bytes })
    }
}

/// What bots that run at a worker need beside their languages.
pub(crate) fn beside_languages(spec: &RunSpec, behind_walls: bool) -> impl Iterator<Item = String> {
    let packages = spec.packages.as_deref().map(of_packages);
    packages.into_iter().chain(behind_walls.then(|| abilities::WALLS.to_owned()))
}

fn is_quick(bot: &Bot) -> bool {
    matches!(bot, Bot::House(house) if house.is_quick)
}

fn is_url(name: &str) -> bool {
    name.contains("://")
}

/// All that a bot sees, in bytes, and their hash.
fn packed(files: &Staged) -> Result<(String, Vec<u8>), BadPack> {
    let bytes = BotFiles::read(files.folder())?.to_bytes()?;
    Ok((Hash::of(&bytes).to_string(), bytes))
}
