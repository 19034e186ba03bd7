//! A bot's sources made into a jar, in the cell, against our own interfaces.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use super::JavaHost;
use crate::cell::Cell;
use crate::languages::build::{Key, Made, Recipe, Uncompiled, first_line_with};
use crate::languages::form::Shape;

/// One file, what of its package lies beside it, and whatever is named by it; or all sources of a folder. The
/// compiler itself finds the classes of a package in a folder of its name alone, and students have them side
/// by side. The mark that some editors begin a file with is no letter of Java, and javac
/// stumbles over it. In a list of files it takes names between quotes.
const SCRIPT: &str = r#"javac=$1 jar=$2 kit=$3 file=$4
find . -name '*.java' | while IFS= read -r source; do
    if [ "$(head -c 3 "$source")" = "$(printf '\357\273\277')" ]; then
        tail -c +4 "$source" >source.unmarked && mv -f source.unmarked "$source"
    fi
done
package_of() {
    sed -n 's/^[[:space:]]*package[[:space:]]\{1,\}\([^;[:space:]]*\)[[:space:]]*;.*/\1/p' "$1" | head -n 1
}
played() {
    if [ -z "$file" ]; then find . -name '*.java' ! -path '*/src/test/*'; return; fi
    printf '%s\n' "./$file"
    package=$(package_of "./$file")
    [ -n "$package" ] || return 0
    find "$(dirname "./$file")" -maxdepth 1 -name '*.java' | while IFS= read -r source; do
        [ "$source" != "./$file" ] || continue
        [ "$(package_of "$source")" != "$package" ] || printf '%s\n' "$source"
    done
}
played | sed -e 's/["\\]/\\&/g' -e 's/.*/"&"/' >sources.list
"$javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -encoding UTF-8 -cp "$kit" \
    -sourcepath . -Xprefer:source -d made.classes @sources.list &&
    "$jar" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --create --file made.jar -C made.classes ."#;

impl JavaHost {
    /// The jar of a source or of a folder, which lie laid out here.
    pub(super) fn jar_of(&self, cell: &Cell, folder: &Path, file: &Path) -> Result<Arc<Made>, Uncompiled> {
        let words = self.words_for(file).map_err(|missing| missing.to_string())?;
        let key = Key::default().and(SCRIPT).and(&self.jdk.version).and_all(&words);
        let own = [self.jdk.home.clone(), self.kit.folder().to_owned()];
        let recipe = || Recipe {
            sources: vec![folder.to_owned()],
            toolchain: own.into_iter().chain(self.packages.clone()).collect(),
            script: SCRIPT,
            words,
            product: "made.jar",
            first_error: |message| with_what_helps(first_line_with(message, "error:")),
        };
        self.builder.made(cell, &key.and_folder(folder), &jar_name(folder, file), recipe)
    }

    /// The kit, and the jars of packages.
    fn class_path(&self) -> OsString {
        let mut path = self.kit().into_os_string();
        if let Some(packages) = &self.packages {
            path.push(":");
            path.push(packages.join("*"));
        }
        path
    }

    fn words_for(&self, file: &Path) -> Result<Vec<OsString>, super::Missing> {
        let (javac, jar) = (self.jdk.tool("javac")?, self.jdk.tool("jar")?);
        let source = if is_folder(file) { OsString::new() } else { file.into() };
        // The folders of the kit and of packages are called by all that they are made of.
        Ok(vec![javac.into(), jar.into(), self.class_path(), source])
    }
}

/// A package that is not there is told with what would bring it.
fn with_what_helps(line: String) -> String {
    let missing =
        line.split_once("error: package ").and_then(|(_, rest)| rest.strip_suffix(" does not exist"));
    match missing {
        Some(package) => format!(
            "{line}; packages.toml with java = [\"….jar\"], the jar that holds {package}, and croupier \
             packages would bring it"
        ),
        None => line,
    }
}

/// A bot is started by its jar's name, which its messages show.
fn jar_name(folder: &Path, file: &Path) -> String {
    let stem = if is_folder(file) { folder.file_name() } else { file.file_stem() };
    format!("{}.jar", stem.unwrap_or_default().to_string_lossy())
}

fn is_folder(file: &Path) -> bool {
    let named = file.file_name().and_then(|name| name.to_str()).and_then(crate::languages::by_name);
    named.is_some_and(|(_, form)| matches!(form.shape, Shape::Folder { .. }))
}
