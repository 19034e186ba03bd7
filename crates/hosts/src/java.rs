//! Bots in Java: the JDK, found once; our host, compiled once and kept; and one bot's jar.

mod kit;
mod pack;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use crate::bot_files::Staged;
use crate::cell::{Arg, Channel, Inmate, Limits};
use crate::process::Launch;
use crate::tool::{ASKING, output_within};
use kit::Kit;

const OLDEST: u32 = 17;
/// From this version on the JVM wants to be told that the host's way to its descriptors is meant.
const ASKS_FOR_LEAVE: u32 = 23;
const MAIN: &str = "croupier.host.Main";
const MISSING: &str = "Java is missing; on Debian: apt install default-jdk-headless; on Fedora: dnf install \
    java-latest-openjdk-devel; on macOS: brew install openjdk";

/// Java on this machine, with our host compiled beside it.
#[derive(Debug)]
pub struct JavaHost {
    jdk: Jdk,
    kit: Kit,
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
    pub fn find() -> Result<Self, String> {
        let jdk = Jdk::find()?;
        let kit = Kit::of(&jdk)?;
        Ok(Self { jdk, kit })
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

    fn args(&self, jar: PathBuf, class: Option<&str>, limits: &Limits) -> Vec<Arg> {
        let mut args: Vec<Arg> = self.jdk.flags().into_iter().map(Into::into).collect();
        if let Some(archive) = self.kit.archive() {
            let mut flag = OsString::from("-XX:SharedArchiveFile=");
            flag.push(archive);
            args.push(flag.into());
        }
        args.push(format!("-Xmx{}m", heap(limits.memory)).into());
        args.extend(["-cp".into(), self.kit.jar().into(), MAIN.into(), Arg::File(jar)]);
        args.extend(class.map(Into::into));
        args
    }
}

/// Megabytes of a JVM's heap: what the bot may have, less what the JVM needs for itself.
fn heap(memory: u64) -> u64 {
    ((memory >> 20) * 5 / 8).max(8)
}

impl Jdk {
    fn find() -> Result<Self, String> {
        let jdk = ask("java").ok_or(MISSING)?;
        if jdk.number < OLDEST {
            return Err(format!(
                "Java {} is too old; {OLDEST} or newer is needed; on Debian: apt install default-jdk-headless; on Fedora: \
                 dnf install java-latest-openjdk-devel; on macOS: brew install openjdk",
                jdk.version
            ));
        }
        Ok(jdk)
    }

    /// A program of this JDK; a JVM alone, without a compiler, has none.
    fn tool(&self, name: &str) -> Result<PathBuf, String> {
        let own = self.home.join("bin").join(name);
        if own.is_file() {
            return Ok(own);
        }
        Err(format!(
            "Java {} is here without {name}; on Debian: apt install openjdk-{}-jdk-headless; on Fedora: dnf install \
             java-{}-openjdk-devel; on macOS: brew install openjdk",
            self.version, self.number, self.number
        ))
    }

    fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// How every JVM of ours is started: one small collector, no files for watchers, its own messages to the log.
    fn flags(&self) -> Vec<&'static str> {
        let mut flags = vec![
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
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

/// One bot: a jar, and the class in it where one is named. Otherwise the host looks for it inside the cell.
#[derive(Debug, Clone)]
pub struct JavaBot {
    host: Arc<JavaHost>,
    files: Arc<Staged>,
    class: Option<String>,
    limits: Limits,
}

impl JavaBot {
    /// The bot of the jar among these files, which are all that it sees.
    #[must_use]
    pub fn new(host: &Arc<JavaHost>, files: Arc<Staged>, class: Option<&str>, limits: Limits) -> Self {
        Self { host: Arc::clone(host), files, class: class.map(str::to_owned), limits }
    }
}

impl Launch for JavaBot {
    fn inmate(&self) -> Inmate {
        Inmate {
            args: self.host.args(self.files.file(), self.class.as_deref(), &self.limits),
            readable: vec![self.host.jdk.home.clone(), self.host.kit.folder().to_owned()],
            folder: Some(self.files.folder().to_owned()),
            channel: Channel::Descriptors,
            limits: self.limits.clone(),
            ..Inmate::new(self.host.jdk.java())
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
