//! The published types of the Java kit are those that bots of the courses were compiled against: a method
//! that returns another type is no method to them.

#![allow(clippy::unwrap_used)] // A test may.

use std::path::Path;
use std::process::Command;

use croupier_hosts::JavaHost;

/// Held against the specifications by hand, type by type.
const PUBLISHED: &str = include_str!("../../../tests/java/published.txt");
/// Parts of the host, which no bot is compiled against.
const HOST: &str = "croupier/host/";

fn said(tool: &str, args: &[&str]) -> String {
    let output = Command::new(tool).arg("-J-XX:TieredStopAtLevel=1").args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All public types of a jar with their public members, as `javap` tells them.
fn types_of(jar: &Path) -> String {
    let jar = jar.to_str().unwrap();
    let listed = said("jar", &["--list", "--file", jar]);
    let mut classes: Vec<&str> = listed.lines().filter_map(|name| name.strip_suffix(".class")).collect();
    classes.retain(|name| !name.starts_with(HOST));
    classes.sort_unstable();
    let told = said("javap", &[&["-public", "-cp", jar], &classes[..]].concat());
    let types = told.split_inclusive("\n}\n").filter(|told| !told.contains("\nfinal class "));
    let lines = types.flat_map(str::lines).filter(|line| !line.starts_with("Compiled from"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_types_of_the_kit_are_the_published_ones() {
    let told = types_of(&JavaHost::find().unwrap().kit());
    for (ours, published) in told.lines().zip(PUBLISHED.lines()) {
        assert_eq!(ours, published);
    }
    assert_eq!(told.lines().count(), PUBLISHED.lines().count());
}
