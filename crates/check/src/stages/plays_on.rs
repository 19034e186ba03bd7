//! Does a fault show that is in few games? Who has not played enough of them yet plays on, as long as there
//! is time. What was seen is told with how likely such a fault was to be seen.

use croupier_games::Game;

use super::luck::PLAYS_ON;
use crate::likelihood::Coverage;
use crate::run::{Amount, Run};
use crate::stage::{CheckEvent, Stage, Verdict};
use crate::stage_table::Then;
use crate::start_position::StartPosition;
use crate::subject::Trouble;
use crate::usual::GAMES;

const NAME: &str = "plays on";

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<(), Trouble> {
    let mut number = 0;
    while run.setting.amount == Amount::Usual && run.games < GAMES && can_go_on(run) {
        let before = run.games;
        run.stage(NAME, |run| {
            let verdict = games(run, number)?;
            Ok((verdict, more(run.games - before)))
        })?;
        number += 1;
        // Where a stage has no time for a single game, the next has none either.
        if run.games == before {
            break;
        }
    }
    if run.stages.iter().any(Stage::failed) {
        return Ok(());
    }
    run.tell("faults in few games", |run| Ok((Verdict::Passed, Coverage::of(run.games).to_string())))
}

fn can_go_on<G: Game>(run: &Run<'_, G>) -> bool {
    run.hopeless.is_none() && !run.end.is_past() && !run.stages.iter().any(Stage::failed)
}

/// Games at tables of all sizes in turn, as many as are missing or there is time for.
fn games<G: Game>(run: &mut Run<'_, G>, stage: u64) -> Result<Verdict, Trouble> {
    let sizes = G::ABOUT.seats;
    let missing = GAMES - run.games;
    let mut played = 0;
    for (at, &seats) in sizes.iter().enumerate() {
        let sizes_left = (sizes.len() - at) as u64;
        let deadline = run.deadline.share(sizes_left);
        let seed = run.setting.seed.child(PLAYS_ON).child(stage).child(seats as u64);
        let mut sitting = run.sit(seats)?;
        let mut games = Vec::new();
        while !deadline.is_past() && (games.len() as u64) < (missing - played).div_ceil(sizes_left) {
            let number = games.len() as u64;
            let Some(position) = StartPosition::<G>::dealt(seats, run.setting.options, seed, number) else {
                break;
            };
            let game = sitting.play(position, deadline, |_, _, _| Then::GoOn)?;
            let is_faulty = game.is_faulty();
            games.push(game);
            (run.told)(CheckEvent::Played(played + games.len() as u64, missing));
            if is_faulty {
                break;
            }
        }
        played += games.len() as u64;
        let folder = format!("plays-on-{}-{seats}", stage + 1);
        let verdict = run.judge(&folder, &games, sitting.names())?;
        if !matches!(verdict, Verdict::Passed) {
            return Ok(verdict);
        }
        played = played.min(missing);
    }
    Ok(Verdict::Passed)
}

fn more(games: u64) -> String {
    match games {
        0 => "no time for a game more".to_owned(),
        1 => "1 game more".to_owned(),
        _ => format!("{games} games more"),
    }
}
