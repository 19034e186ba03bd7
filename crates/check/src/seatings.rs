//! New instances of a named bot, as many as a check wants, each with a log of its own.

use std::sync::atomic::{AtomicUsize, Ordering};

use croupier_arena::naming::NamedBot;
use croupier_arena::{Bot, Crew, Lane, NoCrew, Outside};
use croupier_games::Game;
use croupier_hosts::pin_to;
use croupier_record::Player;

use crate::subject::Subject;

/// Makes instances of a bot; the table and all of them share one processor.
pub(crate) struct Seatings<'a, G: Game> {
    bot: &'a NamedBot,
    options: &'a G::Options,
    outside: Option<&'a Outside>,
    core: Option<usize>,
    made: AtomicUsize,
}

impl<'a, G: Game> Seatings<'a, G> {
    /// Instances of this bot on this processor. The calling thread moves there too, where the bot is a
    /// process: waking another processor costs more than most moves.
    #[must_use]
    pub(crate) fn new(
        bot: &'a NamedBot,
        options: &'a G::Options,
        outside: Option<&'a Outside>,
        core: Option<usize>,
    ) -> Self {
        let core = core.filter(|_| bot.bot.needs_cell());
        if let Some(core) = core {
            pin_to(core);
        }
        Self { bot, options, outside, core, made: AtomicUsize::new(0) }
    }

    /// The bot as something to check; one that does not load says why.
    #[must_use]
    pub(crate) fn subject(&self) -> Subject<'_, G> {
        let subject = Subject::<G>::new(&self.bot.name, |seats| self.seat(seats));
        match &self.bot.bot {
            Bot::Broken(why) => subject.that_does_not_load(why, None),
            Bot::Uncompiled { why, message } => subject.that_does_not_load(why, Some(message)),
            bot => subject.noted(bot.notes()),
        }
    }

    fn seat(&self, seats: usize) -> Result<Box<dyn Player<G>>, NoCrew> {
        let lane = Lane { number: self.made.fetch_add(1, Ordering::Relaxed), core: self.core };
        let (bots, names) = ([self.bot.bot.clone()], [self.bot.name.clone()]);
        let crew = Crew::<G>::seat(&bots, &names, seats, self.options, self.outside, lane)?;
        crew.into_players().pop().ok_or(NoCrew::NoCell)
    }
}
