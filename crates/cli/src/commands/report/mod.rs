//! `croupier report RECORD`: a page, a text or tables, made from the record alone.

mod args;
mod export;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use croupier_games::{About, list};
use croupier_record::atomic_file::{self, AtomicFile};
use croupier_report::digest::Digest;
use croupier_report::sections::{ReportInput, ToldGame, games_to_tell, report};
use croupier_report::{html, markdown};
use croupier_session::{Recorded, readers, threads};
use croupier_stats::{Standings, pools, standings};

use crate::failure::Failure;
use crate::output::{Progress, say, say_line};
pub(crate) use args::ReportArgs;
use args::{Format, TableName};

pub(crate) fn run(args: &ReportArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let format = format_of(args)?;
    let recorded = Recorded::open(&args.record)?;
    recorded.check()?;
    let about = list::about(&recorded.header.game)?;
    let make = Make { args, format, recorded: &recorded, about, stop };
    if format.is_tables() { make.tables() } else { make.page() }
}

/// The format that is asked for, by name or by the file's ending.
fn format_of(args: &ReportArgs) -> Result<Format, Failure> {
    let ending = args.out.as_deref().and_then(Format::of);
    let format = match (args.format, ending, args.table) {
        (Some(format), ..) => format,
        (None, Some(format), _) => format,
        (None, None, Some(_)) => Format::Csv,
        (None, None, None) => unnamed(args.out.as_deref())?,
    };
    match args.table {
        Some(table) if !format.is_tables() => Err(Failure::BadInput(format!(
            "--table {} needs --format csv, json or parquet; {} holds all in one",
            table.as_str(),
            format.ending()
        ))),
        _ => Ok(format),
    }
}

/// HTML, unless the file has an ending that means something else.
fn unnamed(out: Option<&Path>) -> Result<Format, Failure> {
    match out.and_then(Path::extension) {
        Some(ending) => Err(Failure::BadInput(format!(
            "--out ends in .{}, which is no format of a report; .html, .md, .csv, .json and .parquet are, or \
             name one with --format",
            ending.to_string_lossy()
        ))),
        None => Ok(Format::Html),
    }
}

struct Make<'a> {
    args: &'a ReportArgs,
    format: Format,
    recorded: &'a Recorded,
    about: &'static About,
    stop: &'a AtomicBool,
}

impl Make<'_> {
    fn page(&self) -> Result<(), Failure> {
        let (digest, complete) = self.digest()?;
        let (about, standings) = (self.about, self.standings(&digest));
        let (header, told) = (&self.recorded.header, self.told(&digest)?);
        let input =
            ReportInput { about, header, digest: &digest, standings: &standings, complete, told: &told };
        let made = report(&input);
        let text = if self.format == Format::Html { html(&made) } else { markdown(&made) };
        self.write(&self.out(), &text)
    }

    fn digest(&self) -> Result<(Digest, bool), Failure> {
        let header = &self.recorded.header;
        let mut digest = Digest::new(self.about, header.entrants.len());
        let mut progress = Progress::new(self.args.quiet);
        let complete = self.recorded.read(
            readers(self.args.threads),
            self.stop,
            |games| progress.played(games, header.games),
            |(), portion| Ok(self.recorded.digest(portion)?),
            |part| {
                digest.merge(&part);
                Ok::<(), Failure>(())
            },
        )?;
        progress.finish();
        Ok((digest, complete))
    }

    /// The standings, seat by seat or bot by bot.
    fn standings(&self, digest: &Digest) -> Standings {
        match self.args.pool {
            true => standings(self.about, &digest.tally.pooled(&pools(&self.recorded.header))),
            false => standings(self.about, &digest.tally),
        }
    }

    fn told(&self, digest: &Digest) -> Result<Vec<ToldGame>, Failure> {
        let games = games_to_tell(digest, &self.recorded.header).into_iter();
        games.map(|(number, why)| Ok(self.recorded.told(number, why)?)).collect()
    }

    /// The tables that are asked for: one into a file, or all into a folder.
    fn tables(&self) -> Result<(), Failure> {
        let named = self.args.out.as_deref();
        let one = named.is_some_and(|out| out == Path::new("-") || Format::of(out).is_some());
        let standings = |make: &Self| -> Result<Standings, Failure> { Ok(make.standings(&make.digest()?.0)) };
        let tables: Vec<TableName> = match self.args.table {
            Some(table) => vec![table],
            None if one => vec![TableName::Games],
            None => TableName::ALL.to_vec(),
        };
        let exporter = export::Exporter {
            recorded: self.recorded,
            about: self.about,
            format: self.format,
            threads: threads(self.args.threads),
            stop: self.stop,
            quiet: self.args.quiet,
        };
        for table in tables {
            let path = self.table_path(table, one)?;
            if path == Path::new("-") {
                let mut out = std::io::stdout();
                match exporter.write(table, &mut out, || standings(self)) {
                    Err(Failure::Enough) => {}
                    written => written?,
                }
                continue;
            }
            let mut file = AtomicFile::create(&path).map_err(Failure::unwritten(&path))?;
            exporter.write(table, &mut file, || standings(self))?;
            file.finish().map_err(Failure::unwritten(&path))?;
            self.tell(&path);
        }
        Ok(())
    }

    /// Where a table goes; the folder for several is made.
    fn table_path(&self, table: TableName, one: bool) -> Result<PathBuf, Failure> {
        let folder = match &self.args.out {
            Some(out) if one => return Ok(out.clone()),
            Some(out) => out.clone(),
            None => self.recorded.folder(),
        };
        std::fs::create_dir_all(&folder).map_err(Failure::unwritten(&folder))?;
        Ok(folder.join(format!("{}.{}", table.as_str(), self.format.ending())))
    }

    /// Where a page goes.
    fn out(&self) -> PathBuf {
        let name = format!("report.{}", self.format.ending());
        match &self.args.out {
            Some(out) if out.is_dir() => out.join(name),
            Some(out) => out.clone(),
            None => self.recorded.folder().join(name),
        }
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Failure> {
        if path == Path::new("-") {
            say(text);
            return Ok(());
        }
        atomic_file::replace(path, text.as_bytes()).map_err(Failure::unwritten(path))?;
        self.tell(path);
        Ok(())
    }

    fn tell(&self, path: &Path) {
        if !self.args.quiet {
            say_line(format_args!("{} is written", path.display()));
        }
    }
}
