//! Haskell players through our compiler's cell, beside GHC alone with the same options and modules.
//!
//! Both find our own modules compiled: that is done once, and kept. What is compared is what each further
//! player costs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};

use croupier_hosts::HaskellHost;
use croupier_hosts::cell::{Cell, ResourceLimits, Sandbox};

use crate::clock;

const PLAYERS: usize = 50;
/// What the players are made of: a game and its example.
const EXAMPLES: [(&str, &str); 5] = [
    ("hearts", "Counter"),
    ("last-card", "Sets"),
    ("no-thanks", "Thrift"),
    ("jujitsu", "Shade"),
    ("score-four", "Ahead"),
];

/// Prints what fifty players take with us and with GHC alone, and the ratio.
pub(crate) fn measure() -> Result<(), String> {
    let cell = Cell::find(Sandbox::Best).map_err(|none| none.to_string())?;
    let host = HaskellHost::find().map_err(|missing| missing.to_string())?;
    let folder = crate::room()?;
    // The players of an earlier bench, or of this one, must not be found compiled.
    #[allow(clippy::disallowed_methods)] // Only that it differs counts.
    let salt = format!("{:?}", SystemTime::now());
    println!("In a cell of the tier {}, GHC {}\n", cell.tier(), host.version());
    let (mut ours, mut plain) = (Cost::default(), Cost::default());
    for number in 0..PLAYERS {
        let player = Player::new(folder.path(), number, &salt)?;
        // Whoever goes first finds cold files; so both do so in turn.
        if number % 2 == 0 {
            ours.add(|| player.by_us(&cell, &host))?;
        }
        let mut command = player.by_hand(&host)?;
        plain.add(|| run(&mut command))?;
        if number % 2 == 1 {
            ours.add(|| player.by_us(&cell, &host))?;
        }
        eprint!("\r{} of {PLAYERS} players", number + 1);
    }
    eprintln!();
    let [wall, processor] = [ours.wall / plain.wall, ours.processor / plain.processor];
    println!("| way | {PLAYERS} players, s of processor time | ratio | s on the wall | ratio |");
    println!("| --- | --- | --- | --- | --- |");
    println!("| GHC alone | {:.1} | 1 | {:.1} | 1 |", plain.processor, plain.wall);
    println!(
        "| Croupier, in the cell | {:.1} | {processor:.3} | {:.1} | {wall:.3} |",
        ours.processor, ours.wall
    );
    Ok(())
}

/// Seconds that work took.
#[derive(Default)]
struct Cost {
    wall: f64,
    processor: f64,
}

impl Cost {
    fn add(&mut self, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        let (begun, used) = (Instant::now(), clock::family_time());
        work()?;
        self.wall += begun.elapsed().as_secs_f64();
        self.processor += (clock::family_time() - used).as_secs_f64();
        Ok(())
    }
}

/// A player that nobody has compiled before.
pub(crate) struct Player {
    game: &'static str,
    /// Its source.
    pub(crate) file: PathBuf,
    /// For the compiler alone.
    aside: PathBuf,
}

impl Player {
    /// The player of this number; every fifth is one of Hearts.
    pub(crate) fn new(folder: &Path, number: usize, salt: &str) -> Result<Self, String> {
        let (game, module) = EXAMPLES[number % EXAMPLES.len()];
        let example = format!("../examples/{game}/haskell/{module}.hs");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(example));
        // A constant that is another one in every player: more than a comment, and less than a line of
        // thinking.
        let more = format!("\n\nownMark :: (Int, String)\nownMark = ({number}, {salt:?})\n");
        let text = text.map_err(|error| error.to_string())?;
        let text = text.replacen(") where", ", ownMark) where", 1) + &more;
        let room = folder.join(number.to_string());
        let file = room.join(format!("{module}.hs"));
        fs::create_dir_all(&room).and_then(|()| fs::write(&file, text)).map_err(|error| error.to_string())?;
        Ok(Self { game, file, aside: room.join("aside") })
    }

    /// From a source to a program that can be started in its cell.
    fn by_us(&self, cell: &Cell, host: &HaskellHost) -> Result<(), String> {
        host.player(cell, self.game, &self.file, ResourceLimits::default())
            .map(drop)
            .map_err(|not| not.message)
    }

    /// The compiler's command, with everything laid out ready for it.
    pub(crate) fn by_hand(&self, host: &HaskellHost) -> Result<Command, String> {
        host.by_hand(self.game, &self.file, &self.aside).map_err(|not| not.message)
    }
}

/// Runs a command, and says what it says where it fails.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}
