//! Which of a file's classes play.

use croupier_record::shown;

/// So many bots of one file play; who wants another of them names it.
const MOST_OF_A_FILE: usize = 64;
/// So many of them are named in a sentence, each up to so many letters.
const NAMED: usize = 8;
const LONGEST: usize = 60;

/// Why none of a file's classes plays, in a sentence of bounded length.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoClass {
    /// It has no bot.
    #[error("no bot class is in it; it has {0}")]
    None(String),
    /// It has others than the one that is named.
    #[error("it has no bot {wanted}; it has {known}")]
    Unknown { wanted: String, known: String },
    /// It has too many to play all.
    #[error(
        "it holds {0} bots, and at most {MOST_OF_A_FILE} of a file play; name the one that should, as in \
         file.py#Class"
    )]
    TooMany(usize),
}

/// The class that is named, or all of them.
pub(super) fn choose(classes: Vec<String>, class: Option<&str>) -> Result<Vec<String>, NoClass> {
    let known = listed(&classes);
    let count = classes.len();
    let wanted: Vec<String> =
        classes.into_iter().filter(|name| class.is_none_or(|class| class == *name)).collect();
    match (wanted.len(), class) {
        (0, None) => Err(NoClass::None(known)),
        (0, Some(class)) => Err(NoClass::Unknown { wanted: short(class), known }),
        (1..=MOST_OF_A_FILE, _) => Ok(wanted),
        _ => Err(NoClass::TooMany(count)),
    }
}

fn listed(classes: &[String]) -> String {
    if classes.is_empty() {
        return "none at all".to_owned();
    }
    let names = classes.iter().take(NAMED).map(|class| short(class)).collect::<Vec<_>>().join(", ");
    if classes.len() > NAMED { format!("{names} and {} more", classes.len() - NAMED) } else { names }
}

fn short(class: &str) -> String {
    shown::one_line(&class.chars().take(LONGEST).collect::<String>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_too_many_bots_is_told_so_in_a_sentence() {
        let many: Vec<String> = (0..60_000).map(|number| format!("Bot{number}")).collect();
        let why = choose(many.clone(), None).unwrap_err().to_string();
        assert!(why.starts_with("it holds 60000 bots, and at most 64 of a file play"), "{why}");
        assert_eq!(choose(many.clone(), Some("Bot7")), Ok(vec!["Bot7".to_owned()]));
        let why = choose(many, Some("Nobody")).unwrap_err().to_string();
        assert!(why.ends_with("Bot7 and 59992 more"), "{why}");
    }

    #[test]
    fn names_are_cut_and_give_no_orders() {
        let why = choose(vec!["\u{1b}[2J".to_owned()], Some(&"x".repeat(300))).unwrap_err().to_string();
        assert_eq!(why, format!("it has no bot {}; it has \\x1b[2J", "x".repeat(60)));
    }
}
