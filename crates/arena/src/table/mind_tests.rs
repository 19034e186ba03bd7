//! Turns of minds, who choose and are asked nothing: what everyone else sees of them is what it
//! would be if they were.

use std::sync::{Arc, Mutex};

use croupier_games::jujitsu::{Bid, Jujitsu};
use croupier_games::score_four::{Location, ScoreFour};
use croupier_games::{Game, Seed};
use croupier_record::{
    Answer, Ask, EntrantId, Event, EventReader, Fault, FaultKind, Fixture, Luck, Notice, Player,
};

use super::Table;
use crate::crew::Crew;

/// Somebody with one move.
#[derive(Clone)]
struct Sitter<G: Game> {
    seat: usize,
    mv: Option<G::Move>,
    is_mind: bool,
    follows: bool,
    asked: u32,
    heard: Arc<Mutex<Vec<String>>>,
}

impl<G: Game> Sitter<G> {
    fn write(&self, line: &str) {
        self.heard.lock().unwrap().push(format!("{} {line}", self.seat));
    }
}

impl<G: Game> Player<G> for Sitter<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.asked = ask.number;
        self.write(&format!("asked {}", ask.number));
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        Ok(Answer { number: self.asked, mv: self.mv.unwrap(), memory: None })
    }

    fn is_mind(&self) -> bool {
        self.is_mind
    }

    fn choose(&mut self, _: G::View<'_>) -> Option<G::Move> {
        self.write("chooses");
        self.mv
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        if let Notice::Moved { seat, .. } = notice {
            self.write(&format!("hears of {}", seat.0));
        }
        Ok(())
    }

    fn follows(&self) -> bool {
        self.follows
    }
}

/// Two minds with a move each; the second would hear of every move if it were none.
fn two<G: Game>(moves: [Option<G::Move>; 2]) -> [Sitter<G>; 2] {
    let heard = Arc::default();
    let sitter = |seat: usize| Sitter {
        seat,
        mv: moves[seat],
        is_mind: true,
        follows: seat == 1,
        asked: 0,
        heard: Arc::clone(&heard),
    };
    [sitter(0), sitter(1)]
}

/// What is heard in so many turns, and what happened.
fn played<G: Game>(
    sitters: &[Sitter<G>; 2],
    table: &mut Table,
    turns: usize,
) -> (Vec<String>, Vec<Event<G::Move>>) {
    let players = sitters.clone().map(|player| -> Box<dyn Player<G>> { Box::new(player) });
    let mut crew = Crew::new(players.into(), ["ann", "bob"].map(str::to_owned).into());
    let fixture = Fixture { number: 8, deal: 4, seats: [EntrantId(0), EntrantId(1)].into_iter().collect() };
    let seed = Seed::keyed([3; 32]);
    let dealt = G::deal(2, &G::Options::default(), seed).unwrap();
    let mut left = turns;
    let go_on = |_: &G, _: &_, _: &mut _| left.checked_sub(1).inspect(|&less| left = less).is_some();
    table.play_while(dealt, Luck::of(seed, &fixture), &fixture, &mut crew, go_on);
    let mut reader = EventReader::new(table.events());
    let mut events = Vec::new();
    while !reader.is_done() {
        events.push(reader.read().unwrap());
    }
    let heard = sitters[0].heard.lock().unwrap().clone();
    (heard, events)
}

const BIDS: [Option<Bid>; 2] = [Some(Bid(3)), Some(Bid(5))];
const CORNERS: [Option<Location>; 2] = [Some(Location::new(0, 0)), Some(Location::new(3, 3))];

#[test]
fn all_minds_have_chosen_before_any_move_is_played() {
    let (heard, events) = played(&two::<Jujitsu>(BIDS), &mut Table::default(), 1);
    assert_eq!(heard, ["0 chooses", "1 chooses"]);
    assert_eq!(events, [Event::Played(Bid(3)), Event::Played(Bid(5))]);
}

#[test]
fn choices_count_as_questions_in_the_games_that_follow() {
    let mut table = Table::default();
    let mut sitters = two::<ScoreFour>(CORNERS);
    played(&sitters, &mut table, 3);
    sitters[1].is_mind = false;
    let (heard, _) = played(&sitters, &mut table, 1);
    assert_eq!(heard, ["0 chooses", "1 chooses", "0 chooses", "0 asked 4", "1 hears of 0"]);
}

#[test]
fn a_mind_beside_somebody_who_is_none_is_asked_as_they_are() {
    let mut sitters = two::<Jujitsu>(BIDS);
    sitters[1].is_mind = false;
    let (heard, _) = played(&sitters, &mut Table::default(), 1);
    assert_eq!(heard, ["0 asked 1", "1 asked 2", "1 hears of 0", "1 hears of 1"]);
}

#[test]
fn where_times_are_taken_a_mind_is_asked_and_clocked() {
    let (heard, _) = played(&two::<ScoreFour>(CORNERS), &mut Table::new(true), 1);
    assert_eq!(heard, ["0 asked 1"]);
}

#[test]
fn a_mind_that_chooses_nothing_has_missed_its_move() {
    let mut sitters = two::<Jujitsu>(BIDS);
    sitters[0].mv = None;
    let (_, events) = played(&sitters, &mut Table::default(), 1);
    let missed = Fault::new(FaultKind::Unreadable, "chose nothing");
    assert_eq!(events, [Event::Missed(missed), Event::Played(Bid(5))]);
}

#[test]
fn a_refused_choice_is_recorded_and_the_mind_chooses_again() {
    let off = [Some(Location::new(7, 0)), CORNERS[1]];
    let (heard, events) = played(&two::<ScoreFour>(off), &mut Table::default(), 2);
    assert_eq!(heard, ["0 chooses", "0 chooses"]);
    assert_eq!(events, [Event::Refused(Location::new(7, 0)), Event::Refused(Location::new(7, 0))]);
}
