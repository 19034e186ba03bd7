//! The command line of `croupier rerun`.

use std::path::PathBuf;

use croupier_hosts::CellKind;
use croupier_hosts::cell::Sandbox;

use crate::packages::PackagesArgs;
use crate::sight::FilesArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RerunArgs {
    /// The record, or the folder it is in
    pub(crate) record: PathBuf,
    /// The number of one game, from 0 [default: all games]
    pub(crate) game: Option<u64>,
    /// Play the turns of the game before this one as they were, and ask from here on; the first turn is 1
    #[arg(long, value_name = "TURN", requires = "game")]
    pub(crate) from: Option<u64>,
    /// Other bots: for one game one for each seat, for all games one for each of the field, in order
    #[arg(long, value_name = "BOT", num_args = 1.., value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// Another bot in one seat, counted from 1; may be given for several seats
    #[arg(long, value_name = "SEAT=BOT", requires = "game", conflicts_with = "bots")]
    pub(crate) seat: Vec<String>,
    /// The folder that the bots' paths are relative to [default: the first of the current folder, the
    /// record's folder and the one above that has them all]
    #[arg(long, value_name = "DIR")]
    pub(crate) base: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FilesArgs,
    #[command(flatten)]
    pub(crate) packages: PackagesArgs,
    /// Where to write logs and the record of what is played now
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How many threads may play where all bots are of the house [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// What bots may use as JSON, as in a plan: `{"move_ms": 200}`, say [default: as recorded]
    #[arg(long, value_name = "JSON")]
    pub(crate) limits: Option<String>,
    /// Where Python bots run: `process` or `wasm` [default: as recorded]
    #[arg(long, value_name = "CELL")]
    pub(crate) cell: Option<CellKind>,
    /// As in `croupier run`
    #[arg(long, value_name = "WALLS", default_value = "best")]
    pub(crate) sandbox: Sandbox,
    /// Print the verdict as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the verdict and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const EXAMPLES: &str = "Exit codes: 0 played as recorded, or gone on with, or with other bots; 1 it differs from the record; 2 bad input.

Examples:
  croupier rerun logs                                   plays all games again and compares them with the record
  croupier rerun logs 12                                plays game 12 again
  croupier rerun logs 12 --from 30                      goes on from its turn 30 with the same bots
  croupier rerun logs 12 --from 30 --seat 2=house:x     goes on with another bot in seat 2";
