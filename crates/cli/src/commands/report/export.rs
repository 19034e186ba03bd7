//! Tables of a record for programs, written block by block: memory does not grow with the number of games.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use croupier_games::About;
#[cfg(feature = "parquet")]
use croupier_report::export::ParquetFile;
use croupier_report::export::{
    Column, JSON_END, JSON_START, Rows, csv_head, csv_rows, game_columns, json_rows, move_columns,
    standing_columns, standing_rows,
};
use croupier_stats::Standings;

use super::args::{Format, TableName};
use croupier_session::{Portion, Recorded};

use crate::failure::Failure;
use crate::output::Progress;

/// Writes tables of a record.
pub(crate) struct Exporter<'a> {
    pub(crate) recorded: &'a Recorded,
    pub(crate) about: &'static About,
    pub(crate) format: Format,
    pub(crate) threads: usize,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) quiet: bool,
}

impl Exporter<'_> {
    /// Writes one table; `standings` is called where they are the table.
    pub(crate) fn write<W: Write + Send>(
        &self,
        table: TableName,
        out: &mut W,
        standings: impl FnOnce() -> Result<Standings, Failure>,
    ) -> Result<(), Failure> {
        let Self { recorded, about, .. } = self;
        match table {
            TableName::Standings => {
                let (columns, standings) = (standing_columns(about), standings()?);
                let mut sheet = Sheet::begin(self.format, &columns, out)?;
                let rows = standing_rows(about, &recorded.header, &standings);
                sheet.add(encoded(self.format, &columns, rows))?;
                sheet.end()
            }
            TableName::Games => {
                self.blocks(&game_columns(about), out, |portion| Ok(recorded.game_rows(portion)?))
            }
            TableName::Moves => self.blocks(&move_columns(), out, |portion| Ok(recorded.move_rows(portion)?)),
        }
    }

    fn blocks<'h, W: Write + Send>(
        &self,
        columns: &[Column],
        out: &'h mut W,
        rows: impl Fn(&Portion) -> Result<Rows<'h>, Failure> + Sync,
    ) -> Result<(), Failure> {
        let mut sheet = Sheet::begin(self.format, columns, out)?;
        let (mut progress, games) = (Progress::new(self.quiet), self.recorded.header.games);
        self.recorded.read(
            vec![(); self.threads],
            self.stop,
            |done| progress.played(done, games),
            |(), portion| Ok(encoded(self.format, columns, rows(portion)?)),
            |part| sheet.add(part),
        )?;
        progress.finish();
        sheet.end()
    }
}

/// Rows on their way to the file: text is made by the workers, columns by the one who writes.
enum Encoded<'h> {
    Csv(Vec<u8>),
    /// Each row has its comma before it.
    Json(Vec<u8>),
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet takes rows as they are"))]
    Rows(Rows<'h>),
}

fn encoded<'h>(format: Format, columns: &[Column], rows: Rows<'h>) -> Encoded<'h> {
    match format {
        Format::Csv => Encoded::Csv(csv_rows(columns, &rows)),
        Format::Json => Encoded::Json(json_rows(columns, &rows, false)),
        _ => Encoded::Rows(rows),
    }
}

/// The file of a table.
enum Sheet<'o, W: Write + Send> {
    Csv(&'o mut W),
    Json {
        out: &'o mut W,
        first: bool,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile<'o, &'o mut W>>),
}

impl<'o, W: Write + Send> Sheet<'o, W> {
    fn begin(format: Format, columns: &[Column], out: &'o mut W) -> Result<Self, Failure> {
        match format {
            Format::Json => {
                out.write_all(JSON_START.as_bytes()).map_err(unwritten)?;
                Ok(Self::Json { out, first: true })
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                Ok(Self::Parquet(Box::new(ParquetFile::begin(out, columns).map_err(unpacked)?)))
            }
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => Err(Failure::BadInput(
                "Parquet is not built in; take csv or json, or build with `cargo build --release --features \
                 full`"
                    .to_owned(),
            )),
            _ => {
                out.write_all(&csv_head(columns)).map_err(unwritten)?;
                Ok(Self::Csv(out))
            }
        }
    }

    fn add(&mut self, part: Encoded<'o>) -> Result<(), Failure> {
        match (self, part) {
            (Self::Csv(out), Encoded::Csv(bytes)) => out.write_all(&bytes).map_err(unwritten),
            (Self::Json { out, first }, Encoded::Json(bytes)) => {
                // The very first row has no comma before it.
                let from = if *first { bytes.len().min(2) } else { 0 };
                *first &= bytes.is_empty();
                out.write_all(&bytes[from..]).map_err(unwritten)
            }
            #[cfg(feature = "parquet")]
            (Self::Parquet(file), Encoded::Rows(rows)) => file.add(rows).map_err(unpacked),
            _ => Ok(()),
        }
    }

    fn end(self) -> Result<(), Failure> {
        match self {
            Self::Csv(out) => out.flush().map_err(unwritten),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => file.end().map_err(unpacked),
            Self::Json { out, .. } => {
                out.write_all(JSON_END.as_bytes()).and_then(|()| out.flush()).map_err(unwritten)
            }
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is called by map_err")]
fn unwritten(error: std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        // Whoever read standard output has read enough.
        return Failure::Enough;
    }
    Failure::Trouble(anyhow::anyhow!("the table cannot be written: {error}"))
}

#[cfg(feature = "parquet")]
#[expect(clippy::needless_pass_by_value, reason = "it is called by map_err")]
fn unpacked(error: croupier_report::export::ParquetError) -> Failure {
    Failure::Trouble(anyhow::anyhow!("{error}"))
}
