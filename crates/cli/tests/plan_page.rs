//! `docs/plan.md` is what `croupier plan-keys` prints.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::fs;
use std::path::Path;

use common::croupier;

#[test]
fn the_page_of_plan_keys_is_the_one_made_from_the_types() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plan.md");
    let printed = croupier(Path::new("."), &["plan-keys"]).out;
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&page, &printed).unwrap();
    }
    let kept = fs::read_to_string(&page).unwrap_or_default();
    assert!(kept == printed, "docs/plan.md is not what the types say; UPDATE=1 writes it anew");
    for key in ["`game`", "`bots`", "`turn_limit`", "`rounds`", "`target`", "`retries`", "`move_ms`"] {
        assert!(printed.contains(key), "{key} is missing");
    }
}
