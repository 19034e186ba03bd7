//! Records that cannot be read, though their bytes may be sound: whoever reads one says so in the same
//! sentence.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::common::croupier;

/// A file that opens and whose first byte cannot be read, since nothing is mapped there.
const FAILS: &str = "/proc/self/mem";

/// All that reads a record, told which.
const READERS: [&[&str]; 6] = [
    &["verify", "."],
    &["log", ".", "0"],
    &["report", ".", "--quiet", "--format", "html", "--out", "-"],
    &["report", ".", "--quiet", "--format", "csv", "--table", "moves", "--out", "-"],
    &["ratings", ".", "--json"],
    &["rerun", ".", "--quiet"],
];

/// What every reader says of the record in this folder, which is the same: its exit code and its sentence.
fn said_by_all(folder: &Path) -> (i32, String) {
    let said = READERS.map(|words| {
        let said = croupier(folder, words);
        assert_eq!(said.out, "", "{words:?}");
        (said.code, said.err)
    });
    for (words, one) in READERS.iter().zip(&said) {
        assert_eq!(*one, said[0], "{words:?}");
    }
    said.into_iter().next().unwrap()
}

#[test]
fn verify_report_and_the_others_say_the_same_of_a_record_whose_reading_fails() {
    let dir = crate::common::folder();
    let record = dir.path().join("record.croupier");
    symlink(FAILS, &record).unwrap();
    let (code, sentence) = said_by_all(dir.path());
    assert_eq!(code, 1, "{sentence}");
    assert!(sentence.starts_with("croupier: ./record.croupier: it cannot be read at byte 0: "), "{sentence}");
}

#[test]
fn verify_report_and_the_others_say_the_same_of_a_folder_in_the_place_of_a_record() {
    let dir = crate::common::folder();
    fs::create_dir(dir.path().join("record.croupier")).unwrap();
    // It is no record, which is bad input and not trouble with the machine.
    let (code, sentence) = said_by_all(dir.path());
    assert_eq!((code, sentence.trim_end()), (2, "croupier: there is no record ./record.croupier"));
}
