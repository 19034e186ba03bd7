//! The handbook that the binary carries: rules, protocol, how to write a bot in each language, and starter
//! files.
//!
//! The pages are the repository's own documents, so that the site and the project never tell different
//! things.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use croupier_hosts::languages;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../docs"]
#[include = "rules/*.md"]
#[include = "protocol.md"]
#[include = "check.md"]
#[include = "luck.md"]
#[include = "standings.md"]
struct Docs;

#[derive(RustEmbed)]
#[folder = "../../languages"]
#[include = "*/README.md"]
struct Languages;

#[derive(RustEmbed)]
#[folder = "../../examples"]
#[exclude = "*.json"]
#[exclude = "*.toml"]
struct Examples;

/// The folder of examples that play any game.
const ANY_GAME: &str = "any-game";

/// A page of the handbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chapter {
    /// Its heading.
    pub title: String,
    /// Its text, as a piece of a page.
    pub html: String,
}

/// A file to begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Starter {
    /// For which game.
    pub game: String,
    /// Its name.
    pub file: String,
    /// In which language.
    pub language: &'static str,
    /// Its place among the examples.
    pub path: String,
}

/// All chapters by their addresses below `/docs/`.
pub(crate) fn chapters() -> &'static BTreeMap<String, Chapter> {
    static CHAPTERS: OnceLock<BTreeMap<String, Chapter>> = OnceLock::new();
    CHAPTERS.get_or_init(|| {
        let docs = Docs::iter().map(|path| (path.trim_end_matches(".md").to_owned(), Docs::get(&path)));
        let languages = Languages::iter().map(|path| {
            let language = path.split('/').next().unwrap_or_default();
            (format!("languages/{language}"), Languages::get(&path))
        });
        docs.chain(languages)
            .filter_map(|(address, file)| {
                let text = String::from_utf8(file?.data.into_owned()).ok()?;
                Some((address, chapter(&text)))
            })
            .collect()
    })
}

/// The starter files, game by game.
pub(crate) fn starter_files() -> Vec<Starter> {
    Examples::iter()
        .filter_map(|path| {
            let (game, rest) = path.split_once('/')?;
            let file = rest.rsplit('/').next()?.to_owned();
            let language = languages::by_name(&file).map_or("shell", |(language, _)| language.title);
            Some(Starter { game: game.to_owned(), file, language, path: path.to_string() })
        })
        .collect()
}

/// The starter files of a game; those that play any game where it has none of its own.
pub(crate) fn starters_of(game: &str) -> Vec<Starter> {
    let of = |game: &str| -> Vec<Starter> {
        starter_files().into_iter().filter(|file| file.game == game).collect()
    };
    Some(of(game)).filter(|own| !own.is_empty()).unwrap_or_else(|| of(ANY_GAME))
}

/// The bytes of a starter file.
pub(crate) fn starter(path: &str) -> Option<Vec<u8>> {
    Examples::get(path).map(|file| file.data.into_owned())
}

/// What everybody was given, as text.
pub(crate) fn starters() -> impl Iterator<Item = &'static str> {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        Examples::iter().filter_map(|path| String::from_utf8(starter(&path)?).ok()).collect()
    });
    texts.iter().map(String::as_str)
}

fn chapter(text: &str) -> Chapter {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Handbook").to_owned();
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut out = String::new();
    html::push_html(&mut out, parser.map(linked).flat_map(focusable));
    Chapter { title, html: out }
}

/// Leads links between documents to their pages here, and leaves out those that lead nowhere on a site.
fn linked(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = CowStr::from(address_of(&dest_url));
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Event::Text(CowStr::Borrowed("")),
        other => other,
    }
}

/// A long line of code scrolls, and so does a wide table: whoever has no mouse must be able to reach it.
fn focusable(event: Event<'_>) -> Vec<Event<'_>> {
    let html = |text| Event::Html(CowStr::Borrowed(text));
    match event {
        Event::Start(Tag::CodeBlock(_)) => vec![html("<pre tabindex=\"0\"><code>")],
        Event::End(TagEnd::CodeBlock) => vec![html("</code></pre>\n")],
        Event::Start(Tag::Table(_)) => vec![html("<div class=\"scroll\" tabindex=\"0\">"), event],
        Event::End(TagEnd::Table) => vec![event, html("</div>\n")],
        other => vec![other],
    }
}

fn address_of(link: &str) -> String {
    if link.starts_with('#') || link.contains("://") {
        return link.to_owned();
    }
    let (path, part) =
        link.split_once('#').map_or((link, String::new()), |(path, part)| (path, format!("#{part}")));
    let plain = path.trim_start_matches("../").trim_start_matches("./").trim_start_matches("docs/");
    // The pages of two languages lie side by side, and name each other without the folder above them.
    let page = plain.strip_prefix("languages/").unwrap_or(plain);
    if let Some(language) = page.strip_suffix("/README.md").filter(|_| Languages::get(page).is_some()) {
        return format!("/docs/languages/{language}{part}");
    }
    if let Some(path) = plain.strip_prefix("examples/") {
        return if Examples::get(path).is_some() {
            format!("/docs/starters/{path}")
        } else {
            "/docs".to_owned()
        };
    }
    let rules = plain.strip_suffix(".md").map(|name| name.trim_start_matches("rules/"));
    match (plain, rules) {
        ("protocol.md" | "check.md" | "standings.md", Some(name)) => format!("/docs/{name}{part}"),
        (_, Some(name)) if Docs::get(&format!("rules/{name}.md")).is_some() => {
            format!("/docs/rules/{name}{part}")
        }
        _ => "/docs".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::list;

    #[test]
    fn every_game_has_rules_and_a_starter_file_and_every_language_a_page() {
        for about in list::ALL {
            let rules = &chapters()[&format!("rules/{}", about.name)];
            assert!(rules.html.contains("<h1"), "{}", rules.html);
            assert!(!starters_of(about.name).is_empty(), "{}", about.name);
        }
        let program = languages::program().0.word;
        for language in languages::ALL.iter().filter(|language| language.word != program) {
            let word = language.word;
            assert!(chapters().contains_key(&format!("languages/{word}")), "{word}");
        }
    }

    #[test]
    fn a_language_with_starter_files_for_some_games_has_one_for_every_game_that_has_any() {
        let files = starter_files();
        let has =
            |title: &str, game: &str| files.iter().any(|file| file.game == game && file.language == title);
        // A game without any begins with those of any game.
        let games: Vec<&str> =
            list::names().into_iter().filter(|game| files.iter().any(|file| file.game == *game)).collect();
        for language in languages::ALL {
            let missing: Vec<&str> =
                games.iter().copied().filter(|game| !has(language.title, game)).collect();
            let some = games.len() - missing.len();
            // One bare bot shows that a language can be used; a kit is for all games.
            assert!(some <= 1 || missing.is_empty(), "{} has none for {missing:?}", language.title);
        }
    }

    #[test]
    fn every_link_of_the_handbook_leads_somewhere() {
        for (address, chapter) in chapters() {
            for link in chapter.html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let place = link.split('#').next().unwrap();
                let known = place.is_empty()
                    || place == "/docs"
                    || place.contains("://")
                    || place
                        .strip_prefix("/docs/starters/")
                        .is_some_and(|path| Examples::get(path).is_some())
                    || place.strip_prefix("/docs/").is_some_and(|path| chapters().contains_key(path));
                assert!(known, "{address} leads to {link}");
            }
        }
    }

    #[test]
    fn the_page_of_a_language_leads_to_that_of_another_as_it_does_in_the_repository() {
        for link in ["../c/README.md#how", "../../languages/c/README.md#how"] {
            assert_eq!(address_of(link), "/docs/languages/c#how");
        }
        assert_eq!(address_of("../../README.md"), "/docs");
    }

    #[test]
    fn a_game_without_examples_begins_with_those_of_any_game() {
        assert_eq!(starters_of("a game of tomorrow"), starters_of(ANY_GAME));
        assert!(starters_of("hearts").iter().all(|file| file.game == "hearts"));
    }

    #[test]
    fn a_starter_file_is_what_the_examples_hold() {
        let path = "no-thanks/example_bot.py";
        assert!(String::from_utf8(starter(path).unwrap()).unwrap().contains("class "));
        assert_eq!(starter("../Cargo.toml"), None);
    }
}
