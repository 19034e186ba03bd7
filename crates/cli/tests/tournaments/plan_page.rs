//! `docs/plan.md` is what `croupier plan-keys` prints; options of a game may be missing in it.

use std::fs;
use std::path::Path;

use crate::common::croupier;

#[test]
fn the_page_of_plan_keys_is_the_one_made_from_the_types() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plan.md");
    let printed = croupier(Path::new("."), &["plan-keys"]).out;
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&page, &printed).unwrap();
    }
    let kept = fs::read_to_string(&page).unwrap_or_default();
    assert!(
        kept == without_games_left_out(&printed, &kept),
        "docs/plan.md is not what the types say; UPDATE=1 writes it anew"
    );
    for key in ["`game`", "`bots`", "`turn_limit`", "`rounds`", "`target`", "`retries`", "`move_ms`"] {
        assert!(kept.contains(key), "{key} is missing");
    }
}

/// What is printed, but for the options of games that the page does not tell of.
fn without_games_left_out(printed: &str, kept: &str) -> String {
    const OF_A_GAME: &str = "\n## `[options]` of ";
    let mut parts = printed.split(OF_A_GAME);
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let heading = format!("{OF_A_GAME}{}\n", part.lines().next().unwrap_or_default());
        if kept.contains(&heading) {
            page += OF_A_GAME;
            page += part;
        }
    }
    page
}
