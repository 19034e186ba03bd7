//! Whoever is asked a game again hears what was said then, byte for byte, and whoever answers otherwise is
//! found.

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use croupier_games::{Chance, Game, Seat, Seats, Seed, View, Visitor, list, with_game};
use croupier_record::{
    Answer, Ask, EntrantId, Fault, FaultKind, Fixture, GameBytes, Luck, Notice, Player, seed_of_deal,
};

use super::Table;
use super::again::AskedAgain;
use crate::crew::Crew;

const SEED: Seed = Seed::keyed([62; 32]);
const GAMES: u64 = 4;

/// Writes everything down that it is sent, and plays by how much that was; now and then it fails, or leaves a
/// note.
struct Diary<G: Game> {
    heard: Arc<Mutex<Vec<String>>>,
    luck: Chance,
    asked: u32,
    answer: Option<Result<Answer<G::Move>, Box<Fault>>>,
}

impl<G: Game> Diary<G> {
    fn write(&self, line: String) {
        self.heard.lock().unwrap().push(line);
    }
}

impl<G: Game> Player<G> for Diary<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.write(format!("{ask:?}"));
        self.asked += 1;
        let memory =
            self.asked.is_multiple_of(3).then(|| "n".repeat(9_000 + self.asked as usize * 40).into());
        let answer = Answer { number: ask.number, mv: ask.view.any(&mut self.luck), memory };
        let crashed = || Box::new(Fault::new(FaultKind::Crashed, "stumbled over its own feet"));
        self.answer = Some(if self.asked.is_multiple_of(11) { Err(crashed()) } else { Ok(answer) });
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        self.answer.take().unwrap()
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        self.write(format!("{notice:?}"));
        Ok(())
    }

    fn follows(&self) -> bool {
        true
    }
}

type Heard = Vec<Arc<Mutex<Vec<String>>>>;

fn crew<G: Game>(seats: usize, luck: u64) -> (Crew<G>, Heard) {
    let heard: Heard = (0..seats).map(|_| Arc::default()).collect();
    let player = |(seat, heard): (usize, &Arc<Mutex<Vec<String>>>)| -> Box<dyn Player<G>> {
        let luck = Chance::new(Seed::plain(luck + seat as u64));
        Box::new(Diary { heard: Arc::clone(heard), luck, asked: seat as u32, answer: None })
    };
    let players = heard.iter().enumerate().map(player).collect();
    (Crew::new(players, (0..seats).map(|seat| format!("bot {seat}")).collect()), heard)
}

/// With so many drawn moves of each.
struct HearsTheSame(u8);

impl Visitor for HearsTheSame {
    type Output = ();

    fn visit<G: Game>(self) {
        let seats = *G::ABOUT.seats.last().unwrap();
        let all = Seat::all(seats).fold(Seats::NONE, Seats::with);
        let fixture =
            |number| Fixture { number, deal: number, seats: (0..seats as u16).map(EntrantId).collect() };
        let dealt = |number| G::deal(seats, &G::Options::default(), seed_of_deal(SEED, number)).unwrap();
        let table = || Table::default().opening_with(self.0);
        let (mut first, heard) = crew::<G>(seats, 5);
        let mut first_table = table();
        let mut games = Vec::new();
        for number in 0..GAMES {
            let luck = Luck::of(SEED, &fixture(number));
            first_table.play(dealt(number), luck, &fixture(number), &mut first);
            games.push(first_table.events().to_vec());
        }
        let seen = Cell::new(Seats::NONE);
        let again = |crew: &mut Crew<G>, asked: Seats| -> Vec<AskedAgain> {
            let mut table = table();
            let ask = |(number, events): (usize, &Vec<u8>)| {
                let fixture = fixture(number as u64);
                let luck = Luck::of(SEED, &fixture);
                let recorded = GameBytes { fixture, events };
                // Nobody notices when it is only looked at.
                let then = table.look_back(dealt(number as u64), &luck, &recorded, crew).unwrap();
                assert_eq!((then.otherwise.len(), then.lost), (0, Seats::NONE));
                let had_a_turn =
                    |seat: &Seat| then.answered_then.contains(*seat) || then.failed_then.contains(*seat);
                seen.set(all.into_iter().filter(had_a_turn).fold(seen.get(), Seats::with));
                table.ask_again(dealt(number as u64), &luck, &recorded, crew, asked, |_| true).unwrap()
            };
            games.iter().enumerate().map(ask).collect()
        };
        let (mut same, heard_again) = crew::<G>(seats, 5);
        let found = again(&mut same, all);
        // A game may end before everyone had a turn; not all of them do.
        assert_eq!(seen.get(), all, "{}", G::ABOUT.name);
        assert!(found.iter().all(|found| found.otherwise.is_empty() && found.lost.is_empty()), "{found:?}");
        for (one, other) in heard.iter().zip(&heard_again) {
            assert!(*one.lock().unwrap() == *other.lock().unwrap(), "{}", G::ABOUT.name);
        }
        // One alone hears the same, and the others nothing.
        let (mut alone, heard_alone) = crew::<G>(seats, 5);
        again(&mut alone, Seats::only(Seat(0)));
        assert!(*heard[0].lock().unwrap() == *heard_alone[0].lock().unwrap(), "{}", G::ABOUT.name);
        assert!(heard_alone[1..].iter().all(|heard| heard.lock().unwrap().is_empty()));
        let (mut other, _) = crew::<G>(seats, 6);
        let found = again(&mut other, all);
        assert!(!found[0].otherwise.is_empty(), "{} cannot be played in two ways", G::ABOUT.name);
    }
}

#[test]
fn whoever_is_asked_again_hears_what_was_said_then() {
    for about in list::ALL {
        for openings in [0, 2] {
            with_game(about.name, HearsTheSame(openings)).unwrap();
        }
    }
}
