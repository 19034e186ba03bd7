//! Bots in Java: the JDK, found once; our host, compiled once and kept; and one bot's jar, or its sources
//! made into one.

mod build;
mod kit;
mod stored;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::build::{Builder, Compiling, Made};
use super::{BotFile, Example, Form, FoundBot, Language, Missing, NoBot, Packages, Runtime, Shape};
use crate::bot_files::Staged;
use crate::cell::{Arg, ResourceLimits, SandboxSpec, Streams};
use crate::packages::PackageLanguage;
use crate::process::Launch;
use crate::sources;
use crate::tool::{ASKING, output_within};
use kit::Kit;
pub(crate) use kit::cache as kept_for_bots;

const OLDEST: u32 = 17;
/// From this version on the JVM wants to be told that the host's way to its descriptors is meant.
const ASKS_FOR_LEAVE: u32 = 23;
const MAIN: &str = "croupier.host.Main";
/// What a source says that plays: one of the interfaces of players, or the method that gives one. The
/// package that it is in says nothing, since its other classes are in it, too, and neither do the types that
/// they share.
const PLAYERS: &[&str] = &[
    "PlayerStrategy",
    "CardGameStrategy",
    "NoThanksPlayer",
    "HeartsPlayer",
    "AnyGamePlayer",
    "interfaces.Player",
    "implements Player",
    "getAI(",
];
const PACKAGES: Packages = Packages {
    debian: "default-jdk-headless",
    fedora: "java-latest-openjdk-devel",
    macos: "brew install openjdk",
};

pub(super) const LANGUAGE: Language = Language {
    word: "java",
    title: "Java",
    forms: &[
        Form {
            shape: Shape::File { ending: "jar" },
            begins: &[b"PK"],
            marks: &[],
            stored_as: |_| "bot.jar".to_owned(),
        },
        Form {
            shape: Shape::Source { ending: "java" },
            begins: &[],
            marks: PLAYERS,
            stored_as: stored::file_name,
        },
        Form {
            shape: Shape::Folder { manifest: "pom.xml" },
            begins: &[],
            marks: &[],
            stored_as: |_| "pom.xml".to_owned(),
        },
    ],
    example: Example {
        game: "no-thanks",
        file: "Bargain.java",
        bytes: include_bytes!("../../../../../examples/no-thanks/java/Bargain.java"),
    },
    templates: templates!(
        "java/",
        "hearts": "Lowest.java",
        "jujitsu": "OneMore.java",
        "last-card": "YourStrategy.java",
        "no-thanks": "Bargain.java",
        "score-four": "Corners.java",
        "any-game": "Chancer.java",
    ),
    kit: super::Kit {
        folder: "src",
        sources: sources::JAVA,
        beside: &[
            ("README.md", include_bytes!("../../../../../languages/java/README.md")),
            ("pom.xml", include_bytes!("../../../../../languages/java/pom.xml")),
        ],
        compiled: Some(super::CompiledKit { name: "croupier.jar", make: compiled_kit }),
    },
    packages: Some(PackageLanguage::Java),
    // Debian keeps a JVM's own settings in /etc/java-<version>.
    settings: &["java*"],
    find: |search| {
        let packages = search.packages_of(PackageLanguage::Java, "")?;
        let host = JavaHost::find()?.compiling(Compiling::stopped_by(&search.interrupt));
        Ok(Arc::new(JavaHost { packages, ..host }))
    },
};

/// The classes that authors compile against.
fn compiled_kit() -> Result<Vec<u8>, Missing> {
    let jar = JavaHost::find()?.kit.jar();
    let unread = |error: io::Error| Missing::Own { what: jar.display().to_string(), why: error.to_string() };
    fs::read(&jar).map_err(unread)
}

/// Java on this machine, with our host compiled beside it.
#[derive(Debug)]
pub struct JavaHost {
    jdk: Jdk,
    kit: Kit,
    builder: Builder,
    /// Jars that bots have beside it.
    packages: Option<PathBuf>,
}

/// An installed JDK.
#[derive(Debug)]
struct Jdk {
    home: PathBuf,
    version: String,
    number: u32,
}

impl JavaHost {
    /// Finds the JDK and compiles the host where that was not done before; what is missing is said in words.
    pub fn find() -> Result<Self, Missing> {
        let jdk = Jdk::find()?;
        let kit = Kit::of(&jdk)?;
        let builder = Builder::new(LANGUAGE.word, Compiling::default());
        Ok(Self { jdk, kit, builder, packages: None })
    }

    /// The same, with how long a bot may take to compile and what ends that from outside.
    #[must_use]
    pub fn compiling(self, compiling: Compiling) -> Self {
        Self { builder: self.builder.with_compiling(compiling), ..self }
    }

    /// The version of Java.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.jdk.version
    }

    /// The classes that bots are compiled against, as a jar.
    #[must_use]
    pub fn kit(&self) -> PathBuf {
        self.kit.jar()
    }

    fn args(&self, jar: PathBuf, class: Option<&str>, limits: &ResourceLimits) -> Vec<Arg> {
        let mut args: Vec<Arg> = self.jdk.flags().into_iter().map(Into::into).collect();
        if let Some(archive) = self.kit.archive() {
            let mut flag = OsString::from("-XX:SharedArchiveFile=");
            flag.push(archive);
            args.push(flag.into());
        }
        args.push(format!("-Xmx{}m", heap(limits.memory)).into());
        args.extend(["-cp".into(), self.kit.jar().into(), MAIN.into()]);
        if let Some(packages) = &self.packages {
            args.extend(["--packages".into(), Arg::File(packages.clone())]);
        }
        args.push(Arg::File(jar));
        args.extend(class.map(Into::into));
        args
    }
}

/// Megabytes of a JVM's heap: what the bot may have, less what the JVM needs for itself.
fn heap(memory: u64) -> u64 {
    ((memory >> 20) * 5 / 8).max(8)
}

impl Jdk {
    fn find() -> Result<Self, Missing> {
        let jdk = ask("java").ok_or(Missing::Tool { tool: "Java", packages: PACKAGES })?;
        if jdk.number < OLDEST {
            return Err(Missing::TooOld {
                tool: "Java",
                version: jdk.version,
                oldest: OLDEST.to_string(),
                helps: PACKAGES.to_string(),
            });
        }
        Ok(jdk)
    }

    /// A program of this JDK; a JVM alone, without a compiler, has none.
    fn tool(&self, name: &str) -> Result<PathBuf, Missing> {
        let own = self.home.join("bin").join(name);
        if own.is_file() {
            return Ok(own);
        }
        let number = self.number;
        Err(Missing::Part {
            what: format!("Java {} is here without {name}", self.version),
            helps: format!(
                "on Debian: apt install openjdk-{number}-jdk-headless; on Fedora: dnf install \
                 java-{number}-openjdk-devel; on macOS: brew install openjdk"
            ),
        })
    }

    fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// How every JVM of ours is started: one small collector, no files for watchers, its own messages to the
    /// log.
    fn flags(&self) -> Vec<&'static str> {
        let mut flags = vec![
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+DisplayVMOutputToStderr",
            "-Xshare:auto",
            "-Xlog:cds=off",
            "-Xms16m",
            "-Dfile.encoding=UTF-8",
        ];
        if self.number >= ASKS_FOR_LEAVE {
            flags.push("--sun-misc-unsafe-memory-access=allow");
        }
        flags
    }
}

impl Runtime for JavaHost {
    fn version(&self) -> String {
        format!("Java {}", self.jdk.version)
    }

    fn assumed_game(&self) -> Option<&'static str> {
        // A jar with a program of its own is taken to speak the protocol of Last Card's original.
        Some("last-card")
    }

    fn packages(&self) -> Option<&Path> {
        self.packages.as_deref()
    }

    /// The bot is called by its file. Which class plays is found in the cell, when the bot is started.
    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let (cell, files) = (file.cell()?, file.staged()?);
        let is_jar = file.path().extension().is_some_and(|end| end.eq_ignore_ascii_case("jar"));
        let (name, made) = match is_jar {
            true => (file.name(), None),
            false => {
                let made = self.jar_of(cell, files.folder(), files.name());
                (file.stem(), Some(made.map_err(|not| NoBot::uncompiled_with(not, &files))?))
            }
        };
        let class = file.class;
        let bot =
            JavaBot { host: self, files, made, class: class.map(str::to_owned), limits: file.limits.clone() };
        Ok(vec![file.process(name, class.unwrap_or_default(), bot)])
    }
}

/// One bot: a jar, and the class in it where one is named. Otherwise the host looks for it inside the cell.
#[derive(Debug, Clone)]
pub struct JavaBot {
    host: Arc<JavaHost>,
    /// All that it sees.
    files: Arc<Staged>,
    /// Its jar, where that is none of its files but was made of them.
    made: Option<Arc<Made>>,
    class: Option<String>,
    limits: ResourceLimits,
}

impl JavaBot {
    /// The bot of the jar among these files, which are all that it sees.
    #[must_use]
    pub fn new(
        host: &Arc<JavaHost>,
        files: Arc<Staged>,
        class: Option<&str>,
        limits: ResourceLimits,
    ) -> Self {
        Self { host: Arc::clone(host), files, made: None, class: class.map(str::to_owned), limits }
    }

    fn jar(&self) -> PathBuf {
        self.made.as_ref().map_or_else(|| self.files.file(), |made| made.file())
    }
}

impl Launch for JavaBot {
    fn spec(&self) -> SandboxSpec {
        let mut readable = vec![self.host.jdk.home.clone(), self.host.kit.folder().to_owned()];
        readable.extend(self.made.as_ref().map(|made| made.folder().to_owned()));
        SandboxSpec {
            args: self.host.args(self.jar(), self.class.as_deref(), &self.limits),
            readable,
            packages: self.host.packages.clone(),
            folder: Some(self.files.folder().to_owned()),
            streams: Streams::Descriptors,
            limits: self.limits.clone(),
            ..SandboxSpec::new(self.host.jdk.java())
        }
    }

    fn notes(&self) -> &[String] {
        self.files.notes()
    }
}

/// The JDK behind a name: a version manager's shim, or a link, knows where the real one is.
fn ask(name: &str) -> Option<Jdk> {
    let mut command = Command::new(name);
    command.args(["-XshowSettings:properties", "-version"]);
    let said = output_within(&mut command, ASKING).ok()?;
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let property = |key: &str| {
        let line = said.lines().map(str::trim).find(|line| line.starts_with(key))?;
        Some(line.split_once('=')?.1.trim().to_owned())
    };
    let version = property("java.version =")?;
    let number = version.split(['.', '-', '+']).next()?.parse().ok()?;
    Some(Jdk { home: fs::canonicalize(property("java.home =")?).ok()?, version, number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jvm_gets_most_of_the_memory_as_its_heap_and_never_nothing() {
        assert_eq!(heap(512 << 20), 320);
        assert_eq!(heap(1 << 20), 8);
    }

    #[test]
    fn the_host_is_compiled_once_and_found_again() {
        let first = JavaHost::find().unwrap();
        assert!(first.kit().is_file());
        let written = fs::metadata(first.kit()).unwrap().modified().unwrap();
        let second = JavaHost::find().unwrap();
        assert_eq!(fs::metadata(second.kit()).unwrap().modified().unwrap(), written);
    }

    #[test]
    fn what_is_no_java_is_not_asked_twice() {
        assert!(ask("no-such-java").is_none());
    }
}
