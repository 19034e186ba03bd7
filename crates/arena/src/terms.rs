//! What every game of a tournament is played with: its rules, its bots, and what those may use. Which games
//! there are, and where their luck comes from, is not known here.

use std::num::NonZeroU64;

use croupier_games::{Game, Turn};
use croupier_record::{EntrantId, Fixture, Instances, Luck, Pace};

use crate::crew::crews::{CrewCount, Crews};
use crate::crew::{Bot, Crew, Lane, NoCrew, Outside};
use crate::open_games::WorkerGame;
use crate::table::Table;
use crate::tournament::CannotPlay;
use crate::url_turns::UrlTurns;

/// A game in which the machine gave a bot no processor is played so often at most.
const PLAYINGS: u32 = 3;

/// What every game of a tournament is played with.
#[derive(Debug)]
pub struct Terms<'a, G: Game> {
    /// The game's options.
    pub options: &'a G::Options,
    /// How many sit at a table.
    pub seats: usize,
    /// How many consecutive games share a deal.
    pub games_per_deal: NonZeroU64,
    /// How many games are handed on together.
    pub span: u64,
    /// How many drawn moves of each player every game begins with.
    pub openings: u8,
    /// The bots, in the order of the entrants.
    pub bots: &'a [Bot],
    /// Their names.
    pub names: &'a [String],
    /// In how many independent parts the games are played where bots outside this process play.
    pub lanes: usize,
    /// What such bots need.
    pub outside: Option<&'a Outside>,
    /// Whether thinking is timed.
    pub timed: bool,
    /// Which urls are being played with.
    pub urls: &'a UrlTurns,
}

impl<G: Game> Clone for Terms<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Terms<'_, G> {}

/// Whether all of these are of the house, and play a batch in no time.
pub(crate) fn are_quick(bots: &[Bot]) -> bool {
    bots.iter().all(|bot| matches!(bot, Bot::House(house) if house.is_quick))
}

/// What a game is played at.
pub(crate) struct Place<'t, 'a, G: Game> {
    pub(crate) table: &'t mut Table,
    pub(crate) crews: &'t mut Crews<'a, G>,
    /// Where it stands who is waited for.
    pub(crate) open: &'t WorkerGame,
}

impl<'a, G: Game> Terms<'a, G> {
    /// Whether lanes matter: players of the house know nothing across games, so anyone may play any of
    /// theirs.
    pub(crate) fn has_lanes(&self) -> bool {
        self.bots.iter().any(Bot::is_foreign)
    }

    /// Whether somebody may remember one game in the next whom this program starts: whoever starts it anew
    /// asks it its earlier games again.
    pub(crate) fn remembers(&self) -> bool {
        let live_on = self.outside.is_some_and(|outside| outside.instances == Instances::Tournament);
        live_on && self.bots.iter().any(|bot| bot.has_selves() && !bot.keeps_nothing())
    }

    /// Whether a batch is played so soon that nobody minds waiting for it, or playing it again.
    pub(crate) fn is_quick(&self) -> bool {
        are_quick(self.bots)
    }

    /// Whether the times of everyone's answers are taken.
    pub(crate) fn takes_times(&self) -> bool {
        self.timed || self.has_lanes()
    }

    /// Whether waits for bots are ended from outside: what they come back with then is nobody's fault, and no
    /// game's end.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.outside.is_some_and(|outside| outside.time_limits.interrupt.is_raised())
    }

    /// A table to play at. Where fuel is the only clock, nobody's is read, and the whole record repeats.
    pub(crate) fn table(&self) -> Table {
        Table::new(self.timed || self.bots.iter().any(Bot::is_clocked)).opening_with(self.openings)
    }

    /// The crews of a lane. Nobody is started before they are needed.
    pub(crate) fn crews(&self, lane: Lane) -> Result<Crews<'a, G>, NoCrew> {
        let count = CrewCount::of(self.bots, self.games_per_deal, self.lanes);
        Crews::seat(self.bots, self.names, self.seats, self.options, self.outside, lane, count)
    }

    /// The game of a fixture, dealt; no worker meets options that cannot be dealt.
    pub(crate) fn deal(&self, fixture: &Fixture, luck: &Luck) -> Option<G> {
        G::deal(fixture.seats.len(), self.options, luck.deal()).ok()
    }

    /// Plays a game to its end, or until it is to be broken off; `None` where it cannot be dealt.
    pub(crate) fn play(
        &self,
        fixture: &Fixture,
        luck: &Luck,
        place: Place<'_, 'a, G>,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Option<G>, CannotPlay> {
        let Place { table, crews, open } = place;
        let crew = crews.for_game(fixture);
        if self.is_quick() {
            return self.play_fairly(table, fixture, luck, crew, |_| true);
        }
        let turns = self.urls.hold([fixture]);
        open.begin(fixture);
        let played = self.play_fairly(table, fixture, luck, crew, |game| match game.turn() {
            Turn::Waiting(seats) => {
                open.wait_for(seats);
                !stop()
            }
            // A finished game is told to everyone and kept, whatever happens.
            Turn::Over => true,
        });
        if !turns.is_empty() {
            // The end of this game is over before another lane tells the same url of a beginning.
            crew.hear_out(fixture);
        }
        played
    }

    /// Plays a game while `go_on` says so, again where the machine gave a bot no processor.
    ///
    /// No process meets a deal twice, so those who saw something of it are ended first. Whoever would lose
    /// what it has learnt by that, or is not ours to end, is waited for so long that there is no second time.
    pub(crate) fn play_fairly(
        &self,
        table: &mut Table,
        fixture: &Fixture,
        luck: &Luck,
        crew: &mut Crew<G>,
        mut go_on: impl FnMut(&G) -> bool,
    ) -> Result<Option<G>, CannotPlay> {
        let playings = if self.can_begin_anew(fixture) { PLAYINGS } else { 1 };
        for playing in 1..=playings {
            let Some(dealt) = self.deal(fixture, luck) else { return Ok(None) };
            let last = playing == playings;
            if last {
                // Whoever only wants a processor, and will never answer, comes to its own limit now.
                crew.set_pace(fixture, Pace::Patient);
            }
            let game = table.play_while(dealt, luck.clone(), fixture, crew, |game, _, _| go_on(game));
            if last {
                crew.set_pace(fixture, Pace::Limited);
            }
            if !table.is_starved() || self.is_cut_short() {
                return Ok(Some(game));
            }
            if !last {
                crew.begin_anew(fixture);
            }
        }
        Err(CannotPlay::Overloaded(fixture.number))
    }

    /// Whether everybody at a table can be made to forget a game, and nothing else.
    fn can_begin_anew(&self, fixture: &Fixture) -> bool {
        self.outside.is_none_or(|outside| {
            let bot = |entrant: &EntrantId| &self.bots[entrant.index()];
            fixture.seats.iter().map(bot).all(|bot| bot.can_begin_anew(outside.instances))
        })
    }
}
