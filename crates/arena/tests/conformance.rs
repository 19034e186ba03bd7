//! What table, tournament and record must keep for every game of the list.

#![allow(clippy::unwrap_used)] // A test may.

use std::sync::atomic::AtomicBool;

use croupier_arena::naming::house_bot;
use croupier_arena::{
    Batch, Bot, CannotPlay, Crew, Ended, OpenGames, Outs, Schedule, Table, Tournament, caught,
};
use croupier_bots::{Housed, Random};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Chance, Game, Move, Seed, Visitor, list, with_game};
use croupier_record::{
    Answer, Ask, Fault, FaultKind, Fixture, GameBytes, Notice, Player, games_in, replay, seed_of_deal,
};
use croupier_stats::{Tally, standings};

const SEED: Seed = Seed::plain(2026);

fn for_every_game(visitor: impl Visitor<Output = ()> + Copy) {
    for about in list::ALL {
        with_game(about.name, visitor).unwrap();
    }
}

/// A field of random players that fills the game's largest table, twice over where copies are not the rule.
fn field<G: Game>() -> (Schedule, Vec<Bot>) {
    let random = house_bot::<G>("random").unwrap().bot;
    let bots = G::ABOUT.seats.last().unwrap() + 1;
    let schedule = Schedule::new(&G::ABOUT, bots, None, SEED).unwrap();
    (schedule, vec![random; bots])
}

fn tournament<G: Game>(games: u64, from: u64, threads: usize) -> Vec<Batch> {
    let (schedule, bots) = field::<G>();
    let options = G::Options::default();
    let tournament = Tournament::<G> {
        options: &options,
        seed: SEED,
        games,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names(bots.len()),
        lanes: 1,
        outside: None,
        timed: false,
        threads,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let mut batches = Vec::new();
    let ended = tournament.run(from, &AtomicBool::new(false), |batch| {
        batches.push(batch);
        Ok::<(), CannotPlay>(())
    });
    assert_eq!(ended, Ok(Ended::Complete));
    batches
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("random {number}")).collect()
}

fn whole<G: Game>(batches: &[Batch]) -> Tally {
    let mut tally = Tally::new(&G::ABOUT, field::<G>().1.len());
    batches.iter().for_each(|batch| tally.merge(&batch.tally));
    tally
}

#[test]
fn records_and_standings_do_not_depend_on_the_number_of_threads() {
    #[derive(Clone, Copy)]
    struct Threads;
    impl Visitor for Threads {
        type Output = ();
        fn visit<G: Game>(self) {
            // More than two batches, and not a whole number of them.
            let games = 2500;
            let alone = tournament::<G>(games, 0, 1);
            for threads in [2, 5] {
                let together = tournament::<G>(games, 0, threads);
                let blocks =
                    |batches: &[Batch]| batches.iter().map(|batch| batch.block.clone()).collect::<Vec<_>>();
                assert!(blocks(&alone) == blocks(&together), "{} on {threads} threads", G::ABOUT.title);
                assert_eq!(whole::<G>(&alone), whole::<G>(&together));
            }
        }
    }
    for_every_game(Threads);
}

#[test]
fn a_tournament_begun_in_the_middle_plays_the_same_games() {
    #[derive(Clone, Copy)]
    struct Middle;
    impl Visitor for Middle {
        type Output = ();
        fn visit<G: Game>(self) {
            let all = tournament::<G>(2500, 0, 2);
            let rest = tournament::<G>(2500, 1024, 2);
            assert!(all[1].block == rest[0].block && all[2].block == rest[1].block, "{}", G::ABOUT.title);
        }
    }
    for_every_game(Middle);
}

#[test]
fn a_worker_that_panics_ends_the_tournament_with_an_error_and_nobody_waits() {
    let (schedule, mut bots) = field::<NoThanks>();
    // The schedule seats a bot that is not there.
    bots.pop();
    let tournament = Tournament::<NoThanks> {
        options: &NoThanksOptions {},
        seed: SEED,
        games: 100_000,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names(bots.len()),
        lanes: 1,
        outside: None,
        timed: false,
        threads: 4,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let ended = tournament.run(0, &AtomicBool::new(false), |_| Ok::<(), CannotPlay>(()));
    assert!(
        matches!(&ended, Err(CannotPlay::Broken(message)) if message.0.contains("out of bounds")),
        "{ended:?}"
    );
}

#[test]
fn a_panic_in_handing_on_leaves_no_worker_waiting() {
    let (schedule, bots) = field::<NoThanks>();
    let tournament = Tournament::<NoThanks> {
        options: &NoThanksOptions {},
        seed: SEED,
        games: 100_000,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names(bots.len()),
        lanes: 1,
        outside: None,
        timed: false,
        threads: 4,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let ended = caught(|| {
        tournament.run(0, &AtomicBool::new(false), |_| -> Result<(), CannotPlay> { panic!("a full disk") })
    });
    assert!(ended.is_err(), "{ended:?}");
}

#[test]
fn a_record_replays_to_the_same_standings() {
    #[derive(Clone, Copy)]
    struct Replays;
    impl Visitor for Replays {
        type Output = ();
        fn visit<G: Game>(self) {
            let (schedule, bots) = field::<G>();
            let batches = tournament::<G>(200, 0, 2);
            let mut tally = Tally::new(&G::ABOUT, bots.len());
            for recorded in games_in(0, schedule.seats(), schedule.games_per_deal(), &batches[0].block.plain)
            {
                let (end, missteps) = replay::<G>(&recorded, &G::Options::default(), SEED, |_| {}).unwrap();
                tally.add(&recorded.fixture, &end, &missteps);
            }
            assert_eq!(standings(&G::ABOUT, &tally), standings(&G::ABOUT, &whole::<G>(&batches)));
            assert_eq!(tally.games(), 200);
        }
    }
    for_every_game(Replays);
}

/// Plays at random, but now and then fails, answers an old question, or sends a move nobody would.
struct Unruly<G: Game> {
    sound: Housed<G, Random>,
    chance: Chance,
}

impl<G: Game> Player<G> for Unruly<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.sound.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let mut answer = self.sound.reply()?;
        match self.chance.below(12) {
            0 => return Err(Box::new(Fault::new(FaultKind::Crashed, "segmentation fault"))),
            1 => answer.number = answer.number.wrapping_sub(1),
            2 => answer.mv = G::Move::from_code(self.chance.bits() >> 48).unwrap_or(answer.mv),
            _ => {}
        }
        Ok(answer)
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        self.sound.notice(notice)?;
        if self.chance.one_in(50) {
            return Err(Box::new(Fault::new(FaultKind::Late, "did not read")));
        }
        Ok(())
    }

    fn follows(&self) -> bool {
        true
    }
}

#[test]
fn games_of_unruly_bots_end_and_replay_with_every_refusal_and_fault() {
    #[derive(Clone, Copy)]
    struct Faulty;
    impl Visitor for Faulty {
        type Output = ();
        fn visit<G: Game>(self) {
            for &seats in G::ABOUT.seats {
                let mut table = Table::default();
                let mut blamed = false;
                for number in 0..60 {
                    let seed = seed_of_deal(SEED, number);
                    let unruly = |seat: u64| -> Box<dyn Player<G>> {
                        Box::new(Unruly { sound: Housed::new(Random), chance: Chance::new(seed.child(seat)) })
                    };
                    let mut crew = Crew::new((0..seats as u64).map(unruly).collect(), names(seats));
                    let fixture = Fixture {
                        number,
                        deal: number,
                        seats: (0..seats as u16).map(croupier_record::EntrantId).collect(),
                    };
                    let dealt = G::deal(seats, &G::Options::default(), seed).unwrap();
                    let end = table.play(dealt, seed, &fixture, &mut crew);
                    let recorded = GameBytes { fixture, events: table.events() };
                    let replayed = replay::<G>(&recorded, &G::Options::default(), SEED, |_| {}).unwrap();
                    assert_eq!(replayed, (end, table.missteps().clone()), "{}", G::ABOUT.title);
                    blamed |= table.missteps().of(croupier_games::Seat(0)).is_some_and(|m| m.faults > 0);
                }
                assert!(blamed, "{}: no fault was ever counted", G::ABOUT.title);
            }
        }
    }
    for_every_game(Faulty);
}

#[test]
fn a_damaged_record_is_told_and_never_panics() {
    #[derive(Clone, Copy)]
    struct Damaged;
    impl Visitor for Damaged {
        type Output = ();
        fn visit<G: Game>(self) {
            let (schedule, _) = field::<G>();
            let plain = tournament::<G>(20, 0, 1)[0].block.plain.clone();
            let mut chance = Chance::new(Seed::plain(7));
            for _ in 0..300 {
                let mut bytes = plain.clone();
                let at = chance.below(bytes.len());
                bytes[at] = chance.bits() as u8;
                for recorded in games_in(0, schedule.seats(), schedule.games_per_deal(), &bytes) {
                    let _ = replay::<G>(&recorded, &G::Options::default(), SEED, |_| {});
                }
            }
        }
    }
    for_every_game(Damaged);
}

#[test]
fn a_stopped_tournament_hands_on_whole_batches_from_the_start() {
    use croupier_games::no_thanks::NoThanks;
    let (schedule, bots) = field::<NoThanks>();
    let options = Default::default();
    let tournament = Tournament::<NoThanks> {
        options: &options,
        seed: SEED,
        games: u64::MAX / 2,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names(bots.len()),
        lanes: 1,
        outside: None,
        timed: false,
        threads: 2,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let stop = AtomicBool::new(false);
    let mut next = 0;
    let ended = tournament.run(0, &stop, |batch| {
        assert_eq!(batch.block.first, next);
        next += u64::from(batch.block.count);
        if next > 5000 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok::<(), CannotPlay>(())
    });
    assert_eq!(ended, Ok(Ended::Stopped));
    assert!(next > 5000);
}
