//! Bots in JavaScript: Node, found once; our host, carried in this binary; and one bot's class.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::build::files::unpacked;
use super::{BotFile, Example, Form, FoundBot, Kit, Language, Missing, NoBot, Packages, Runtime, Shape};
use crate::bot_files::Staged;
use crate::cell::{Arg, ResourceLimits, SandboxSpec, Streams};
use crate::packages::PackageLanguage;
use crate::process::Launch;
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, output_within};

pub(super) const LANGUAGE: Language = Language {
    word: "javascript",
    title: "JavaScript",
    forms: &[
        Form {
            shape: Shape::File { ending: "js" },
            begins: &[],
            marks: &["croupier"],
            stored_as: |_| "bot.js".to_owned(),
        },
        Form {
            shape: Shape::File { ending: "mjs" },
            begins: &[],
            marks: &["croupier"],
            stored_as: |_| "bot.mjs".to_owned(),
        },
    ],
    example: Example {
        game: "no-thanks",
        file: "bargain.js",
        bytes: include_bytes!("../../../../examples/no-thanks/javascript/bargain.js"),
    },
    templates: templates!(
        "javascript/",
        "hearts": "duck.js",
        "jujitsu": "bidder.js",
        "last-card": "shedder.js",
        "no-thanks": "bargain.js",
        "score-four": "blocker.js",
        "any-game": "chancer.js",
    ),
    kit: Kit {
        folder: "",
        sources: sources::JAVASCRIPT,
        beside: &[
            ("README.md", include_bytes!("../../../../languages/javascript/README.md")),
            ("package.json", include_bytes!("../../../../languages/javascript/package.json")),
        ],
        compiled: None,
    },
    packages: Some(PackageLanguage::JavaScript),
    settings: &["ssl/openssl.cnf"],
    find: |search| {
        let node = Node::find()?;
        let packages = search.packages_of(PackageLanguage::JavaScript, node.major())?;
        Ok(Arc::new(Node { packages, ..node }))
    },
};

const PACKAGES: Packages = Packages { debian: "nodejs", fedora: "nodejs", macos: "brew install node" };
const WHO_ARE_YOU: &str = "console.log(process.execPath); console.log(process.versions.node)";
/// Since then a module can be found in a place of ours.
const OLDEST: (u32, u32) = (18, 19);

/// Node on this machine, with our host unpacked beside it.
#[derive(Debug)]
struct Node {
    program: PathBuf,
    version: String,
    /// Gone with the last bot that uses it.
    kit: Scratch,
    packages: Option<PathBuf>,
}

impl Node {
    fn find() -> Result<Self, Missing> {
        let missing = Missing::Tool { tool: "Node", packages: PACKAGES };
        let (program, version) = ["node", "nodejs"].into_iter().find_map(ask).ok_or(missing)?;
        let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0));
        if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) < OLDEST {
            let oldest = format!("{}.{}", OLDEST.0, OLDEST.1);
            return Err(Missing::TooOld { tool: "Node", version, oldest, helps: PACKAGES.to_string() });
        }
        let kit = unpacked(LANGUAGE.word, sources::JAVASCRIPT).map_err(Missing::not_unpacked)?;
        Ok(Self { program, version, kit, packages: None })
    }

    /// What packages depend on.
    fn major(&self) -> &str {
        self.version.split('.').next().unwrap_or_default()
    }
}

/// The version of Node that packages depend on.
pub(crate) fn node_version() -> Result<String, Missing> {
    Node::find().map(|node| node.major().to_owned())
}

impl Runtime for Node {
    fn version(&self) -> String {
        format!("Node {}", self.version)
    }

    fn packages(&self) -> Option<&Path> {
        self.packages.as_deref()
    }

    /// The bot is called by its file. Which class plays is found in the cell, when the bot is started.
    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        file.cell()?;
        let class = file.class.map(str::to_owned);
        let bot = JavaScriptBot { node: self, files: file.staged()?, class, limits: file.limits.clone() };
        Ok(vec![file.process(file.stem(), file.class.unwrap_or_default(), bot)])
    }
}

/// One bot: a file, and the class in it where one is named.
#[derive(Debug)]
struct JavaScriptBot {
    node: Arc<Node>,
    files: Arc<Staged>,
    class: Option<String>,
    limits: ResourceLimits,
}

impl Launch for JavaScriptBot {
    fn spec(&self) -> SandboxSpec {
        let kit = self.node.kit.path();
        // What Node needs for itself is not the bot's to use.
        let heap = format!("--max-old-space-size={}", (self.limits.memory >> 20) * 5 / 8);
        let mut args: Vec<Arg> = vec![heap.into(), Arg::File(kit.join("croupier/host.mjs"))];
        if let Some(packages) = &self.node.packages {
            args.extend(["--packages".into(), Arg::File(packages.clone())]);
        }
        args.push(Arg::File(self.files.file()));
        args.extend(self.class.as_ref().map(Into::into));
        SandboxSpec {
            args,
            host: Some(kit.to_owned()),
            packages: self.node.packages.clone(),
            folder: Some(self.files.folder().to_owned()),
            streams: Streams::Descriptors,
            limits: self.limits.clone(),
            ..SandboxSpec::new(&self.node.program)
        }
    }

    fn notes(&self) -> &[String] {
        self.files.notes()
    }
}

/// The real program behind a name, which may be a version manager's, and its version.
fn ask(name: &str) -> Option<(PathBuf, String)> {
    let said = output_within(Command::new(name).args(["-e", WHO_ARE_YOU]), ASKING).ok()?;
    let said = String::from_utf8(said.stdout).ok()?;
    let mut lines = said.lines();
    Some((fs::canonicalize(lines.next()?).ok()?, lines.next()?.to_owned()))
}
