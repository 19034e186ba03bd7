//! Bots that are up and never give a good answer: as dead a seat as one whose bot does not load, and no host
//! can tell, since one that throws on every turn is there for the next.
//!
//! It is told from the games alone, in their order, so it is the same on any number of threads, and for a run
//! that goes on.

use croupier_games::{Game, MAX_SEATS, Moment, Seat, Seed};
use croupier_record::{
    Block, EntrantId, Event, EventReader, GameBytes, Missteps, RecordReader, ReplayError, drawn_opening,
    games_in, is_dropped, replay, seed_of_deal,
};

use crate::tournament::{CannotPlay, Tournament};

/// Without a single good answer in so many of its games in a row, a bot is put out. Whoever answers well now
/// and then stays, however rarely: what its faults cost is for the rules to say.
pub(crate) const SILENT_GAMES: u32 = 20;

/// In how many games in a row each bot gave no good answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Silence {
    games: Vec<u32>,
}

/// A bot that was silent for too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Silent {
    pub(crate) entrant: EntrantId,
    /// The last of its games in a row.
    pub(crate) game: u64,
    /// What went wrong there.
    pub(crate) why: String,
}

impl std::fmt::Display for Silent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "gave no good answer in {SILENT_GAMES} games in a row; in the last of them: {}", self.why)
    }
}

/// What a seat did in a game: good answers, and answers that were refused or missing.
type Answers = [(u32, u32); MAX_SEATS];

impl Silence {
    /// Who is silent for too long with the next game, and what went wrong in it.
    pub(crate) fn after<G: Game>(
        &mut self,
        game: &GameBytes<'_>,
        dealt: &Dealt<'_, G>,
    ) -> Result<(Vec<Silent>, Missteps), ReplayError> {
        if is_flawless::<G>(game) {
            self.all_answered(game);
            return Ok(Default::default());
        }
        let (answers, missteps) = answers::<G>(game, dealt)?;
        let mut silent = Vec::new();
        for seat in Seat::all(game.fixture.seats.len()) {
            let entrant = game.fixture.entrant(seat);
            if self.answered(entrant, answers[seat.index()]) {
                let first = missteps.of(seat).and_then(|missteps| missteps.first.clone());
                silent.push(Silent { entrant, game: game.fixture.number, why: first.unwrap_or_default() });
            }
        }
        Ok((silent, missteps))
    }

    /// A game in which nobody's answer was missing or refused.
    fn all_answered(&mut self, game: &GameBytes<'_>) {
        game.fixture.seats.iter().for_each(|entrant| *self.of(*entrant) = 0);
    }

    /// A game in which a seat answered like this; says whether its bot was silent for too long with it.
    fn answered(&mut self, entrant: EntrantId, (good, bad): (u32, u32)) -> bool {
        let games = self.of(entrant);
        match (good, bad) {
            // Nobody asked it.
            (0, 0) => return false,
            (0, _) => *games += 1,
            _ => *games = 0,
        }
        *games == SILENT_GAMES
    }

    fn of(&mut self, entrant: EntrantId) -> &mut u32 {
        if self.games.len() <= entrant.index() {
            self.games.resize(entrant.index() + 1, 0);
        }
        &mut self.games[entrant.index()]
    }
}

impl<G: Game> Tournament<'_, G> {
    /// How long everyone was silent in the games before this one, which earlier runs have recorded.
    pub(crate) fn earlier_silence(&self, up_to: u64) -> Result<Silence, CannotPlay> {
        let mut silence = Silence::default();
        let Some(path) = self.record.filter(|_| self.has_lanes() && up_to > 0) else { return Ok(silence) };
        let unread = |error: croupier_record::RecordError| CannotPlay::Unread(error.to_string());
        let mut reader = RecordReader::open(path).map_err(unread)?;
        while let Some(block) = reader.next_block().map_err(unread)?.filter(|block| block.first < up_to) {
            self.too_silent(&block, &mut silence)?;
        }
        Ok(silence)
    }

    /// Who is silent for too long with the next games.
    pub(crate) fn too_silent(&self, block: &Block, silence: &mut Silence) -> Result<Vec<Silent>, CannotPlay> {
        let mut silent = Vec::new();
        let games_per_deal = self.schedule.games_per_deal();
        for game in games_in(block.first, self.schedule.seats(), games_per_deal, &block.plain) {
            if is_dropped(&block.outs, &game.fixture) {
                continue;
            }
            let dealt = Dealt { options: self.options, seed: self.seed, openings: self.openings };
            let (more, _) =
                silence.after::<G>(&game, &dealt).map_err(|error| CannotPlay::Unread(error.to_string()))?;
            silent.extend(more);
        }
        Ok(silent)
    }
}

/// What a game was dealt from, beside its number.
pub(crate) struct Dealt<'a, G: Game> {
    pub(crate) options: &'a G::Options,
    pub(crate) seed: Seed,
    pub(crate) openings: u8,
}

/// Whether every answer of a game was a good one; nearly all games are told apart by this alone, without
/// being played again.
fn is_flawless<G: Game>(game: &GameBytes<'_>) -> bool {
    let mut events = EventReader::new(game.events);
    while !events.is_done() {
        match events.read::<G::Move>() {
            Some(Event::Refused(_) | Event::Missed(_)) | None => return false,
            Some(_) => {}
        }
    }
    true
}

fn answers<G: Game>(game: &GameBytes<'_>, dealt: &Dealt<'_, G>) -> Result<(Answers, Missteps), ReplayError> {
    let Dealt { options, seed, openings } = *dealt;
    let (mut answers, mut drawn) = (Answers::default(), 0);
    let (_, missteps) = replay::<G>(game, options, seed, |moment| match moment {
        // Drawn moves are nobody's answers.
        Moment::Dealt(dealt) => {
            drawn = drawn_opening(*dealt, openings, seed_of_deal(seed, game.fixture.deal)).len();
        }
        Moment::Played { .. } if drawn > 0 => drawn -= 1,
        Moment::Played { seat, .. } => answers[seat.index()].0 += 1,
        Moment::Refused { seat, .. } => answers[seat.index()].1 += 1,
        Moment::Ended(_) => {}
    })?;
    Ok((answers, missteps))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use crate::{OpenGames, Outs, Schedule, UrlTurns};
    use croupier_games::no_thanks::{Decision, NoThanks};
    use croupier_record::{Fault, FaultKind, Fixture, GameScribe, Luck};

    /// What a bot does in a game.
    #[derive(Clone, Copy)]
    enum Does {
        /// It always answers.
        Answers,
        /// It throws on every turn but one.
        AnswersOnce,
        /// It throws on every turn.
        Throws,
    }

    const SEED: Seed = Seed::plain(7);

    fn add_game(block: &mut Block, number: u64, first: Does) {
        let seats = [0, 1].map(EntrantId).into_iter().collect();
        let fixture = Fixture { number, deal: number, seats };
        let luck = Luck::of(SEED, &fixture);
        let mut game = NoThanks::deal(2, &Default::default(), luck.deal()).unwrap();
        let (mut scribe, mut turns) = (GameScribe::default(), 0);
        while let Some(seat) = game.turn().next() {
            turns += u32::from(seat == Seat(0));
            let is_good = match first {
                _ if seat == Seat(1) => true,
                Does::Answers => true,
                Does::AnswersOnce => turns == 2,
                Does::Throws => false,
            };
            if is_good {
                scribe.played::<NoThanks>(Decision::Take);
                game.play(seat, Decision::Take).unwrap();
            } else {
                scribe.missed(&Fault::new(FaultKind::Crashed, "ValueError: 7"));
                game.refuse(seat, None);
            }
        }
        block.push(&fixture, scribe.bytes());
    }

    /// When the first of two bots is silent for too long, where it does this in its games.
    fn put_out(games: impl IntoIterator<Item = Does>) -> Vec<u64> {
        let schedule = Schedule::new(&NoThanks::ABOUT, 2, Some(2), SEED).unwrap();
        let (open, outs) = (OpenGames::default(), Outs::default());
        let tournament = Tournament::<NoThanks> {
            options: &Default::default(),
            seed: SEED,
            games: 100,
            openings: 0,
            schedule: &schedule,
            bots: &[],
            names: &[],
            lanes: 1,
            outside: None,
            timed: false,
            threads: 1,
            journal: None,
            record: None,
            open: &open,
            outs: &outs,
            urls: &UrlTurns::default(),
        };
        let (mut silence, mut found) = (Silence::default(), Vec::new());
        let games: Vec<Does> = games.into_iter().collect();
        // In blocks of eight, as they are handed on.
        for (number, eight) in games.chunks(8).enumerate() {
            let first = number as u64 * 8;
            let mut block = Block::new(first);
            for (game, does) in (first..).zip(eight) {
                add_game(&mut block, game, *does);
            }
            found.extend(tournament.too_silent(&block, &mut silence).unwrap());
        }
        assert!(found.iter().all(|silent| silent.entrant == EntrantId(0)), "{found:?}");
        assert!(found.iter().all(|silent| silent.why.contains("ValueError: 7")), "{found:?}");
        found.into_iter().map(|silent| silent.game).collect()
    }

    #[test]
    fn whoever_gives_no_good_answer_in_twenty_games_in_a_row_is_put_out_in_the_last_of_them() {
        assert_eq!(put_out([Does::Throws; 19]), [0; 0]);
        assert_eq!(put_out([Does::Throws; 40]), [19], "and once is enough");
        let later = [Does::Answers; 5].into_iter().chain([Does::Throws; 20]);
        assert_eq!(put_out(later), [24]);
    }

    #[test]
    fn one_good_answer_in_that_span_is_enough_to_stay() {
        let now_and_then = |does| (0..99).map(move |n| if n % 20 == 19 { does } else { Does::Throws });
        assert_eq!(put_out(now_and_then(Does::AnswersOnce)), [0; 0]);
        assert_eq!(put_out(now_and_then(Does::Answers)), [0; 0]);
    }
}
