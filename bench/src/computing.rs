//! Players that compute: those of a course in cells of their own, beside the same players in a plain engine
//! of their language, which protects nobody and records nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use croupier_arena::naming::NamedBot;
use croupier_games::Game;
use croupier_games::hearts::Hearts;
use croupier_games::no_thanks::NoThanks;
use croupier_hosts::cell::{Cell, Sandbox};
use croupier_hosts::{PythonHost, Runtimes};
use croupier_record::Instances;

use crate::clock::family_time;
use crate::ghc::run;
use crate::hosts::{PlaySetup, find, time};

const ROUNDS: usize = 3;
/// The examples that play beside the searching player.
const HASKELL: [&str; 3] = ["Counter", "Lowest", "Scout"];
/// As we compile players.
const GHC: [&str; 8] = [
    "--make",
    "-O1",
    "-XHaskell2010",
    "-XNamedFieldPuns",
    "-XDuplicateRecordFields",
    "-package-env=-",
    "-rtsopts=ignoreAll",
    "-with-rtsopts=-V0 -A1m -K64m",
];

/// A field of players: a plain engine for them, and the same players as our bots.
struct Field {
    title: &'static str,
    /// The engine's command, to which a number of games and a seed are added.
    engine: Vec<PathBuf>,
    bots: Vec<NamedBot>,
    /// Games of a measurement; a tenth of them is played before, and taken off.
    games: u64,
    play: Measure,
}

/// Seconds of processor time of a tournament, of all processes together.
type Measure = fn(PlaySetup<'_>, u64, &Runtimes) -> Result<Duration, String>;

/// The same part of `hosts`, without the rest; of one language where it is named.
pub(crate) fn alone(language: Option<&str>) -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let cell = Cell::find(Sandbox::Best).map_err(|none| none.to_string())?;
    let python = PythonHost::find().map_err(|missing| missing.to_string())?;
    measure(&root, python.interpreter(), &Runtimes::in_cell(cell), language)
}

/// Prints what a game costs in each way, of processor time, and the ratios to the plain engine of the same
/// run.
pub(crate) fn measure(
    root: &Path,
    python: &Path,
    runtimes: &Runtimes,
    language: Option<&str>,
) -> Result<(), String> {
    let room = crate::room()?;
    let measured = |word: &str| language.is_none_or(|only| only == word);
    let mut fields = Vec::new();
    if measured("python") {
        fields.push(counters(root, python, room.path(), runtimes)?);
    }
    if measured("haskell") {
        fields.push(searchers(root, room.path(), runtimes)?);
    }
    if measured("java") {
        fields.push(reckoners(root, room.path(), runtimes)?);
    }
    if fields.is_empty() {
        return Err("players that compute are measured in python, haskell and java".to_owned());
    }
    println!(
        "\n| players that compute | plain engine, ms a game | one instance | ratio | anew in each game | \
         ratio |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for field in &fields {
        let mut rounds = Vec::new();
        for round in 0..ROUNDS {
            eprintln!("{}, round {} of {ROUNDS}", field.title, round + 1);
            let kept = field.in_cells(Instances::Tournament, runtimes)?;
            rounds.push([field.plain()?, kept, field.in_cells(Instances::Game, runtimes)?]);
        }
        let [plain, kept, anew] =
            [0, 1, 2].map(|way| crate::median(rounds.iter().map(|round| round[way]).collect()));
        let title = field.title;
        let (first, second) = (kept / plain, anew / plain);
        println!("| {title} | {plain:.3} | {kept:.3} | {first:.2} | {anew:.3} | {second:.2} |");
    }
    Ok(())
}

impl Field {
    /// Milliseconds of processor time that a game takes in cells.
    fn in_cells(&self, instances: Instances, runtimes: &Runtimes) -> Result<f64, String> {
        let way = PlaySetup { bots: &self.bots, lanes: 1, instances };
        self.per_game(|games| (self.play)(way, games, runtimes))
    }

    /// The same in the plain engine.
    fn plain(&self) -> Result<f64, String> {
        self.per_game(|games| {
            let begun = family_time();
            let mut command = Command::new(&self.engine[0]);
            run(command.args(&self.engine[1..]).args([games.to_string(), "1".to_owned()]))?;
            Ok(family_time() - begun)
        })
    }

    /// The difference of many and few games leaves starting out, and what a Java machine compiles first.
    fn per_game(&self, play: impl Fn(u64) -> Result<Duration, String>) -> Result<f64, String> {
        let (few, many) = (play(self.games / 10)?, play(self.games)?);
        Ok(many.saturating_sub(few).as_secs_f64() * 1000.0 / (self.games - self.games / 10) as f64)
    }
}

fn played<G: Game>(way: PlaySetup<'_>, games: u64, runtimes: &Runtimes) -> Result<Duration, String> {
    time::<G>(way, games, runtimes, |_| {}).map(|[_, _, together]| together)
}

/// Card counters in Python, five at a table.
fn counters(root: &Path, python: &Path, room: &Path, runtimes: &Runtimes) -> Result<Field, String> {
    let file = copied(root, "bench/plain/counters.py", room)?;
    let bots = find::<NoThanks>(room, &file.display().to_string(), runtimes)?;
    let engine = [python.to_owned(), root.join("bench/plain_engine.py"), file, "--rounds".into()];
    let title = "No Thanks!, five card counters in Python";
    Ok(Field { title, engine: engine.into(), bots, games: 600, play: played::<NoThanks> })
}

/// Players of Hearts in Haskell, one of them searching.
fn searchers(root: &Path, room: &Path, runtimes: &Runtimes) -> Result<Field, String> {
    let searcher = "bench/plain/Searcher.hs".to_owned();
    let examples = HASKELL.iter().map(|name| format!("examples/hearts/haskell/{name}.hs"));
    let mut bots = Vec::new();
    for file in examples.chain([searcher]) {
        let file = copied(root, &file, room)?;
        bots.extend(find::<Hearts>(room, &file.display().to_string(), runtimes)?);
    }
    let names: Vec<&str> = HASKELL.into_iter().chain(["Searcher"]).collect();
    let imports: String = names.iter().map(|name| format!("import qualified {name}\n")).collect();
    let listed: Vec<String> = names.iter().map(|name| format!("({name:?}, {name}.playCard)")).collect();
    let main = format!(
        "module Main (main) where\n{imports}import qualified PlainHearts\nmain :: IO ()\nmain = \
         PlainHearts.run [{}]\n",
        listed.join(", ")
    );
    let (main_file, program) = (room.join("Main.hs"), room.join("plain-hearts"));
    std::fs::write(&main_file, main).map_err(|error| error.to_string())?;
    let folders = [room.to_owned(), root.join("bench/plain"), root.join("languages/haskell")];
    let folders = folders.map(|folder| format!("-i{}", folder.display()));
    let mut ghc = Command::new("ghc");
    ghc.args(GHC)
        .args(folders)
        .arg("-outputdir")
        .arg(room.join("made"))
        .arg(&main_file)
        .arg("-o")
        .arg(&program);
    run(&mut ghc)?;
    let title = "Hearts, four players in Haskell, one searching";
    Ok(Field { title, engine: vec![program], bots, games: 150, play: played::<Hearts> })
}

/// Searching players in Java, four at a table.
fn reckoners(root: &Path, room: &Path, runtimes: &Runtimes) -> Result<Field, String> {
    let file = copied(root, "bench/plain/Reckoner.java", room)?;
    let bot = find::<NoThanks>(room, &file.display().to_string(), runtimes)?;
    let bots: Vec<NamedBot> = bot.iter().cycle().take(4).cloned().collect();
    let classes = room.join("classes");
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(&classes).arg("-sourcepath").arg(root.join("languages/java/src"));
    javac.arg(&file).arg(root.join("bench/plain/PlainNoThanks.java"));
    run(&mut javac)?;
    let engine = ["java".into(), "-XX:+UseSerialGC".into(), "-cp".into(), classes, "PlainNoThanks".into()];
    let title = "No Thanks!, four searching players in Java";
    Ok(Field { title, engine: engine.into(), bots, games: 1000, play: played::<NoThanks> })
}

/// A file where bots see it, who are another user.
fn copied(root: &Path, file: &str, room: &Path) -> Result<PathBuf, String> {
    let from = root.join(file);
    let to = room.join(from.file_name().unwrap_or_default());
    std::fs::copy(&from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(to)
}
