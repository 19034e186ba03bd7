//! Games in which the machine, and not a bot, was too slow.

use croupier_bots::{Housed, Random};
use croupier_games::no_thanks::NoThanks;
use croupier_record::{Answer, Ask, Fault, FaultKind, Luck, Notice, Pace, Player};

use super::*;
use crate::crew::Crew;
use crate::table::Table;

/// A player whose first answers are missing because it got no processor.
struct Starved {
    player: Housed<NoThanks, Random>,
    left: u32,
    failed: bool,
    pace: Pace,
    /// Whether it uses a processor without end: waited for patiently, it is late by itself.
    spins: bool,
    /// Whether it has seen something of the game that is played.
    has_seen: bool,
}

impl Player<NoThanks> for Starved {
    fn ask(&mut self, ask: Ask<'_, NoThanks>) -> Result<(), Box<Fault>> {
        self.player.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<<NoThanks as Game>::Move>, Box<Fault>> {
        let answer = self.player.reply();
        if self.spins && self.pace == Pace::Patient {
            self.failed = false;
            return Err(Box::new(Fault::new(FaultKind::Late, "thought for 20.00 s")));
        }
        self.failed = self.left > 0 || self.spins;
        if self.failed {
            self.left = self.left.saturating_sub(1);
            return Err(Box::new(Fault::new(FaultKind::Late, "the machine is overloaded")));
        }
        answer
    }

    fn notice(&mut self, notice: &Notice<'_, NoThanks>) -> Result<(), Box<Fault>> {
        if matches!(notice, Notice::Start { .. }) {
            assert!(!std::mem::replace(&mut self.has_seen, true), "it meets a deal twice");
        }
        self.player.notice(notice)
    }

    fn keeps_nothing(&self) -> bool {
        true
    }

    fn starved(&self) -> bool {
        self.failed
    }

    fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    fn begin_anew(&mut self) {
        self.has_seen = false;
    }
}

impl Starved {
    fn so_often(left: u32) -> Self {
        let (player, pace) = (Housed::new(Random), Pace::Limited);
        Self { player, left, failed: false, pace, spins: false, has_seen: false }
    }
}

/// A game with a player who is starved so often: its record, or why there is none.
fn played(times: u32) -> Result<Vec<u8>, CannotPlay> {
    played_with(Starved::so_often(times))
}

fn played_with(first: Starved) -> Result<Vec<u8>, CannotPlay> {
    let seed = Seed::plain(7);
    let schedule = Schedule::new(&NoThanks::ABOUT, 3, Some(3), seed).unwrap();
    let tournament = Tournament::<NoThanks> {
        options: &Default::default(),
        seed,
        games: 1,
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
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let player = |starved| -> Box<dyn Player<NoThanks>> { Box::new(starved) };
    let names = ["a", "b", "c"].map(str::to_owned).into();
    let mut crew = Crew::new([first, Starved::so_often(0), Starved::so_often(0)].map(player).into(), names);
    let mut table = Table::default();
    let fixture = schedule.fixture(0);
    tournament.terms().play_fairly(&mut table, &fixture, &Luck::of(seed, &fixture), &mut crew, |_| true)?;
    Ok(table.events().to_vec())
}

#[test]
fn a_game_in_which_a_bot_got_no_processor_is_played_again_and_is_the_same() {
    let undisturbed = played(0).unwrap();
    assert_eq!(played(1).unwrap(), undisturbed);
    assert_eq!(played(2).unwrap(), undisturbed);
}

#[test]
fn after_three_times_the_machine_is_overloaded() {
    let error = played(3).unwrap_err();
    assert_eq!(error, CannotPlay::Overloaded(0));
    let told =
        "the machine is overloaded: in game 0 a bot got less than a hundredth of a processor; end other work";
    assert!(error.to_string().starts_with(told), "{error}");
}

#[test]
fn a_bot_that_spins_is_late_at_the_third_try_and_ends_no_tournament() {
    let spins = Starved { spins: true, ..Starved::so_often(0) };
    let record = played_with(spins).unwrap();
    assert_ne!(record, played(0).unwrap(), "it is late");
}
