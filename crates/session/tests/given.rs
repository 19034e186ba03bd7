//! Games that a site gives away come to what they would have been here, and what is none of them is refused.

#![allow(clippy::unwrap_used)] // A test may.

#[path = "../../arena/tests/elsewhere/learner.rs"]
mod learner;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_arena::{Bot, SharedUrls};
use croupier_games::list;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::{CellKind, Runtimes};
use croupier_record::{Design, EntrantId, Header, Instances, LuckFor, Origin};
use croupier_session::record_bytes::{self, Compared};
use croupier_session::{
    BatchTask, Conditions, GamesDone, GamesTask, GivenBatch, GivenPart, GivenTerms, LaneSetting, LaneWorker,
    Layout, NotFound, OneGame, RunSpec, SessionError, find_house_bot, game_header, give_batch, give_one,
    play_batch, play_one, take_batch, take_one, usual_options,
};

use learner::Learner;

const GAME: &str = "no-thanks";

/// Bots of the house, and one outside that remembers nothing from game to game.
fn field() -> Vec<NamedBot> {
    let learner = Learner { instances: Instances::Game, ..Learner::default() };
    let bot = Bot::Inside(Arc::new(learner));
    let (name, hash) = ("learner".to_owned(), "of a learner".to_owned());
    let learner = NamedBot { spec: name.clone(), name, hash, team: None, bot };
    let house = ["random", "TakeSmall", "LowerPenalty", "CutOff14"];
    house.map(|name| find_house_bot(GAME, name).unwrap()).into_iter().chain([learner]).collect()
}

fn terms<'a>(header: &'a Header, limits: &'a Limits) -> GivenTerms<'a> {
    GivenTerms { header, limits, python_in: CellKind::Process, luck_for: LuckFor::Everyone }
}

/// Who plays in a chair of a worker's.
fn at_table(part: &GivenPart, number: EntrantId, bot: &NamedBot) -> NamedBot {
    let is_empty = part.who.binary_search(&number).is_err();
    if is_empty {
        find_house_bot(GAME, &part.spec.entrants[number.index()].bot).unwrap()
    } else {
        bot.clone()
    }
}

/// A worker: bytes go out, bytes come back.
fn played(part: &GivenPart, field: &[NamedBot]) -> GamesDone {
    let run = RunSpec::from_bytes(&part.spec.to_bytes().unwrap()).unwrap();
    let task = GamesTask::from_bytes(&part.task.to_bytes().unwrap()).unwrap();
    let mut lane = LaneWorker::seat(LaneSetting {
        run: Arc::new(run),
        bots: (0..).zip(field).map(|(number, bot)| at_table(part, EntrantId(number), bot)).collect(),
        lane: 0,
        runtimes: Arc::new(Runtimes::new(Sandbox::Off)),
        core: None,
        logs: None,
    });
    let done = lane.as_mut().unwrap().play(task, &Arc::new(AtomicBool::new(false))).unwrap();
    GamesDone::from_bytes(&done.to_bytes().unwrap()).unwrap()
}

fn one_game(seed: u64) -> (Header, Limits, Vec<NamedBot>) {
    let (limits, field) = (Limits::default(), field());
    let entrants = field.iter().map(|bot| bot.entrant(bot.name.clone())).collect();
    let conditions = Conditions { instances: Instances::Game, limits: &limits, packages: None };
    let options = usual_options(GAME).unwrap();
    let header = game_header(GAME, options, Origin::given(seed), entrants, &conditions).unwrap();
    (header, limits, field)
}

#[test]
fn a_game_that_is_given_away_comes_to_what_it_is_here() {
    for seed in [7, 8, 9] {
        let (header, limits, field) = one_game(seed);
        let bots: Vec<Bot> = field.iter().map(|named| named.bot.clone()).collect();
        let (runtimes, urls) = (&Runtimes::new(Sandbox::Off), &SharedUrls::default());
        let (header, limits) = (&header, &limits);
        let game = OneGame { header, bots: &bots, limits, runtimes, core: None, urls, logs: None };
        let here = play_one(&game, &AtomicBool::new(false)).unwrap();
        let part = give_one(&terms(header, limits), 0).unwrap();
        let there = take_one(header, played(&part, &field), "w").unwrap();
        let compared = record_bytes::compared(GAME, &here.record, &there.record);
        assert_eq!(compared.unwrap(), Compared::Same, "seed {seed}");
        assert_eq!(format!("{:?}", here.seats), format!("{:?}", there.seats), "seed {seed}");
    }
}

#[test]
fn neither_the_secret_nor_another_game_is_in_what_is_given() {
    let (header, limits, _) = one_game(7);
    let part = give_one(&terms(&header, &limits), 0).unwrap();
    let secret = header.seed().key().unwrap();
    let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|window| window == secret);
    assert!(!holds(&part.task.to_bytes().unwrap()));
    let spec = String::from_utf8(part.spec.to_bytes().unwrap()).unwrap();
    assert!(!spec.contains("seed") && !spec.contains("secret") && !spec.contains("origin"), "{spec}");
    assert_eq!(part.task.games.len(), 1);
}

#[test]
fn half_a_game_half_a_result_and_a_game_too_many_are_refused_with_the_name_of_who_sent_them() {
    let (header, limits, field) = one_game(7);
    let done = played(&give_one(&terms(&header, &limits), 0).unwrap(), &field);
    let told = |header: &Header, done: GamesDone| take_one(header, done, "w").unwrap_err().to_string();
    let mut torn = done.clone();
    torn.games[0].kept.events.pop();
    let wrong = told(&header, torn);
    assert!(wrong.starts_with("worker w sent game 0, and that is no game of this tournament"), "{wrong}");
    let none = GamesDone { games: Vec::new(), ..done.clone() };
    assert!(told(&header, none).contains("it is not there"));
    let mut more = done.games[0].clone();
    more.kept.number = 1;
    let games = vec![done.games[0].clone(), more];
    assert!(told(&header, GamesDone { games, ..done }).contains("nobody asked for it"));
}

fn final_of(design: Design) -> (Header, Limits, Vec<NamedBot>) {
    let (limits, field) = (Limits::default(), field());
    let entrants = field.iter().map(|bot| bot.entrant(bot.name.clone())).collect();
    let layout = Layout { games: 60, players: Some(3), design, ..Layout::of(list::about(GAME).unwrap()) };
    let conditions = Conditions { instances: Instances::Game, limits: &limits, packages: None };
    let origin = Origin::given(7);
    let schedule = layout.schedule(field.len(), origin.seed()).unwrap();
    let options = usual_options(GAME).unwrap();
    let header = layout.header(&schedule, options, origin, entrants, &conditions).unwrap();
    (header, limits, field)
}

#[test]
fn a_batch_that_is_given_away_is_the_block_that_it_is_here_also_where_games_are_dropped() {
    for design in [Design::Random, Design::Balanced, Design::Rotate] {
        let (header, limits, field) = final_of(design);
        for out in [&[][..], &[EntrantId(1)], &[EntrantId(0), EntrantId(1), EntrantId(2), EntrantId(3)]] {
            let games = 12..24;
            let task = BatchTask {
                header: &header,
                games: games.clone(),
                out,
                limits: &limits,
                runtimes: &Runtimes::new(Sandbox::Off),
                core: None,
                urls: &SharedUrls::default(),
            };
            let bot = |entrant: EntrantId| Ok::<_, Failed>(field[entrant.index()].bot.clone());
            let Ok(here) = play_batch(&task, &AtomicBool::new(false), bot) else { continue };
            let batch = GivenBatch { header: &header, games, out };
            let part = give_batch(&batch, &terms(&header, &limits)).unwrap();
            let done = match part.task.games.is_empty() {
                true => GamesDone::default(),
                false => played(&part, &field),
            };
            let there = take_batch(&batch, done, "w").unwrap();
            assert_eq!((here.first, here.plain), (there.first, there.plain), "{design:?}, {out:?} are out");
            assert!(part.who.iter().all(|entrant| !out.contains(entrant)));
        }
    }
}

/// Why a batch was not played here.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    NotFound(#[from] NotFound),
}
