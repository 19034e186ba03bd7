//! What a Python source imports by name, and which texts stand in it. Knows no files.

use super::words::{Word, words};

/// What was read from a source.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ImportsRead {
    pub(super) imports: Vec<Import>,
    /// Texts that are short enough to be the names of files.
    pub(super) texts: Vec<String>,
}

/// One module that is imported, and the names that are taken from it, which may be modules too.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Import {
    /// The dots in front: how far up its package it begins.
    pub(super) dots: usize,
    pub(super) module: Vec<String>,
    pub(super) names: Vec<String>,
}

const LONGEST_NAME: usize = 200;

/// Reads a source.
pub(super) fn read(source: &str) -> ImportsRead {
    let words = words(source);
    let mut found = ImportsRead::default();
    for at in 0..words.len() {
        // `try: import x` begins a statement behind its colon.
        let begins = at == 0 || matches!(words[at - 1], Word::End | Word::Mark(':'));
        let rest = &words[at..];
        match &rest[0] {
            Word::Name(name) if begins && name == "import" => plain(&rest[1..], &mut found.imports),
            Word::Name(name) if begins && name == "from" => found.imports.extend(from(&rest[1..])),
            Word::Name(name) if name == "import_module" || name == "__import__" => {
                found.imports.extend(called(&rest[1..]));
            }
            Word::Text(text) if text.len() <= LONGEST_NAME => found.texts.push(text.clone()),
            _ => {}
        }
    }
    found
}

/// `import a.b as c, d`
fn plain(mut words: &[Word], imports: &mut Vec<Import>) {
    loop {
        let module;
        (module, words) = dotted(words);
        if module.is_empty() {
            return;
        }
        imports.push(Import { module, ..Import::default() });
        words = without_alias(words);
        match words.first() {
            Some(Word::Mark(',')) => words = &words[1..],
            _ => return,
        }
    }
}

/// `from ..a import (b as c, d)`
fn from(words: &[Word]) -> Option<Import> {
    let dots = words.iter().take_while(|word| **word == Word::Mark('.')).count();
    let (module, words) = match &words[dots..] {
        // The name that follows dots alone is the keyword.
        [Word::Name(name), ..] if name == "import" => (Vec::new(), &words[dots..]),
        words => dotted(words),
    };
    let [Word::Name(keyword), words @ ..] = words else { return None };
    let mut words = if words.first() == Some(&Word::Mark('(')) { &words[1..] } else { words };
    let mut names = Vec::new();
    while let [Word::Name(name), rest @ ..] = words {
        names.push(name.clone());
        words = match without_alias(rest) {
            [Word::Mark(','), rest @ ..] => rest,
            rest => rest,
        };
    }
    (keyword == "import").then_some(Import { dots, module, names })
}

/// `import_module("a.b")`, where the name is written out.
fn called(words: &[Word]) -> Option<Import> {
    let [Word::Mark('('), Word::Text(name), ..] = words else { return None };
    let plain = name.trim_start_matches('.');
    let module = plain.split('.').map(str::to_owned).collect();
    Some(Import { dots: name.len() - plain.len(), module, names: Vec::new() })
}

fn dotted(mut words: &[Word]) -> (Vec<String>, &[Word]) {
    let mut parts = Vec::new();
    while let [Word::Name(name), rest @ ..] = words {
        parts.push(name.clone());
        words = rest;
        match rest {
            [Word::Mark('.'), rest @ ..] => words = rest,
            _ => break,
        }
    }
    (parts, words)
}

fn without_alias(words: &[Word]) -> &[Word] {
    match words {
        [Word::Name(keyword), Word::Name(_), rest @ ..] if keyword == "as" => rest,
        words => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Imports as `dots:module:names`.
    fn shown(source: &str) -> Vec<String> {
        let shown = |import: &Import| {
            format!("{}:{}:{}", import.dots, import.module.join("."), import.names.join(","))
        };
        read(source).imports.iter().map(shown).collect()
    }

    #[test]
    fn every_way_to_import_by_name_is_found() {
        assert_eq!(shown("import a.b as c, d\n"), ["0:a.b:", "0:d:"]);
        assert_eq!(shown("from a import (b as c,\n  d,)"), ["0:a:b,d"]);
        assert_eq!(shown("from .. import x"), ["2::x"]);
        assert_eq!(shown("from .a.b import *"), ["1:a.b:"]);
        assert_eq!(shown("if x:\n\ttry: import a\n\texcept E: import b; import c"), ["0:a:", "0:b:", "0:c:"]);
        assert_eq!(shown("m = importlib.import_module('a.b')\n__import__(\"c\")"), ["0:a.b:", "0:c:"]);
    }

    #[test]
    fn what_only_looks_like_an_import_is_none() {
        assert_eq!(shown("# import a\n'import b'\n'''\nimport c\n'''\nx.import_ = d"), [""; 0]);
        assert_eq!(shown("yield from f()\nimportant = 1\nfrom"), [""; 0]);
    }

    #[test]
    fn texts_that_may_name_files_are_kept() {
        assert_eq!(read("open('weights.txt'); x = \"a\"").texts, ["weights.txt", "a"]);
    }
}
