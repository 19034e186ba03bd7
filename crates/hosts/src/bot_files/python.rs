//! The modules that a Python bot imports by name from its folders, and what those import.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::gathered::{Gathered, walk};
use super::guard::Guard;
use super::imports::{Import, ImportsRead};
use super::{NotStaged, source_of};

/// Shows what a source imports, packages as whole folders.
pub(super) fn follow(
    source: &ImportsRead,
    roots: &[&Path],
    guard: &Guard,
    shown: &mut Gathered,
) -> Result<(), NotStaged> {
    let mut search = ImportWalk { roots, guard, shown, unread: Vec::new(), met: BTreeSet::new() };
    search.source(source, &[])?;
    while let Some((file, package)) = search.unread.pop() {
        if let Some(source) = source_of(&file) {
            search.source(&source, &package)?;
        }
    }
    Ok(())
}

struct ImportWalk<'a> {
    roots: &'a [&'a Path],
    guard: &'a Guard,
    shown: &'a mut Gathered,
    /// Modules that were found, and the packages they lie in.
    unread: Vec<(PathBuf, Vec<String>)>,
    met: BTreeSet<PathBuf>,
}

impl ImportWalk<'_> {
    fn source(&mut self, source: &ImportsRead, package: &[String]) -> Result<(), NotStaged> {
        for import in &source.imports {
            for module in meant(import, package) {
                self.module(&module)?;
            }
        }
        Ok(())
    }

    /// The module of a dotted name, in the first folder that has its first part.
    fn module(&mut self, parts: &[String]) -> Result<(), NotStaged> {
        let Some(first) = parts.first().filter(|_| parts.iter().all(|part| is_identifier(part))) else {
            return Ok(());
        };
        let holds = |root: &&&Path| root.join(format!("{first}.py")).is_file() || root.join(first).is_dir();
        let Some(root) = self.roots.iter().find(holds).copied() else { return Ok(()) };
        let mut place = PathBuf::new();
        for part in parts {
            // A package comes whole: what it holds is its own.
            if root.join(&place).join(part).join("__init__.py").is_file() {
                return self.package(root, &place.join(part));
            }
            let file = place.join(format!("{part}.py"));
            if root.join(&file).is_file() {
                return self.file(root, &file);
            }
            place.push(part);
        }
        Ok(())
    }

    fn file(&mut self, root: &Path, inside: &Path) -> Result<(), NotStaged> {
        let Ok(real) = root.join(inside).canonicalize() else { return Ok(()) };
        if self.may_show(root, &real, inside) && self.met.insert(real.clone()) {
            self.shown.add(inside.to_owned(), &real)?;
            self.unread.push((real, package_of(inside)));
        }
        Ok(())
    }

    fn package(&mut self, root: &Path, inside: &Path) -> Result<(), NotStaged> {
        let Ok(real) = root.join(inside).canonicalize() else { return Ok(()) };
        if !self.may_show(root, &real, inside) || !self.met.insert(real.clone()) {
            return Ok(());
        }
        let mut package = Gathered::default();
        walk(&real, inside, &real, self.guard, &mut package)?;
        for (inside, reason) in package.withheld {
            self.shown.note(format!("{} is not shown to this bot: {}", inside.display(), reason.words()));
        }
        package.notes.into_iter().for_each(|note| self.shown.note(note));
        for (inside, real) in package.files {
            self.shown.add(inside.clone(), &real)?;
            if real.extension().is_some_and(|end| end == "py") {
                self.unread.push((real, package_of(&inside)));
            }
        }
        Ok(())
    }

    fn may_show(&mut self, root: &Path, real: &Path, inside: &Path) -> bool {
        let why = match self.guard.refuses(real) {
            Some(reason) => reason.words(),
            None if !real.starts_with(root) => "the link leads out of its folder",
            None => return true,
        };
        self.shown.note(format!("{}, which this bot imports, is not shown to it: {why}", inside.display()));
        false
    }
}

/// A name that is one in Python too: a text given to `import_module` may be anything, a path among it.
fn is_identifier(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|char| char.is_alphanumeric() || char == '_')
}

/// The packages around a module.
fn package_of(inside: &Path) -> Vec<String> {
    let above = inside.parent().unwrap_or(Path::new(""));
    above.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

/// All modules that one import may mean: the one that is named, and every name that is taken from it.
fn meant(import: &Import, package: &[String]) -> Vec<Vec<String>> {
    let mut module = match import.dots {
        0 => Vec::new(),
        dots => package[..package.len().saturating_sub(dots - 1)].to_vec(),
    };
    module.extend(import.module.iter().cloned());
    let taken = import.names.iter().map(|name| module.iter().chain([name]).cloned().collect());
    let mut all: Vec<Vec<String>> = taken.collect();
    all.push(module);
    all
}
