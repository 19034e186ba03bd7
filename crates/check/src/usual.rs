//! What a check is where nothing else is said, and the command that runs the same one again. A site's check
//! is this one too, so that what fails there fails at home. Knows no bot and runs nothing.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use croupier_hosts::CellKind;

use crate::stage::Failing;

/// So many deals at each size of table: a game may have several.
pub const DEALS: u64 = 100;
/// So many games in all: of a hundred, a fault in one game of forty would be missed by one check in twelve;
/// of so many, by one in five hundred.
pub const GAMES: u64 = 250;
/// What all luck of a check grows from.
pub const SEED: u64 = 1;

/// The command of a check: whoever types it sees the same games.
#[derive(Debug, Clone, Copy)]
pub struct Command<'a> {
    /// The bot, as it is named where the command is typed.
    pub bot: &'a str,
    /// By its name in plans.
    pub game: &'a str,
    /// The game's options as JSON, where they are not its usual ones.
    pub options: Option<&'a str>,
    /// What the bot may use as JSON, where that is not the usual.
    pub limits: Option<&'a str>,
    /// The list of packages that it may use, where there is one.
    pub packages: Option<&'a str>,
    /// Where it runs, if it is in Python.
    pub cell: CellKind,
    /// How many games at each size of table, where not the usual deals.
    pub games: Option<u64>,
    /// What all luck grows from.
    pub seed: u64,
}

impl Command<'_> {
    /// The command or commands that show a failure again; `out` is where its record was written, if anywhere.
    #[must_use]
    pub fn showing(&self, failing: &Failing, out: Option<&Path>) -> String {
        match (&failing.record, out) {
            (None, _) => self.to_string(),
            (Some((folder, game)), Some(out)) => {
                format!("croupier log {} {game}", quoted(&out.join(folder).display().to_string()))
            }
            (Some((folder, game)), None) => {
                format!("{self} --out DIR, then: croupier log DIR/{folder} {game}")
            }
        }
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "croupier check {} --game {}", quoted(self.bot), self.game)?;
        if let Some(options) = self.options {
            write!(f, " --options {}", quoted(options))?;
        }
        if let Some(limits) = self.limits {
            write!(f, " --limits {}", quoted(limits))?;
        }
        if let Some(packages) = self.packages {
            write!(f, " --packages {}", quoted(packages))?;
        }
        if self.cell != CellKind::default() {
            write!(f, " --cell {}", self.cell)?;
        }
        if let Some(games) = self.games {
            write!(f, " --games {games}")?;
        }
        write!(f, " --seed {}", self.seed)
    }
}

/// A word as a shell takes it: as it is where it is plain, else between quotes.
#[must_use]
pub fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "-_./:#@%+=,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', "'\\''")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_typed_as_it_stands_whatever_its_words() {
        let command = Command {
            bot: "my bot's.py",
            game: "hearts",
            options: Some("{\"target\": 50}"),
            limits: None,
            packages: Some("packages.toml"),
            cell: CellKind::Wasm,
            games: None,
            seed: 1,
        };
        let shell = format!("croupier() {{ printf '%s\\n' \"$@\"; }}; {command}");
        let said = std::process::Command::new("sh").args(["-c", &shell]).output().unwrap();
        assert_eq!(
            String::from_utf8(said.stdout).unwrap(),
            "check\nmy \
             bot's.py\n--game\nhearts\n--options\n{\"target\": 50}\n--packages\npackages.toml\n--cell\nwasm\n--seed\n1\n"
        );
    }
}
