//! Packages that an organiser allows: installed once, read by bots, written by nobody, and named where they
//! are missing.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::java::jar;
use crate::common::wheel::{croupier_keeping, installed, wheel};
use crate::common::{Said, file, folder, said};
use serde_json::Value;

/// Plays by what its package says, and fails where it can change it.
const READER: &str = r#"
import os
import lucky
from croupier.no_thanks import Player

class Reader(Player):
    def choose(self, view):
        folder = os.path.dirname(os.path.abspath(lucky.__file__))
        for path, how in ((os.path.join(folder, "new.py"), "w"), (lucky.__file__, "a")):
            try:
                open(path, how).close()
            except OSError:
                continue
            raise RuntimeError("it could write to " + path)
        return lucky.takes(view.me.coins)
"#;
const LUCKY: &str = "def takes(coins):\n    return coins < 3\n";

pub(crate) fn games<'a>(bot: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = ["no-thanks", "3", bot, "house:CutOff14", "house:TakeSmall", "--seed", "4"];
    words.into_iter().chain(more.iter().copied()).collect()
}

/// Nobody had a fault.
pub(crate) fn healthy(said: &Said) {
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let result: Value = serde_json::from_str(&said.out).unwrap();
    for row in result["standings"].as_array().unwrap() {
        assert_eq!((row["faults"].as_u64(), row["illegal"].as_u64()), (Some(0), Some(0)), "{row}");
    }
}

#[test]
fn a_wheel_is_installed_once_and_read_behind_every_wall_and_written_to_by_nobody() {
    let (dir, kept) = (folder(), folder());
    let (dir, kept) = (dir.path(), kept.path());
    let list = format!("python = [\"{}\"]\n", wheel(dir, "lucky", LUCKY, &[]));
    file(dir, "packages.toml", &list);
    file(dir, "bots/reader.py", READER);
    let before = croupier_keeping(kept, dir, &games("bots/reader.py", &["--packages", "packages.toml"]));
    assert_eq!(before.code, 2, "{}", before.out);
    let helps = "the packages of packages.toml are not installed for Python; `croupier packages \
                 packages.toml` does it";
    assert!(before.err.contains(helps), "{}", before.err);
    installed(kept, dir, &list);
    let again = croupier_keeping(kept, dir, &["packages", "packages.toml", "--json"]);
    let again: Value = serde_json::from_str(&again.out).unwrap();
    let one = &again["installed"][0];
    assert_eq!((&one["language"], &one["new"]), (&"python".into(), &false.into()), "{again}");
    assert_eq!(one["packages"][0], serde_json::json!({"name": "lucky", "version": "1.0"}));
    let more = ["--packages", "packages.toml", "--json"];
    healthy(&croupier_keeping(kept, dir, &games("bots/reader.py", &more)));
    // Behind limits alone a bot of root's may write anywhere, and reads as well.
    file(dir, "off/plain.py", &READER.replace("((os.path", "() and ((os.path"));
    let more = ["--packages", "packages.toml", "--json", "--sandbox", "off"];
    healthy(&croupier_keeping(kept, dir, &games("off/plain.py", &more)));
}

#[test]
fn a_plan_names_its_packages_and_its_record_tells_them() {
    let (dir, kept) = (folder(), folder());
    let (dir, kept) = (dir.path(), kept.path());
    installed(kept, dir, &format!("python = [\"{}\"]\n", wheel(dir, "lucky", LUCKY, &[])));
    file(dir, "bots/reader.py", READER);
    let plan = "game = \"no-thanks\"\nbots = [\"bots/reader.py\", \"house:CutOff14\", \"house:TakeSmall\"]\n\
                games = 4\nseed = 2\npackages = \"packages.toml\"\n";
    file(dir, "plan.toml", plan);
    let played = croupier_keeping(kept, dir, &["run", "plan.toml", "--json"]);
    healthy(&played);
    let again = croupier_keeping(kept, dir, &["rerun", "logs", "--packages", "packages.toml"]);
    assert_eq!((again.code, again.out.contains("all as recorded")), (0, true), "{}{}", again.out, again.err);
    assert!(!again.err.contains("packages"), "{}", again.err);
    let without = croupier_keeping(kept, dir, &["rerun", "logs"]);
    assert!(
        without.err.contains("was played with packages; --packages FILE names their list"),
        "{}",
        without.err
    );
    assert_ne!(without.code, 0, "{}", without.out);
    // A run that goes on has the same packages.
    file(dir, "plan.toml", &plan.replace("packages = \"packages.toml\"\n", ""));
    file(dir, "bots/reader.py", &READER.replace("import lucky", "class lucky:\n    __file__ = '/x/y'\n"));
    let resumed = croupier_keeping(kept, dir, &["run", "plan.toml", "--resume"]);
    assert_eq!(resumed.code, 2, "{}", resumed.out);
    assert!(resumed.err.contains("packages: ") && resumed.err.contains("none here"), "{}", resumed.err);
}

#[test]
fn a_module_that_is_not_there_is_named_with_what_would_bring_it() {
    let (dir, kept) = (folder(), folder());
    let (dir, kept) = (dir.path(), kept.path());
    file(dir, "reader.py", READER);
    let import = "import { pick } from \"lucky\";\nimport { Player } from \"croupier/no-thanks\";\n\
                  export class A extends Player { choose() { return pick(); } }\n";
    file(dir, "imports.mjs", import);
    file(dir, "Needs.java", &JAVA.replace("CLASS", "Needs"));
    for (bot, told) in [
        (
            "reader.py",
            "module lucky is not there; packages.toml with python = [\"lucky\"] and croupier packages",
        ),
        (
            "imports.mjs",
            "module lucky is not there; packages.toml with javascript = [\"lucky\"] and croupier",
        ),
        (
            "Needs.java",
            "packages.toml with java = [\"….jar\"], the jar that holds lucky, and croupier packages would",
        ),
    ] {
        let checked = croupier_keeping(kept, dir, &["check", bot, "--game", "no-thanks"]);
        assert_eq!(checked.code, 1, "{}", checked.err);
        assert!(checked.out.contains(told), "{bot}: {}", checked.out);
    }
}

#[test]
#[cfg(feature = "wasm")]
fn a_module_that_is_not_there_inside_webassembly_is_told_that_none_can_be() {
    let (dir, kept) = (folder(), folder());
    file(dir.path(), "reader.py", READER);
    let words = ["check", "reader.py", "--game", "no-thanks", "--cell", "wasm"];
    let checked = croupier_keeping(kept.path(), dir.path(), &words);
    let told = "No module named 'lucky': this cell has only the standard library and the files beside the \
                bot, and packages are not available in WebAssembly";
    assert!(checked.out.contains(told), "{}{}", checked.out, checked.err);
}

const JAVA: &str = "import croupier.nothanks.*;
import lucky.Charm;
public class CLASS implements NoThanksPlayer {
    public boolean takes(NoThanksView view) { return Charm.takes(view.coins()); }
}
";
const CHARM: &str = "package lucky;
public class Charm { public static boolean takes(int coins) { return coins < 3; } }
";

#[test]
fn a_jar_beside_the_kit_serves_jars_and_sources_of_bots() {
    let (dir, kept) = (folder(), folder());
    let (dir, kept) = (dir.path(), kept.path());
    jar(&dir.join("charm-1.0.jar"), &[("lucky/Charm.java", CHARM)], None);
    // The bot's jar is compiled with the charm beside it, and packed without.
    let both = dir.join("both.jar");
    jar(&both, &[("lucky/Charm.java", CHARM), ("Packed.java", &JAVA.replace("CLASS", "Packed"))], None);
    let removed = Command::new("python3").arg("-c").arg(WITHOUT_CHARM).current_dir(dir).status().unwrap();
    assert!(removed.success());
    file(dir, "src/Built.java", &JAVA.replace("CLASS", "Built"));
    let alone = croupier_keeping(kept, dir, &games("bots/packed.jar", &[]));
    let told =
        "class lucky.Charm is not there; packages.toml with java = [\"….jar\"], the jar that holds it, and";
    assert!(alone.err.contains(told) || alone.out.contains(told), "{}{}", alone.out, alone.err);
    installed(kept, dir, "java = [\"charm-1.0.jar\"]\n");
    for bot in ["bots/packed.jar", "src/Built.java"] {
        healthy(&croupier_keeping(kept, dir, &games(bot, &["--packages", "packages.toml", "--json"])));
    }
}

const WITHOUT_CHARM: &str = "import os, zipfile
os.makedirs('bots')
with zipfile.ZipFile('both.jar') as both, zipfile.ZipFile('bots/packed.jar', 'w') as packed:
    for name in both.namelist():
        if not name.startswith('lucky'):
            packed.writestr(name, both.read(name))
";

#[test]
fn a_folder_is_a_module_without_npm_for_bots_that_import_and_bots_that_require() {
    let (dir, kept) = (folder(), folder());
    let (dir, kept) = (dir.path(), kept.path());
    file(dir, "helpers/package.json", "{\"name\": \"lucky\", \"version\": \"2.1.0\", \"main\": \"main.js\"}");
    // What looks like a module in it is none.
    file(dir, "helpers/main.js", "/*\n import this as a whole\n*/\nexports.takes = (coins) => coins < 3;\n");
    let head = "const { Player } = await import(\"croupier/no-thanks\");\n";
    let class = "export class A extends Player { choose(view) { return lucky.takes(view.me.coins); } }\n";
    file(dir, "a/imports.mjs", &format!("import lucky from \"lucky\";\n{head}{class}"));
    let require = "import { createRequire } from \"node:module\";\n\
                   const lucky = createRequire(import.meta.url)(\"lucky\");\n";
    file(dir, "b/requires.mjs", &format!("{require}{head}{class}"));
    installed(kept, dir, "javascript = [\"./helpers\"]\n");
    for bot in ["a/imports.mjs", "b/requires.mjs"] {
        healthy(&croupier_keeping(kept, dir, &games(bot, &["--packages", "packages.toml", "--json"])));
    }
    let checked = croupier_keeping(
        kept,
        dir,
        &["check", "a/imports.mjs", "--packages", "packages.toml", "--games", "1"],
    );
    assert!(checked.out.contains("packages for JavaScript: lucky 2.1.0"), "{}{}", checked.out, checked.err);
}

#[test]
fn two_that_install_at_once_wait_for_each_other() {
    let (dir, kept) = (folder(), folder());
    file(
        dir.path(),
        "packages.toml",
        &format!("python = [\"{}\"]\n", wheel(dir.path(), "lucky", LUCKY, &[])),
    );
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.current_dir(dir.path()).env("CROUPIER_PACKAGES", kept.path());
        command.args(["packages", "packages.toml", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let both = [start(), start(), start()].map(|child| said(child.wait_with_output().unwrap()));
    let new = |said: &Said| {
        assert_eq!(said.code, 0, "{}", said.err);
        serde_json::from_str::<Value>(&said.out).unwrap()["installed"][0]["new"].as_bool().unwrap()
    };
    assert_eq!(both.iter().filter(|said| new(said)).count(), 1);
}

#[test]
fn what_cannot_be_installed_is_named_and_leaves_nothing_behind() {
    let (dir, kept) = (folder(), folder());
    let (dir, kept) = (dir.path(), kept.path());
    let needy = wheel(dir, "needy", "", &["nowhere-to-be-found"]);
    file(dir, "packages.toml", &format!("python = [\"{needy}\"]\n"));
    let failed = croupier_keeping(kept, dir, &["packages", "packages.toml"]);
    assert_eq!((failed.code, failed.out.as_str()), (1, ""), "{}", failed.err);
    assert!(
        failed.err.contains("packages.toml: ") && failed.err.contains("nowhere-to-be-found"),
        "{}",
        failed.err
    );
    assert_eq!(folders(kept), 0);
    file(dir, "packages.toml", "python = [\"--index-url=elsewhere\"]\n");
    let refused = croupier_keeping(kept, dir, &["packages", "packages.toml"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("packages.toml, line 1: python \"--index-url=elsewhere\""),
        "{}",
        refused.err
    );
}

fn folders(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count()
}
