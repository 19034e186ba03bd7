//! What the commands of single games share: bots named on the command line, files only where asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use croupier_arena::naming::{BadBot, Finder, NamedBot};
use croupier_arena::naming_files::Sight;
use croupier_arena::plan::Limits;
use croupier_games::Game;
#[cfg(feature = "wasm")]
use croupier_hosts::CellKind;
use croupier_hosts::Kits;
use croupier_hosts::cell::Limits as CellLimits;
use croupier_record::{Design, Instances};

use crate::args::Common;
use crate::contest::{Contest, Publish};
use crate::dealt_again::Urls;
use crate::failure::Failure;
use crate::lookout::LOOK;
use crate::luck::Drawn;
use crate::sight::results;
use crate::stop::Stop;

/// A tournament of the bots named on the command line; a folder among them is put on the search path.
pub(crate) fn contest<G: Game>(
    options: G::Options,
    bots: &[String],
    common: &Common,
    stop: &Stop,
) -> Result<Contest<G>, Failure> {
    contest_beside(options, bots, &[], common, stop)
}

/// The same where other bots play too, which are found elsewhere.
pub(crate) fn contest_beside<G: Game>(
    options: G::Options,
    bots: &[String],
    beside: &[String],
    common: &Common,
    stop: &Stop,
) -> Result<Contest<G>, Failure> {
    let kits = Kits::new(common.sandbox).with_python_in(common.cell.unwrap_or_default());
    let kits = Arc::new(kits.with_interrupt(stop.interrupt()));
    say_compiling(&kits, common);
    let limits = Limits::default();
    let (folders, bots): (Vec<&String>, Vec<&String>) = bots.iter().partition(|bot| Path::new(bot).is_dir());
    let search = folders.into_iter().map(PathBuf::from).collect();
    let names: Vec<&String> = bots.iter().copied().chain(beside).collect();
    let sight = common.files.sight(&names, never(beside, common.out.as_deref()))?;
    let found = found::<G>(&bots, Path::new("."), search, sight, &kits, &limits);
    Ok(Contest {
        options,
        bots: found.map_err(|(_, error)| Failure::from(error))?,
        players: None,
        games: common.games,
        seed: common.seed,
        drawn: Drawn::default(),
        design: common.design.unwrap_or_default(),
        until: common.until.unwrap_or_default(),
        tolerance: common.tolerance.unwrap_or_default(),
        versus: false,
        look: LOOK,
        lanes: 1,
        instances: common.design.map_or(Instances::default(), instances_for),
        urls: Urls::trusted(common.trust_urls),
        game_files: None,
        timed: false,
        out: common.out.clone(),
        resume: false,
        resumable: false,
        threads: common.threads,
        kits,
        limits,
        tell: false,
        publish: Publish::Nothing,
    })
}

/// What no bot of a command sees: the folder of its results, and bots that are found apart from it.
pub(crate) fn never(beside: &[String], out: Option<&Path>) -> Vec<PathBuf> {
    let file = |spec: &String| PathBuf::from(spec.split_once('#').map_or(spec.as_str(), |(file, _)| file));
    beside.iter().map(file).filter(|file| file.is_file()).chain(results(out)).collect()
}

/// A command line has no key for instances: a design that repeats deals brings the ones it needs.
fn instances_for(design: Design) -> Instances {
    if design.repeats_deals() { Instances::Game } else { Instances::default() }
}

/// Says that the first use of Python in WebAssembly takes a while, where it does.
#[cfg(feature = "wasm")]
pub(crate) fn say_compiling(kits: &Kits, common: &Common) {
    let wanted = kits.python_runs_in() == CellKind::Wasm;
    if wanted && !common.quiet && croupier_hosts::wasm::PythonCell::is_to_be_compiled() {
        eprintln!("croupier: compiling Python for WebAssembly, once");
    }
}

/// Nothing is compiled without the feature.
#[cfg(not(feature = "wasm"))]
pub(crate) fn say_compiling(_: &Kits, _: &Common) {}

/// All bots of these names, in order; an error comes with the name that is wrong.
pub(crate) fn found<G: Game>(
    specs: &[&String],
    base: &Path,
    search: Vec<PathBuf>,
    sight: Sight,
    kits: &Kits,
    limits: &Limits,
) -> Result<Vec<NamedBot>, (String, BadBot)> {
    let mut finder = finder(base, search, sight, kits, limits);
    finder.entered = specs.iter().filter_map(|spec| finder.file_of(spec)).map(|(file, _)| file).collect();
    let mut bots = Vec::new();
    for spec in specs {
        bots.extend(finder.find::<G>(spec).map_err(|error| ((*spec).clone(), error))?);
    }
    Ok(bots)
}

/// Finds bots by their names; nothing is entered yet.
pub(crate) fn finder<'a>(
    base: &'a Path,
    search: Vec<PathBuf>,
    sight: Sight,
    kits: &'a Kits,
    limits: &Limits,
) -> Finder<'a> {
    let cell = CellLimits { memory: limits.memory_mb << 20, ..CellLimits::default() };
    let loading = Duration::from_millis(limits.load_ms);
    Finder { base, search, entered: Vec::new(), sight, kits, limits: cell, loading }
}
