//! The crews of a lane: where the same cards are dealt several times, the r-th playing of every deal is crew
//! r's, so that no process, no `/tmp` and no WebAssembly store ever meets a deal twice.
//!
//! Everybody else plays in one crew. Players of the house keep nothing and sit in all of them; so do bots
//! behind urls, which nobody here can tell apart, and which such designs therefore refuse unless they are
//! trusted.

use std::num::NonZeroU64;

use croupier_games::Game;
use croupier_record::{BotAccount, EntrantId, Fixture, LeftOff, Player};

use crate::crew::absent::Absent;
use crate::crew::lineup::{Lineup, Whose};
use crate::crew::{Bot, Crew, Lane, NoCrew, Outside};

/// So many bots of all lanes together may wait in their processes for the next playing of a deal. A process
/// of Python takes about ten megabytes, a Java machine about fifty.
const MOST_WAITING: u64 = 128;

/// How many crews there are, and how many of them stay in their processes between two games; those beyond are
/// started for each of theirs. It follows from the plan alone, so that it is the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrewCount {
    /// All crews of a lane: one for each playing of a deal.
    pub all: u64,
    /// Those that stay.
    pub staying: u64,
    /// How many bots of a crew have a process or a store of their own.
    pub bots: u64,
}

impl CrewCount {
    /// The crews of such a tournament.
    #[must_use]
    pub fn of(bots: &[Bot], games_per_deal: NonZeroU64, lanes: usize) -> Self {
        let selves = bots.iter().filter(|bot| bot.has_selves()).count() as u64;
        let all = if selves == 0 { 1 } else { games_per_deal.get() };
        let room = MOST_WAITING / (selves.max(1) * lanes.max(1) as u64);
        Self { all, staying: all.min(room.max(1)), bots: selves }
    }

    /// Whether all crews stay in their processes.
    #[must_use]
    pub fn all_stay(self) -> bool {
        self.staying == self.all
    }
}

/// All crews of a lane, of which one at a time sits at the table.
pub struct Crews<'a, G: Game> {
    lineup: Lineup<'a, G>,
    crew: Crew<G>,
    count: CrewCount,
    /// Which crew the player of each entrant belongs to that sits in `crew`.
    sitting: Vec<u64>,
    /// Players of crews that stay, by crew and entrant, while another sits in their place.
    waiting: Vec<Vec<Option<Box<dyn Player<G>>>>>,
}

impl<'a, G: Game> Crews<'a, G> {
    /// The crews of a lane. Nobody is started before they are needed.
    pub fn seat(
        bots: &'a [Bot],
        names: &'a [String],
        seats: usize,
        options: &'a G::Options,
        outside: Option<&'a Outside>,
        lane: Lane,
        count: CrewCount,
    ) -> Result<Self, NoCrew> {
        let lineup = Lineup::new(bots, names, seats, options, outside, lane)?;
        let crew = lineup.crew_of(whose(count, 0))?;
        Ok(Self { lineup, crew, count, sitting: vec![0; bots.len()], waiting: Vec::new() })
    }

    /// The crew that a game belongs to.
    pub fn for_game(&mut self, fixture: &Fixture) -> &mut Crew<G> {
        let crew = self.number_of(fixture);
        if self.count.all > 1 {
            for &entrant in &fixture.seats {
                self.relieve(entrant, crew);
            }
        }
        &mut self.crew
    }

    /// The number of the crew that a game belongs to.
    pub(crate) fn number_of(&self, fixture: &Fixture) -> u64 {
        fixture.number % self.count.all
    }

    /// How many crews there are.
    pub(crate) fn count(&self) -> CrewCount {
        self.count
    }

    /// Who can be seated.
    pub(crate) fn lineup(&self) -> &Lineup<'a, G> {
        &self.lineup
    }

    /// Which processes of a bot are those of a crew.
    pub(crate) fn whose(&self, crew: u64) -> Whose {
        whose(self.count, crew)
    }

    /// What every bot that is ours to start has used so far, for whoever takes its games up.
    pub(crate) fn accounts(&self) -> Vec<BotAccount> {
        let bots = self.lineup.bots.iter().enumerate();
        let entrants = bots.filter(|(_, bot)| bot.has_selves()).map(|(at, _)| EntrantId(at as u16));
        entrants.map(|entrant| self.account(entrant)).collect()
    }

    fn account(&self, entrant: EntrantId) -> BotAccount {
        let at = entrant.index();
        let waiting = (0_u64..).zip(&self.waiting);
        let waiting = waiting.filter_map(|(crew, players)| Some((crew, players[at].as_ref()?)));
        let all = waiting.chain([(self.sitting[at], &self.crew.players[at])]);
        let selves = all.filter_map(|(crew, player)| Some(LeftOff { crew, ..player.left_off()? }));
        let mut selves: Vec<LeftOff> = selves.collect();
        selves.sort_by_key(|left_off| left_off.crew);
        BotAccount { selves, ..self.lineup.account(entrant).carried(entrant) }
    }

    /// Goes on with what these bots had used where they played before, or with as much of it as is known
    /// here. Nobody was started yet.
    pub(crate) fn go_on_with(&mut self, accounts: &[BotAccount]) {
        for account in accounts {
            let entrant = account.entrant;
            if !self.lineup.bots.get(entrant.index()).is_some_and(Bot::has_selves) {
                continue;
            }
            self.lineup.account(entrant).go_on_with(account);
            let crews = self.count.all;
            for left_off in account.selves.iter().filter(|left_off| left_off.crew < crews) {
                self.relieve(entrant, left_off.crew);
                self.crew.player(entrant).go_on_from(left_off);
            }
        }
    }

    /// Gives an entrant of a crew a player that is started already.
    pub(crate) fn put(&mut self, entrant: EntrantId, crew: u64, player: Box<dyn Player<G>>) {
        self.relieve(entrant, crew);
        self.crew.replace(entrant, player);
    }

    /// Puts an entrant's player of this crew into its seat, in the place of another crew's.
    fn relieve(&mut self, entrant: EntrantId, crew: u64) {
        let at = entrant.index();
        let before = self.sitting[at];
        if before == crew || !self.lineup.bots[at].has_selves() {
            return;
        }
        let kept = self.waiting.get_mut(crew as usize).and_then(|players| players[at].take());
        let player = kept.unwrap_or_else(|| self.new_player(entrant, crew));
        let left = self.crew.replace(entrant, player);
        self.sitting[at] = crew;
        // Whoever does not stay is ended here, and with it all that it remembers.
        if before < self.count.staying {
            let bots = self.sitting.len();
            while self.waiting.len() <= before as usize {
                self.waiting.push((0..bots).map(|_| None).collect());
            }
            self.waiting[before as usize][at] = Some(left);
        }
    }

    fn new_player(&self, entrant: EntrantId, crew: u64) -> Box<dyn Player<G>> {
        // What can go wrong in seating went wrong when the first crew was seated; were it not so, it is a
        // fault.
        let absent = |error: NoCrew| Box::new(Absent::new(&error.to_string())) as Box<dyn Player<G>>;
        self.lineup.player(entrant, self.whose(crew)).unwrap_or_else(absent)
    }
}

fn whose(count: CrewCount, crew: u64) -> Whose {
    if count.all > 1 { Whose::Crew(crew) } else { Whose::Lane }
}
