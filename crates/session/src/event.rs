//! What happens in a session, told while it happens.

use croupier_arena::Bot;
use croupier_record::{Block, Header};
use croupier_stats::{Matched, Tally};

use crate::early_stop::Reason;
use crate::playing::Playing;

/// What happens in a session, in this order: built and greeted, bot by bot; loaded, looks at games
/// that an earlier run played, begun, then batches and looks in turn, and at last stopped or ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// So many of the bots that were named are found, and built where they have to be.
    Built {
        /// How many.
        done: usize,
        /// Of how many names.
        names: usize,
    },
    /// So many bots were started, and said hello or did not.
    Greeted {
        /// How many.
        done: usize,
        /// Of how many.
        bots: usize,
    },
    /// All bots are loaded and all that was asked for is known to be good; nothing is written yet.
    Loaded(&'a Header),
    /// The next game is the first that is played here.
    Begun(&'a Begun<'a>),
    /// Some consecutive games are played and written. This is the one place where something may
    /// change between games: a border of batches.
    Batch {
        /// The games, as the record has them.
        block: &'a Block,
        /// What all games up to here come to.
        tally: &'a Tally,
    },
    /// All games up to the border of a batch are compared, where somebody looks.
    Look {
        /// What all games up to here come to.
        tally: &'a Tally,
        /// Everyone compared with everyone.
        matched: &'a Matched,
    },
    /// It was told to stop before its end.
    Stopped {
        /// Games that count.
        games: u64,
        /// Games that are finished and kept for the run that goes on.
        kept: u64,
    },
    /// It has come to its end.
    Ended {
        /// Games that count.
        games: u64,
        /// Why here, where that depended on the results.
        reason: Option<&'a Reason>,
    },
}

/// What is known when the first game begins.
#[derive(Debug)]
pub struct Begun<'a> {
    /// What was planned.
    pub header: &'a Header,
    /// The bots, in the order of the entrants.
    pub bots: &'a [Bot],
    /// Whether an earlier run goes on.
    pub resumed: bool,
    /// Games of the earlier run that count.
    pub played: u64,
    /// Games that it finished beyond those, and kept.
    pub kept: u64,
    /// A handle on the games that are being played from here on.
    pub playing: &'a Playing,
}
