//! `croupier run PLAN`: a tournament from a plan.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use croupier_arena::naming::{NamedBot, looks_like_a_bot};
use croupier_arena::naming_files::Sight;
use croupier_arena::plan::{LastCardConfig, Plan, PlanError, game_of_plan, line_of};
use croupier_games::{Game, UnknownGame, Visitor, with_game};
use croupier_hosts::Kits;

use crate::args::RunArgs;
use crate::contest::{Contest, Publish};
use crate::dealt_again::Urls;
use crate::failure::Failure;
use crate::lookout::LOOK;
use crate::luck::{Drawn, beacon_of, kept_secret};
use crate::progress::Progress;
use crate::quick::{found, say_compiling};
use crate::say::say_line;
use crate::show;
use crate::sight::unknown;
use crate::stop::Stop;
use crate::web::web_of;

/// The game of a `config.json`.
const CONFIG_GAME: &str = "last-card";
/// The folder for logs where the plan names none.
const LOGS: &str = "logs";

pub(crate) fn run(args: &RunArgs, stop: &Stop) -> Result<(), Failure> {
    let text = fs::read_to_string(&args.plan)
        .map_err(|error| Failure::BadInput(format!("{}: {error}", args.plan.display())))?;
    let source = Source { path: &args.plan, text: &text };
    let is_config = args.plan.extension().is_some_and(|e| e == "json") || text.trim_start().starts_with('{');
    let game =
        if is_config { CONFIG_GAME.to_owned() } else { game_of_plan(&text).map_err(|e| source.error(&e))? };
    let found = with_game(&game, PlayPlan { args, source: &source, is_config, stop });
    found.map_err(|error: UnknownGame| source.at(line_of(&text, &game), &error.to_string()))?
}

/// The plan's file, for messages that say where.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Source<'_> {
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

struct PlayPlan<'a> {
    args: &'a RunArgs,
    source: &'a Source<'a>,
    is_config: bool,
    stop: &'a Stop,
}

impl Visitor for PlayPlan<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let begun = Instant::now();
        let common = &self.args.common;
        let plan = self.plan::<G>()?;
        let chatty = self.is_config && !common.quiet && !common.json;
        G::check_competitive(&plan.options).map_err(|error| self.located(error.into()))?;
        let web = web_of(&plan, &self.source.folder())
            .map_err(|wrong| self.source.at(line_of(self.source.text, &wrong.key), &wrong.what))?;
        let cell = common.cell.unwrap_or(plan.cell);
        let kits = Kits::new(common.sandbox).with_web(web).with_python_in(cell);
        let kits = Arc::new(kits.with_interrupt(self.stop.interrupt()));
        say_compiling(&kits, common);
        // What the deals will depend on is known to be good before bots are compiled.
        let drawn = self.drawn(&plan)?;
        let bots = self.load::<G>(&plan, &kits, chatty)?;
        let contest = Contest::<G> {
            bots,
            players: plan.players,
            games: common.games.or(plan.games),
            seed: common.seed.or(plan.seed),
            drawn,
            design: common.design.unwrap_or(plan.design),
            until: common.until.unwrap_or(plan.until),
            tolerance: common.tolerance.unwrap_or(plan.tolerance),
            versus: false,
            look: LOOK,
            lanes: plan.lanes,
            instances: plan.instances,
            urls: Urls::trusted(common.trust_urls || plan.trust_urls),
            game_files: plan.game_files,
            timed: plan.timed,
            out: Some(self.out(plan.out.as_deref())),
            resume: self.args.resume,
            resumable: true,
            threads: common.threads,
            kits,
            limits: plan.limits,
            tell: false,
            publish: if common.quiet { Publish::Nothing } else { Publish::Commitment },
            options: plan.options,
        };
        let outcome = contest.play(self.stop, Progress::new(common.quiet || common.json));
        let outcome = outcome.map_err(|failure| self.located(failure))?;
        if chatty {
            say_line(format_args!("TOURNAMENT DONE IN {}ms\n", begun.elapsed().as_millis()));
        }
        let again = format!("croupier run {} --resume goes on", self.args.plan.display());
        show::outcome(&G::ABOUT, &outcome, common, Some(&again))
    }
}

impl PlayPlan<'_> {
    fn plan<G: Game>(&self) -> Result<Plan<G::Options>, Failure> {
        let text = self.source.text;
        let plan = if self.is_config {
            LastCardConfig::parse(text).map(|config| config.into_plan(CONFIG_GAME))
        } else {
            Plan::parse(text)
        };
        plan.map_err(|error| self.source.error(&error))
    }

    /// Bad input that the plan brought gets the plan's name in front.
    fn located(&self, failure: Failure) -> Failure {
        match failure {
            Failure::BadInput(what) => Failure::BadInput(format!("{}: {what}", self.source.path.display())),
            other => other,
        }
    }

    /// What luck that nobody chose begins with.
    fn drawn<O>(&self, plan: &Plan<O>) -> Result<Drawn, Failure> {
        let beacon = plan.beacon.as_ref().map(|planned| {
            let checked = beacon_of(planned, &self.source.folder());
            checked.map_err(|what| self.source.at(line_of(self.source.text, &planned.file), &what))
        });
        let secret = self.args.secret.as_deref().map(kept_secret);
        Ok(Drawn { secret: secret.transpose()?, beacon: beacon.transpose()? })
    }

    /// All bots of the folders, then all that are named one by one.
    fn load<G: Game>(
        &self,
        plan: &Plan<G::Options>,
        kits: &Kits,
        chatty: bool,
    ) -> Result<Vec<NamedBot>, Failure> {
        let folder = self.source.folder();
        let mut specs: Vec<String> = Vec::new();
        for dir in &plan.dirs {
            let named = Path::new(dir);
            let files = self.files(&folder.join(dir), dir, chatty)?;
            specs.extend(files.iter().map(|file| named.join(file).display().to_string()));
        }
        specs.extend(plan.bots.iter().cloned());
        let specs: Vec<&String> = specs.iter().collect();
        let bots = found::<G>(&specs, &folder, Vec::new(), self.sight(plan, &specs)?, kits, &plan.limits);
        let bots = bots.map_err(|(spec, error)| {
            let dir =
                plan.dirs.iter().find(|dir| spec.starts_with(dir.as_str()) && !plan.bots.contains(&spec));
            self.source.at(line_of(self.source.text, dir.unwrap_or(&spec)), &error.to_string())
        })?;
        if chatty {
            for bot in &bots {
                say_line(format_args!("Loaded AI {}", bot.spec));
            }
            say_line("Loading complete");
        }
        Ok(bots)
    }

    /// What bots see: never the plan, nor the folder of its results, nor a secret.
    fn sight<O>(&self, plan: &Plan<O>, specs: &[&String]) -> Result<Sight, Failure> {
        let mut never = vec![self.source.path.to_owned(), self.out(plan.out.as_deref())];
        never.extend(self.args.secret.clone());
        let mut sight = self.args.common.files.sight(specs, never)?;
        for (bot, files) in &plan.files {
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
    fn out(&self, planned: Option<&str>) -> PathBuf {
        let usual = || self.source.folder().join(planned.unwrap_or(LOGS));
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
        if chatty {
            for file in others {
                say_line(format_args!("File {} is not valid: skipping", file.display()));
            }
        }
        if bots.is_empty() {
            return Err(self.source.at(line, &format!("there is no bot in the folder {}", path.display())));
        }
        Ok(bots.iter().filter_map(|bot| Some(bot.file_name()?.to_string_lossy().into_owned())).collect())
    }
}
