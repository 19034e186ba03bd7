//! What a calibration plays, and the small file that remembers it: so that it can go on, and never
//! mixes with another.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use croupier_bots::Budget;
use croupier_games::About;
use croupier_record::atomic_file;
use serde::{Deserialize, Serialize};

use super::CalibrateArgs;
use crate::failure::Failure;

const BUDGETS: [&str; 3] = ["1ms", "10ms", "100ms"];
const GAMES: u64 = 1000;
const SEED: u64 = 1;
const FILE: &str = "calibration.json";

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub(super) croupier: String,
    pub(super) game: String,
    pub(super) budgets: Vec<String>,
    pub(super) games: u64,
    pub(super) seats: Vec<usize>,
    pub(super) seed: u64,
}

impl Settings {
    /// As the command line says; where a calibration goes on, what it does not say is as it was.
    pub(super) fn of(args: &CalibrateArgs, about: &About, folder: &Path) -> Result<Self, Failure> {
        if !args.resume {
            let new = Self::asked(args, about, None);
            new.check(about)?;
            let file = folder.join(FILE);
            if file.exists() {
                return Err(Failure::BadInput(format!(
                    "{} is there already; go on with it by --resume, or choose another folder with --out",
                    file.display()
                )));
            }
            return Ok(new);
        }
        let there = Self::read(folder)?;
        let here = Self::asked(args, about, Some(&there));
        if here == there {
            return Ok(there);
        }
        Err(Failure::BadInput(format!(
            "{} was made with other settings: {}; go on with those, or begin anew in another folder",
            folder.join(FILE).display(),
            there.command()
        )))
    }

    fn asked(args: &CalibrateArgs, about: &About, there: Option<&Self>) -> Self {
        let or = |given: &[String], usual: Vec<String>| if given.is_empty() { usual } else { given.to_vec() };
        let budgets = || BUDGETS.map(str::to_owned).to_vec();
        let mut ends: Vec<usize> =
            about.seats.first().into_iter().chain(about.seats.last()).copied().collect();
        ends.dedup();
        let seats = there.map_or(ends, |there| there.seats.clone());
        Self {
            croupier: env!("CARGO_PKG_VERSION").to_owned(),
            game: about.name.to_owned(),
            budgets: or(&args.budgets, there.map_or_else(budgets, |there| there.budgets.clone())),
            games: args.games.or(there.map(|there| there.games)).unwrap_or(GAMES),
            seats: if args.seats.is_empty() { seats } else { args.seats.clone() },
            seed: args.seed.or(there.map(|there| there.seed)).unwrap_or(SEED),
        }
    }

    fn check(&self, about: &About) -> Result<(), Failure> {
        for &seats in &self.seats {
            about.check_seats(seats)?;
        }
        self.budgets().map(|_| ())
    }

    fn read(folder: &Path) -> Result<Self, Failure> {
        let file = folder.join(FILE);
        let text = fs::read_to_string(&file).map_err(|_| {
            let file = file.display();
            Failure::BadInput(format!(
                "{file} is not there, so there is nothing to resume; run without --resume"
            ))
        })?;
        serde_json::from_str(&text).map_err(|error| {
            Failure::BadInput(format!("{}: {error}; a calibration writes it", file.display()))
        })
    }

    /// Remembers them.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(Failure::unwritten(folder))?;
        write_json(&folder.join(FILE), self)
    }

    /// The flagship's budgets.
    pub(super) fn budgets(&self) -> Result<Vec<Budget>, Failure> {
        let read = |text: &String| {
            Budget::parse(text).ok_or_else(|| {
                Failure::BadInput(format!("\"{text}\" is no budget; 10ms, 2s or a number of steps is"))
            })
        };
        self.budgets.iter().map(read).collect()
    }

    /// Whether anything is measured by the clock.
    pub(super) fn is_timed(&self) -> bool {
        self.budgets.iter().any(|budget| matches!(Budget::parse(budget), Some(Budget::Time(_))))
    }

    /// The command that plays the same.
    pub(super) fn command(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
        format!(
            "croupier calibrate {} --budgets {} --games {} --seats {} --seed {}",
            self.game,
            self.budgets.join(","),
            self.games,
            seats.join(","),
            self.seed
        )
    }
}

/// The folder of a calibration.
pub(super) fn folder_of(args: &CalibrateArgs) -> PathBuf {
    args.out.clone().unwrap_or_else(|| PathBuf::from(format!("calibration-{}", args.game)))
}

/// The time that a player's name promises to keep.
pub(super) fn time_of(name: &str) -> Option<Duration> {
    match Budget::parse(name.split_once('@')?.1)? {
        Budget::Time(time) => Some(time),
        Budget::Usual | Budget::Steps(_) => None,
    }
}

/// Writes a file as a whole or not at all.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::Trouble(error.into()))?;
    atomic_file::replace(path, text.as_bytes()).map(drop).map_err(Failure::unwritten(path))
}
