//! What installs packages on this machine: pip of the interpreter that plays, npm, or nothing but copying.
//!
//! What it says is told in a line; how its own errors read stands here alone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use croupier_record::shown;

use super::install::at;
use super::store::NODE_MODULES;
use super::{Entry, PackageLanguage, Uninstalled, copied};
use crate::languages::{Missing, Packages, PythonHost, node_version};
use crate::tool::{on_the_path, output_within};

/// For all packages of a language: large ones come over slow lines.
const INSTALLING: Duration = Duration::from_secs(30 * 60);
const PIP: Packages = Packages { debian: "python3-pip", fedora: "python3-pip", macos: "brew install python" };
const NPM: Packages = Packages { debian: "npm", fedora: "nodejs-npm", macos: "brew install node" };
/// What an installer says where it cannot reach anybody.
const NO_NETWORK: [&str; 9] = [
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "ConnectTimeoutError",
    "ProxyError",
    "Network is unreachable",
    "ENOTFOUND",
    "ECONNREFUSED",
    "EAI_AGAIN",
    "ETIMEDOUT",
];
/// So much of what it says is told, in letters.
const LONGEST: usize = 300;

/// What installs packages of a language.
#[derive(Debug)]
pub(super) struct Tools {
    language: PackageLanguage,
    version: String,
    /// The interpreter that plays, where it installs.
    interpreter: PathBuf,
}

impl Tools {
    /// Looks for what runs the bots, whose version matters; what installs is looked for when it is needed.
    pub(super) fn find(language: PackageLanguage) -> Result<Self, Missing> {
        let (version, interpreter) = match language {
            PackageLanguage::Python => {
                let host = PythonHost::find()?;
                (host.version().to_owned(), host.interpreter().to_owned())
            }
            PackageLanguage::Java => (String::new(), PathBuf::new()),
            PackageLanguage::JavaScript => (node_version()?, PathBuf::new()),
        };
        Ok(Self { language, version, interpreter })
    }

    /// The version of what runs the bots.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Brings packages into an empty folder.
    pub(super) fn bring(&self, entries: &[Entry], folder: &Path) -> Result<(), Uninstalled> {
        match self.language {
            PackageLanguage::Python => self.by_pip(entries, folder),
            PackageLanguage::Java => copy_all(entries.iter(), folder, file_name),
            PackageLanguage::JavaScript => self.by_npm(entries, folder),
        }
    }

    fn by_pip(&self, entries: &[Entry], folder: &Path) -> Result<(), Uninstalled> {
        let pip = || {
            let mut command = Command::new(&self.interpreter);
            command.args(["-I", "-m", "pip", "--no-input", "--disable-pip-version-check"]);
            command
        };
        let there = output_within(pip().arg("--version"), crate::tool::ASKING);
        if !there.is_ok_and(|said| said.status.success()) {
            return Err(self.missing("pip", PIP));
        }
        let mut command = pip();
        command.args(["install", "--quiet", "--prefer-binary", "--retries", "2", "--target"]).arg(folder);
        let paths: Vec<&Path> = entries.iter().filter_map(Entry::path).collect();
        for beside in paths.iter().filter_map(|path| path.parent()) {
            command.arg("--find-links").arg(beside);
        }
        // Where all are files, what they need lies beside them, and nobody is asked.
        if paths.len() == entries.len() {
            command.arg("--no-index");
        }
        self.run(command.args(words(entries)), entries)
    }

    /// Folders are copied, which takes no npm; everything else is npm's.
    fn by_npm(&self, entries: &[Entry], folder: &Path) -> Result<(), Uninstalled> {
        let is_folder = |entry: &&Entry| entry.path().is_some_and(Path::is_dir);
        let (folders, others): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(is_folder);
        if !others.is_empty() {
            let npm = on_the_path("npm").ok_or_else(|| self.missing("npm", NPM))?;
            let mut command = Command::new(npm);
            // No script of a package runs on the organiser's machine.
            command.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]);
            command.args(["--loglevel", "error", "--prefix"]).arg(folder).current_dir(folder);
            let others: Vec<Entry> = others.into_iter().cloned().collect();
            self.run(command.args(words(&others)), &others)?;
        }
        copy_all(folders.into_iter(), &folder.join(NODE_MODULES), module_name)
    }

    fn missing(&self, tool: &'static str, packages: Packages) -> Uninstalled {
        Uninstalled::Missing { language: self.language, why: Missing::Tool { tool, packages } }
    }

    fn run(&self, command: &mut Command, entries: &[Entry]) -> Result<(), Uninstalled> {
        let said = match output_within(command, INSTALLING) {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => error.to_string(),
        };
        Err(failure(self.language, entries, &said))
    }
}

/// What is said to the installer.
fn words(entries: &[Entry]) -> impl Iterator<Item = &std::ffi::OsStr> {
    entries.iter().map(|entry| entry.path().map_or(entry.said().as_ref(), Path::as_os_str))
}

/// What an installer's failure means.
fn failure(language: PackageLanguage, entries: &[Entry], said: &str) -> Uninstalled {
    let last = shown::one_line(&last_error(said)).into_owned();
    if NO_NETWORK.iter().any(|words| said.contains(words)) {
        return Uninstalled::NoNetwork { language, said: last };
    }
    let is_unknown = |line: &str| {
        ["No matching distribution found for ", "is not in this registry", "No matching version found for "]
            .iter()
            .any(|words| line.contains(words))
    };
    let line = said.lines().find(|line| is_unknown(line));
    let unknown = line.and_then(|line| entries.iter().find(|entry| line.contains(entry.said())));
    match (line, unknown) {
        (Some(line), Some(entry)) => Uninstalled::NoSuchPackage {
            language,
            package: entry.said().to_owned(),
            said: shown::one_line(&short(line)).into_owned(),
        },
        _ => {
            let what = entries.iter().map(Entry::said).collect::<Vec<_>>().join(", ");
            Uninstalled::Failed { language, what, said: last }
        }
    }
}

/// The line that tells most: the last error, or the last line.
fn last_error(said: &str) -> String {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_error =
        |line: &&str| line.starts_with("ERROR") || line.starts_with("npm ERR") || line.contains("error ");
    short(lines().rfind(is_error).or_else(|| lines().next_back()).unwrap_or("it gave no reason"))
}

fn short(line: &str) -> String {
    let line = line.trim().trim_start_matches("ERROR:").trim();
    line.chars().take(LONGEST).collect()
}

/// Copies files or folders side by side, each under the name that it has there.
fn copy_all<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    folder: &Path,
    name: fn(&Path) -> Option<PathBuf>,
) -> Result<(), Uninstalled> {
    for path in entries.filter_map(Entry::path) {
        let name = name(path).ok_or_else(|| Uninstalled::Failed {
            language: PackageLanguage::JavaScript,
            what: path.display().to_string(),
            said: "its package.json has no name that can be imported".to_owned(),
        })?;
        copied::copy(path, &folder.join(name)).map_err(at(path))?;
    }
    Ok(())
}

fn file_name(path: &Path) -> Option<PathBuf> {
    path.file_name().map(PathBuf::from)
}

/// What a module is imported by: its own name, and no way out of its folder.
fn module_name(path: &Path) -> Option<PathBuf> {
    let bytes = std::fs::read(path.join("package.json")).ok()?;
    let about: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
    let name = PathBuf::from(about["name"].as_str().filter(|name| !name.is_empty())?);
    let is_plain = name.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    is_plain.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(language: PackageLanguage, said: &str) -> String {
        let entries = ["numpy==9.9", "left-pad@9"].map(|said| Entry::Named(said.to_owned()));
        failure(language, &entries, said).to_string()
    }

    #[test]
    fn what_failed_is_named_in_a_sentence() {
        let python = PackageLanguage::Python;
        let unknown = "ERROR: Could not find a version that satisfies the requirement numpy==9.9 (from \
                       versions: 1.0)\nERROR: No matching distribution found for numpy==9.9\n";
        assert_eq!(
            told(python, unknown),
            "Python has no package numpy==9.9: No matching distribution found for numpy==9.9"
        );
        let alone =
            format!("WARNING: Retrying: Failed to establish a new connection: [Errno 111]\n{unknown}");
        assert!(
            told(python, &alone)
                .starts_with("packages for Python cannot be fetched, since their registry does not"),
            "{}",
            told(python, &alone)
        );
        assert!(
            told(
                PackageLanguage::JavaScript,
                "npm ERR! notarget No matching version found for left-pad@9.\n"
            )
            .starts_with("JavaScript has no package left-pad@9: ")
        );
        assert_eq!(
            told(python, "Traceback\nERROR: the wheel is \u{1b}[1mbroken"),
            "numpy==9.9, left-pad@9 cannot be installed for Python: the wheel is \\x1b[1mbroken"
        );
    }

    #[test]
    fn a_module_is_called_by_its_own_name_and_nothing_above_it() {
        let folder = tempfile::tempdir().unwrap();
        for (text, name) in [
            ("{\"name\": \"own\"}", Some("own")),
            ("{\"name\": \"@scope/own\"}", Some("@scope/own")),
            ("{\"name\": \"../own\"}", None),
            ("{\"name\": \"/own\"}", None),
            ("{}", None),
        ] {
            std::fs::write(folder.path().join("package.json"), text).unwrap();
            assert_eq!(module_name(folder.path()), name.map(PathBuf::from), "{text}");
        }
    }
}
