//! Does it play legally where positions are rare?
//!
//! What the bot met often enough in its own games needs no more. It is put into the other positions: somebody else has
//! played up to there, which is what a restart looks like to it. A bot that cannot join a game is led to them instead.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use croupier_games::{Chance, Game, Seat, Seed};

use super::luck::RARE;
use super::meeting::Watch;
use crate::opening::Opening;
use crate::rare::{Rare, Reach, Steer};
use crate::run::{Outcome, Run};
use crate::sitting::{Sitting, Then};
use crate::stage::Verdict;
use crate::subject::Trouble;

/// So many positions of each kind are enough.
const ENOUGH: u64 = 5;
/// So many games are played in search of one.
const MOST_SEARCHED: u64 = 20_000;
/// So many turns the bot plays on from there.
const TURNS: u32 = 12;
/// So many games, and so long, a bot is led to a position that it cannot be put into.
const MOST_LED: u64 = 60;
const LONGEST: Duration = Duration::from_secs(1);

pub(crate) fn run<'a, G: Game>(run: &mut Run<'a, G>) -> Result<(), Trouble> {
    let mut tables = BTreeMap::new();
    for number in 0..run.meetings.kinds.len() {
        let name = format!("rare: {}", run.meetings.kinds[number].rare.name);
        run.stage(&name, |run| stage(run, number, &mut tables))?;
    }
    Ok(())
}

fn stage<'a, G: Game>(
    run: &mut Run<'a, G>,
    number: usize,
    tables: &mut BTreeMap<usize, Sitting<'a, G>>,
) -> Outcome {
    let kind = &run.meetings.kinds[number];
    let (rare, met) = (kind.rare, kind.met);
    let in_play = in_play(met);
    if let Some(failing) = kind.failing.clone() {
        return Ok((Verdict::Failed(Box::new(failing)), in_play));
    }
    // A bot that cannot be put into such a position has to meet it, and once will do.
    if met >= if run.can_join() { ENOUGH } else { 1 } {
        return Ok((Verdict::Passed, in_play));
    }
    match rare.reach {
        Reach::Play(steer) if !run.can_join() => led_to(run, steer, number),
        _ => put_into(run, rare, number, tables),
    }
}

/// Lets the bot play whole games against players that seek such positions.
fn led_to<G: Game>(run: &mut Run<'_, G>, steer: Steer<G>, number: usize) -> Outcome {
    let seed = run.setting.seed.child(RARE).child(number as u64);
    let begun = Instant::now();
    let folder = format!("rare-{}", number + 1);
    let seats = G::ABOUT.seats[G::ABOUT.seats.len() - 1];
    let mut sitting = run.sit_with(seats, steer)?;
    let mut games = Vec::new();
    while run.meetings.kinds[number].met == 0 && begun.elapsed() < LONGEST {
        let options = run.setting.options;
        let Some(opening) = Opening::<G>::dealt(seats, options, seed, games.len() as u64) else { break };
        let seat = opening.seat;
        let mut watch = Watch::new(&run.meetings);
        let played = sitting.play(opening, |game, missteps, asked| {
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

/// Puts the bot into positions of this kind, and lets it play on.
fn put_into<'a, G: Game>(
    run: &mut Run<'a, G>,
    rare: &'static Rare<G>,
    number: usize,
    tables: &mut BTreeMap<usize, Sitting<'a, G>>,
) -> Outcome {
    let seed = run.setting.seed.child(RARE).child(number as u64);
    let mut staged = 0;
    for which in 0..ENOUGH {
        let Some((seats, opening)) = stage_position(rare, run.setting.options, seed, which) else { break };
        staged += 1;
        let mut sitting = match tables.remove(&seats) {
            Some(sitting) => sitting,
            None => run.sit(seats)?,
        };
        let mut turns = 0;
        let played = sitting.play(opening, |_, _, asked| {
            turns += u32::from(asked);
            if turns > TURNS { Then::BreakOff } else { Then::GoOn }
        })?;
        let folder = format!("rare-{}-{}", number + 1, which + 1);
        let verdict = run.judge(&folder, &[played], sitting.names())?;
        if !matches!(verdict, Verdict::Passed) {
            // The instance is not used any more: what it did may have left it in pieces.
            return Ok((verdict, format!("put into {staged} of them")));
        }
        tables.insert(seats, sitting);
    }
    if staged == 0 {
        return Ok((Verdict::NotChecked, format!("not found in {MOST_SEARCHED} games")));
    }
    Ok((Verdict::Passed, format!("put into {staged} of them")))
}

/// A position of this kind, and the size of its table: another one for each `which`.
pub(crate) fn stage_position<G: Game>(
    rare: &Rare<G>,
    options: &G::Options,
    seed: Seed,
    which: u64,
) -> Option<(usize, Opening<G>)> {
    let luck = seed.child(which);
    let steer = match rare.reach {
        Reach::Play(steer) => steer,
        Reach::LayOut(lay_out) => {
            let (start, seat) = lay_out(luck)?;
            let seats = start.scores().len();
            let opening =
                Opening { start, seat, tournament: None, number: 0, luck: luck.into(), before: Vec::new() };
            return Some((seats, opening));
        }
    };
    let sizes = G::ABOUT.seats;
    (0..MOST_SEARCHED).find_map(|attempt| {
        let seats = sizes[((which + attempt) % sizes.len() as u64) as usize];
        let mut chance = Chance::new(luck.child(attempt));
        let mut opening = Opening::<G>::dealt(seats, options, chance.seed(), 0)?;
        opening.seat = Seat(chance.below(seats) as u8);
        Some((seats, opening.played_until(steer, &mut chance, rare.holds)?))
    })
}
