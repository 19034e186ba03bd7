//! Packages for tests: wheels written by hand, and installed without a network.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Said, file, said};

/// Writes a wheel of one module; `needs` are the packages that it asks for.
pub(crate) fn wheel(folder: &Path, name: &str, module: &str, needs: &[&str]) -> String {
    let wheel = format!("{name}-1.0-py3-none-any.whl");
    let info = format!("{name}-1.0.dist-info");
    let needs: String = needs.iter().map(|need| format!("Requires-Dist: {need}\n")).collect();
    let about = format!("Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}");
    let tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    let script = "import sys, zipfile\n\
                  with zipfile.ZipFile(sys.argv[1], 'w') as wheel:\n\
                  \x20   for name, text in zip(sys.argv[2::2], sys.argv[3::2]): wheel.writestr(name, text)\n";
    fs::create_dir_all(folder).unwrap();
    let made = Command::new("python3")
        .args(["-c", script])
        .arg(folder.join(&wheel))
        .args([format!("{name}.py").as_str(), module])
        .args([format!("{info}/METADATA").as_str(), &about, format!("{info}/WHEEL").as_str(), tag])
        .args([format!("{info}/RECORD").as_str(), ""])
        .status();
    assert!(made.unwrap().success());
    wheel
}

/// Calls `croupier` in a folder, with packages kept in another.
pub(crate) fn croupier_keeping(kept: &Path, folder: &Path, words: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    said(command.current_dir(folder).env("CROUPIER_PACKAGES", kept).args(words).output().unwrap())
}

/// Writes a list of packages and installs them.
pub(crate) fn installed(kept: &Path, folder: &Path, list: &str) {
    file(folder, "packages.toml", list);
    let said = croupier_keeping(kept, folder, &["packages", "packages.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}
