//! The bots of a record, found again by the names that its head keeps, or others in their place.

use std::path::{Path, PathBuf};

use croupier_arena::naming::{Finder, NamedBot};
use croupier_arena::naming_files::Sight;
use croupier_arena::plan::Limits;
use croupier_games::Game;
use croupier_hosts::cell::Limits as CellLimits;
use croupier_hosts::{Kits, counts_fuel_as};
use croupier_record::Entrant;

use super::RerunArgs;
use crate::failure::Failure;
use crate::quick::found;
use crate::recorded::Recorded;
use crate::sight::results;

/// Who plays now.
#[derive(Debug)]
pub(crate) struct Field {
    /// One for each entrant, or for each seat.
    pub(crate) bots: Vec<NamedBot>,
    /// Those that are made of something else than they were.
    pub(crate) changed: Vec<String>,
    /// Whether all of them are those of the record.
    pub(crate) same: bool,
}

/// Finds bots for a record.
pub(crate) struct Roster<'a> {
    pub(crate) recorded: &'a Recorded,
    pub(crate) args: &'a RerunArgs,
    pub(crate) kits: &'a Kits,
    pub(crate) limits: &'a Limits,
}

impl Roster<'_> {
    /// The bots of these entrants, found again.
    pub(crate) fn again<G: Game>(&self, entrants: &[&Entrant]) -> Result<Field, Failure> {
        let mut specs: Vec<&String> = Vec::new();
        for entrant in entrants {
            if !specs.contains(&&entrant.bot) {
                specs.push(&entrant.bot);
            }
        }
        let sight = self.sight(&specs)?;
        let pool = found::<G>(&specs, &self.base(&specs), Vec::new(), sight, self.kits, self.limits);
        let pool = pool.map_err(|(_, error)| {
            Failure::BadInput(format!(
                "{}: a bot of this record is not found again: {error}; --base DIR says where its path begins, and \
                 --bots names others",
                self.recorded.path.display()
            ))
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
                    "{}: {} ran in {runs_in}, where fuel was counted in another way, so its games cannot be repeated; \
                     `croupier verify` and `croupier report` read the record, and --bots names other bots",
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
        Ok(Field { bots, changed, same: true })
    }

    /// Other bots, as many as are needed.
    pub(crate) fn others<G: Game>(&self, needed: usize, what: &str) -> Result<Field, Failure> {
        let specs: Vec<&String> = self.args.bots.iter().collect();
        let sight = self.sight(&specs)?;
        let bots = found::<G>(&specs, &self.base(&specs), Vec::new(), sight, self.kits, self.limits)
            .map_err(|(_, error)| Failure::from(error))?;
        if bots.len() != needed {
            return Err(Failure::BadInput(format!(
                "--bots names {} bots; {needed} are needed, one for each {what}",
                bots.len()
            )));
        }
        Ok(Field { bots, changed: Vec::new(), same: false })
    }

    /// One bot by its name.
    pub(crate) fn one<G: Game>(&self, spec: &str) -> Result<NamedBot, Failure> {
        let spec = spec.to_owned();
        let sight = self.sight(&[&spec])?;
        let found = found::<G>(&[&spec], &self.base(&[&spec]), Vec::new(), sight, self.kits, self.limits);
        let mut found = found.map_err(|(_, error)| Failure::from(error))?;
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
    fn sight(&self, specs: &[&String]) -> Result<Sight, Failure> {
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
        let elsewhere = ["house:", "http://", "https://"].iter().any(|start| spec.starts_with(start));
        let finder = Finder {
            base,
            search: Vec::new(),
            entered: Vec::new(),
            sight: Sight::default(),
            kits: self.kits,
            limits: CellLimits::default(),
            loading: std::time::Duration::ZERO,
        };
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
