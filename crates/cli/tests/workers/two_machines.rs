//! The page of machines, typed word for word on two machines that share nothing but a cable: namespaces of
//! their own.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{croupier, folder};
use crate::postgres;

const PAGE: &str = include_str!("../../../../docs/machines.md");

/// What is typed, and on which machine, in order.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let part = PAGE.split("## Two machines in ten minutes").nth(1).unwrap().split("\n## ").next().unwrap();
    part.split("```sh ")
        .skip(1)
        .map(|rest| {
            let (machine, rest) = rest.split_once('\n').unwrap();
            (machine, rest.split("```").next().unwrap())
        })
        .collect()
}

fn games_hash(folder: &Path, out: &str) -> String {
    let said = croupier(folder, &["verify", out, "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str::<Value>(&said.out).unwrap()["games_hash"].as_str().unwrap().to_owned()
}

#[test]
fn two_machines_play_a_tournament_by_what_the_page_says() {
    let (dir, blocks) = (folder(), blocks());
    let machines: Vec<&str> = blocks.iter().map(|(machine, _)| *machine).collect();
    assert_eq!(machines, ["first", "first", "first", "second", "first"]);
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    for (number, (machine, text)) in blocks.iter().enumerate() {
        fs::write(dir.path().join(format!("block-{number}-{machine}")), text).unwrap();
    }
    fs::write(dir.path().join("two_machines.sh"), include_str!("two_machines.sh")).unwrap();
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let user: &[&str] = if is_root { &[] } else { &["--user", "--map-current-user", "--keep-caps"] };
    let said = Command::new("unshare")
        .args(user)
        .args(["--net", "--mount", "--fork", "--kill-child", "bash"])
        .arg(dir.path().join("two_machines.sh"))
        .args([dir.path(), &postgres::programs(), Path::new(env!("CARGO_BIN_EXE_croupier"))])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{errors}\n{}", String::from_utf8_lossy(&said.stdout));
    let worker = fs::read_to_string(dir.path().join("block-3-second.said")).unwrap();
    assert!(worker.contains("playing no-thanks"), "{worker}");
    assert_eq!(croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "here"]).code, 0);
    assert_eq!(games_hash(dir.path(), "logs"), games_hash(dir.path(), "here"));
}
