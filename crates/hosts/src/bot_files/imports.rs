//! What a Python source imports by name, and which texts stand in it. Knows no files.

use super::tokens::{Token, tokens};

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
    let tokens = tokens(source);
    let mut found = ImportsRead::default();
    for at in 0..tokens.len() {
        // `try: import x` begins a statement behind its colon.
        let begins = at == 0 || matches!(tokens[at - 1], Token::End | Token::Mark(':'));
        let rest = &tokens[at..];
        match &rest[0] {
            Token::Name(name) if begins && name == "import" => plain(&rest[1..], &mut found.imports),
            Token::Name(name) if begins && name == "from" => found.imports.extend(from(&rest[1..])),
            Token::Name(name) if name == "import_module" || name == "__import__" => {
                found.imports.extend(called(&rest[1..]));
            }
            Token::Text(text) if text.len() <= LONGEST_NAME => found.texts.push(text.clone()),
            _ => {}
        }
    }
    found
}

/// `import a.b as c, d`
fn plain(mut tokens: &[Token], imports: &mut Vec<Import>) {
    loop {
        let module;
        (module, tokens) = dotted(tokens);
        if module.is_empty() {
            return;
        }
        imports.push(Import { module, ..Import::default() });
        tokens = without_alias(tokens);
        match tokens.first() {
            Some(Token::Mark(',')) => tokens = &tokens[1..],
            _ => return,
        }
    }
}

/// `from ..a import (b as c, d)`
fn from(tokens: &[Token]) -> Option<Import> {
    let dots = tokens.iter().take_while(|token| **token == Token::Mark('.')).count();
    let (module, tokens) = match &tokens[dots..] {
        // The name that follows dots alone is the keyword.
        [Token::Name(name), ..] if name == "import" => (Vec::new(), &tokens[dots..]),
        tokens => dotted(tokens),
    };
    let [Token::Name(keyword), tokens @ ..] = tokens else { return None };
    let mut tokens = if tokens.first() == Some(&Token::Mark('(')) { &tokens[1..] } else { tokens };
    let mut names = Vec::new();
    while let [Token::Name(name), rest @ ..] = tokens {
        names.push(name.clone());
        tokens = match without_alias(rest) {
            [Token::Mark(','), rest @ ..] => rest,
            rest => rest,
        };
    }
    (keyword == "import").then_some(Import { dots, module, names })
}

/// `import_module("a.b")`, where the name is written out.
fn called(tokens: &[Token]) -> Option<Import> {
    let [Token::Mark('('), Token::Text(name), ..] = tokens else { return None };
    let plain = name.trim_start_matches('.');
    let module = plain.split('.').map(str::to_owned).collect();
    Some(Import { dots: name.len() - plain.len(), module, names: Vec::new() })
}

fn dotted(mut tokens: &[Token]) -> (Vec<String>, &[Token]) {
    let mut parts = Vec::new();
    while let [Token::Name(name), rest @ ..] = tokens {
        parts.push(name.clone());
        tokens = rest;
        match rest {
            [Token::Mark('.'), rest @ ..] => tokens = rest,
            _ => break,
        }
    }
    (parts, tokens)
}

fn without_alias(tokens: &[Token]) -> &[Token] {
    match tokens {
        [Token::Name(keyword), Token::Name(_), rest @ ..] if keyword == "as" => rest,
        tokens => tokens,
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
