//! What was wrong in a game, found by playing its events again: the position, the answer, the rule.

use croupier_games::{Game, Moment, Seat};
use croupier_record::{Event, EventReader};
use serde_json::Value;

use crate::stage::Failing;
use crate::stage_table::PlayedGame;

/// So much of the story before a misstep is shown.
const LINES_SHOWN: usize = 14;

/// The first misstep of the bot in a game; `None` where there is none.
pub(crate) fn first_misstep<G: Game>(played: &PlayedGame<G>, names: &[String]) -> Option<Failing> {
    let names: Vec<&str> =
        played.fixture.seats.iter().map(|entrant| names[entrant.index()].as_str()).collect();
    let seat = played.position.seat;
    let mut walk = Walk {
        game: played.position.start.clone(),
        names: &names,
        story: String::new(),
        memory: None,
        left: None,
    };
    let mut events = EventReader::new(&played.events);
    while let Some(event) = events.read() {
        if let Some(failing) = walk.step(event, seat) {
            return Some(failing);
        }
    }
    // A bot can also fail where it owes no move, or be out before the game began.
    let words = played.missteps.disqualified.as_ref().or(played.missteps.first.as_ref())?;
    Some(Failing { what: words.clone(), view: view_of(&walk.game, seat), ..Failing::default() })
}

struct Walk<'a, G: Game> {
    game: G,
    names: &'a [&'a str],
    story: String,
    /// What the bot is reminded of.
    memory: Option<String>,
    /// What it asked for with an answer that is not judged yet: it has not got that.
    left: Option<String>,
}

impl<G: Game> Walk<'_, G> {
    /// Plays an event; where it is a misstep of this seat, it is told instead.
    fn step(&mut self, event: Event<G::Move>, bot: Seat) -> Option<Failing> {
        let (attempt, why) = match event {
            Event::Played(mv) => {
                let before = self.game.clone();
                let seat = self.game.turn().next()?;
                self.game.play(seat, mv).ok()?;
                if seat == bot {
                    self.memory = self.left.take().or(self.memory.take());
                }
                let moment = Moment::Played { before: &before, after: &self.game, seat, mv };
                G::tell(&moment, self.names, &mut self.story);
                return None;
            }
            Event::Remembered(seat, memory) => {
                if seat == bot {
                    self.left = Some(memory.start);
                }
                return None;
            }
            Event::Stumbled(seat, fault) => {
                let failing = || self.failing(None, fault.to_string(), bot);
                return (seat == bot).then(failing);
            }
            Event::Refused(mv) => {
                let seat = self.game.turn().next()?;
                let illegal = self.game.clone().play(seat, mv).err()?;
                (Some(mv), format!("illegal move: {illegal}"))
            }
            Event::Missed(fault) => (None, fault.to_string()),
        };
        let seat = self.game.turn().next()?;
        if seat == bot {
            return Some(self.failing(attempt, why, bot));
        }
        self.game.refuse(seat, attempt);
        None
    }

    fn failing(&self, attempt: Option<G::Move>, what: String, bot: Seat) -> Failing {
        let lines: Vec<String> = self.story.lines().map(str::to_owned).collect();
        let from = lines.len().saturating_sub(LINES_SHOWN);
        Failing {
            what,
            view: view_of(&self.game, bot),
            answer: attempt.and_then(|mv| serde_json::to_value(mv).ok()),
            memory: self.memory.clone(),
            story: lines[from..].to_vec(),
            ..Failing::default()
        }
    }
}

/// What a seat sees, as a bot is shown it.
pub(crate) fn view_of<G: Game>(game: &G, seat: Seat) -> Option<Value> {
    serde_json::to_value(game.view(seat)).ok()
}
