//! A game that is left alone at its questions is the game that runs through.

use croupier_bots::{Housed, Random};
use croupier_games::{Game, Seed, Visitor, list, with_game};
use croupier_record::{Answer, Ask, EntrantId, Fault, Fixture, Luck, Notice, Player, seed_of_deal};

use super::{OpenTable, Pause, Table};
use crate::crew::Crew;

const SEED: Seed = Seed::keyed([26; 32]);
const AT_ONCE: u64 = 5;

/// A player whose answers come in batches.
struct Distant<G: Game>(Housed<G, Random>);

impl<G: Game> Player<G> for Distant<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.0.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        self.0.reply()
    }

    fn answer(&mut self, _: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        panic!("nobody waits for it to answer");
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        self.0.notice(notice)
    }

    fn keeps_nothing(&self) -> bool {
        true
    }

    fn waits(&self) -> bool {
        true
    }
}

fn crew<G: Game>(seats: usize, near: impl Fn(usize) -> bool) -> Crew<G> {
    let player = |seat| -> Box<dyn Player<G>> {
        let random = Housed::new(Random);
        if near(seat) { Box::new(random) } else { Box::new(Distant(random)) }
    };
    Crew::new((0..seats).map(player).collect(), (0..seats).map(|seat| format!("bot {seat}")).collect())
}

struct WaitsForEachOther;

impl Visitor for WaitsForEachOther {
    type Output = ();

    fn visit<G: Game>(self) {
        let seats = *G::ABOUT.seats.last().unwrap();
        let fixture =
            |number| Fixture { number, deal: number, seats: (0..seats as u16).map(EntrantId).collect() };
        let dealt = |number| G::deal(seats, &G::Options::default(), seed_of_deal(SEED, number)).unwrap();
        let alone = |number| {
            let mut table = Table::default();
            table.play(
                dealt(number),
                Luck::of(SEED, &fixture(number)),
                &fixture(number),
                &mut crew::<G>(seats, |_| true),
            );
            table.events().to_vec()
        };
        let mut games: Vec<_> = (0..AT_ONCE)
            .map(|number| {
                // One who is near sits among those far away.
                let (mut table, mut crew) =
                    (Table::default(), crew::<G>(seats, |seat| seat == number as usize));
                let luck = Luck::of(SEED, &fixture(number));
                let mut sitting = OpenTable::new(dealt(number));
                table.sit_down(&mut sitting, &luck, &fixture(number), &mut crew);
                (number, table, crew, sitting)
            })
            .collect();
        let go_on = |_: &G, _: &_, _: &mut _| true;
        let mut pauses: Vec<Pause> = games
            .iter_mut()
            .map(|(number, table, crew, sitting)| {
                table.go_until_asked(sitting, &fixture(*number), crew, go_on)
            })
            .collect();
        while pauses.iter().any(|&pause| pause != Pause::Over) {
            for (pause, (number, table, crew, sitting)) in pauses.iter_mut().zip(&mut games) {
                if let Pause::Asked(count) = *pause {
                    assert!(count > 0);
                    *pause = table.resume(sitting, &fixture(*number), crew, go_on);
                }
            }
        }
        for (number, table, ..) in &games {
            assert_eq!(table.events(), alone(*number), "{}, game {number}", G::ABOUT.name);
        }
    }
}

#[test]
fn games_that_wait_for_each_other_are_the_same_games() {
    for about in list::ALL {
        with_game(about.name, WaitsForEachOther).unwrap();
    }
}
