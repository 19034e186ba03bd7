//! Bots in Go: one source, or a folder with a `go.mod`, without modules of others. A module of ours speaks
//! the protocol for them, unless they do so themselves.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::build::files::unpacked;
use super::build::{Builder, BuiltProgram, Compiling, Key, Recipe, first_line_with};
use super::{BotFile, Example, Form, FoundBot, Kit, Language, Missing, NoBot, Packages, Runtime, Shape};
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, output_within};

const MANIFEST: &str = "go.mod";

pub(super) const LANGUAGE: Language = Language {
    word: "go",
    title: "Go",
    forms: &[
        Form {
            shape: Shape::Source { ending: "go" },
            begins: &[],
            marks: &["func main("],
            stored_as: |_| "bot.go".to_owned(),
        },
        Form {
            shape: Shape::Folder { manifest: MANIFEST },
            begins: &[],
            marks: &[],
            stored_as: |_| MANIFEST.to_owned(),
        },
    ],
    example: Example {
        game: "no-thanks",
        file: "bargain.go",
        bytes: include_bytes!("../../../../examples/no-thanks/go/bargain.go"),
    },
    templates: templates!(
        "go/",
        "hearts": "duck.go",
        "jujitsu": "bidder.go",
        "last-card": "shedder.go",
        "no-thanks": "bargain.go",
        "score-four": "blocker.go",
        "any-game": "chancer.go",
    ),
    kit: Kit {
        folder: "",
        sources: sources::GO,
        beside: &[("README.md", include_bytes!("../../../../languages/go/README.md"))],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: |search| Ok(Arc::new(Toolchain::find(Compiling::stopped_by(&search.interrupt))?)),
};

const PACKAGES: Packages = Packages { debian: "golang-go", fedora: "golang", macos: "brew install go" };
/// Our module needs what Debian 12 has.
const OLDEST: (u32, u32) = (1, 19);
/// A workspace of the bot's module and ours: the bot's own need not name ours, and what it says of where that
/// lies at home is taken out. `go` looks into no settings, fetches nothing, and leaves what it keeps in the
/// folder that vanishes. A cell has a limit of threads, which many compilers at once would reach.
const SCRIPT: &str = r#"go=$1/bin/go kit=$2 file=./$3
export GOROOT="$1" GOENV=off GOFLAGS= GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=0 GOMAXPROCS=2
export GOCACHE="$PWD/.go-cache" GOPATH="$PWD/.go-path"
rm -f go.work go.work.sum
[ -f go.mod ] || "$go" mod init bot 2>/dev/null || return 1
"$go" mod edit -droprequire=croupier -dropreplace=croupier || return 1
"$go" work init . "$kit" || return 1
[ "$file" != ./go.mod ] || file=.
"$go" build -p 2 -buildvcs=false -o made.program "$file""#;

/// The Go of this machine.
#[derive(Debug)]
struct Toolchain {
    /// Where all of it lies: behind the program may be a version manager's.
    home: PathBuf,
    version: String,
    /// Our module. Gone with the last bot that uses it.
    kit: Scratch,
    builder: Builder,
}

impl Toolchain {
    fn find(compiling: Compiling) -> Result<Self, Missing> {
        let (home, version) = ask().ok_or(Missing::Tool { tool: "Go", packages: PACKAGES })?;
        let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0));
        if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) < OLDEST {
            let oldest = format!("{}.{}", OLDEST.0, OLDEST.1);
            return Err(Missing::TooOld { tool: "Go", version, oldest, helps: PACKAGES.to_string() });
        }
        let kit = unpacked(LANGUAGE.word, sources::GO).map_err(Missing::not_unpacked)?;
        Ok(Self { home, version, kit, builder: Builder::new(LANGUAGE.word, compiling) })
    }
}

/// Where Go lies, and its version, like 1.19.8.
fn ask() -> Option<(PathBuf, String)> {
    let mut command = Command::new("go");
    command.args(["env", "GOROOT", "GOVERSION"]).env("GOTOOLCHAIN", "local");
    let said = output_within(&mut command, ASKING).ok().filter(|said| said.status.success())?;
    let said = String::from_utf8(said.stdout).ok()?;
    let mut lines = said.lines();
    let home = Path::new(lines.next()?).canonicalize().ok()?;
    let version = lines.next()?.trim_start_matches("go").to_owned();
    home.join("bin/go").is_file().then_some((home, version))
}

impl Runtime for Toolchain {
    fn version(&self) -> String {
        format!("Go {}", self.version)
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let (cell, files) = (file.cell()?, file.staged()?);
        let (home, kit) = (self.home.as_os_str(), self.kit.path());
        let words = vec![home.into(), kit.into(), files.name().into()];
        // Where our module lies is another place in every run; what is in it counts.
        let key = Key::default().and(&self.version).and(home.as_encoded_bytes()).and_all(&words[2..]);
        let key = key.and(SCRIPT).and_folder(files.folder()).and_folder(kit);
        let recipe = || Recipe {
            sources: vec![files.folder().to_owned()],
            toolchain: vec![self.home.clone(), kit.to_owned()],
            script: SCRIPT,
            words,
            product: "made.program",
            first_error: |message| first_line_with(message, ".go:"),
        };
        let made = self.builder.made(cell, &key, "bot", recipe)?;
        let limits = file.limits.clone();
        Ok(vec![file.process(file.stem(), "", BuiltProgram { made, files, limits })])
    }
}
