//! How an author sees at home what a check showed here: the command with the contest's own options
//! and limits.

use croupier_arena::plan::Limits;
use croupier_check::{Command, Failing, SEED};
use croupier_hosts::{CellKind, languages};
use croupier_session::usual_options;
use serde_json::Value;

use super::kind::{ARCHIVE, end_of};
use crate::allowed::{Allowed, FILE};
use crate::store::contests::Contest;
use crate::store::uploads::Upload;

/// The command that runs this check at home, Python in the same kind of cell, and ends with the
/// record of its failure.
pub(crate) fn command(
    contest: &Contest,
    upload: &Upload,
    cell: CellKind,
    allowed: &Allowed,
    failing: &Failing,
) -> String {
    let bot = named(upload);
    let options = options(contest);
    let limits = beyond(&contest.limits, &serde_json::to_value(Limits::default()).unwrap_or_default());
    let command = Command {
        bot: &bot,
        game: &contest.game,
        options: options.as_deref(),
        limits: limits.as_deref(),
        packages: allowed.has(&upload.kind).then_some(FILE),
        cell: if upload.kind == languages::python().word { cell } else { CellKind::default() },
        games: None,
        seed: SEED,
    };
    command.showing(failing, None)
}

/// The bot as its author names it: an archive by the file in it that is the bot.
fn named(upload: &Upload) -> String {
    let name = match &upload.url {
        Some(url) => url.clone(),
        None if end_of(&upload.file_name) == ARCHIVE => upload.main.clone(),
        None => upload.file_name.clone(),
    };
    // A program without a path is looked for elsewhere.
    if upload.kind == languages::program().0.word && !name.contains('/') { format!("./{name}") } else { name }
}

/// The options of a contest beyond its game's usual ones, as JSON.
pub(crate) fn options(contest: &Contest) -> Option<String> {
    beyond(&contest.options, &usual_options(&contest.game).unwrap_or_default())
}

/// What a contest says in JSON beyond the usual; `None` where that is nothing.
fn beyond(said: &str, usual: &Value) -> Option<String> {
    let Ok(Value::Object(mut said)) = serde_json::from_str(said) else { return None };
    said.retain(|key, value| usual.get(key) != Some(value));
    (!said.is_empty()).then(|| Value::Object(said).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_usual_is_said() {
        let usual = serde_json::json!({"target": 100, "memory": null});
        assert_eq!(beyond("{\"target\": 100}", &usual), None);
        assert_eq!(beyond("{\"target\": 50, \"memory\": null}", &usual).as_deref(), Some("{\"target\":50}"));
        assert_eq!(beyond("", &usual), None);
    }
}
