//! The bots of a record, found again by the names that its head keeps, or others in their place.

use std::path::{Path, PathBuf};

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_arena::naming::files::Visibility;
use croupier_arena::plan::Limits;
use croupier_hosts::http::Url;
use croupier_hosts::{Runtimes, counts_fuel_as};
use croupier_record::Entrant;
use croupier_session::{BotSearch, Cast, Recorded, Rerun, find_bots};

use super::RerunArgs;
use crate::failure::Failure;
use crate::sight::results;

/// Who plays now.
#[derive(Debug)]
pub(crate) struct Field {
    /// One for each entrant, or for each seat.
    pub(crate) bots: Vec<NamedBot>,
    /// Those that are made of something else than they were.
    pub(crate) changed: Vec<String>,
    /// Whether all of them are those of the record.
    pub(crate) cast: Cast,
}

impl Field {
    /// As they are seated.
    pub(crate) fn seatable(&self) -> Vec<Bot> {
        self.bots.iter().map(|named| named.bot.clone()).collect()
    }
}

/// Finds bots for a record.
pub(crate) struct Roster<'a> {
    pub(crate) recorded: &'a Recorded,
    pub(crate) args: &'a RerunArgs,
    /// The command line, for whoever finds its folder in use.
    pub(crate) command: &'a str,
    pub(crate) runtimes: &'a Runtimes,
    pub(crate) limits: &'a Limits,
}

impl Roster<'_> {
    /// The record with these bots, to be played again.
    pub(crate) fn rerun<'b>(&'b self, field: &'b Field) -> Rerun<'b> {
        Rerun {
            recorded: self.recorded,
            bots: &field.bots,
            cast: field.cast,
            runtimes: self.runtimes,
            limits: self.limits,
            out: self.args.out.as_deref(),
            command: Some(self.command),
            threads: self.args.threads,
        }
    }

    /// The bots of these names.
    fn find(&self, specs: &[&String]) -> Result<Vec<NamedBot>, Failure> {
        let base = self.base(specs);
        let search =
            BotSearch { sight: self.sight(specs)?, ..BotSearch::new(&base, self.runtimes, self.limits) };
        Ok(find_bots(&self.recorded.header.game, specs, search)?)
    }

    /// The bots of these entrants, found again.
    pub(crate) fn again(&self, entrants: &[&Entrant]) -> Result<Field, Failure> {
        let mut specs: Vec<&String> = Vec::new();
        for entrant in entrants {
            if !specs.contains(&&entrant.bot) {
                specs.push(&entrant.bot);
            }
        }
        let pool = self.find(&specs).map_err(|failure| match failure {
            Failure::BadInput(error) => Failure::BadInput(format!(
                "{}: a bot of this record is not found again: {error}; --base DIR says where its path \
                 begins, and --bots names others",
                self.recorded.path.display()
            )),
            other => other,
        })?;
        let (mut bots, mut changed) = (Vec::new(), Vec::new());
        for entrant in entrants {
            let of_spec = || pool.iter().filter(|bot| bot.spec == entrant.bot);
            let same = of_spec().find(|bot| bot.hash == entrant.hash);
            let namesake = || of_spec().find(|bot| bot.name == own_name(&entrant.name));
            let Some(bot) = same.or_else(namesake).or_else(|| of_spec().next()) else {
                return Err(Failure::BadInput(format!("\"{}\" holds no bot {}", entrant.bot, entrant.name)));
            };
            if let Some(runs_in) = entrant.runs_in.as_deref().filter(|runs_in| !counts_fuel_as(runs_in)) {
                return Err(Failure::BadInput(format!(
                    "{}: {} ran in {runs_in}, where fuel was counted in another way, so its games cannot be \
                     repeated; `croupier verify` and `croupier report` read the record, and --bots names \
                     other bots",
                    self.recorded.path.display(),
                    entrant.name
                )));
            }
            let differs = bot.hash != entrant.hash || bot.bot.runs_in() != entrant.runs_in;
            if differs && !changed.contains(&entrant.name) {
                changed.push(entrant.name.clone());
            }
            bots.push(bot.clone());
        }
        Ok(Field { bots, changed, cast: Cast::AsRecorded })
    }

    /// Other bots, as many as are needed.
    pub(crate) fn others(&self, needed: usize, what: &str) -> Result<Field, Failure> {
        let specs: Vec<&String> = self.args.bots.iter().collect();
        let bots = self.find(&specs)?;
        if bots.len() != needed {
            return Err(Failure::BadInput(format!(
                "--bots names {} bots; {needed} are needed, one for each {what}",
                bots.len()
            )));
        }
        Ok(Field { bots, changed: Vec::new(), cast: Cast::Others })
    }

    /// One bot by its name.
    pub(crate) fn one(&self, spec: &str) -> Result<NamedBot, Failure> {
        let spec = spec.to_owned();
        let mut found = self.find(&[&spec])?;
        match found.len() {
            1 => Ok(found.remove(0)),
            _ => {
                let names: Vec<&str> = found.iter().map(|bot| bot.name.as_str()).collect();
                Err(Failure::BadInput(format!(
                    "{spec} holds several bots; name one of them: {}",
                    names.join(", ")
                )))
            }
        }
    }

    /// What these bots see: never the record, nor the folder of what is played now.
    fn sight(&self, specs: &[&String]) -> Result<Visibility, Failure> {
        let mut never = results(self.args.out.as_deref());
        never.push(self.recorded.path.clone());
        self.args.files.sight(specs, never)
    }

    /// The folder that the paths of all these bots begin in.
    fn base(&self, specs: &[&String]) -> PathBuf {
        if let Some(base) = &self.args.base {
            return base.clone();
        }
        let folder = self.recorded.folder();
        let above = folder.canonicalize().ok().and_then(|folder| folder.parent().map(Path::to_owned));
        let here = PathBuf::from(".");
        let mut places = std::iter::once(here.clone()).chain([folder]).chain(above);
        places.find(|place| specs.iter().all(|spec| self.is_in(place, spec))).unwrap_or(here)
    }

    fn is_in(&self, base: &Path, spec: &str) -> bool {
        let elsewhere = spec.starts_with("house:") || Url::is_one(spec);
        let finder = BotSearch::new(base, self.runtimes, self.limits).finder();
        elsewhere || finder.file_of(spec).is_some()
    }
}

/// A bot's own name: that of an entrant without the number that tells copies apart.
fn own_name(entrant: &str) -> &str {
    match entrant.rsplit_once('#') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => entrant,
    }
}
