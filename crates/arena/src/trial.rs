//! Every bot tried out before the first game: started, greeted, ended. One that does not load is known before
//! anything is played or written.

use std::slice;

use croupier_games::Game;
use croupier_hosts::bot_files::with_notes;
use croupier_hosts::http::probe_http;
use croupier_record::EntrantId;

use crate::crew::lineup::{Lineup, Whose};
use crate::crew::{Bot, Lane, NoCrew, Outside, without_prefix};
use crate::several::several;

/// A bot that the machine gave no processor is tried so often at most.
const TRIALS: u32 = 3;

/// Said of a bot that is told of the others' moves alone, where some of its own are drawn.
const KEEPS_THE_BOARD: &str = "it keeps the board itself and cannot be told of moves that are drawn for it; \
                               without openings it can play";

/// Bots that are to be tried out.
#[derive(Debug)]
pub struct Trial<'a, G: Game> {
    /// Whoever is to play.
    pub bots: &'a [Bot],
    /// Their names, in the same order.
    pub names: &'a [String],
    /// How many will sit at a table.
    pub seats: usize,
    /// The game's options.
    pub options: &'a G::Options,
    /// How many drawn moves of each player every game begins with.
    pub openings: u8,
    /// What bots outside this process need; its logs are written.
    pub outside: Option<&'a Outside>,
}

/// Why nobody knows whether bots load.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Untried {
    /// They cannot be seated.
    #[error(transparent)]
    Crew(#[from] NoCrew),
    /// One got no processor, however often it was tried.
    #[error(
        "the machine is overloaded: {0} got less than a hundredth of a processor while it was loaded, at the \
         third try; end other work and run this again"
    )]
    Overloaded(String),
    /// They are not to be tried any more.
    #[error("interrupted")]
    Interrupted,
}

/// What came of one bot.
enum Tried {
    Loads,
    /// It does not, for this reason.
    Broken(String),
    /// Nobody can say: the machine gave it no processor.
    Starved,
}

impl<G: Game> Trial<'_, G> {
    /// Tries all of them, several at a time; why each does not load, where it does not. `told` hears how many
    /// are done.
    pub fn run(&self, told: impl FnMut(usize)) -> Result<Vec<Option<String>>, Untried> {
        let all: Vec<usize> = (0..self.bots.len()).collect();
        let tried = several(&all, |&at| self.try_out(at), told);
        let mut broken = Vec::with_capacity(tried.len());
        for (at, tried) in tried.into_iter().enumerate() {
            broken.push(self.decided(at, tried?)?);
        }
        if self.outside.is_some_and(|outside| outside.time_limits.interrupt.is_raised()) {
            // What came of a wait that was broken off is nobody's fault.
            return Err(Untried::Interrupted);
        }
        Ok(broken)
    }

    /// Whoever got no processor beside the others is tried again alone.
    fn decided(&self, at: usize, mut tried: Tried) -> Result<Option<String>, Untried> {
        for _ in 1..TRIALS {
            if matches!(tried, Tried::Starved) {
                tried = self.try_out(at)?;
            }
        }
        match tried {
            Tried::Loads => Ok(None),
            Tried::Broken(why) => Ok(Some(why)),
            Tried::Starved => Err(Untried::Overloaded(self.names[at].clone())),
        }
    }

    fn try_out(&self, at: usize) -> Result<Tried, NoCrew> {
        let bot = &self.bots[at];
        if let Some(why) = bot.why_broken() {
            return Ok(Tried::Broken(why.to_owned()));
        }
        if !bot.is_foreign() {
            return Ok(Tried::Loads);
        }
        if let (Bot::Http(bot), Some(outside)) = (bot, self.outside)
            && let Err(why) = probe_http(G::ABOUT.name, bot, &outside.time_limits)
        {
            return Ok(Tried::Broken(format!("cannot be reached: {why}")));
        }
        let (bots, names) = (slice::from_ref(bot), slice::from_ref(&self.names[at]));
        // On any processor: those who load side by side must not wait for each other.
        let lane = Lane { number: 0, core: None };
        let lineup = Lineup::<G>::new(bots, names, self.seats, self.options, self.outside, lane)?;
        let mut player = lineup.player(EntrantId(0), Whose::Lane)?;
        let woken = player.wake();
        Ok(match woken {
            Ok(()) if self.openings > 0 && !player.joins() => Tried::Broken(KEEPS_THE_BOARD.to_owned()),
            Ok(()) => Tried::Loads,
            Err(_) if player.starved() => Tried::Starved,
            Err(fault) => Tried::Broken(with_notes(without_prefix(&fault.message).to_owned(), bot.notes())),
        })
    }
}
