//! A bot's source made into a jar, against our own interfaces: for trying whether Java works here.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::JavaHost;
use crate::tool::{MAKING, output_within};

impl JavaHost {
    /// Compiles one source file with this JDK and packs its classes into a jar; works in the jar's folder.
    pub fn pack(&self, source: &Path, jar: &Path) -> Result<(), String> {
        let (javac, packer) = (self.jdk.tool("javac")?, self.jdk.tool("jar")?);
        let classes = jar.with_extension("classes");
        let mut compiler = Command::new(javac);
        compiler.args(["-J-XX:TieredStopAtLevel=1", "-nowarn", "-encoding", "UTF-8", "-cp"]).arg(self.kit());
        run(compiler.arg("-d").arg(&classes).arg(source))?;
        let mut packing = Command::new(packer);
        packing.args(["-J-XX:TieredStopAtLevel=1", "--create", "--file"]).arg(jar);
        run(packing.arg("-C").args([classes.as_path(), Path::new(".")]))?;
        fs::remove_dir_all(classes).map_err(|error| error.to_string())
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = output_within(command, MAKING).map_err(|error: io::Error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}
