//! Where a checked game begins: dealt, or in its middle after moves that others made.

use croupier_games::{Chance, Game, Seat, Seed, Turn};
use croupier_record::{Event, EventReader, GameScribe, Luck, Lucks};

/// A position from which a game is played, and how it came about.
#[derive(Debug, Clone)]
pub(crate) struct StartPosition<G: Game> {
    /// The position.
    pub(crate) start: G,
    /// The bot's seat in it.
    pub(crate) seat: Seat,
    /// What the luck of the record grows from; `None` where no seed deals this game.
    pub(crate) tournament: Option<Seed>,
    /// The number of the game in its record.
    pub(crate) number: u64,
    /// The luck of the game.
    pub(crate) luck: Luck,
    /// The moves before it, as a record keeps them.
    pub(crate) before: Vec<u8>,
}

impl<G: Game> StartPosition<G> {
    /// Game `number` of a record with this seed, before its first move; the bot's seat goes round. `None`
    /// where the game cannot be dealt.
    pub(crate) fn dealt(seats: usize, options: &G::Options, tournament: Seed, number: u64) -> Option<Self> {
        let luck = Lucks::of(tournament).game(number, number);
        Some(Self {
            start: G::deal(seats, options, luck.deal()).ok()?,
            seat: Seat((number % seats as u64) as u8),
            tournament: Some(tournament),
            number,
            luck,
            before: Vec::new(),
        })
    }

    /// The same game before its first move, and the moves that were made since.
    pub(crate) fn rewound(self, options: &G::Options) -> Option<(Self, Vec<G::Move>)> {
        let start = G::deal(self.start.scores().len(), options, self.luck.deal()).ok()?;
        let mut events = EventReader::new(&self.before);
        let moves = std::iter::from_fn(|| match events.read()? {
            Event::Played(mv) => Some(mv),
            _ => None,
        });
        let moves = moves.collect();
        Some((Self { start, before: Vec::new(), ..self }, moves))
    }

    /// Everyone plays like this until it is the bot's turn and `wanted` holds; `None` where the game ends
    /// before.
    pub(crate) fn played_until(
        mut self,
        policy: fn(&G, Seat, &mut Chance) -> G::Move,
        chance: &mut Chance,
        mut wanted: impl FnMut(&G, Seat) -> bool,
    ) -> Option<Self> {
        let mut scribe = GameScribe::default();
        // Moves that are missing in this turn: where they are simultaneous, nobody is asked when some are in.
        let mut missing = 0;
        loop {
            let Turn::Waiting(seats) = self.start.turn() else { return None };
            if missing == 0 {
                missing = seats.len();
                if seats.contains(self.seat) && wanted(&self.start, self.seat) {
                    self.before = scribe.bytes().to_vec();
                    return Some(self);
                }
            }
            missing -= 1;
            let next = seats.first()?;
            let mv = policy(&self.start, next, chance);
            if self.start.play(next, mv).is_err() {
                return None;
            }
            scribe.played::<G>(mv);
        }
    }
}

/// Any legal move: the plain way on.
pub(crate) fn any<G: Game>(game: &G, seat: Seat, chance: &mut Chance) -> G::Move {
    game.any(seat, chance)
}

/// Plays on without the bot, so that a game that was broken off has an end in its record.
pub(crate) fn finish<G: Game>(mut game: G, chance: &mut Chance) -> Vec<u8> {
    let mut scribe = GameScribe::default();
    while let Some(seat) = game.turn().next() {
        let mv = game.any(seat, chance);
        if game.play(seat, mv).is_err() {
            break;
        }
        scribe.played::<G>(mv);
    }
    scribe.bytes().to_vec()
}
