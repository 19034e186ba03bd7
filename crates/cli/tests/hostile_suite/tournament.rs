//! Hostile bots at a table with honest ones, and what came of it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::bots::{Bot, folder_of};
use super::common::cells::{CellTier, User, croupier};
use super::common::{Said, file, folder, said};

/// Who starts it, and where bots are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) user: User,
    pub(crate) tier: CellTier,
    /// For one move, of a bot's own time: a hundred times what an honest one takes, and so little that a bot
    /// that hangs is soon found out on a busy machine, too.
    pub(crate) move_ms: u32,
}

impl Setting {
    pub(crate) fn new(user: User, tier: CellTier) -> Self {
        Self { user, tier, move_ms: 50 }
    }
}

/// A tournament that was played.
pub(crate) struct Played {
    pub(crate) dir: TempDir,
    pub(crate) said: Said,
}

/// Games of No Thanks! for two, everyone against everyone, of these files with an honest bot in a process and
/// the house.
///
/// A machine that gives a bot no processor for so long that nobody can say whether it hangs ends a
/// tournament. That is no bot's doing, so it is played again; but only where as many quiet bots, at once
/// afterwards, get no processor either: otherwise it was these bots' doing.
pub(crate) fn played(files: &[PathBuf], setting: Setting) -> Played {
    let is_quiet_one_too = || quiet_once(files.len(), setting).is_overloaded();
    until_judged(|| played_once(files, setting), Played::is_overloaded, is_quiet_one_too)
}

/// The same of so many bots that do nothing but take cards.
pub(crate) fn played_quietly(count: usize, setting: Setting) -> Played {
    until_judged(|| quiet_once(count, setting), Played::is_overloaded, || true)
}

/// Plays again where the machine was overloaded and nobody who played is to blame for it.
fn until_judged<T>(
    mut play: impl FnMut() -> T,
    is_overloaded: impl Fn(&T) -> bool,
    mut is_quiet_one_too: impl FnMut() -> bool,
) -> T {
    const TRIES: u32 = 5;
    let mut played = play();
    for _ in 1..TRIES {
        if !is_overloaded(&played) || !is_quiet_one_too() {
            break;
        }
        played = play();
    }
    played
}

fn quiet_once(count: usize, setting: Setting) -> Played {
    let dir = folder();
    let copy = |number: usize| {
        let path = dir.path().join(format!("quiet_{number}.py"));
        fs::copy(folder_of("honest").join("quiet.py"), &path).unwrap();
        path
    };
    played_once(&(0..count).map(copy).collect::<Vec<_>>(), setting)
}

/// Enough for everyone to meet everyone, however many load.
const GAMES: usize = 36;
/// How a line begins that tells of a bot that does not load.
pub(crate) const LEFT_OUT: &str = "Left out: ";

fn played_once(files: &[PathBuf], setting: Setting) -> Played {
    let dir = folder();
    for path in files.iter().chain([&folder_of("honest").join("honest.py")]) {
        let to = dir.path().join(path.file_name().unwrap());
        fs::copy(path, &to).unwrap();
        fs::set_permissions(to, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let hostile = files.iter().map(|path| path.file_name().unwrap().to_str().unwrap());
    let names: Vec<String> =
        hostile.chain(["honest.py", "house:CutOff14"]).map(|name| format!("{name:?}")).collect();
    let plan = format!(
        "game = \"no-thanks\"\nplayers = 2\ndesign = \"balanced\"\nbots = [{}]\ngames = {GAMES}\nseed = 4\n[limits]\nmove_ms = {}\nload_ms = 2000\nrestarts = \
         1\nmemory_mb = 200\n",
        names.join(", "),
        setting.move_ms
    );
    file(dir.path(), "plan.toml", &plan);
    let output = croupier(dir.path(), setting.user, setting.tier, &["run", "plan.toml", "--without-broken"])
        .output()
        .unwrap();
    Played { said: said(output), dir }
}

impl Played {
    /// Whether the machine ended it, as it says.
    fn is_overloaded(&self) -> bool {
        self.said.err.contains("the machine is overloaded")
    }

    /// What is told above and below the table of a bot.
    pub(crate) fn told(&self, bot: &Bot) -> String {
        let own = |line: &&str| line.split_once(": ").is_some_and(|(name, _)| bot.is_called(name));
        let lines = self.said.out.lines().map(|line| line.trim_start_matches(LEFT_OUT));
        lines.filter(own).collect::<Vec<_>>().join("\n")
    }

    /// How many do not load.
    pub(crate) fn left_out(&self) -> usize {
        self.said.out.lines().filter(|line| line.starts_with(LEFT_OUT)).count()
    }

    /// What a bot printed.
    pub(crate) fn log(&self, bot: &Bot) -> String {
        let own = |path: &PathBuf| bot.is_called(path.file_name().unwrap().to_str().unwrap());
        self.files("bot-logs").into_iter().filter(own).map(|path| text(&path)).collect()
    }

    /// The stories of games between these two, each with its number.
    pub(crate) fn stories_of(&self, honest: [&str; 2]) -> Vec<String> {
        let told = |path: PathBuf| format!("{}\n{}", path.file_name().unwrap().display(), text(&path));
        // What a bot says of others stands behind its name.
        let plays = |line: &str, name: &str| {
            let names = line.strip_prefix("New game between ").unwrap_or(line);
            names.starts_with(name) || line.contains(&format!(" and {name} with rounds"))
        };
        let between = |story: &String| honest.iter().all(|name| story.lines().any(|line| plays(line, name)));
        let stories: Vec<String> = self.files("readable").into_iter().map(told).filter(between).collect();
        assert!(!stories.is_empty(), "{}{}", self.said.out, self.said.err);
        stories
    }

    /// What goes for every tournament, whoever played in it: it ends as it should, nothing is told of honest
    /// bots, and nothing that a bot said reaches anybody as an order to a terminal.
    pub(crate) fn troubles(&self, honest: &[&str]) -> Vec<String> {
        let mut troubles = Vec::new();
        if self.said.code != 0 {
            troubles.push(format!("it ended with {}: {}{}", self.said.code, self.said.out, self.said.err));
        }
        for line in self.said.out.lines() {
            if honest.iter().any(|name| line.starts_with(&format!("{name}: "))) {
                troubles.push(format!("nothing is to be told of an honest bot: {line}"));
            }
        }
        let files =
            ["bot-logs", "readable", "game", "ai-stats"].into_iter().flat_map(|name| self.files(name));
        let texts = files.map(|path| text(&path)).chain([self.said.out.clone(), self.said.err.clone()]);
        let orders: BTreeSet<char> =
            texts.flat_map(|text| text.chars().filter(is_order).collect::<Vec<_>>()).collect();
        if !orders.is_empty() {
            troubles.push(format!("orders to a terminal were passed on: {orders:?}"));
        }
        troubles
    }

    fn files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.dir.path().join("logs").join(folder)).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

/// What a terminal takes for something to do, or shows the wrong way round.
fn is_order(sign: &char) -> bool {
    (sign.is_control() && !['\n', '\t'].contains(sign))
        || ('\u{202a}'..='\u{202e}').contains(sign)
        || ('\u{2066}'..='\u{2069}').contains(sign)
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

/// Processes that a bot left behind: it calls them so, and nobody is their parent. (Those of another test
/// that is running have one.)
pub(crate) fn heirs() -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path().join("status"));
    processes
        .filter_map(|path| fs::read_to_string(path).ok())
        .filter(|status| status.starts_with("Name:\thostile-heir\n") && status.contains("\nPPid:\t1\n"))
        .collect()
}

#[test]
fn an_overloaded_tournament_is_excused_only_where_quiet_bots_are_overloaded_too() {
    let tries = |overloaded: [bool; 5], is_quiet_one_too: bool| {
        let mut tries = overloaded.into_iter();
        let last = until_judged(|| tries.next().unwrap(), |overloaded| *overloaded, || is_quiet_one_too);
        (last, 5 - tries.len())
    };
    assert_eq!(tries([false; 5], false), (false, 1));
    assert_eq!(tries([true, true, true, true, false], true), (false, 5));
    assert_eq!(tries([true, true, true, true, false], false), (true, 1), "it ended four of five itself");
    assert_eq!(tries([true; 5], true), (true, 5));
}
