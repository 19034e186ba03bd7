//! The command line of `croupier calibrate`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CalibrateArgs {
    /// The game whose players are measured
    pub(crate) game: String,
    /// What the flagship may spend on a move, the least first: times, or steps, which repeat on any machine
    /// [default: 1ms,10ms,100ms]
    #[arg(long, value_name = "BUDGET", num_args = 1.., value_delimiter = ',')]
    pub(crate) budgets: Vec<String>,
    /// How many games a rung plays against the one below at most; it stops when they are told apart [default:
    /// 1000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// How many sit at a table, one measurement for each [default: the fewest and the most the game takes]
    #[arg(long, value_name = "NUMBER", num_args = 1.., value_delimiter = ',')]
    pub(crate) seats: Vec<usize>,
    /// What all luck grows from: the same seed gives the same games [default: 1]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Where the records and times are kept [default: calibration-GAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where an interrupted calibration stopped; what is not said again is as it was
    #[arg(long)]
    pub(crate) resume: bool,
    /// How many threads may play [default: one, so that times are true; one per processor where all budgets
    /// are steps]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// Print the tables and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print the tables as Markdown, with the command that makes them
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print the tables as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str =
    "Exit codes: 0 done; 1 trouble outside; 2 bad input; 130 interrupted, what was played is kept.

Examples:
  croupier calibrate no-thanks                        1, 10 and 100 ms a move: takes hours
  croupier calibrate hearts --budgets 1ms --seats 4   one budget, one size of table
  croupier calibrate hearts --resume                  goes on after Ctrl-C
  croupier calibrate jujitsu --budgets 100,1000       in steps: the same games on every machine";
