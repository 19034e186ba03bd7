//! How a check looks: a line for each stage as it ends, what was wrong below it, or JSON when all
//! is done.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use croupier_check::{
    CheckEvent, Command, Failing, HOW_TO_CALL, NOT_STARTED, Report, Spent, Stage, Trouble, Verdict, as_call,
};
use croupier_games::About;
use croupier_record::shown::one_line;
use croupier_report::{Align, Columns};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::output::{say_json, say_line};

/// The terminal is written to no more often than this.
const BETWEEN: Duration = Duration::from_millis(100);
/// What the lines below a stage are set in by.
const INDENT: &str = "            ";

/// Shows a check while it runs.
pub(crate) struct CheckProgress<'a> {
    args: &'a CheckArgs,
    bot: &'a str,
    about: &'a About,
    /// The packages that bots have, a line for each language.
    packages: &'a [String],
    /// Whether a line can be written over.
    live: bool,
    written: Instant,
    stage: String,
    /// The games of which a failure was shown.
    shown: Vec<(String, u64)>,
}

impl<'a> CheckProgress<'a> {
    /// A check of this bot begins.
    pub(crate) fn new(args: &'a CheckArgs, bot: &'a str, about: &'a About, packages: &'a [String]) -> Self {
        if !args.json {
            say_line(format_args!("{bot} plays {}.", about.title));
            packages.iter().for_each(|line| say_line(format_args!("  packages for {line}")));
        }
        let live = !args.json && std::io::stderr().is_terminal();
        let (written, stage, shown) = (Instant::now(), String::new(), Vec::new());
        Self { args, bot, about, packages, live, written, stage, shown }
    }

    /// Something happened.
    pub(crate) fn told(&mut self, told: &CheckEvent<'_>) {
        match told {
            CheckEvent::Begun(name) => {
                self.stage = (*name).to_owned();
                self.over(&format!("  …         {name}"));
            }
            CheckEvent::Played(done, of) if self.written.elapsed() >= BETWEEN => {
                self.over(&format!("  …         {}: {done} of {of}", self.stage));
            }
            CheckEvent::Played(..) => {}
            CheckEvent::Done(stage) => {
                self.over("");
                // What was told of an earlier stage is counted at the end.
                let is_told = stage.verdict.failing().is_some_and(|failing| failing.same_as.is_some())
                    || is_without_bot(stage);
                if !self.args.json && !is_told {
                    self.done(stage);
                }
            }
        }
    }

    /// Writes over the last line of a terminal.
    fn over(&mut self, text: &str) {
        if self.live {
            self.written = Instant::now();
            eprint!("\r\x1b[K{}", one_line(text));
        }
    }

    fn done(&mut self, stage: &Stage) {
        let word = match stage.verdict {
            Verdict::Passed => "passed",
            Verdict::Failed(_) => "FAILED",
            Verdict::Advice(_) => "advice",
            Verdict::NotChecked => "unchecked",
        };
        let colon = if stage.detail.is_empty() { "" } else { ": " };
        let took = stage.took.as_secs_f64();
        say_line(format_args!("  {word:<9} {}{colon}{} ({took:.2} s)", stage.name, stage.detail));
        if let Some(failing) = stage.verdict.failing() {
            self.failing(failing);
        }
    }

    /// What was wrong, the position, the answer, and how to see it again.
    fn failing(&mut self, failing: &Failing) {
        let line = |head: &str, text: &str| say_line(format_args!("{INDENT}{head}{text}"));
        if let Some(compiler) = &failing.compiler {
            line("", "does not load; its compiler says:");
            compiler.trim_end().lines().for_each(|text| line("  ", text));
            // What would help stands behind its first line.
            let first = compiler.lines().next().unwrap_or_default();
            if let Some((_, helps)) = failing.what.split_once(first).filter(|(_, helps)| !helps.is_empty()) {
                line("", helps.trim_start_matches([';', ' ']));
            }
            return;
        }
        line("", &failing.what);
        if let Some(record) = &failing.record {
            if self.shown.contains(record) {
                return line("", "in the game that is shown above");
            }
            self.shown.push(record.clone());
        }
        if let Some(call) = as_call(&self.args.bot, failing) {
            line("the call: ", &call);
            line("", HOW_TO_CALL);
        }
        if let Some(answer) = &failing.answer {
            line("it answered: ", &answer.to_string());
        }
        if let Some(view) = &failing.view {
            line("it was shown: ", &view.to_string());
        }
        if let Some(memory) = &failing.memory {
            line("its memory: ", &format!("{memory:?}"));
        }
        if !failing.story.is_empty() {
            line("before it:", "");
            failing.story.iter().for_each(|told| line("  ", told));
        }
        if failing.view.is_some() {
            line("to see it again: ", &self.replay(failing));
        }
    }

    /// The command that shows it again.
    fn replay(&self, failing: &Failing) -> String {
        let CheckArgs { bot, games, seed, out, options, limits, cell, packages, .. } = self.args;
        let packages = packages.packages.as_ref().map(|file| file.display().to_string());
        let command = Command {
            bot,
            game: self.about.name,
            options: options.as_deref(),
            limits: limits.as_deref(),
            packages: packages.as_deref(),
            cell: *cell,
            games: *games,
            seed: *seed,
        };
        command.showing(failing, out.as_deref())
    }

    /// All stages are done.
    pub(crate) fn end(&self, report: &Report) {
        if self.args.json {
            return say_json(format_args!("{:#}", self.as_json(report)));
        }
        the_same(&report.stages).iter().for_each(say_line);
        if !report.spent.is_empty() {
            self.spent(&report.spent);
        }
        if let Some(marks) = &report.marks {
            say_line(format_args!("\nMarks: {} of {}.", marks.marks, marks.of));
        }
        let failed = report.stages.iter().filter(|stage| stage.failed()).count();
        match failed {
            0 => say_line("\nThe bot is sound."),
            1 => say_line("\nThe bot is not sound yet: 1 stage failed."),
            _ => say_line(format_args!("\nThe bot is not sound yet: {failed} stages failed.")),
        }
    }

    /// How much of its budget each kind of call used.
    fn spent(&self, spent: &[Spent]) {
        say_line("\nFuel, in milliseconds of the reference machine:");
        let columns = Columns::new(&[
            ("call", Align::Left),
            ("calls", Align::Right),
            ("mean", Align::Right),
            ("most", Align::Right),
            ("of the limit", Align::Right),
        ]);
        let row = |one: &Spent| {
            vec![
                one.call.to_owned(),
                one.calls.to_string(),
                format!("{:.4}", one.mean_ms),
                format!("{:.4}", one.most_ms),
                format!("{:.2} %", one.most_of_limit * 100.0),
            ]
        };
        let table = columns.table(&spent.iter().map(row).collect::<Vec<_>>());
        table.lines().for_each(|line| say_line(format_args!("  {line}")));
    }

    fn as_json(&self, report: &Report) -> Value {
        let stages: Vec<Value> = report
            .stages
            .iter()
            .map(|stage| {
                let mut shown = json!(stage);
                if let Some(failing) = stage.verdict.failing() {
                    shown["failing"]["replay"] = json!(self.replay(failing));
                    if let Some(call) = as_call(&self.args.bot, failing) {
                        shown["failing"]["call"] = json!(call);
                    }
                }
                shown
            })
            .collect();
        json!({
            "bot": self.bot,
            "game": self.about.name,
            "sound": report.is_sound(),
            "marks": report.marks,
            "fuel": report.spent,
            "packages": self.packages,
            "sight": report.sight,
            "stages": stages,
        })
    }

    /// The check was broken off.
    pub(crate) fn broken_off(&mut self, trouble: Trouble) -> Failure {
        self.over("");
        trouble.into()
    }
}

/// A line for each failure that was the same in more stages than the one it was told of.
fn the_same(stages: &[Stage]) -> Vec<String> {
    let without = stages.iter().filter(|stage| is_without_bot(stage)).count();
    let without = (without > 0).then(|| format!("  unchecked {without} more stages: {NOT_STARTED}"));
    let line = |first: &Stage| {
        let is_same = |stage: &&Stage| {
            stage.verdict.failing().is_some_and(|failing| failing.same_as.as_ref() == Some(&first.name))
        };
        match stages.iter().filter(is_same).count() {
            0 => None,
            1 => Some(format!("  FAILED    the same in 1 more stage as in \"{}\"", first.name)),
            more => Some(format!("  FAILED    the same in {more} more stages as in \"{}\"", first.name)),
        }
    };
    stages.iter().filter_map(line).chain(without).collect()
}

/// Whether nothing was tried in a stage, because the bot does not start.
fn is_without_bot(stage: &Stage) -> bool {
    matches!(stage.verdict, Verdict::NotChecked) && stage.detail == NOT_STARTED
}

/// A bot of which not even the game can be told, because it does not load.
pub(crate) fn unloadable(args: &CheckArgs, why: &str) -> Failure {
    if args.json {
        say_json(format_args!("{:#}", json!({"bot": args.bot, "sound": false, "why": why})));
    } else {
        say_line(format_args!("{} does not load, so that its game cannot be told:\n  {why}", args.bot));
    }
    Failure::NotSound
}
