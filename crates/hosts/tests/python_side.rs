//! The part of the Python host that is written in Python has tests of its own, in Python; they run here with
//! the rest.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

#[test]
fn the_python_side_passes_its_own_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = Command::new("python3")
        .current_dir(root)
        .args(["-B", "-m", "unittest", "discover", "-f", "-s", "languages/python/tests"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    // A folder in which nothing is found passes too.
    let count =
        said.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse::<u32>().ok());
    assert!(count.is_some_and(|count| count > 100), "{said}");
}
