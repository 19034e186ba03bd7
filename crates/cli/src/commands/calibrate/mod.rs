//! `croupier calibrate GAME`: how strong the players of the house are.
//!
//! Every rung of the ladder plays the one below, with the machinery of `croupier compare`: luck
//! treats both alike, and it stops as soon as they are told apart. Each bout is a record of its own
//! in one folder, so that Ctrl-C loses nothing.

mod args;
mod bout;
mod ladder;
mod settings;
mod strengths;
mod table;

use std::path::{Path, PathBuf};

use croupier_bots::house;
use croupier_games::{About, list};

use crate::failure::Failure;
use crate::output::{note, say, say_json};
use crate::stop::Stop;
use bout::Meeting;
use ladder::{Rungs, rungs};
use settings::{Settings, folder_of};
use strengths::Strengths;
use table::{Found, Layout, Row, as_json};

pub(crate) use args::CalibrateArgs;

pub(crate) fn run(args: &CalibrateArgs, stop: &Stop) -> Result<(), Failure> {
    Calibrate { args, stop, about: list::about(&args.game)? }.play()
}

struct Calibrate<'a> {
    args: &'a CalibrateArgs,
    stop: &'a Stop,
    about: &'static About,
}

impl Calibrate<'_> {
    fn play(&self) -> Result<(), Failure> {
        let out = folder_of(self.args);
        let settings = Settings::of(self.args, self.about, &out)?;
        let rungs = rungs(&house::players_of(&self.args.game)?, &settings.budgets()?);
        settings.write(&out)?;
        let (mut found, mut interrupted) = (Vec::new(), false);
        for &seats in &settings.seats {
            let (at_table, stopped) = self.table(&settings, &rungs, &out, seats)?;
            found.push(at_table);
            interrupted = stopped;
            if interrupted {
                break;
            }
        }
        self.tell(&settings, &found, interrupted)?;
        if !interrupted {
            return Ok(());
        }
        let chosen =
            self.args.out.as_ref().map_or_else(String::new, |out| format!(" --out {}", out.display()));
        note(format_args!(
            "croupier: interrupted; croupier calibrate {}{chosen} --resume goes on",
            settings.game
        ));
        Err(Failure::Interrupted)
    }

    /// All bouts at one size of table, and whether they were interrupted.
    fn table(
        &self,
        settings: &Settings,
        rungs: &Rungs,
        out: &Path,
        seats: usize,
    ) -> Result<(Found, bool), Failure> {
        let mut strengths = Strengths::new(rungs);
        let (mut rows, mut interrupted) = (Vec::new(), false);
        for (number, bout) in rungs.bouts.iter().enumerate() {
            let [rung, below] = [bout.rung, bout.below].map(|at| rungs.names[at].as_str());
            let meeting = Meeting { rung, below, seats, number };
            if !self.is_quiet() {
                let of = rungs.bouts.len();
                note(format_args!(
                    "{}, {seats} players, {} of {of}: {rung} over {below}",
                    self.about.title,
                    number + 1
                ));
            }
            let played = meeting.play(settings, out, self.args.threads, self.is_quiet(), self.stop)?;
            if played.missteps > 0 {
                note(format_args!("croupier: {} refused or missing moves in this bout", played.missteps));
            }
            interrupted = played.interrupted;
            let folder: PathBuf = meeting.folder(out);
            let won = strengths.add(&folder, number, bout.rung, bout.below)?;
            rows.push(Row { rung: rung.to_owned(), below: below.to_owned(), played, won });
            if interrupted {
                break;
            }
        }
        let named = |rating: croupier_stats::Rating| (rungs.names[rating.entrant.index()].clone(), rating);
        let strengths = strengths.ratings().into_iter().map(named).collect();
        Ok((Found { seats, rows, strengths }, interrupted))
    }

    fn is_quiet(&self) -> bool {
        self.args.quiet || self.args.json
    }

    fn tell(&self, settings: &Settings, found: &[Found], interrupted: bool) -> Result<(), Failure> {
        if self.args.json {
            let text = serde_json::to_string_pretty(&as_json(settings, self.about, found, interrupted));
            say_json(text.map_err(|error| Failure::Trouble(error.into()))?);
            return Ok(());
        }
        let layout = if self.args.markdown { Layout::Markdown } else { Layout::Text };
        if layout == Layout::Markdown {
            say(format_args!("`{}`\n\n", settings.command()));
        }
        let tables: Vec<String> = found.iter().map(|found| found.text(self.about, layout)).collect();
        say(tables.join("\n"));
        Ok(())
    }
}
