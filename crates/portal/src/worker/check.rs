//! The check of an upload: it is built, then goes through the stages of `croupier check`; each is
//! stored as it comes.

use std::path::Path;
use std::time::Instant;

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_check::{Amount, CheckEvent, SEED, Stage, Task, Trouble, check_bot};
use croupier_record::Origin;
use croupier_session::NotFound;

use super::game::{limits_of, trouble};
use super::{Undone, Worker};
use crate::broadcast::SiteEvent;
use crate::store::check_records;
use crate::store::contests::{self, Contest};
use crate::store::uploads::{self, Checked, StageRow, Upload};

/// The first stage: what is foreign is compiled and loaded.
const BUILD: &str = "build";
/// So much of what a compiler says is kept.
const LONGEST_MESSAGE: usize = 64 << 10;
/// The file of a stage's record in its folder.
const RECORD: &str = "record.croupier";
/// A record of a failed stage is kept up to here.
const LARGEST_RECORD: usize = 4 << 20;

/// Checks an upload.
pub(super) fn run(worker: &Worker, upload: i64) -> Result<Checked, Undone> {
    let context = &worker.context;
    let gone = |what: &str| Undone::Trouble(format!("there is no {what} {upload}"));
    let found =
        context.runtime.block_on(uploads::get(&context.store, upload))?.ok_or_else(|| gone("upload"))?;
    let contest = context.runtime.block_on(contests::get(&context.store, found.contest))?;
    let contest = contest.ok_or_else(|| gone("contest of upload"))?;
    context.runtime.block_on(async {
        let mut write = context.store.write().await?;
        uploads::begin_check(&mut write, upload).await?;
        write.commit().await
    })?;
    CheckOne { worker, upload: &found, contest: &contest }.run()
}

struct CheckOne<'a> {
    worker: &'a Worker,
    upload: &'a Upload,
    contest: &'a Contest,
}

impl CheckOne<'_> {
    fn run(&self) -> Result<Checked, Undone> {
        let limits = limits_of(self.contest)?;
        let scratch = tempfile::Builder::new().prefix("check-").tempdir_in(&self.worker.context.scratch);
        let scratch = scratch.map_err(|error| trouble(&error))?;
        let records = scratch.path().join("records");
        let (bot, compiler) = self.build(&limits)?;
        let Some(bot) = bot else { return Ok(self.failed(BUILD, String::new(), compiler)) };
        let task = Task {
            game: &self.contest.game,
            bot: &bot,
            options: &self.contest.options,
            limits: &limits,
            runtimes: self.worker.bots.runtimes(),
            logs: Some(scratch.path().to_owned()),
            core: self.worker.core,
            amount: Amount::Usual,
            seed: Origin::given(SEED).seed(),
            out: Some(&records),
            stop: &self.worker.stop,
        };
        let mut place = 1;
        let keep = |stage: &Stage| failed_record(&records, stage);
        let mut told_trouble = None;
        let report = check_bot(task, &mut |told| {
            let told = match told {
                CheckEvent::Begun(name) => self.stage(place, &running(name), None),
                CheckEvent::Done(stage) => {
                    place += 1;
                    self.stage(place - 1, &stage_row(stage), keep(stage))
                }
                CheckEvent::Played(..) => Ok(()),
            };
            told_trouble = told_trouble.take().or(told.err());
        });
        let report = report.map_err(|trouble| match trouble {
            Trouble::Interrupted => Undone::Stopped,
            Trouble::Options(error) => {
                Undone::Trouble(format!("the options of {}: {error}", self.contest.name))
            }
            other => Undone::Trouble(other.to_string()),
        })?;
        if let Some(error) = told_trouble {
            return Err(error);
        }
        let marks = report.marks.as_ref().and_then(|marks| serde_json::to_string(marks).ok());
        match report.stages.iter().find(|stage| stage.failed()) {
            Some(stage) => Ok(Checked { marks, ..self.failed(&stage.name, bot.name, None) }),
            None => Ok(Checked {
                upload: self.upload.id,
                sound: true,
                detail: "passed".to_owned(),
                bot: bot.name,
                compiler,
                marks,
            }),
        }
    }

    /// Compiles and loads the bot; `None` where that fails, with all that was said.
    fn build(&self, limits: &Limits) -> Result<(Option<NamedBot>, Option<String>), Undone> {
        self.stage(0, &running(BUILD), None)?;
        let begun = Instant::now();
        self.worker.fetch(self.upload)?;
        let (bot, said) = match self.worker.bots.upload(&self.contest.game, self.upload, limits) {
            Ok(NamedBot { bot: Bot::Broken(why), .. }) => (None, Some((why, None))),
            Ok(NamedBot { bot: Bot::Uncompiled { why, message }, .. }) => (None, Some((why, Some(message)))),
            Ok(bot) => (Some(bot), None),
            Err(NotFound::Game(error)) => return Err(Undone::Trouble(error.to_string())),
            Err(error) => (None, Some((error.to_string(), None))),
        };
        let took = begun.elapsed().as_millis() as i64;
        let (verdict, detail) = match &said {
            None => ("passed", String::new()),
            Some((why, _)) => ("failed", why.clone()),
        };
        let row = StageRow { verdict: verdict.to_owned(), detail, took, ..running(BUILD) };
        self.stage(0, &row, None)?;
        Ok((bot, said.map(|(why, message)| limited(&message.unwrap_or(why)))))
    }

    fn failed(&self, stage: &str, bot: String, compiler: Option<String>) -> Checked {
        let detail = format!("failed at {stage}");
        Checked { upload: self.upload.id, sound: false, detail, bot, compiler, marks: None }
    }

    /// A stage began or ended: it is stored at once, with its record where it failed, and whoever
    /// watches is told.
    fn stage(&self, place: i64, row: &StageRow, record: Option<Vec<u8>>) -> Result<(), Undone> {
        let context = &self.worker.context;
        context.runtime.block_on(async {
            let mut write = context.store.write().await?;
            uploads::put_stage(&mut write, self.upload.id, place, row).await?;
            if let Some(record) = record {
                check_records::put(&mut write, self.upload.id, place, &record).await?;
            }
            context.events.commit(write, SiteEvent::Upload(self.upload.id)).await
        })?;
        Ok(())
    }
}

/// The record of a stage in which something was wrong; one that is too large stays behind.
fn failed_record(records: &Path, stage: &Stage) -> Option<Vec<u8>> {
    let (folder, _) = stage.verdict.failing()?.record.as_ref()?;
    let record = std::fs::read(records.join(folder).join(RECORD)).ok()?;
    (record.len() <= LARGEST_RECORD).then_some(record)
}

fn running(name: &str) -> StageRow {
    StageRow {
        name: name.to_owned(),
        verdict: "running".to_owned(),
        detail: String::new(),
        failing: None,
        took: 0,
    }
}

fn stage_row(stage: &Stage) -> StageRow {
    StageRow {
        name: stage.name.clone(),
        verdict: stage.verdict.word().to_owned(),
        detail: limited(&stage.detail),
        failing: stage.verdict.failing().and_then(|failing| serde_json::to_string(failing).ok()),
        took: stage.took.as_millis() as i64,
    }
}

fn limited(text: &str) -> String {
    text.chars().take(LONGEST_MESSAGE).collect()
}
