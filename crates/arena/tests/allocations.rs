//! Nothing is allocated per move: a game among players of the house touches the table, the players and the
//! rules, and whatever they need is there from the game before.

#![allow(clippy::unwrap_used)] // A test may.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use croupier_arena::{Crew, Table};
use croupier_bots::{Housed, Random};
use croupier_games::{Game, Seed, Visitor, list, with_game};
use croupier_record::{Answer, Ask, EntrantId, Fault, Fixture, Notice, Player, seed_of_deal};

const SEED: Seed = Seed::plain(2026);
const GAMES: u64 = 40;

thread_local! {
    /// What this thread asked for. It is a plain number, so that counting needs no memory itself.
    static ASKED_FOR: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which counts.
struct Counting;

// An allocator cannot be written without: each call is the system's own, with what it was given.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED_FOR.set(ASKED_FOR.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED_FOR.set(ASKED_FOR.get() + 1);
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A player of the house that is no mind: it is asked, and answers, as everyone from outside is.
struct Asked<G: Game>(Housed<G, Random>);

impl<G: Game> Player<G> for Asked<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.0.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        self.0.reply()
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        self.0.notice(notice)
    }

    fn follows(&self) -> bool {
        true
    }
}

/// Plays the same games twice at one table, and gives what the second time asked for: by then the table has
/// room for the longest of them.
fn asked_for_again<G: Game>(seats: usize, player: impl Fn() -> Box<dyn Player<G>>) -> u64 {
    let players = (0..seats).map(|_| player()).collect();
    let mut crew = Crew::new(players, (0..seats).map(|seat| format!("random {seat}")).collect());
    let mut table = Table::default();
    let mut play_all = || {
        let mut during = 0;
        for number in 0..GAMES {
            let seed = seed_of_deal(SEED, number);
            let entrants = (0..seats as u16).map(EntrantId).collect();
            let fixture = Fixture { number, deal: number, seats: entrants };
            let dealt = G::deal(seats, &G::Options::default(), seed).unwrap();
            let before = ASKED_FOR.get();
            table.play(dealt, seed, &fixture, &mut crew);
            during += ASKED_FOR.get() - before;
        }
        during
    };
    play_all();
    play_all()
}

#[derive(Clone, Copy)]
struct AsMinds;

impl Visitor for AsMinds {
    type Output = ();
    fn visit<G: Game>(self) {
        for &seats in G::ABOUT.seats {
            let allocated = asked_for_again::<G>(seats, || Box::new(Housed::new(Random)));
            assert_eq!(allocated, 0, "{} by {seats}, {GAMES} games", G::ABOUT.title);
        }
    }
}

#[derive(Clone, Copy)]
struct AsAsked;

impl Visitor for AsAsked {
    type Output = ();
    fn visit<G: Game>(self) {
        for &seats in G::ABOUT.seats {
            let allocated = asked_for_again::<G>(seats, || Box::new(Asked(Housed::new(Random))));
            assert_eq!(allocated, 0, "{} by {seats}, {GAMES} games", G::ABOUT.title);
        }
    }
}

#[test]
fn a_game_among_minds_allocates_nothing() {
    list::ALL.iter().for_each(|about| with_game(about.name, AsMinds).unwrap());
}

#[test]
fn a_game_of_players_who_are_asked_and_told_allocates_nothing() {
    list::ALL.iter().for_each(|about| with_game(about.name, AsAsked).unwrap());
}

#[test]
fn whatever_is_allocated_is_counted() {
    let before = ASKED_FOR.get();
    drop(std::hint::black_box(vec![0_u8; 100]));
    assert_eq!(ASKED_FOR.get() - before, 1);
}
