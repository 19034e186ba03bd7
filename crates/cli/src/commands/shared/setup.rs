//! What the commands that take bots by name share: a session's setup from the command line, files
//! only where asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_arena::plan::Limits;
#[cfg(feature = "wasm")]
use croupier_hosts::CellKind;
use croupier_hosts::{Runtimes, languages};
use croupier_record::{Design, Instances};
use croupier_session::{BotSearch, Layout, Results, Run, Setup, Urls, find_bots_and_tell};
use serde_json::{Map, Value};

use crate::args::{Common, PlayingArgs};
use crate::commands::as_said;
use crate::failure::Failure;
use crate::output::Loading;
#[cfg(feature = "wasm")]
use crate::output::note;
use crate::sight::results;
use crate::stop::Stop;

/// A tournament of the bots named on the command line; a folder among them is put on the search
/// path.
pub(crate) fn setup(game: &str, bots: &[String], common: &Common, stop: &Stop) -> Result<Setup, Failure> {
    setup_beside(game, bots, &[], common, stop)
}

/// The same with the game's options as they are said, if they are.
pub(crate) fn setup_with(
    game: &str,
    bots: &[String],
    playing: &PlayingArgs,
    stop: &Stop,
) -> Result<Setup, Failure> {
    // What is no JSON is said before bots are compiled.
    let options: Map<String, Value> = as_said("--options", playing.options.as_deref())?;
    let usual = setup(game, bots, &playing.common, stop)?;
    Ok(Setup { options: Value::Object(options), ..usual })
}

/// The same where other bots play too, which are found elsewhere.
pub(crate) fn setup_beside(
    game: &str,
    bots: &[String],
    beside: &[String],
    common: &Common,
    stop: &Stop,
) -> Result<Setup, Failure> {
    let runtimes = Runtimes::new(common.sandbox)
        .with_python_in(common.cell.unwrap_or_default())
        .with_packages(common.packages.read()?);
    let runtimes = Arc::new(runtimes.with_interrupt(stop.interrupt()));
    say_compiling(&runtimes, common);
    let limits = Limits::default();
    // A folder with a manifest is a bot itself.
    let is_search_path = |bot: &Path| bot.is_dir() && languages::manifest_in(bot).is_none();
    let (folders, bots): (Vec<&String>, Vec<&String>) =
        bots.iter().partition(|bot| is_search_path(Path::new(bot)));
    let names: Vec<&String> = bots.iter().copied().chain(beside).collect();
    let search = BotSearch {
        folders: folders.into_iter().map(PathBuf::from).collect(),
        sight: common.files.sight(&names, never(beside, common.out.as_deref()))?,
        ..BotSearch::new(Path::new("."), &runtimes, &limits)
    };
    let found = find_bots_and_tell(game, &bots, search, &mut Loading::new(common.is_silent()).follow())?;
    let usual = Setup::new(game, found.into_iter().flatten().collect())?;
    Ok(Setup {
        broken: common.broken(),
        layout: Layout {
            games: common.games.unwrap_or(usual.layout.games),
            design: common.design.unwrap_or_default(),
            until: common.until.unwrap_or_default(),
            tolerance: common.tolerance.unwrap_or_default(),
            ..usual.layout
        },
        seed: common.seed,
        instances: common.design.map_or(Instances::default(), instances_for),
        openings: common.openings.unwrap_or_default(),
        pool: common.pool,
        urls: Urls::trusted(common.trust_urls),
        results: results_in(common.out.as_deref(), Run::Only),
        threads: common.threads,
        runtimes,
        limits,
        ..usual
    })
}

/// Where record and logs go.
pub(crate) fn results_in(out: Option<&Path>, run: Run) -> Results {
    out.map_or(Results::Nowhere, |path| Results::Folder { path: path.to_owned(), run })
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
pub(crate) fn say_compiling(runtimes: &Runtimes, common: &Common) {
    let wanted = runtimes.python_runs_in() == CellKind::Wasm;
    if wanted && !common.quiet && croupier_hosts::wasm::PythonCell::is_to_be_compiled() {
        note("croupier: compiling Python for WebAssembly, once");
    }
}

/// Nothing is compiled without the feature.
#[cfg(not(feature = "wasm"))]
pub(crate) fn say_compiling(_: &Runtimes, _: &Common) {}
