//! The price of a cell: five Python beginners, each in a process of its own, beside the same five in one
//! interpreter.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use croupier_arena::naming::files::Visibility;
use croupier_arena::naming::{Finder, NamedBot, entrant_names};
use croupier_arena::{
    Bot, CannotPlay, EarlierPrints, GAMES_AT_ONCE, OpenGames, Outs, Outside, Schedule, Tournament,
};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Game, Seed};
use croupier_hosts::cell::{Cell, ResourceLimits, Sandbox};
use croupier_hosts::{Interrupt, Load, PythonHost, Runtimes, TimeLimits};
use croupier_record::{EventReader, GameBytes, Instances, games_in};

const SEED: Seed = Seed::plain(2026);
const ROUNDS: usize = 5;
const GAMES: u64 = 1500;

/// Prints decisions and games per second of every way, and their ratios to the plain engine of the same run.
pub(crate) fn measure() -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let cell = Cell::find(Sandbox::Best).map_err(|none| none.to_string())?;
    let python = PythonHost::find().map_err(|missing| missing.to_string())?;
    println!("In a cell of the tier {}, Python {}", cell.tier(), python.version());
    let runtimes = Runtimes::in_cell(cell);
    let (five, one) = fields(&root, &runtimes)?;
    let mut plain = Vec::new();
    let (kept, anew) = (Instances::Tournament, Instances::Game);
    let mut ways: [(&str, PlaySetup<'_>, Vec<Rate>); 6] = [
        ("five beginners, one lane", PlaySetup { bots: &five, lanes: 1, instances: kept }, Vec::new()),
        ("five beginners, two lanes", PlaySetup { bots: &five, lanes: 2, instances: kept }, Vec::new()),
        ("one bot against the house", PlaySetup { bots: &one, lanes: 1, instances: kept }, Vec::new()),
        (
            "five beginners anew in each game, one lane",
            PlaySetup { bots: &five, lanes: 1, instances: anew },
            Vec::new(),
        ),
        (
            "five beginners anew in each game, two lanes",
            PlaySetup { bots: &five, lanes: 2, instances: anew },
            Vec::new(),
        ),
        (
            "one bot anew in each game against the house",
            PlaySetup { bots: &one, lanes: 1, instances: anew },
            Vec::new(),
        ),
    ];
    for round in 0..ROUNDS {
        eprintln!("round {} of {ROUNDS}", round + 1);
        plain.push(plain_engine(&root, python.interpreter())?);
        for (_, way, rates) in &mut ways {
            rates.push(decisions_of(*way, &runtimes)?);
        }
    }
    let plain = middle(&plain);
    println!("| way | decisions/s | ratio | of processor time | ratio |\n| --- | --- | --- | --- | --- |");
    println!("| plain engine, one interpreter | {:.0} | 1 | {:.0} | 1 |", plain.wall, plain.together);
    for (name, _, rates) in ways {
        let rate = middle(&rates);
        let (wall, worked) = (rate.wall / plain.wall, rate.together / plain.together);
        println!("| {name} | {:.0} | {wall:.2} | {:.0} | {worked:.2} |", rate.wall, rate.together);
    }
    twenty_bots(&five, &runtimes)?;
    crate::computing::measure(&root, python.interpreter(), &runtimes, None)
}

/// The medians of each.
fn middle(rates: &[Rate]) -> Rate {
    let of = |figure: fn(&Rate) -> f64| crate::median(rates.iter().map(figure).collect());
    Rate {
        wall: of(|rate| rate.wall),
        processor: of(|rate| rate.processor),
        together: of(|rate| rate.together),
    }
}

/// Who plays, and how.
#[derive(Clone, Copy)]
pub(crate) struct PlaySetup<'a> {
    pub(crate) bots: &'a [NamedBot],
    /// In how many lanes.
    pub(crate) lanes: usize,
    /// How long an instance lives; those that live for a game play many at once.
    pub(crate) instances: Instances,
}

/// The five beginners, and one of them with four players of the house.
pub(crate) fn fields(root: &Path, runtimes: &Runtimes) -> Result<(Vec<NamedBot>, Vec<NamedBot>), String> {
    let find = |spec: &str| find::<NoThanks>(root, spec, runtimes);
    let beginners = root.join("examples/no-thanks/beginners.py");
    let mut one = find(&format!("{}#CutOff14", beginners.display()))?;
    for name in ["house:CutOff14", "house:LowerPenalty", "house:TakeSmall", "house:CoinsDependent"] {
        one.extend(find(name)?);
    }
    Ok((find(&beginners.display().to_string())?, one))
}

/// The bots of a name, which is looked for from this folder on.
pub(crate) fn find<G: Game>(base: &Path, spec: &str, runtimes: &Runtimes) -> Result<Vec<NamedBot>, String> {
    let finder = Finder {
        base,
        sight: Visibility::default(),
        search: Vec::new(),
        entered: Vec::new(),
        runtimes,
        limits: ResourceLimits::default(),
        loading: Duration::from_secs(10),
    };
    finder.find::<G>(spec).map_err(|error| error.to_string())
}

/// How long a tournament of twenty Python bots takes to its first game.
pub(crate) fn twenty_bots(five: &[NamedBot], runtimes: &Runtimes) -> Result<(), String> {
    let bots: Vec<NamedBot> = five.iter().cycle().take(20).cloned().collect();
    let begun = Instant::now();
    play(PlaySetup { bots: &bots, lanes: 1, instances: Instances::Tournament }, 40, runtimes)?;
    println!("\n20 Python bots, from nothing to the end of 40 games: {:.2} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Decisions per second.
#[derive(Clone, Copy)]
pub(crate) struct Rate {
    /// On the wall clock.
    pub(crate) wall: f64,
    /// Of processor time of the process that plays, without any that it has started.
    pub(crate) processor: f64,
    /// Of processor time of all of them.
    pub(crate) together: f64,
}

pub(crate) fn plain_engine(root: &Path, python: &Path) -> Result<Rate, String> {
    let output = Command::new(python)
        .arg(root.join("bench/plain_engine.py"))
        .args(["--seconds", "2", "--json"])
        .output()
        .map_err(|error| error.to_string())?;
    let said: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let figure = |name: &str| said[name].as_f64().ok_or_else(|| "the plain engine said nothing".to_owned());
    let processor = figure("decisions")? / figure("processor_seconds")?;
    Ok(Rate { wall: figure("decisions_per_second")?, processor, together: processor })
}

#[cfg(feature = "wasm")]
/// Asked decisions per second of bots with one instance for the tournament, starting not counted.
pub(crate) fn decisions_per_second(
    bots: &[NamedBot],
    lanes: usize,
    runtimes: &Runtimes,
) -> Result<Rate, String> {
    decisions_of(PlaySetup { bots, lanes, instances: Instances::Tournament }, runtimes)
}

/// The fuel of a decision of each bot, in the mean over a short tournament: the same in every run and on
/// every machine.
#[cfg(feature = "wasm")]
pub(crate) fn fuel_of_each(bots: &[NamedBot], runtimes: &Runtimes) -> Result<Vec<u64>, String> {
    let way = PlaySetup { bots, lanes: 1, instances: Instances::Tournament };
    let (_, counted) = play(way, GAMES / 10, runtimes)?;
    Ok(counted.each.iter().map(|(decisions, fuel)| fuel / decisions.max(&1)).collect())
}

/// What was counted in a tournament.
#[derive(Default)]
struct Counted {
    /// Decisions of bots outside this program.
    outside: u64,
    /// Decisions and fuel of each bot.
    each: Vec<(u64, u64)>,
}

fn decisions_of(way: PlaySetup<'_>, runtimes: &Runtimes) -> Result<Rate, String> {
    let games = if way.instances == Instances::Game { GAMES * 8 } else { GAMES };
    // The difference of a long and a short tournament leaves starting and ending out.
    let (short, few) = play(way, games / 10, runtimes)?;
    let (long, many) = play(way, games, runtimes)?;
    let decisions = (many.outside - few.outside) as f64;
    let per = |what: usize| decisions / (long[what].saturating_sub(short[what])).as_secs_f64();
    Ok(Rate { wall: per(0), processor: per(1), together: per(2) })
}

/// How long a tournament takes, as [`time`] has it, and what was decided in it.
fn play(way: PlaySetup<'_>, games: u64, runtimes: &Runtimes) -> Result<([Duration; 3], Counted), String> {
    let seated: Vec<Bot> = way.bots.iter().map(|named| named.bot.clone()).collect();
    let mut counted = Counted { outside: 0, each: vec![(0, 0); way.bots.len()] };
    let took = time::<NoThanks>(way, games, runtimes, |recorded| count(recorded, &seated, &mut counted))?;
    Ok((took, counted))
}

/// How long a tournament takes on the wall, of this process's processor time and of that of all processes;
/// every game is shown.
pub(crate) fn time<G: Game>(
    way: PlaySetup<'_>,
    games: u64,
    runtimes: &Runtimes,
    mut each: impl FnMut(&GameBytes<'_>),
) -> Result<[Duration; 3], String> {
    let PlaySetup { bots, lanes, instances } = way;
    let schedule = Schedule::new(&G::ABOUT, bots.len(), None, SEED).map_err(|error| error.to_string())?;
    let seated: Vec<Bot> = bots.iter().map(|named| named.bot.clone()).collect();
    if let Some(why) = seated.iter().find_map(Bot::why_broken) {
        return Err(format!("a bot of the bench does not load: {why}"));
    }
    let time_limits = TimeLimits {
        per_move: Duration::from_secs(1),
        per_game: None,
        loading: Duration::from_secs(10),
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    };
    let outside = Outside {
        cell: Some(Arc::clone(runtimes.cell().map_err(|none| none.to_string())?)),
        time_limits,
        instances,
        at_once: GAMES_AT_ONCE,
        logs: None,
        prints: EarlierPrints::Go,
    };
    let tournament = Tournament::<G> {
        options: &G::Options::default(),
        seed: SEED,
        games,
        openings: 0,
        schedule: &schedule,
        bots: &seated,
        names: &entrant_names(bots, 1),
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
    let begun = (Instant::now(), crate::clock::process_time(), crate::clock::family_time());
    let played = tournament.run(0, &AtomicBool::new(false), |batch| {
        let block = &batch.block;
        let recorded = games_in(block.first, schedule.seats(), schedule.games_per_deal(), &block.plain);
        recorded.for_each(|recorded| each(&recorded));
        Ok::<(), CannotPlay>(())
    });
    played.map_err(|error| error.to_string())?;
    let own = crate::clock::process_time() - begun.1;
    // All bots have ended with the tournament.
    let together = crate::clock::family_time() - begun.2;
    Ok([begun.0.elapsed(), own, together])
}

/// Counts the decisions of a recorded game.
fn count(recorded: &GameBytes<'_>, bots: &[Bot], counted: &mut Counted) {
    let Ok(mut game) = NoThanks::deal(
        recorded.fixture.seats.len(),
        &NoThanksOptions::default(),
        croupier_record::seed_of_deal(SEED, recorded.fixture.deal),
    ) else {
        return;
    };
    let mut events = EventReader::new(recorded.events);
    while let (Some(seat), Some(croupier_record::Event::Played(mv))) = (game.turn().next(), events.read()) {
        let entrant = recorded.fixture.entrant(seat).index();
        counted.outside += u64::from(bots[entrant].is_foreign());
        counted.each[entrant].0 += 1;
        counted.each[entrant].1 += events.burnt().unwrap_or(0);
        let _ = game.play(seat, mv);
    }
}
