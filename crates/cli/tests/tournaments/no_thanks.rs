//! `croupier no-thanks`: the competition as the original ran it.

use crate::common::croupier;
use tempfile::TempDir;

#[test]
fn ten_thousand_games_of_the_beginners_print_the_originals_table_with_its_means() {
    let dir = TempDir::new().unwrap();
    let said = croupier(dir.path(), &["no-thanks", "10000", "--seed", "1"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let mut lines = said.out.lines();
    assert_eq!(lines.next(), Some(".........."));
    assert_eq!(lines.next(), Some(""));
    assert_eq!(lines.next(), Some("NAME                   GAMES  AVERAGE"));
    let ranges = [
        ("CutOff14", 42.9, 44.4),
        ("LowerPenalty", 42.8, 44.7),
        ("TakeSmall", 44.0, 45.6),
        ("CoinsDependent", 43.8, 45.9),
        ("RandomPlayer", 75.6, 77.8),
    ];
    let rows: Vec<&str> = lines.take(5).collect();
    for (name, low, high) in ranges {
        let row = rows.iter().find(|row| row.starts_with(name)).unwrap();
        assert_eq!((&row[20..28], row.len()), ("   10000", 37), "{row}");
        let average: f64 = row[28..].trim().parse().unwrap();
        assert!((low..=high).contains(&average), "{row}");
    }
    let averages: Vec<f64> = rows.iter().map(|row| row[28..].trim().parse().unwrap()).collect();
    assert!(averages.is_sorted(), "best first");
    assert!(tree_is_empty(dir.path()), "files are written only with --out");
}

fn tree_is_empty(folder: &std::path::Path) -> bool {
    crate::common::tree(folder).is_empty()
}

#[test]
fn without_arguments_the_beginners_play_a_thousand_games() {
    let dir = TempDir::new().unwrap();
    let said = croupier(dir.path(), &["no-thanks"]);
    assert!(said.out.contains("RandomPlayer            1000"), "{}", said.out);
}

#[test]
fn the_beginners_can_be_named_as_in_the_original_and_two_of_a_name_are_told_apart() {
    let dir = TempDir::new().unwrap();
    let words = [
        "no-thanks",
        "200",
        "NoThanksBeginners.CutOff14",
        "Take5Beginners.CutOff14",
        "house:threshold",
        "-q",
    ];
    let said = croupier(dir.path(), &words);
    let names: Vec<&str> =
        said.out.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(
        names.contains(&"CutOff14") && names.contains(&"CutOff14#2") && names.contains(&"threshold"),
        "{names:?}"
    );
}

#[test]
fn with_out_the_record_and_the_logs_are_kept() {
    let dir = TempDir::new().unwrap();
    croupier(dir.path(), &["no-thanks", "10", "--out", "kept", "-q"]);
    assert!(croupier(dir.path(), &["log", "kept", "9"]).out.contains("The first card is "));
}
