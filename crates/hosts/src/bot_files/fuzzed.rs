//! A jar's manifest for fuzzers: as text, and out of a jar.

use std::io::Cursor;
use std::path::Path;

use super::class_path::{LONGEST_MANIFEST, class_path, manifest as manifest_in};

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
