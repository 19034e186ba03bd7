//! A jar's manifest and a Python source for fuzzers.

use std::io::Cursor;
use std::path::Path;

use super::class_path::{LONGEST_MANIFEST, class_path, manifest as manifest_in};
use super::imports;
use super::tokens::{Token, tokens};

/// Reads the bytes as a manifest, and as a jar that has one. What either names lies below it.
pub(crate) fn manifest(bytes: &[u8]) {
    names_below(&String::from_utf8_lossy(bytes));
    if let Some(text) = manifest_in(Cursor::new(bytes)) {
        // A byte that is no text is shown as a sign of three.
        assert!(text.len() as u64 <= 3 * LONGEST_MANIFEST, "a manifest of {} bytes", text.len());
        names_below(&text);
    }
}

fn names_below(manifest: &str) {
    let folder = Path::new("/bots/team");
    for name in class_path(manifest) {
        let place = folder.join(&name);
        assert!(place.starts_with(folder), "{} leads out", name.display());
        assert!(!name.components().any(|part| part.as_os_str() == ".."), "{} leads up", name.display());
    }
}

/// Cuts a Python source into tokens and reads its imports: neither is more than the source.
pub(crate) fn python(source: &str) {
    let tokens = tokens(source);
    let letters = tokens.iter().map(|token| match token {
        Token::Name(text) | Token::Text(text) => text.len(),
        Token::Mark(_) | Token::End => 0,
    });
    assert!(
        letters.sum::<usize>() <= source.len() && tokens.len() <= source.len() + 1,
        "more than the source"
    );
    let read = imports::read(source);
    let parts = read.imports.iter().map(|import| 1 + import.dots + import.module.len() + import.names.len());
    // A name within quotes is a text, too.
    let found = parts.sum::<usize>() + read.texts.len();
    assert!(found <= 2 * (source.len() + 1), "{found} parts of {} bytes", source.len());
}
