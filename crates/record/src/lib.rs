//! What was planned and what happened.
//!
//! The contract between the table and everything that plays ([`Player`]), the ways a bot can misbehave
//! ([`Fault`]), and the file that keeps every game ([`RecordWriter`], [`RecordReader`]). Nothing here plays,
//! schedules or prints.
//!
//! A record holds no seats and no positions, only what cannot be worked out again: who sat where, every move,
//! every refusal and every fault. [`replay`] deals the game anew from its seed and plays it to the same end.

pub mod atomic_file;
mod dates;
mod difference;
mod event;
mod fault;
mod file;
mod file_names;
mod fixture;
mod fuel;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod games_hash;
mod given;
mod head;
mod luck;
mod misstep;
mod opening;
mod player;
mod public;
mod replay;
pub mod shown;
mod times;
mod varint;

pub use dates::{Day, NoDay, NoUtcTime, UtcTime};
pub use difference::{Difference, difference};
pub use event::{Event, EventReader, GameScribe, Memory};
pub use fault::{Fault, FaultKind, TIME_USED_UP};
pub use file::{
    Block, Journal, KeptGame, Press, RecordError, RecordReader, RecordWriter, record_path, whole_record,
    with_other_events,
};
pub use file_names::{BOT_LOGS, bot_log_name, file_name};
pub use fixture::{EntrantId, Fixture};
pub use games_hash::GamesHash;
pub use given::{
    BadJob, BotAccount, BotPrints, DoneGame, GamesDone, GamesTask, GivenGame, LeftOff, MOST_PRINTS, NotGiven,
};
pub use head::design::{Design, UnknownDesign, UnknownEnd, Until};
pub use head::header::{Entrant, FORMAT, Header, Instances};
pub use head::left_out::LeftOut;
pub use head::out::{Out, counts, is_dropped};
pub use head::part::{Otherwise, Part};
pub use head::sound::{BadHead, MOST_GAMES, MOST_LANES};
pub use luck::{
    BadBeacon, BadHex, Beacon, Chain, Commitment, Entries, Hex, Luck, LuckFor, LuckSource, Lucks, NotHex,
    NotItsLuck, Origin, Published, Round, Secret, TellsAll, UnknownChain, seating, seed_of_deal,
};
pub use misstep::{KindOfMisstep, Missteps, SeatMissteps};
pub use opening::{check_drawn, check_opening, drawn_in, drawn_opening};
pub use player::{Answer, Ask, FUEL_PER_MS, FUEL_PER_NS, Notice, OwnTime, Pace, Player};
pub use public::{UNTOLD, public_events, public_misstep};
pub use replay::{GameBytes, ReplayError, games_in, replay, replay_with_fuel};
pub use times::{AnswerTimes, GameTimes, TimeSheet, TimedGame, game_times};
