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

/// Two minds with a move each; the second hears of every move.
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
fn all_minds_have_chosen_before_any_move_is_played_or_told() {
    let (heard, events) = played(&two::<Jujitsu>(BIDS), &mut Table::default(), 1);
    assert_eq!(heard, ["0 chooses", "1 chooses", "1 hears of 0", "1 hears of 1"]);
    assert_eq!(events, [Event::Played(Bid(3)), Event::Played(Bid(5))]);
}

#[test]
fn moves_of_a_mind_are_told_to_those_who_follow_and_count_as_questions() {
    let mut sitters = two::<ScoreFour>(CORNERS);
    sitters[1].is_mind = false;
    let (heard, events) = played(&sitters, &mut Table::default(), 3);
    let wanted = ["0 chooses", "1 hears of 0", "1 asked 2", "1 hears of 1", "0 chooses", "1 hears of 0"];
    assert_eq!(heard, wanted);
    assert_eq!(events, [CORNERS[0], CORNERS[1], CORNERS[0]].map(|mv| Event::Played(mv.unwrap())));
}

#[test]
fn a_mind_among_others_who_owe_a_move_is_asked_as_they_are() {
    let mut sitters = two::<Jujitsu>(BIDS);
    sitters[1].is_mind = false;
    let (heard, _) = played(&sitters, &mut Table::default(), 1);
    assert_eq!(heard[..2], ["0 asked 1", "1 asked 2"]);
}

#[test]
fn where_times_are_taken_a_mind_is_asked_and_clocked() {
    let (heard, _) = played(&two::<ScoreFour>(CORNERS), &mut Table::new(true), 1);
    assert_eq!(heard, ["0 asked 1", "1 hears of 0"]);
}

#[test]
fn a_mind_that_chooses_nothing_has_missed_its_move() {
    let mut sitters = two::<Jujitsu>(BIDS);
    sitters[0].mv = None;
    let (heard, events) = played(&sitters, &mut Table::default(), 1);
    let missed = Fault::new(FaultKind::Unreadable, "is no mind, and was not asked");
    assert_eq!(events, [Event::Missed(missed), Event::Played(Bid(5))]);
    assert_eq!(heard.last().unwrap(), "1 hears of 1");
}
