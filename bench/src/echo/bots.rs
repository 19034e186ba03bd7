//! The bots of the echo: each answers at once, in the least that its language needs. Knows no measuring.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_hosts::JavaHost;

/// How a game is answered in each language.
pub(super) struct Answers {
    /// The game's name.
    pub(super) game: &'static str,
    java: [&'static str; 2],
    haskell: &'static str,
    python: &'static str,
    /// To an ask over HTTP.
    pub(super) http: fn(&[u8]) -> &'static str,
}

pub(super) const NO_THANKS: Answers = Answers {
    game: "no-thanks",
    java: [
        "croupier.nothanks.NoThanksPlayer",
        "public boolean takes(croupier.nothanks.NoThanksView view) { return false; }",
    ],
    haskell: "module Echo (choose) where\nimport NoThanks\nchoose :: Choose\nchoose view memory = (if card \
              view < 0 then Take else Pass, memory)\n",
    python: "from croupier import no_thanks\nclass Echo(no_thanks.Player):\n    def choose(self, view):\n        \
             return False\n",
    http: |body| http(body, "{\"type\":\"answer\",\"move\":\"pass\"}"),
};

pub(super) const HEARTS: Answers = Answers {
    game: "hearts",
    java: [
        "croupier.hearts.HeartsPlayer",
        "public croupier.hearts.HeartsCard choose(croupier.hearts.HeartsView view) \
         { return view.hand().get(0); }",
    ],
    haskell: "module Echo (playCard, makeBid) where\nimport Hearts.Types\nmakeBid :: BidFunc\nmakeBid = \
              ()\nplayCard :: PlayFunc\nplayCard _ hand _ _ = (head hand, \"\")\n",
    python: "from croupier import hearts\nclass Echo(hearts.Player):\n    def choose(self, view):\n        \
             return view.hand[0]\n",
    http: |body| http(body, "{\"type\":\"answer\",\"move\":\"C2\"}"),
};

pub(super) const JUJITSU: Answers = Answers {
    game: "jujitsu",
    java: [
        "artificialmindgames.jujitsu.core.player.PlayerStrategy",
        "public int move(artificialmindgames.jujitsu.core.state.PlayState state) { return 1; }",
    ],
    haskell: "module Echo (choose) where\nimport Jujitsu\nchoose :: Choose\nchoose view memory = (Bid (head \
              (myCards view)), memory)\n",
    python: "from croupier import jujitsu\nclass Echo(jujitsu.Player):\n    def choose(self, view):\n        \
             return view.hand[0]\n",
    // Its own interface: a bare number.
    http: |_| "1",
};

fn http(body: &[u8], answer: &'static str) -> &'static str {
    if body.starts_with(b"{\"type\":\"ask\"") { answer } else { "{\"type\":\"hello\",\"protocol\":1}" }
}

impl Answers {
    /// Writes and compiles the bots below a folder: those in C, Java, Haskell and Python, in this order.
    pub(super) fn build(&self, folder: &Path) -> Result<[PathBuf; 4], String> {
        let words = |error: io::Error| error.to_string();
        let folder = folder.join(self.game);
        fs::create_dir_all(&folder).map_err(words)?;
        let kit = JavaHost::find().map_err(|missing| missing.to_string())?.kit();
        let (haskell, python) = (folder.join("Echo.hs"), folder.join("echo.py"));
        fs::write(&haskell, self.haskell).map_err(words)?;
        fs::write(&python, self.python).map_err(words)?;
        Ok([in_c(&folder)?, self.in_java(&folder, &kit)?, haskell, python])
    }

    fn in_java(&self, folder: &Path, kit: &Path) -> Result<PathBuf, String> {
        let [interface, method] = self.java;
        let source = folder.join("Echo.java");
        let text = format!("public class Echo implements {interface} {{ {method} }}\n");
        fs::write(&source, text).map_err(|error| error.to_string())?;
        let (classes, jar) = (folder.join("classes"), folder.join("echo.jar"));
        run(Command::new("javac").arg("-cp").arg(kit).arg("-d").arg(&classes).arg(&source))?;
        run(Command::new("jar").args(["--create", "--file"]).arg(&jar).arg("-C").arg(&classes).arg("."))?;
        Ok(jar)
    }
}

/// The bare echo; its folder's name tells it the game.
fn in_c(folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("echo");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("echo.c");
    run(Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(source))?;
    Ok(program)
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))
}
