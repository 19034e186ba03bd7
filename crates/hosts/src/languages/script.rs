//! Whether a script can begin where bots run: its first line names a program that has to be there, and to be
//! seen from the cell. The system's own word for all of that is "No such file or directory", which names
//! neither.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use croupier_record::shown;

use crate::cell::SandboxSpec;
use crate::tool::on_the_path;

/// The system reads no more of a first line.
const LONGEST: u64 = 256;
/// What helps where an interpreter lies elsewhere.
const SEEN: &str = "bots see the programs of /usr and their own files";

/// Why a program cannot begin, in a sentence; `shows` tells whether a path of the machine is seen from the
/// cell.
pub(super) fn cannot_begin(program: &Path, shows: impl Fn(&Path) -> bool) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(program).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let first = bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(first).into_owned();
    if let Some(line) = line.strip_suffix('\r') {
        return Some(format!(
            "its first line, {}, ends as on Windows, and the system takes the end for a part of the name; \
             sed -i 's/\\r$//' on the file helps",
            quoted(line)
        ));
    }
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let Some(interpreter) = words.next() else {
        return Some("its first line is #! and names no program; #!/bin/sh is such a line".to_owned());
    };
    let path = program.parent().unwrap_or(Path::new("/")).join(interpreter);
    match unseen(&path, interpreter, &shows) {
        None if path.file_name().is_some_and(|name| name == "env") => not_found_by_env(words, &shows),
        why => why,
    }
}

/// Why the program that a first line names cannot be started.
fn unseen(path: &Path, named: &str, shows: &impl Fn(&Path) -> bool) -> Option<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let named = quoted(named);
    let Ok(real) = path.canonicalize() else {
        let helps = match on_the_path(&name) {
            Some(_) => format!("#!/usr/bin/env {} finds one that is", shown::one_line(&name)),
            None => brought(&shown::one_line(&name)),
        };
        return Some(format!("its first line names {named}, which is not on this machine; {helps}"));
    };
    let hidden = [path, &real].into_iter().any(|path| !shows(path));
    let name = shown::one_line(&name);
    hidden.then(|| {
        format!("its first line names {named}, which bots do not see; {SEEN}, so {}", brought(&name))
    })
}

/// Why `env` will not find the program that it is asked for.
fn not_found_by_env<'a>(
    words: impl Iterator<Item = &'a str>,
    shows: &impl Fn(&Path) -> bool,
) -> Option<String> {
    // Options of env, and variables that it sets, come before the program.
    let name = words
        .map(|word| word.trim_matches(['"', '\'']))
        .find(|word| !word.starts_with('-') && !word.contains('='))?;
    if name.contains('/') || name.is_empty() {
        return None;
    }
    let seen =
        |path: &PathBuf| path.is_file() && shows(path) && path.canonicalize().is_ok_and(|real| shows(&real));
    if SandboxSpec::path().map(|folder| folder.join(name)).any(|path| seen(&path)) {
        return None;
    }
    let named = quoted(name);
    Some(match on_the_path(name) {
        Some(path) if shows(&path) => format!(
            "its first line asks env for {named}, which bots do not have on their PATH; #!{} names it",
            shown::one_line(&path.display().to_string())
        ),
        Some(_) => format!(
            "its first line asks env for {named}, which lies where bots do not see it; {SEEN}, so {}",
            brought(&shown::one_line(name))
        ),
        None => format!(
            "its first line asks env for {named}, which is not on this machine; {}",
            brought(&shown::one_line(name))
        ),
    })
}

fn brought(name: &str) -> String {
    format!("the system's own package with {name} helps, or another line that names what is there")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", shown::one_line(text))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs;

    fn why(line: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot");
        fs::write(&file, format!("{line}\necho\n")).unwrap();
        cannot_begin(&file, |path| path.starts_with("/usr") || path.starts_with("/bin"))
    }

    #[test]
    fn a_first_line_that_leads_to_a_program_is_left_alone() {
        for fine in
            ["#!/bin/sh", "#! /bin/sh -e", "#!/usr/bin/env sh", "#!/usr/bin/env -S A=1 sh -e", "echo", ""]
        {
            assert_eq!(why(fine), None, "{fine}");
        }
    }

    #[test]
    fn a_first_line_that_leads_nowhere_is_told_with_what_helps() {
        assert_eq!(
            why("#!/usr/bin/pyhton9").unwrap(),
            "its first line names \"/usr/bin/pyhton9\", which is not on this machine; the system's own \
             package with pyhton9 helps, or another line that names what is there"
        );
        assert_eq!(
            why("#!/usr/bin/env pyhton9").unwrap(),
            "its first line asks env for \"pyhton9\", which is not on this machine; the system's own package \
             with pyhton9 helps, or another line that names what is there"
        );
        let elsewhere = why("#!/opt/nowhere/sh").unwrap();
        assert!(
            elsewhere.ends_with("not on this machine; #!/usr/bin/env sh finds one that is"),
            "{elsewhere}"
        );
        let windows = why("#!/bin/sh -e\r").unwrap();
        assert!(windows.starts_with("its first line, \"/bin/sh -e\", ends as on Windows"), "{windows}");
        assert!(why("#!").unwrap().starts_with("its first line is #! and names no program"));
    }

    #[test]
    fn an_interpreter_that_lies_outside_the_cell_is_told_so() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join("mine");
        fs::write(&own, "").unwrap();
        fs::set_permissions(&own, fs::Permissions::from_mode(0o755)).unwrap();
        let told = why(&format!("#!{}", own.display())).unwrap();
        assert_eq!(
            told,
            format!(
                "its first line names \"{}\", which bots do not see; bots see the programs of /usr and their \
                 own files, so the system's own package with mine helps, or another line that names what is \
                 there",
                own.display()
            )
        );
    }

    #[test]
    fn what_is_told_gives_no_orders() {
        let told = why("#!/no/\u{1b}[2J").unwrap();
        assert!(!told.contains('\u{1b}'), "{told}");
    }
}
