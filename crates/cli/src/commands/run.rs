//! `croupier run PLAN`: a tournament from a plan.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use croupier_arena::Parallel;
use croupier_arena::naming::NamedBot;
use croupier_arena::naming::files::Visibility;
use croupier_arena::plan::{Broken, Plan, PlanError, PlannedBot, line_of};
use croupier_check::quoted;
use croupier_hosts::Runtimes;
#[cfg(feature = "workers")]
use croupier_hosts::cell::Sandbox;
use croupier_hosts::languages::looks_like_a_bot;
use croupier_hosts::packages::PackageList;
use croupier_session::{
    BotSearch, Drawn, Layout, NotFound, Outcome, Results, Run, Session, SessionError, Setup, Urls,
    check_competitive, find_bots_and_tell, read_config, read_plan,
};
#[cfg(feature = "workers")]
use croupier_worker::Sending;
use serde_json::Value;

use crate::args::RunArgs;
#[cfg(feature = "workers")]
use crate::commands::workers::coordinated as workers;
use crate::failure::Failure;
use crate::luck::{beacon_of, kept_secret};
use crate::output::{Loading, Progress, note, outcome, say_line};
use crate::packages::read_list;
use crate::play::{Publish, play, prepare};
use crate::setup::say_compiling;
use crate::sight::unknown;
use crate::stop::Stop;
use crate::web::web_of;

/// The folder for logs where the plan names none.
const LOGS: &str = "logs";

pub(crate) fn run(args: &RunArgs, stop: &Stop) -> Result<(), Failure> {
    let text = fs::read_to_string(&args.plan)
        .map_err(|error| Failure::BadInput(format!("{}: {error}", args.plan.display())))?;
    let source = PlanFile { path: &args.plan, text: &text };
    let is_config = args.plan.extension().is_some_and(|e| e == "json") || text.trim_start().starts_with('{');
    let plan = if is_config { read_config(&text) } else { read_plan(&text) };
    let plan = plan.map_err(|error| source.error(&error))?;
    PlayPlan { args, source: &source, plan: &plan, is_config, stop }.play()
}

/// The plan's file, for messages that say where.
struct PlanFile<'a> {
    path: &'a Path,
    text: &'a str,
}

impl PlanFile<'_> {
    fn error(&self, error: &PlanError) -> Failure {
        self.at(error.line, &error.message)
    }

    fn at(&self, line: usize, what: &str) -> Failure {
        Failure::BadInput(format!("{}, line {line}: {what}", self.path.display()))
    }

    /// The folder that the plan's paths are relative to.
    fn folder(&self) -> PathBuf {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        }
    }
}

/// The command that was typed, for a shell, and one word more, unless it was there: whoever goes on wants all
/// else as it was. A store's url holds a password, and is left for its owner to fill in.
fn typed_with(word: &str) -> String {
    let mut words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if !words.iter().any(|typed| typed == word) {
        words.push(word.to_owned());
    }
    let mut hidden = false;
    words.iter().fold("croupier".to_owned(), |line, word| {
        let shown = if hidden { "URL".to_owned() } else { quoted(word).to_string() };
        hidden = word == "--store";
        let (key, url) = word.split_once('=').unwrap_or((word, ""));
        if key == "--store" && !url.is_empty() { line + " --store=URL" } else { line + " " + &shown }
    })
}

/// What bots of a plan are called.
struct Named {
    /// All of them, as they are looked for.
    specs: Vec<String>,
    /// Those that nobody named: they lie in a folder that was searched.
    searched: Vec<String>,
}

/// The bots of a plan.
struct Found {
    bots: Vec<NamedBot>,
    /// Those that nobody named: they lay in a folder that was searched.
    searched: Vec<String>,
}

struct PlayPlan<'a> {
    args: &'a RunArgs,
    source: &'a PlanFile<'a>,
    plan: &'a Plan<Value>,
    is_config: bool,
    stop: &'a Stop,
}

impl PlayPlan<'_> {
    fn play(&self) -> Result<(), Failure> {
        let begun = Instant::now();
        let (common, plan) = (&self.args.common, self.plan);
        let chatty = self.is_config && !common.is_silent();
        check_competitive(&plan.game, &plan.options).map_err(|error| self.located(error.into()))?;
        let web = web_of(plan, &self.source.folder())
            .map_err(|wrong| self.source.at(line_of(self.source.text, &wrong.key), &wrong.what))?;
        let cell = common.cell.unwrap_or(plan.cell);
        let runtimes = Runtimes::new(common.sandbox).with_web(web).with_python_in(cell);
        let runtimes = runtimes.with_packages(self.packages()?);
        let runtimes = Arc::new(runtimes.with_interrupt(self.stop.interrupt()));
        say_compiling(&runtimes, common);
        // What the deals will depend on is known to be good before bots are compiled.
        let drawn = self.drawn()?;
        let named = self.named(chatty)?;
        let found = self.find(&named, &runtimes)?;
        let setup = self.setup(found, drawn, runtimes)?;
        let session = prepare(setup, common.is_silent()).map_err(|error| self.refused(error))?;
        if chatty {
            for bot in &session.setup().bots {
                say_line(format_args!("Loaded AI {}", bot.spec));
            }
            say_line("Loading complete");
        }
        let publish = if common.quiet { Publish::Nothing } else { Publish::Commitment };
        let progress = Progress::new(common.is_silent());
        let outcome = match &self.args.store {
            None => play(&session, self.stop, progress, publish),
            Some(store) => self.play_elsewhere(store, &session, &named, progress, publish),
        };
        let outcome = outcome.map_err(|failure| self.located(failure))?;
        if chatty {
            say_line(format_args!("TOURNAMENT DONE IN {}ms\n", begun.elapsed().as_millis()));
        }
        let again = format!("{} goes on", typed_with("--resume"));
        outcome::show(session.setup().layout.about, &outcome, common, Some(&again))
    }

    /// Has the games played by workers.
    #[cfg(feature = "workers")]
    fn play_elsewhere(
        &self,
        store: &str,
        session: &Session,
        named: &Named,
        progress: Progress,
        publish: Publish,
    ) -> Result<Outcome, Failure> {
        if !self.plan.credentials.is_empty() || self.plan.authorities.is_some() {
            return Err(workers::only_here());
        }
        let specs: Vec<&String> = named.specs.iter().collect();
        let folder = self.source.folder();
        let runtimes = &session.setup().runtimes;
        let search =
            BotSearch { sight: self.sight(&specs)?, ..BotSearch::new(&folder, runtimes, &self.plan.limits) };
        let out = self.out();
        let sending = Sending {
            specs: &specs,
            search,
            folder: &out,
            goes_on: self.args.resume,
            behind_walls: self.args.common.sandbox == Sandbox::Require,
        };
        workers::play(store, session, sending, self.stop, progress, publish)
    }

    /// Workers are not built in.
    #[cfg(not(feature = "workers"))]
    #[allow(clippy::unused_self)] // As where they are.
    fn play_elsewhere(
        &self,
        _: &str,
        _: &Session,
        _: &Named,
        _: Progress,
        _: Publish,
    ) -> Result<Outcome, Failure> {
        Err(crate::commands::not_built_in::missing("run --store"))
    }

    /// The plan, and what the command line says otherwise.
    fn setup(&self, found: Found, drawn: Drawn, runtimes: Arc<Runtimes>) -> Result<Setup, Failure> {
        let (common, plan) = (&self.args.common, self.plan);
        let usual = Setup::new(&plan.game, found.bots)?;
        let layout = Layout {
            players: plan.players,
            games: common.games.or(plan.games).unwrap_or(usual.layout.games),
            design: common.design.unwrap_or(plan.design),
            until: common.until.unwrap_or(plan.until),
            tolerance: common.tolerance.unwrap_or(plan.tolerance),
            ..usual.layout
        };
        let run = if self.args.resume { Run::GoesOn } else { Run::First };
        Ok(Setup {
            layout,
            broken: if common.without_broken { Broken::Skip } else { plan.broken },
            searched: found.searched,
            options: plan.options.clone(),
            seed: common.seed.or(plan.seed),
            drawn,
            lanes: plan.lanes,
            instances: plan.instances,
            openings: common.openings.unwrap_or(plan.openings),
            parallel: if plan.parallel_urls { Parallel::AsLanes } else { Parallel::Never },
            pool: common.pool || plan.pool,
            urls: Urls::trusted(common.trust_urls || plan.trust_urls),
            game_files: plan.game_files,
            timed: plan.timed,
            results: Results::Folder { path: self.out(), run },
            threads: common.threads,
            runtimes,
            limits: plan.limits.clone(),
            ..usual
        })
    }

    /// Bad input that the plan brought gets the plan's name in front.
    fn located(&self, failure: Failure) -> Failure {
        match failure {
            Failure::BadInput(what) => Failure::BadInput(format!("{}: {what}", self.source.path.display())),
            other => other,
        }
    }

    /// A bot that does not load is told with the line that names it.
    fn refused(&self, error: SessionError) -> Failure {
        match &error {
            SessionError::NotLoaded(unloaded) => {
                let named = unloaded.first().map_or("", |bot| bot.left_out.bot.as_str());
                self.source.at(line_of(self.source.text, named), &error.to_string())
            }
            _ => self.located(error.into()),
        }
    }

    /// The packages that bots may use.
    fn packages(&self) -> Result<Option<Arc<PackageList>>, Failure> {
        match (&self.plan.packages, self.args.common.packages.read()?) {
            (Some(file), None) => read_list(&self.source.folder().join(file)).map(Some),
            (_, said) => Ok(said),
        }
    }

    /// What luck that nobody chose begins with.
    fn drawn(&self) -> Result<Drawn, Failure> {
        let beacon = self.plan.beacon.as_ref().map(|planned| {
            let checked = beacon_of(planned, &self.source.folder());
            checked
                .map_err(|none| self.source.at(line_of(self.source.text, &planned.file), &none.to_string()))
        });
        let secret = self.args.secret.as_deref().map(kept_secret);
        Ok(Drawn { secret: secret.transpose()?, beacon: beacon.transpose()? })
    }

    /// All bots of the folders, then all that are named one by one.
    fn named(&self, chatty: bool) -> Result<Named, Failure> {
        let plan = self.plan;
        let mut specs: Vec<String> = Vec::new();
        for dir in &plan.dirs {
            let named = Path::new(dir);
            let files = self.files(&self.source.folder().join(dir), dir, chatty)?;
            specs.extend(files.iter().map(|file| named.join(file).display().to_string()));
        }
        let is_named = |spec: &String| plan.named().any(|named| named == spec);
        let searched = specs.iter().filter(|&spec| !is_named(spec)).cloned().collect();
        specs.extend(plan.named().cloned());
        Ok(Named { specs, searched })
    }

    /// The bots of these names.
    fn find(&self, named: &Named, runtimes: &Runtimes) -> Result<Found, Failure> {
        let plan = self.plan;
        let is_named = |spec: &String| plan.named().any(|named| named == spec);
        let folder = self.source.folder();
        let specs: Vec<&String> = named.specs.iter().collect();
        let search =
            BotSearch { sight: self.sight(&specs)?, ..BotSearch::new(&folder, runtimes, &plan.limits) };
        let mut loading = Loading::new(self.args.common.is_silent());
        let found = find_bots_and_tell(&plan.game, &specs, search, &mut loading.follow());
        let mut found = found.map_err(|error| match &error {
            NotFound::Bot { spec, error } => {
                let of_dir = |dir: &&String| spec.starts_with(dir.as_str()) && !is_named(spec);
                let named = plan.dirs.iter().find(of_dir).unwrap_or(spec);
                self.source.at(line_of(self.source.text, named), &error.to_string())
            }
            NotFound::Game(_) => error.into(),
        })?;
        let begun = found.len() - plan.bot.len();
        for (planned, bots) in plan.bot.iter().zip(&mut found[begun..]) {
            self.call(planned, bots)?;
        }
        Ok(Found { bots: found.into_iter().flatten().collect(), searched: named.searched.clone() })
    }

    /// Gives what was found under a `[[bot]]` the name and the team that stand there.
    fn call(&self, planned: &PlannedBot, bots: &mut Vec<NamedBot>) -> Result<(), Failure> {
        bots.iter_mut().for_each(|bot| bot.team.clone_from(&planned.team));
        let Some(name) = &planned.name else { return Ok(()) };
        if let [_, _, ..] = bots.as_slice() {
            let what =
                format!("\"{}\" holds {} bots; one has the name with {0}#Class", planned.bot, bots.len());
            return Err(self.source.at(line_of(self.source.text, name), &what));
        }
        *bots = bots.drain(..).map(|bot| bot.renamed(name)).collect();
        Ok(())
    }

    /// What bots see: never the plan, nor the folder of its results, nor a secret.
    fn sight(&self, specs: &[&String]) -> Result<Visibility, Failure> {
        let mut never = vec![self.source.path.to_owned(), self.out()];
        never.extend(self.args.secret.clone());
        let mut sight = self.args.common.files.sight(specs, never)?;
        for (bot, files) in &self.plan.files {
            sight.listed.entry(bot.clone()).or_default().extend(files.iter().cloned());
        }
        match unknown(&sight, specs) {
            Some(bot) => {
                let what = format!("files: there is no bot \"{bot}\" in this plan");
                Err(self.source.at(line_of(self.source.text, bot), &what))
            }
            None => Ok(sight),
        }
    }

    /// The folder of the results.
    fn out(&self) -> PathBuf {
        let usual = || self.source.folder().join(self.plan.out.as_deref().unwrap_or(LOGS));
        self.args.common.out.clone().unwrap_or_else(usual)
    }

    /// The bots of a folder by name; other files are named and skipped.
    fn files(&self, path: &Path, named: &str, chatty: bool) -> Result<Vec<String>, Failure> {
        let line = line_of(self.source.text, named);
        let entries = fs::read_dir(path)
            .map_err(|error| self.source.at(line, &format!("the folder {}: {error}", path.display())))?;
        let mut files: Vec<PathBuf> =
            entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        files.sort();
        let (bots, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| looks_like_a_bot(file));
        for file in others {
            let line = format_args!("File {} is not valid: skipping", file.display());
            if chatty {
                say_line(line);
            } else if !self.args.common.is_silent() {
                note(line);
            }
        }
        if bots.is_empty() {
            return Err(self.source.at(line, &format!("there is no bot in the folder {}", path.display())));
        }
        Ok(bots.iter().filter_map(|bot| Some(bot.file_name()?.to_string_lossy().into_owned())).collect())
    }
}
