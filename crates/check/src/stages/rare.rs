//! Does it play legally where positions are rare?
//!
//! What the bot met often enough in its own games needs no more. Of a deal that is laid out it plays the
//! whole game, from its beginning. It is put into the other positions: somebody else has played up to there,
//! which is what a restart looks like to it. A bot that cannot join a game sees the whole of it: others play
//! so that its first turn is such a position, or lead it to one.

use std::collections::BTreeMap;
use std::time::Duration;

use croupier_games::{Chance, Game, Seat, Seed};

use super::luck::RARE;
use super::meeting::Watch;
use crate::deadline::Deadline;
use crate::rare::{MovePolicy, Rare, Reach};
use crate::run::{Run, StageResult};
use crate::stage::Verdict;
use crate::stage_table::{StageTable, Then};
use crate::start_position::{StartPosition, any};
use crate::steered::FirstMoves;
use crate::subject::Trouble;

/// So many positions of each kind are enough.
const ENOUGH: u64 = 5;
/// So many games are played in search of one.
const MOST_SEARCHED: u64 = 20_000;
/// So many games are searched for one whose first turn is such a position: only a few moves of each are
/// played.
const MOST_BEGUN: u64 = 2_000;
/// So many turns the bot plays on from there.
const TURNS: u32 = 12;
/// So many games, and so long, a bot is led to a position that it cannot be put into.
const MOST_LED: u64 = 400;
const LONGEST_LED: Duration = Duration::from_secs(10);

pub(crate) fn run<'a, G: Game>(run: &mut Run<'a, G>) -> Result<(), Trouble> {
    let mut tables = Tables { sittings: BTreeMap::new(), script: FirstMoves::none() };
    for number in 0..run.meetings.kinds.len() {
        let name = format!("rare: {}", run.meetings.kinds[number].rare.name);
        run.stage(&name, |run| {
            let rare = run.meetings.kinds[number].rare;
            match stage(run, number, &mut tables)? {
                (Verdict::Failed(failing), detail) if !rare.decides() => {
                    // What it did where nobody ever comes says nothing of the stages after this one.
                    run.hopeless = None;
                    run.watch.forgive();
                    Ok((Verdict::Advice(failing), format!("{detail}; {}", seldom(rare.once_in))))
                }
                told => Ok(told),
            }
        })?;
    }
    Ok(())
}

/// Why nobody fails by it.
fn seldom(once_in: u64) -> String {
    format!("it comes once in 10^{} games, and no bot fails by it", once_in.ilog10())
}

/// The tables at which positions are staged, one of each size, and what the opponents there play first.
struct Tables<'a, G: Game> {
    sittings: BTreeMap<usize, StageTable<'a, G>>,
    script: FirstMoves<G>,
}

fn stage<'a, G: Game>(run: &mut Run<'a, G>, number: usize, tables: &mut Tables<'a, G>) -> StageResult {
    let kind = &run.meetings.kinds[number];
    let (rare, met) = (kind.rare, kind.met);
    let in_play = in_play(met);
    if let Some(failing) = kind.failing.clone() {
        return Ok((Verdict::Failed(Box::new(failing)), in_play));
    }
    if met >= ENOUGH {
        return Ok((Verdict::Passed, in_play));
    }
    match rare.reach {
        Reach::Play(policy) if !run.can_join() => {
            let (verdict, begun) = put_into(run, number, tables, first_turn)?;
            if begun == ENOUGH || !matches!(verdict, Verdict::Passed) {
                return Ok((verdict, format!("its first turn in {begun} games")));
            }
            led_to(run, policy, number)
        }
        _ => {
            let (verdict, staged) = put_into(run, number, tables, stage_position)?;
            if staged == 0 {
                return Ok((Verdict::NotChecked, format!("not found in {MOST_SEARCHED} games")));
            }
            Ok((verdict, format!("put into {staged} of them")))
        }
    }
}

/// Lets the bot play whole games against players that seek such positions.
fn led_to<G: Game>(run: &mut Run<'_, G>, policy: MovePolicy<G>, number: usize) -> StageResult {
    let seed = run.setting.seed.child(RARE).child(number as u64);
    let deadline = run.deadline.sooner(LONGEST_LED);
    let folder = format!("rare-{}", number + 1);
    let seats = G::ABOUT.seats[G::ABOUT.seats.len() - 1];
    let mut sitting = run.sit_with(seats, policy, &FirstMoves::none())?;
    let mut games = Vec::new();
    while run.meetings.kinds[number].met < ENOUGH && !deadline.is_past() {
        let options = run.setting.options;
        let Some(position) = StartPosition::<G>::dealt(seats, options, seed, games.len() as u64) else {
            break;
        };
        let seat = position.seat;
        let mut watch = Watch::new(&run.meetings);
        let played = sitting.play(position, deadline, |game, missteps, asked| {
            watch.before_turn(game, seat, missteps, asked);
            Then::GoOn
        })?;
        run.meetings.add(watch.done(&played), &played, sitting.names(), &folder);
        let is_faulty = played.is_faulty();
        games.push(played);
        if is_faulty || games.len() as u64 >= MOST_LED {
            break;
        }
    }
    let verdict = run.judge(&folder, &games, sitting.names())?;
    let met = run.meetings.kinds[number].met;
    let nothing = met == 0 && matches!(verdict, Verdict::Passed);
    Ok((if nothing { Verdict::NotChecked } else { verdict }, in_play(met)))
}

fn in_play(met: u64) -> String {
    match met {
        0 => "not met in play".to_owned(),
        1 => "met once in play".to_owned(),
        _ => format!("met {met} times in play"),
    }
}

/// A position to stage: the size of its table, where the game begins, and what the opponents play first.
type Staged<G> = (usize, StartPosition<G>, Vec<<G as Game>::Move>);
/// Finds one of a kind, another for each number.
type Find<G> = fn(&Rare<G>, &<G as Game>::Options, Seed, u64, Deadline<'_>) -> Option<Staged<G>>;

/// Lets the bot play on from positions that are found like this; how many there were.
fn put_into<'a, G: Game>(
    run: &mut Run<'a, G>,
    number: usize,
    tables: &mut Tables<'a, G>,
    find: Find<G>,
) -> Result<(Verdict, u64), Trouble> {
    let rare = run.meetings.kinds[number].rare;
    let seed = run.setting.seed.child(RARE).child(number as u64);
    let mut staged = 0;
    for which in 0..ENOUGH {
        // One that thinks long goes on for fewer turns, and is asked in every position all the same.
        let deadline = run.deadline.share(ENOUGH - which);
        let found = find(rare, run.setting.options, seed, which, run.deadline);
        let Some((seats, position, script)) = found else { break };
        if deadline.is_past() {
            break;
        }
        staged += 1;
        let mut sitting = match tables.sittings.remove(&seats) {
            Some(sitting) => sitting,
            None => run.sit_with(seats, any::<G>, &tables.script)?,
        };
        tables.script.set(script);
        let mut turns = 0;
        let played = sitting.play(position, deadline, |_, _, asked| {
            turns += u32::from(asked);
            if turns > TURNS { Then::BreakOff } else { Then::GoOn }
        })?;
        let folder = format!("rare-{}-{}", number + 1, which + 1);
        let verdict = run.judge(&folder, &[played], sitting.names())?;
        if !matches!(verdict, Verdict::Passed) {
            // The instance is not used any more: what it did may have left it in pieces.
            return Ok((verdict, staged));
        }
        tables.sittings.insert(seats, sitting);
    }
    Ok((Verdict::Passed, staged))
}

/// A position of this kind: a whole game where it is laid out, else the middle of one.
pub(crate) fn stage_position<G: Game>(
    rare: &Rare<G>,
    options: &G::Options,
    seed: Seed,
    which: u64,
    deadline: Deadline<'_>,
) -> Option<Staged<G>> {
    let luck = seed.child(which);
    match rare.reach {
        Reach::Play(policy) => search(luck, options, which, MOST_SEARCHED, deadline, |position, chance| {
            Some((position.played_until(policy, chance, rare.holds)?, Vec::new()))
        }),
        Reach::LayOut(lay_out) => {
            let (start, seat) = lay_out(options, luck)?;
            let seats = start.scores().len();
            let position = StartPosition {
                start,
                seat,
                tournament: None,
                number: 0,
                luck: luck.into(),
                before: Vec::new(),
            };
            Some((seats, position, Vec::new()))
        }
    }
}

/// A whole game in which the bot's first turn is a position of this kind, if all others play as they are
/// told.
fn first_turn<G: Game>(
    rare: &Rare<G>,
    options: &G::Options,
    seed: Seed,
    which: u64,
    deadline: Deadline<'_>,
) -> Option<Staged<G>> {
    let Reach::Play(policy) = rare.reach else { return None };
    search(seed.child(which), options, which, MOST_BEGUN, deadline, |position, chance| {
        let begun = position.played_until(policy, chance, |_, _| true)?;
        if (rare.holds)(&begun.start, begun.seat) { begun.rewound(options) } else { None }
    })
}

/// Deals games at tables of all sizes until one of them comes to what is wanted.
fn search<G: Game>(
    luck: Seed,
    options: &G::Options,
    which: u64,
    most: u64,
    deadline: Deadline<'_>,
    mut reach: impl FnMut(StartPosition<G>, &mut Chance) -> Option<(StartPosition<G>, Vec<G::Move>)>,
) -> Option<Staged<G>> {
    let sizes = G::ABOUT.seats;
    (0..most).take_while(|_| !deadline.is_past()).find_map(|attempt| {
        let seats = sizes[((which + attempt) % sizes.len() as u64) as usize];
        let mut chance = Chance::new(luck.child(attempt));
        let mut position = StartPosition::<G>::dealt(seats, options, chance.seed(), 0)?;
        position.seat = Seat(chance.below(seats) as u8);
        let (position, script) = reach(position, &mut chance)?;
        Some((seats, position, script))
    })
}
