//! The r-th playing of every deal is crew r's: no self of a bot meets a deal twice, whatever the design.

#![allow(clippy::unwrap_used)] // A test may.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_arena::naming::house_bot;
use croupier_arena::{
    Bot, CannotPlay, CrewCount, EarlierPrints, OpenGames, Outs, Outside, Schedule, Tournament,
};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Game, Seed};
use croupier_hosts::{
    BotExit, BotSetting, Channel, Connector, Failure, Inside, Interrupt, Leave, Load, Message, Outgoing,
    RemoteBot, TimeLimits, Write,
};
use croupier_record::{Design, Instances};
use serde_json::Value;

/// A bot of which every self keeps all deals that it met.
#[derive(Default)]
struct Elephant {
    life: Arc<Mutex<Life>>,
}

impl Elephant {
    /// One that gets no processor twice in each of these games, but where it is waited for patiently.
    fn starved_in(starved: fn(u64) -> bool) -> Self {
        Self { life: Arc::new(Mutex::new(Life { starved: Some(starved), ..Life::default() })) }
    }
}

/// What became of all its selves.
#[derive(Debug, Default)]
struct Life {
    met: u64,
    again: u64,
    /// In which games it gets no processor, and in which it got none so far.
    starved: Option<fn(u64) -> bool>,
    starvings: Vec<u64>,
    /// Selves that were started and have not gone, and the most there were.
    up: usize,
    most: usize,
    started: usize,
}

impl Inside for Elephant {
    fn seat(&self, setting: BotSetting) -> RemoteBot {
        RemoteBot::new(Box::new(Herd(Arc::clone(&self.life))), setting)
    }

    fn runs_in(&self) -> String {
        "a test".to_owned()
    }
}

struct Herd(Arc<Mutex<Life>>);

impl Connector for Herd {
    fn connect(&mut self, _: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        let mut life = self.0.lock().unwrap();
        life.started += 1;
        life.up += 1;
        life.most = life.most.max(life.up);
        let (life, said) = (Arc::clone(&self.0), String::new());
        Ok(Box::new(Own { life, deals: HashSet::new(), games: Vec::new(), patient: false, said }))
    }
}

struct Own {
    life: Arc<Mutex<Life>>,
    deals: HashSet<Vec<u64>>,
    /// The games that it saw the beginning of, the last one last.
    games: Vec<u64>,
    patient: bool,
    said: String,
}

impl Own {
    /// Whether it gets no processor now.
    fn starves(&self) -> bool {
        let mut life = self.life.lock().unwrap();
        let Some((starved, &game)) = life.starved.zip(self.games.last()) else { return false };
        let so_far = life.starvings.iter().filter(|&&other| other == game).count();
        let starves = !self.patient && starved(game) && so_far < 2;
        if starves {
            life.starvings.push(game);
        }
        starves
    }
}

impl Channel for Own {
    fn send(&mut self, _: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let mut message = Vec::new();
        write(&mut message).unwrap();
        let said: Value = serde_json::from_slice(&message).unwrap();
        self.said = match said["type"].as_str() {
            Some("ask") => format!(r#"{{"type":"answer","number":{},"move":"take"}}"#, said["number"]),
            _ => r#"{"type":"hello","protocol":1}"#.to_owned(),
        };
        if said["type"] == "start" {
            let game = said["game"].as_u64().unwrap();
            self.life.lock().unwrap().again += u64::from(self.games.contains(&game));
            self.games.push(game);
        }
        if said["type"] == "end" {
            // All cards that came up: no two deals of a test have the same.
            let players = said["view"]["players"].as_array().unwrap();
            let cards = players.iter().flat_map(|player| player["collection"].as_array().unwrap());
            let mut deal: Vec<u64> = cards.map(|card| card.as_u64().unwrap()).collect();
            deal.sort_unstable();
            let mut life = self.life.lock().unwrap();
            life.met += 1;
            life.again += u64::from(!self.deals.insert(deal));
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        if self.starves() {
            return Err(Box::new(Failure::Starved("got no processor".to_owned())));
        }
        Ok(Message::Json(self.said.as_bytes()))
    }

    fn set_patient(&mut self, patient: bool) {
        self.patient = patient;
    }

    fn end(&mut self, _: Leave) -> BotExit {
        BotExit::Quietly
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.life.lock().unwrap().up -= 1;
    }
}

const REPEATING: [Design; 3] = [Design::Pairs, Design::Substitute, Design::Rotate];

/// Plays so many of them with some of the house; gives the games, and the lives of the bots.
fn played(design: Design, lanes: usize, elephants: usize, from: u64) -> (Vec<u8>, Vec<Arc<Mutex<Life>>>) {
    let own = (0..elephants).map(|_| Elephant::default()).collect();
    played_by(own, Instances::Game, (design, lanes, from))
}

/// The same for these bots.
fn played_by(
    own: Vec<Elephant>,
    instances: Instances,
    (design, lanes, from): (Design, usize, u64),
) -> (Vec<u8>, Vec<Arc<Mutex<Life>>>) {
    let seed = Seed::plain(11);
    let lives = own.iter().map(|bot| Arc::clone(&bot.life)).collect();
    let house = ["CutOff14", "TakeSmall"].map(|name| house_bot::<NoThanks>(name).unwrap().bot);
    let own = own.into_iter().map(|bot| Bot::Inside(Arc::new(bot)));
    let bots: Vec<Bot> = own.chain(house).collect();
    let names: Vec<String> = (0..bots.len()).map(|number| format!("bot {number}")).collect();
    let second = Duration::from_secs(1);
    let time_limits = TimeLimits {
        per_move: second,
        per_game: None,
        loading: second,
        restarts: 3,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    };
    let prints = EarlierPrints::Go;
    let outside = Outside { cell: None, time_limits, instances, at_once: 64, logs: None, prints };
    let schedule = Schedule::designed(&NoThanks::ABOUT, bots.len(), Some(3), design, seed).unwrap();
    let tournament = Tournament::<NoThanks> {
        options: &NoThanksOptions::default(),
        seed,
        games: schedule.games(120),
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names,
        lanes,
        outside: Some(&outside),
        timed: false,
        threads: 1,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let mut games = Vec::new();
    let ended = tournament.run(from, &AtomicBool::new(false), |batch| {
        games.extend_from_slice(&batch.block.plain);
        Ok::<(), CannotPlay>(())
    });
    ended.unwrap();
    (games, lives)
}

#[test]
fn no_self_of_a_bot_meets_a_deal_twice_in_any_design_that_repeats_them() {
    for design in REPEATING {
        for lanes in [1, 3] {
            let (_, lives) = played(design, lanes, 3, 0);
            for life in lives {
                let life = life.lock().unwrap();
                assert!(life.met > 20, "{design}: {life:?}");
                assert_eq!(life.again, 0, "{design}, {lanes} lanes: {life:?}");
            }
        }
    }
}

#[test]
fn no_self_meets_the_deal_again_of_a_game_that_is_played_again_and_it_costs_no_restart() {
    for design in [Design::Balanced, Design::Rotate] {
        let (undisturbed, _) = played(design, 1, 3, 0);
        let own = vec![Elephant::starved_in(|game| game % 6 == 5), Elephant::default(), Elephant::default()];
        let (games, lives) = played_by(own, Instances::Game, (design, 1, 0));
        assert_eq!(games, undisturbed, "{design}");
        // More often than a bot may be started again.
        let starvings = lives[0].lock().unwrap().starvings.len();
        assert!(starvings > 6, "{design}: {starvings}");
        for life in lives {
            let life = life.lock().unwrap();
            assert_eq!(life.again, 0, "{design}: {life:?}");
            assert!(life.started > 3, "whoever else sat there saw the cards, too: {life:?}");
        }
    }
}

#[test]
fn whoever_learns_from_game_to_game_is_waited_for_and_keeps_what_it_knows() {
    let (undisturbed, _) = played(Design::Balanced, 1, 3, 0);
    let own = (0..3).map(|_| Elephant::starved_in(|_| true)).collect();
    let (games, lives) = played_by(own, Instances::Tournament, (Design::Balanced, 1, 0));
    assert_eq!(games, undisturbed);
    for life in lives {
        let life = life.lock().unwrap();
        assert_eq!((life.started, life.again, life.starvings.len()), (1, 0, 0), "{life:?}");
    }
}

#[test]
fn selves_are_started_when_they_are_needed_and_stay() {
    let (_, lives) = played(Design::Rotate, 1, 3, 0);
    for life in lives {
        let life = life.lock().unwrap();
        assert_eq!((life.started, life.up), (3, 0), "one for each of three seats: {life:?}");
    }
    // Where every deal is new, one is enough.
    let (_, lives) = played(Design::Balanced, 1, 3, 0);
    assert!(lives.iter().all(|life| life.lock().unwrap().started == 1));
}

#[test]
fn where_there_would_be_too_many_the_last_crews_are_started_for_each_game() {
    // Twenty bots of 22 in sets of twenty games: room for 128 leaves six crews of them.
    let (_, lives) = played(Design::Substitute, 1, 20, 0);
    for life in &lives {
        let life = life.lock().unwrap();
        assert_eq!(life.again, 0);
        assert!(life.most <= 7 && life.started as u64 <= life.met, "{life:?}");
    }
    let all: usize = lives.iter().map(|life| life.lock().unwrap().started).sum();
    assert!(all > 128, "some were started again: {all}");
}

#[test]
fn crews_change_no_game_whatever_the_lanes_and_wherever_a_run_goes_on() {
    for design in REPEATING {
        let (whole, _) = played(design, 1, 3, 0);
        assert_eq!(played(design, 2, 3, 0).0, whole, "{design}");
        // Batches are whole sets.
        let (rest, _) = played(design, 1, 3, 24);
        assert!(whole.ends_with(&rest) && rest.len() > whole.len() / 2, "{design}");
    }
}

#[test]
fn who_keeps_nothing_needs_no_crews_and_room_is_shared_by_the_lanes() {
    let house = house_bot::<NoThanks>("CutOff14").unwrap().bot;
    let own = Bot::Inside(Arc::new(Elephant::default()));
    let five = NonZeroU64::new(5).unwrap();
    let count = |bots: &[Bot], lanes| CrewCount::of(bots, five, lanes);
    assert_eq!(count(&[house.clone(), house.clone()], 1), CrewCount { all: 1, staying: 1, bots: 0 });
    assert_eq!(count(&[own.clone(), house], 1), CrewCount { all: 5, staying: 5, bots: 1 });
    let many = vec![own; 20];
    assert_eq!(count(&many, 1), CrewCount { all: 5, staying: 5, bots: 20 });
    assert_eq!(count(&many, 2), CrewCount { all: 5, staying: 3, bots: 20 });
    assert_eq!(count(&many, 100), CrewCount { all: 5, staying: 1, bots: 20 });
}
