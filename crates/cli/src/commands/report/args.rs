//! The command line of `croupier report`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

/// What a report is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One page that needs nothing else.
    Html,
    /// The same sections as text.
    Markdown,
    /// Tables with commas.
    Csv,
    /// Tables as lists of objects.
    Json,
    /// Tables in columns, packed.
    Parquet,
}

/// A table for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableName {
    /// A row per bot.
    Standings,
    /// A row per game and seat.
    Games,
    /// A row per turn.
    Moves,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// The record, or the folder it is in
    pub(crate) record: PathBuf,
    /// The file to write, or the folder for several tables; `-` is standard output [default: beside the
    /// record]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// What to write [default: by the file's ending, else html]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Which table to write as csv, json or parquet [default: games into a file, all three into a folder]
    #[arg(long, value_enum)]
    pub(crate) table: Option<TableName>,
    /// One row for all seats of a bot (A, A#2) in the standings
    #[arg(long)]
    pub(crate) pool: bool,
    /// How many threads may read [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// Print nothing
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const EXAMPLES: &str = "Examples:
  croupier report logs                             writes logs/report.html
  croupier report logs --format parquet            writes standings, games and moves beside the record
  croupier report logs --out games.csv             writes the table of games
  croupier report logs --table moves --out m.json  writes the table of moves
  croupier report logs --format markdown --out -   prints the report";

impl Format {
    /// The format that a file's ending means.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }

    /// The ending of its files.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Parquet => "parquet",
        }
    }

    /// Whether it holds tables for programs.
    pub(crate) fn is_tables(self) -> bool {
        matches!(self, Self::Csv | Self::Json | Self::Parquet)
    }
}

impl TableName {
    pub(crate) const ALL: [Self; 3] = [Self::Standings, Self::Games, Self::Moves];

    /// As its file is called.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Standings => "standings",
            Self::Games => "games",
            Self::Moves => "moves",
        }
    }
}
