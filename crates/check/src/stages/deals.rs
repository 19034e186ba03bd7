//! Does it play legally, over many deals at a table of this size?

use std::time::{Duration, Instant};

use croupier_games::Game;

use super::luck::DEALS;
use super::meeting::Watch;
use crate::opening::Opening;
use crate::run::Run;
use crate::sitting::Then;
use crate::stage::Told;
use crate::subject::Trouble;

/// After so many faulty games there are enough to learn from.
const ENOUGH_FAULTY: usize = 3;
/// A bot that thinks long is not waited for longer than this; how far it came is told.
const LONGEST: Duration = Duration::from_secs(20);

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>, seats: usize) -> Result<(), Trouble> {
    let planned = run.setting.games;
    run.stage(&format!("plays legally at a table of {seats}"), |run| {
        let begun = Instant::now();
        let seed = run.setting.seed.child(DEALS).child(seats as u64);
        let folder = format!("table-of-{seats}");
        let mut sitting = run.sit(seats)?;
        let mut games = Vec::new();
        let mut faulty = 0;
        for number in 0..planned {
            let Some(opening) = Opening::<G>::dealt(seats, run.setting.options, seed, number) else { break };
            let seat = opening.seat;
            let mut watch = Watch::new(&run.meetings);
            let played = sitting.play(opening, |game, missteps, asked| {
                watch.before_turn(game, seat, missteps, asked);
                Then::GoOn
            })?;
            let seen = watch.done(&played);
            run.meetings.add(seen, &played, sitting.names(), &folder);
            faulty += usize::from(played.is_faulty());
            games.push(played);
            (run.told)(Told::Played(number + 1, planned));
            if faulty >= ENOUGH_FAULTY || run.watch.read().late > 0 || begun.elapsed() > LONGEST {
                break;
            }
        }
        let verdict = run.judge(&folder, &games, sitting.names())?;
        Ok((verdict, detail(games.len() as u64, planned, faulty)))
    })
}

fn detail(played: u64, planned: u64, faulty: usize) -> String {
    let games =
        if played < planned { format!("{played} of {planned} games") } else { format!("{played} games") };
    if faulty > 0 { format!("{games}, faults in {faulty} of them") } else { games }
}
