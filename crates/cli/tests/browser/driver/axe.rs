//! axe, the checker of accessibility: every page without a violation. `scripts/axe` fetches it.

use std::path::PathBuf;

use serde_json::Value;

use super::page::{Page, Scheme};

/// The version that `scripts/axe` fetches.
const VERSION: &str = "4.12.1";

/// What is asked: all rules where it is light; where it is dark, colours alone can differ.
const LIGHT: &str = "{ resultTypes: ['violations'], preload: false }";
const DARK: &str = "{ resultTypes: ['violations'], preload: false, runOnly: ['color-contrast'] }";

impl Page {
    /// Fails where axe finds anything, and says what and where.
    #[track_caller]
    pub(crate) fn accessible(&self) {
        if self.eval("typeof axe").as_str() == Some("undefined") {
            // The site's policy forbids foreign scripts to pages; the protocol is above it.
            self.eval(&format!("{};0", script()));
        }
        let wish = if self.scheme == Scheme::Dark { DARK } else { LIGHT };
        let violations = self.eval(&format!(
            "axe.run(document, {wish}).then((all) => all.violations.map((one) => \
             one.id + ': ' + one.nodes.map((node) => node.html + ' ' + node.failureSummary).join('; ')))"
        ));
        let none = violations.as_array().is_some_and(Vec::is_empty);
        let list = violations.as_array().into_iter().flatten().filter_map(Value::as_str);
        let list: Vec<&str> = list.collect();
        assert!(none, "{} ({}, {}): {list:#?}", self.path(), self.size.0, self.scheme.word());
    }
}

fn script() -> String {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache"))).unwrap();
    let path = cache.join("croupier/axe").join(format!("axe-{VERSION}.min.js"));
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; scripts/axe fetches it", path.display()))
}
