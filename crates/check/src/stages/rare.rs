//! Does it play legally where positions are rare?
//!
//! What the bot met often enough in its own games needs no more. It is put into the other positions: somebody else has
//! played up to there, which is what a restart looks like to it.

use std::collections::BTreeMap;

use croupier_games::{Chance, Game, Seat, Seed};

use super::luck::RARE;
use crate::opening::Opening;
use crate::rare::{Rare, Reach};
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
    let in_play = format!("met {met} times in play");
    if let Some(failing) = kind.failing.clone() {
        return Ok((Verdict::Failed(Box::new(failing)), in_play));
    }
    if met >= ENOUGH {
        return Ok((Verdict::Passed, in_play));
    }
    // A bot that is promised its memory back never has to do without it, so it is not put into the middle of a game.
    if run.watch.read().remembers && matches!(rare.reach, Reach::Play(_)) {
        let verdict = if met > 0 { Verdict::Passed } else { Verdict::NotChecked };
        return Ok((verdict, in_play));
    }
    put_into(run, rare, number, tables)
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
                Opening { start, seat, tournament: None, number: 0, seed: luck, before: Vec::new() };
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
