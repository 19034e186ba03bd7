//! What bots are called. A bot says what it likes of itself; the name that stands in standings, records and
//! file names is made by us, and decides nothing.

use std::path::Path;

use croupier_record::file_name;

use crate::crew::Bot;
use crate::naming::NamedBot;

/// A longer name is cut. Bytes count too: a name becomes a part of a file's, which has 255.
const LONGEST: usize = 60;
const MOST_BYTES: usize = 180;
/// What a bot is called that has no name at all.
const NAMELESS: &str = "bot";

/// A bot under a name that can be shown and written; those of the house have theirs from us.
pub(crate) fn named_by_us(bot: NamedBot) -> NamedBot {
    let name = match bot.bot {
        Bot::House(_) | Bot::Clocked { .. } => return bot,
        Bot::Http(_) => cut(&bot.name, MOST_BYTES),
        _ => plain(&bot.name),
    };
    NamedBot { name, ..bot }
}

/// A name without what cannot be seen, or would be read as something else: a part of a path, a player of the
/// house. An ordinary name stays as it is.
pub(crate) fn plain(said: &str) -> String {
    let seen = said.chars().filter(|char| !is_unseen(*char)).map(|char| match char {
        '/' | '\\' => '-',
        // `house:` is the house's, whatever letters and signs look like it.
        ':' | '\u{2d0}' | '\u{589}' | '\u{2236}' | '\u{a789}' | '\u{fe13}' | '\u{fe55}' | '\u{ff1a}' => '-',
        char if char.is_whitespace() => ' ',
        char => char,
    });
    let name =
        seen.collect::<String>().split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let name = without_lane(cut(&name, LONGEST));
    if name.is_empty() { NAMELESS.to_owned() } else { name }
}

/// Signs that show nothing, or change how what is beside them is shown.
fn is_unseen(char: char) -> bool {
    (char.is_control() && !char.is_whitespace())
        || matches!(char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

fn cut(name: &str, longest: usize) -> String {
    let mut bytes = 0;
    let fits = |char: &char| {
        bytes += char.len_utf8();
        bytes <= MOST_BYTES
    };
    name.chars().take(longest).take_while(fits).collect::<String>().trim().to_owned()
}

/// `X.lane2` is what the second log of X is called.
fn without_lane(name: String) -> String {
    match name.rsplit_once(".lane") {
        Some((bot, lane)) if lane.bytes().all(|byte| byte.is_ascii_digit()) => format!("{bot}-lane{lane}"),
        _ => name,
    }
}

/// The names of all entrants: each bot's own, copies after all bots. Namesakes of different files are told
/// apart by these, whoever is left by `#2`, `#3` and so on. Two names are one where their files would be, on
/// a disk that knows no capitals too. The house is named first: nobody takes its names.
#[must_use]
pub fn entrant_names(bots: &[NamedBot], copies: usize) -> Vec<String> {
    let wanted = told_apart(bots);
    let entrants: Vec<(&NamedBot, &String)> = (0..copies).flat_map(|_| bots.iter().zip(&wanted)).collect();
    let mut names: Vec<String> = vec![String::new(); entrants.len()];
    let mut taken = std::collections::HashSet::new();
    for of_the_house in [true, false] {
        for ((entrant, wanted), name) in entrants.iter().zip(&mut names) {
            if matches!(entrant.bot, Bot::House(_) | Bot::Clocked { .. }) == of_the_house {
                *name = free(wanted, &mut taken);
            }
        }
    }
    names
}

/// Each bot's name, with its file's where classes of different files have one name, `Player (amy)`; or its
/// folder's where the files have one name, too.
fn told_apart(bots: &[NamedBot]) -> Vec<String> {
    let key = |bot: &NamedBot| file_name(&bot.name).to_lowercase();
    let name = |bot: &NamedBot| {
        let own = file_of(bot)?;
        let namesakes = bots.iter().filter(|other| key(other) == key(bot)).filter_map(file_of);
        let others: Vec<&Path> = namesakes.filter(|&file| file != own).collect();
        let by_file = others.iter().all(|other| other.file_stem() != own.file_stem());
        let place = if by_file { own.file_stem() } else { own.parent().and_then(Path::file_name) };
        let place = place.filter(|_| !others.is_empty())?.to_string_lossy();
        Some(plain(&format!("{} ({place})", bot.name)))
    };
    bots.iter().map(|bot| name(bot).unwrap_or_else(|| bot.name.clone())).collect()
}

/// The file of a bot that has one, as it is named.
fn file_of(bot: &NamedBot) -> Option<&Path> {
    let has_one =
        matches!(bot.bot, Bot::Foreign(_) | Bot::Inside(_) | Bot::Broken(_) | Bot::Uncompiled { .. });
    let file = bot.spec.split_once('#').map_or(bot.spec.as_str(), |(file, _)| file);
    has_one.then(|| Path::new(file))
}

fn free(wanted: &str, taken: &mut std::collections::HashSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while !taken.insert(file_name(&name).to_lowercase()) {
        name = format!("{wanted}#{number}");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naming::house_bot;
    use croupier_games::no_thanks::NoThanks;

    fn called(name: &str) -> NamedBot {
        let bot = Bot::Broken(String::new());
        NamedBot { name: plain(name), spec: "bots.py".to_owned(), team: None, hash: String::new(), bot }
    }

    #[test]
    fn ordinary_names_stay_exactly_as_they_are() {
        for name in
            ["CutOff14", "my_bot.py", "Team Ä, 2nd", "team.jar", "Møller's bot (v2)", "日本語", "a#b", "-x"]
        {
            assert_eq!(plain(name), name);
        }
    }

    #[test]
    fn a_name_is_cut_cleaned_and_never_the_houses() {
        assert_eq!(plain(&"x".repeat(300)), "x".repeat(60));
        assert_eq!(plain(&"日".repeat(300)).len(), 180);
        assert_eq!(plain("house:CutOff14"), "house-CutOff14");
        assert_eq!(plain("house\u{ff1a}CutOff14"), "house-CutOff14");
        assert_eq!(plain("ho\u{200b}use\u{202e}:x"), "house-x");
        assert_eq!(plain("../../etc/passwd"), "..-..-etc-passwd");
        assert_eq!(plain(" \t\u{1b}[2J a\n  b\u{2028}"), "[2J a b");
        assert_eq!((plain("").as_str(), plain("\u{200b} \u{3164}").as_str()), ("bot", "bot"));
        assert_eq!(plain("x.lane2"), "x-lane2");
    }

    #[test]
    fn no_two_entrants_have_one_file() {
        let named: Vec<NamedBot> = ["Bot", "bot", "a/b", "a\\b", "a-b", "a:b"].map(called).into();
        assert_eq!(entrant_names(&named, 1), ["Bot", "bot#2", "a-b", "a-b#2", "a-b#3", "a-b#4"]);
    }

    #[test]
    fn namesakes_of_different_files_are_told_apart_by_these() {
        let of = |spec: &str, name: &str| NamedBot { spec: spec.to_owned(), ..called(name) };
        let bots = [
            of("a/amy.py", "Player"),
            of("zed.jar#x.Player", "player"),
            of("a/amy.py", "Other"),
            called("Player"),
        ];
        assert_eq!(entrant_names(&bots, 1), ["Player (amy)", "player (zed)", "Other", "Player (bots)"]);
        let folders = [of("amy/Player.java", "Player"), of("zed/Player.java", "Player")];
        assert_eq!(entrant_names(&folders, 1), ["Player (amy)", "Player (zed)"]);
        let twice = [of("amy.py", "Player"), of("amy.py", "Player")];
        assert_eq!(entrant_names(&twice, 1), ["Player", "Player#2"]);
    }

    #[test]
    fn the_house_keeps_its_names_whoever_comes_first() {
        let house = house_bot::<NoThanks>("CutOff14").unwrap();
        let names = entrant_names(&[called("house:CutOff14"), house], 1);
        assert_eq!(names, ["house-CutOff14#2", "house:CutOff14"]);
    }

    #[test]
    fn copies_and_namesakes_are_told_apart() {
        let bot = house_bot::<NoThanks>("threshold").unwrap();
        let names = entrant_names(&[bot.clone(), bot], 2);
        assert_eq!(names, ["house:threshold", "house:threshold#2", "house:threshold#3", "house:threshold#4"]);
    }
}
