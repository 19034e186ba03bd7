//! The checked bot at a table with players of the house, for as many games as wanted.

use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::{Crew, Table};
use croupier_bots::{House, house};
use croupier_games::{Game, Seat, Turn};
use croupier_record::{EntrantId, Fixture, Missteps, Notice, Player, SeatMissteps};

use crate::deadline::Deadline;
use crate::pace::{Paced, Stopwatch};
use crate::start_position::StartPosition;
use crate::subject::{Subject, Trouble};

/// The checked bot among the entrants.
pub(crate) const BOT: EntrantId = EntrantId(0);
/// After so many missteps a game is broken off: more of them teach nothing, and each may cost a second.
const ENOUGH_MISSTEPS: u32 = 3;

/// A table with the bot and its opponents.
pub(crate) struct StageTable<'a, G: Game> {
    subject: &'a Subject<'a, G>,
    watch: &'a Stopwatch,
    stop: &'a AtomicBool,
    seats: usize,
    names: Vec<String>,
    crew: Crew<G>,
    table: Table,
}

/// A game that was played, or broken off.
#[derive(Debug)]
pub(crate) struct PlayedGame<G: Game> {
    /// How it began.
    pub(crate) position: StartPosition<G>,
    /// Who sat where.
    pub(crate) fixture: Fixture,
    /// What happened from there on.
    pub(crate) events: Vec<u8>,
    /// Where it ended.
    pub(crate) end: G,
    /// What the bot did wrong.
    pub(crate) missteps: SeatMissteps,
}

impl<G: Game> PlayedGame<G> {
    /// Whether the bot did anything wrong.
    pub(crate) fn is_faulty(&self) -> bool {
        count(&self.missteps) > 0
    }

    /// Whether the bot was there from the first move to the last.
    pub(crate) fn is_whole(&self) -> bool {
        self.position.before.is_empty() && self.end.turn() == Turn::Over
    }
}

/// What to do before a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// Play on.
    GoOn,
    /// Break the game off.
    BreakOff,
    /// End the bot, and let a new instance go on in its place.
    Restart,
}

impl<'a, G: Game> StageTable<'a, G> {
    /// A new instance of the bot with these players of the house.
    pub(crate) fn new(
        subject: &'a Subject<'a, G>,
        watch: &'a Stopwatch,
        stop: &'a AtomicBool,
        opponents: &[House],
    ) -> Result<Self, Trouble> {
        let named = |opponent: &House| {
            house::seat::<G>(opponent).map(|player| (format!("house:{}", opponent.name), player))
        };
        Self::against(subject, watch, stop, opponents.iter().filter_map(named).collect())
    }

    /// A new instance of the bot with these opponents, each with a name.
    pub(crate) fn against(
        subject: &'a Subject<'a, G>,
        watch: &'a Stopwatch,
        stop: &'a AtomicBool,
        opponents: Vec<(String, Box<dyn Player<G>>)>,
    ) -> Result<Self, Trouble> {
        let seats = opponents.len() + 1;
        let mut names = vec![subject.name.clone()];
        let mut players: Vec<Box<dyn Player<G>>> = vec![Box::new(Paced::new(subject.seat(seats)?, watch))];
        for (number, (name, player)) in opponents.into_iter().enumerate() {
            names.push(format!("{name}#{}", number + 1));
            players.push(player);
        }
        let crew = Crew::new(players, names.clone());
        Ok(Self { subject, watch, stop, seats, names, crew, table: Table::default() })
    }

    /// The names of all at the table, the bot's first.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Plays from a start position, at most until the deadline; `before` is asked before every turn, and told
    /// whether the bot owes a move in it.
    pub(crate) fn play(
        &mut self,
        position: StartPosition<G>,
        deadline: Deadline<'_>,
        mut before: impl FnMut(&G, &Missteps, bool) -> Then,
    ) -> Result<PlayedGame<G>, Trouble> {
        let fixture = self.fixture(&position);
        let names: Vec<String> =
            fixture.seats.iter().map(|entrant| self.names[entrant.index()].clone()).collect();
        let Self { subject, watch, stop, .. } = *self;
        let seat = position.seat;
        let mut trouble = None;
        let go_on = |game: &G, missteps: &Missteps, crew: &mut Crew<G>| {
            if game.turn() == Turn::Over {
                return true;
            }
            let wrong = missteps.of(seat).map_or(0, count);
            // Each late answer costs seconds, and one is enough.
            if wrong >= ENOUGH_MISSTEPS || watch.read().late > 0 || stop.load(Ordering::Relaxed) {
                return false;
            }
            if deadline.is_past() {
                return false;
            }
            match before(game, missteps, game.turn().awaits(seat)) {
                Then::GoOn => true,
                Then::BreakOff => false,
                Then::Restart => {
                    let restarted = restarted(subject, watch, &position, game, &names);
                    trouble = restarted.map(|player| crew.replace(BOT, player)).err();
                    trouble.is_none()
                }
            }
        };
        let start = position.start.clone();
        let end = self.table.play_while(start, position.luck.clone(), &fixture, &mut self.crew, go_on);
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Trouble::Interrupted);
        }
        if self.table.is_starved() {
            return Err(Trouble::Overloaded);
        }
        let missteps = self.table.missteps().of(seat).cloned().unwrap_or_default();
        Ok(PlayedGame { fixture, events: self.table.events().to_vec(), end, missteps, position })
    }

    /// The bot in its seat, its opponents after it in their order.
    fn fixture(&self, position: &StartPosition<G>) -> Fixture {
        let seats = entrants(self.seats, position.seat).into_iter().collect();
        Fixture { number: position.number, deal: position.number, seats }
    }
}

/// Everyone's number by seat where the bot sits here: the bot is the first entrant.
pub(crate) fn entrants(seats: usize, bot: Seat) -> Vec<EntrantId> {
    let place = |seat: usize| (seat + seats - bot.index()) % seats;
    (0..seats).map(|seat| EntrantId(place(seat) as u16)).collect()
}

/// A new instance of the bot that was told of the game as it stands, as the table tells one that it starts
/// again.
fn restarted<G: Game>(
    subject: &Subject<'_, G>,
    watch: &Stopwatch,
    position: &StartPosition<G>,
    game: &G,
    names: &[String],
) -> Result<Box<dyn Player<G>>, Trouble> {
    let mut player = Paced::new(subject.seat(names.len())?, watch);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (view, seed) = (game.view(position.seat), position.luck.outside(position.seat));
    let entrants = entrants(names.len(), position.seat);
    // What goes wrong here shows in the answer that is asked for next.
    let _ = player.notice(&Notice::Start {
        view,
        seed,
        game: position.number,
        names: &names,
        entrants: &entrants,
    });
    Ok(Box::new(player))
}

/// How many missteps these are; one that put the bot out counts too.
pub(crate) fn count(missteps: &SeatMissteps) -> u32 {
    missteps.illegal + missteps.faults + u32::from(missteps.disqualified.is_some()) * ENOUGH_MISSTEPS
}
