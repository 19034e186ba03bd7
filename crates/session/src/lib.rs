//! A tournament from a plan to its standings.
//!
//! A plan goes in, events come out, and a record and standings are what is left. A session loads
//! its bots, draws its luck, plays its games, looks whether they are enough, stops when it is told
//! to, and goes on where an earlier one stopped. It knows no terminal, no web and no command line;
//! and whoever calls it need not know the game's type, which is chosen inside, once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! use croupier_session::{Event, Session, Setup, find_house_bot};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = "no-thanks";
//! let bots = ["TakeSmall", "LowerPenalty", "CutOff14"].map(|name| find_house_bot(game, name));
//! let bots = bots.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let mut setup = Setup { seed: Some(7), ..Setup::new(game, bots)? };
//! setup.layout.games = 30;
//!
//! let session = Session::prepare(setup)?;
//! let mut played = 0;
//! let outcome = session.play(&AtomicBool::new(false), &mut |event| {
//!     if let Event::Batch { tally, .. } = event {
//!         played = tally.games();
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!((played, outcome.standings.games), (30, 30));
//! # Ok(())
//! # }
//! ```
//!
//! # What happens when
//!
//! 1. [`find_bots`] finds bots by their names and builds what has to be built, several at a time.
//! 2. [`Session::prepare`] starts and greets every bot once, several at a time, and leaves out what
//!    does not load, where the setup allows that. It refuses what cannot be played, with a
//!    [`SessionError`] that says what would be accepted. Nothing is written so far.
//! 3. [`Session::play`] plays batch after batch and tells an [`Event`] of each. Between two
//!    batches, and nowhere else, a tournament may end early or change: so its record is the same on
//!    any number of threads and after any interruption.
//! 4. The [`Outcome`] has the standings; the folder of the [`Results`] has the record, its logs
//!    and, after an interruption, the journal of finished games that [`Run::GoesOn`] takes up.
//!
//! # In parts
//!
//! Who plays a tournament need not be who plans it. [`Layout`] makes its head, [`play_batch`] plays
//! some of its games (fixtures in, a block of a record out), [`PartOuts`] says who is put out by
//! them, and [`Fold`] takes the blocks in and says when they are enough. A site's finals are played
//! like this, by workers that know a head and bots. The games of its ladders are tournaments of one
//! game ([`play_one`]). Either can be played elsewhere: [`give_one`] and [`give_batch`] say what workers
//! have to know, and [`take_one`] and [`take_batch`] make the same of what they send.
//!
//! # Elsewhere
//!
//! A session can be played elsewhere, and comes to the same record: [`Session::play_elsewhere`] gives
//! its games out to an [`Elsewhere`], which brings them to workers and back. What travels is bytes: a
//! [`RunSpec`], once, and then a [`GamesTask`] for each [`GamesDone`]. A worker knows what is to be
//! played and with which bots, and the luck of the games it is given; it never knows the secret. It
//! has a [`LaneWorker`] for each lane it plays, whose bots live from task to task. What comes back is
//! played through by the rules before any of it is kept.
//!
//! # Whatever else depends on the game's type
//!
//! [`Recorded`] and [`record_bytes`] read games out of records, in files and in memory, and [`sit`]
//! is a table at which a person plays. All take the game's name: whoever calls is written once for
//! all games, and compiled once.

mod early_stop;
mod error;
mod event;
mod find_bots;
mod fold;
mod head;
mod layout;
mod loading;
mod luck;
mod out_folder;
mod outcome;
mod parts;
mod plan;
mod play;
mod playing;
mod practice;
mod read;
mod repeated_deals;
mod rerun;
mod session;
mod setup;

pub use croupier_arena::{Delivery, Elsewhere, Needed, NotPlayed};
pub use croupier_record::{BadJob, GamesDone, GamesTask, NotGiven};
pub use early_stop::{LOOK, Reason, bots_of};
pub use error::SessionError;
pub use event::{Begun, Event};
pub use find_bots::{BotSearch, NotFound, files_of_bots, find_bots, find_bots_and_tell, find_house_bot};
pub use fold::{Fold, Looks};
pub use head::{Conditions, game_header};
pub use layout::{Layout, Pairing, check_compared, schedule_of};
pub use loading::Unloaded;
pub use luck::{Drawn, new_secret};
pub use outcome::{Outcome, ProcessorWait};
pub use parts::batch::{BatchTask, play_batch};
pub use parts::given::{GivenBatch, GivenPart, GivenTerms, give_batch, give_one, take_batch, take_one};
pub use parts::lane::{LaneSetting, LaneWorker, UnfitWorker};
pub use parts::one_game::{OneGame, PlayedGame, SeatResult, play_one};
pub use parts::outs::PartOuts;
pub use parts::run_spec::{BadRun, RunSpec};
pub use plan::{check_competitive, check_deal, read_config, read_options, read_plan, usual_options};
pub use playing::Playing;
pub use practice::{BadMove, NewTable, NoTable, Practice, PracticeView, sit};
pub use read::placings::each_placing;
pub use read::record_bytes;
pub use read::recorded::{Portion, Recorded, readers, threads};
pub use read::stories::stories;
pub use repeated_deals::{BehindUrl, Urls};
pub use rerun::{AllAgain, Cast, GameAgain, Rerun};
pub use session::Session;
pub use setup::{Results, Run, Setup};
