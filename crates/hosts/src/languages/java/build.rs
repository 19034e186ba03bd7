//! A bot's sources made into a jar, in the cell, against our own interfaces.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use super::JavaHost;
use crate::cell::Cell;
use crate::languages::build::{Key, Made, Recipe, Uncompiled, first_line_with};
use crate::languages::form::Shape;

/// One file, and whatever lies beside it and is named by it; or all sources of a folder.
const SCRIPT: &str = r#"javac=$1 jar=$2 kit=$3 file=$4
if [ -n "$file" ]; then set -- "./$file"
else find . -name '*.java' ! -path '*/test/*' >sources.list && set -- @sources.list
fi
"$javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -encoding UTF-8 -cp "$kit" \
    -sourcepath . -Xprefer:source -d made.classes "$@" &&
    "$jar" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --create --file made.jar -C made.classes ."#;

impl JavaHost {
    /// The jar of a source or of a folder, which lie laid out here.
    pub(super) fn jar_of(&self, cell: &Cell, folder: &Path, file: &Path) -> Result<Arc<Made>, Uncompiled> {
        let words = self.words_for(file).map_err(|missing| missing.to_string())?;
        let key = Key::default().and(&self.jdk.version).and_all(&words);
        let recipe = || Recipe {
            sources: vec![folder.to_owned()],
            toolchain: vec![self.jdk.home.clone(), self.kit.folder().to_owned()],
            script: SCRIPT,
            words,
            product: "made.jar",
            first_error: |message| first_line_with(message, "error:"),
        };
        self.builder.made(cell, &key.and_folder(folder), &jar_name(folder, file), recipe)
    }

    fn words_for(&self, file: &Path) -> Result<Vec<OsString>, super::Missing> {
        let (javac, jar) = (self.jdk.tool("javac")?, self.jdk.tool("jar")?);
        let source = if is_folder(file) { OsString::new() } else { file.into() };
        // The kit's folder is called by all that it is made of.
        Ok(vec![javac.into(), jar.into(), self.kit().into(), source])
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
