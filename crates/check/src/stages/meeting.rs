//! The rare positions that the bot met in its own games, and what it did there.

use croupier_games::{Game, Seat};
use croupier_record::Missteps;

use crate::first_misstep::first_misstep;
use crate::rare::Rare;
use crate::stage::Failing;
use crate::stage_table::{PlayedGame, count};

/// All kinds of rare positions, each with how often the bot met it.
pub(crate) struct Meetings<G: Game> {
    pub(crate) kinds: Vec<MetKind<G>>,
}

/// One kind of rare position.
pub(crate) struct MetKind<G: Game> {
    pub(crate) rare: &'static Rare<G>,
    /// How often the bot was asked in one.
    pub(crate) met: u64,
    /// What it did wrong in the first that it failed in.
    pub(crate) failing: Option<Failing>,
}

impl<G: Game> Meetings<G> {
    /// Nothing met yet.
    pub(crate) fn new(rare: Vec<&'static Rare<G>>) -> Self {
        Self { kinds: rare.into_iter().map(|rare| MetKind { rare, met: 0, failing: None }).collect() }
    }

    /// Adds what was seen in a game.
    pub(crate) fn add(&mut self, seen: MetInGame, played: &PlayedGame<G>, names: &[String], folder: &str) {
        for (kind, met) in self.kinds.iter_mut().zip(seen.met) {
            kind.met += met;
        }
        if seen.failed_in.is_empty() {
            return;
        }
        let Some(mut failing) = first_misstep(played, names) else { return };
        failing.record = played.position.tournament.map(|_| (folder.to_owned(), played.position.number));
        for number in seen.failed_in {
            self.kinds[number].failing.get_or_insert_with(|| failing.clone());
        }
    }
}

/// What was seen in one game.
pub(crate) struct MetInGame {
    /// How often each kind was met.
    met: Vec<u64>,
    /// The kinds of which the position of the first misstep was one.
    failed_in: Vec<usize>,
}

/// Looks at every position in which the bot is asked.
pub(crate) struct Watch<G: Game> {
    kinds: Vec<&'static Rare<G>>,
    met: Vec<u64>,
    /// The kinds of the position in which the bot was last asked without a misstep before.
    last: Vec<usize>,
}

impl<G: Game> Watch<G> {
    /// Looks for all kinds.
    pub(crate) fn new(meetings: &Meetings<G>) -> Self {
        let kinds: Vec<_> = meetings.kinds.iter().map(|kind| kind.rare).collect();
        Self { met: vec![0; kinds.len()], kinds, last: Vec::new() }
    }

    /// Before a turn; what is rare counts where the bot is asked.
    pub(crate) fn before_turn(&mut self, game: &G, seat: Seat, missteps: &Missteps, asked: bool) {
        if !asked || missteps.of(seat).map_or(0, count) > 0 {
            return;
        }
        self.last.clear();
        for (number, rare) in self.kinds.iter().enumerate() {
            if (rare.holds)(game, seat) {
                self.met[number] += 1;
                self.last.push(number);
            }
        }
    }

    /// After the game.
    pub(crate) fn done(self, played: &PlayedGame<G>) -> MetInGame {
        MetInGame { met: self.met, failed_in: if played.is_faulty() { self.last } else { Vec::new() } }
    }
}
