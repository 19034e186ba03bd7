//! Twelve at a table, as many as can sit down: the sixth game, which the ordinary tests have no other use
//! for, dealt, played, scheduled and rated.

#![allow(clippy::unwrap_used)] // A test may.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use about::MAX_SEATS;
use croupier_arena::naming::house_bot;
use croupier_arena::{Batch, Bot, CannotPlay, Crew, Ended, OpenGames, Outs, Schedule, Table, Tournament};
use croupier_bots::{Housed, Random};
use croupier_games::{Chance, Game, Seat, Seed, Turn, View};
use croupier_record::{
    Answer, Ask, Design, EntrantId, Fault, FaultKind, Fixture, GameBytes, Notice, Player, games_in, replay,
    seed_of_deal,
};
use croupier_stats::{Placing, Tally, standings};
use sealed_bids::{SealedBids, SealedBidsOptions, ShownBids};

include!("../../../tests/sixth-game/as_a_module.rs");

const SEED: Seed = Seed::plain(2026);
const OPTIONS: SealedBidsOptions = SealedBidsOptions {};

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("random {number}")).collect()
}

fn dealt() -> SealedBids {
    SealedBids::deal(MAX_SEATS, &OPTIONS, seed_of_deal(SEED, 0)).unwrap()
}

fn fixture() -> Fixture {
    Fixture { number: 0, deal: 0, seats: (0..MAX_SEATS as u16).map(EntrantId).collect() }
}

/// Bids at random, unless it is the twelfth, who crashes.
struct Last(Housed<SealedBids, Random>, Seat);

impl Player<SealedBids> for Last {
    fn ask(&mut self, ask: Ask<'_, SealedBids>) -> Result<(), Box<Fault>> {
        self.1 = ask.view.seat();
        self.0.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<sealed_bids::Bid>, Box<Fault>> {
        let answer = self.0.reply()?;
        let crashed = || Box::new(Fault::new(FaultKind::Crashed, "segmentation fault"));
        if self.1.index() == MAX_SEATS - 1 { Err(crashed()) } else { Ok(answer) }
    }

    fn notice(&mut self, notice: &Notice<'_, SealedBids>) -> Result<(), Box<Fault>> {
        self.0.notice(notice)
    }
}

#[test]
fn a_table_asks_twelve_at_once_and_blames_the_one_who_fails() {
    let player = |_| -> Box<dyn Player<SealedBids>> { Box::new(Last(Housed::new(Random), Seat(0))) };
    let mut crew = Crew::new((0..MAX_SEATS).map(player).collect(), names(MAX_SEATS));
    let mut table = Table::default();
    let Turn::Waiting(asked) = dealt().turn() else { panic!("nobody is asked") };
    assert_eq!(asked.len(), MAX_SEATS);
    let end = table.play(dealt(), seed_of_deal(SEED, 0), &fixture(), &mut crew);
    let faults = |seat: Seat| table.missteps().of(seat).map_or(0, |missteps| missteps.faults);
    let blamed: Vec<u32> = Seat::all(MAX_SEATS).map(faults).collect();
    assert_eq!(blamed, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, sealed_bids::LOTS as u32]);
    let recorded = GameBytes { fixture: fixture(), events: table.events() };
    let replayed = replay::<SealedBids>(&recorded, &OPTIONS, SEED, |_| {}).unwrap();
    assert_eq!(replayed, (end.clone(), table.missteps().clone()));
    assert_eq!((end.scores().len(), Placing::of(&fixture(), &end).places.len()), (MAX_SEATS, MAX_SEATS));
}

#[test]
fn each_of_twelve_sees_its_own_purse_and_the_same_view_wherever_the_rest_is_dealt_anew() {
    let (mut game, mut chance) = (dealt(), Chance::new(SEED));
    for seat in Seat::all(MAX_SEATS) {
        let bid = game.any(seat, &mut chance);
        game.play(seat, bid).unwrap();
    }
    let mut purses = HashSet::new();
    for seat in Seat::all(MAX_SEATS) {
        let json = serde_json::to_string(&game.view(seat)).unwrap();
        let shown: ShownBids = serde_json::from_str(&json).unwrap();
        assert_eq!((usize::from(shown.seat), usize::from(shown.players)), (seat.index(), MAX_SEATS));
        assert!(shown.bids.iter().all(|bids| bids.len() == MAX_SEATS) && shown.bids.len() == 1);
        let anew = SealedBids::imagine(game.view(seat), &mut chance);
        assert_eq!(serde_json::to_string(&anew.view(seat)).unwrap(), json);
        let (mut bytes, mut again) = (Vec::new(), Vec::new());
        game.view(seat).bytes(&mut bytes);
        anew.view(seat).bytes(&mut again);
        assert_eq!(bytes, again);
        purses.insert(shown.coins);
    }
    assert!(purses.len() > 1, "a deal in which all purses are the same shows nothing");
}

fn tournament(schedule: &Schedule, bots: &[Bot], games: u64, threads: usize) -> Vec<Batch> {
    let tournament = Tournament::<SealedBids> {
        options: &OPTIONS,
        seed: SEED,
        games,
        openings: 0,
        schedule,
        bots,
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
    let ended = tournament.run(0, &AtomicBool::new(false), |batch| {
        batches.push(batch);
        Ok::<(), CannotPlay>(())
    });
    assert_eq!(ended, Ok(Ended::Complete));
    batches
}

#[test]
fn every_design_seats_twelve_of_more_and_their_record_folds_to_the_same_standings() {
    let bots = vec![house_bot::<SealedBids>("random").unwrap().bot; MAX_SEATS + 3];
    let about = &SealedBids::ABOUT;
    for design in Design::ALL.into_iter().filter(|design| *design != Design::Pairs) {
        let schedule = Schedule::designed(about, bots.len(), Some(MAX_SEATS), design, SEED).unwrap();
        let games = schedule.games(240);
        let seated: HashSet<EntrantId> =
            (0..games).flat_map(|number| schedule.fixture(number).seats).collect();
        assert_eq!((schedule.seats(), seated.len()), (MAX_SEATS, bots.len()), "{design}");
        let batches = tournament(&schedule, &bots, games, 2);
        let (mut live, mut read) = (Tally::new(about, bots.len()), Tally::new(about, bots.len()));
        for batch in &batches {
            live.merge(&batch.tally);
            let (first, plain) = (batch.block.first, &batch.block.plain);
            for recorded in games_in(first, MAX_SEATS, schedule.games_per_deal(), plain) {
                let (end, missteps) = replay::<SealedBids>(&recorded, &OPTIONS, SEED, |_| {}).unwrap();
                read.add(&recorded.fixture, &end, &missteps);
            }
        }
        assert_eq!((live.games(), standings(about, &live)), (games, standings(about, &read)), "{design}");
    }
}
