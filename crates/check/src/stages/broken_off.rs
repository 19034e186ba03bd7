//! Does it begin anew where a game was broken off, without hearing of its end?

use croupier_games::Game;

use super::luck::BROKEN_OFF;
use crate::run::Run;
use crate::stage::Verdict;
use crate::stage_table::Then;
use crate::start_position::StartPosition;
use crate::subject::Trouble;

/// So many pairs of games: one broken off, one played to its end.
const PAIRS: u64 = 2;

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<(), Trouble> {
    run.stage("begins anew after a game that was broken off", |run| {
        let mut count = 0;
        for (at, &seats) in G::ABOUT.seats.iter().enumerate() {
            let deadline = run.deadline.share((G::ABOUT.seats.len() - at) as u64);
            let seed = run.setting.seed.child(BROKEN_OFF).child(seats as u64);
            let mut sitting = run.sit(seats)?;
            let mut games = Vec::new();
            for number in 0..2 * PAIRS {
                if deadline.is_past() {
                    break;
                }
                let Some(position) = StartPosition::<G>::dealt(seats, run.setting.options, seed, number)
                else {
                    break;
                };
                let is_broken = number % 2 == 0;
                let mut turns = 0;
                games.push(sitting.play(position, deadline, |_, _, asked| {
                    turns += u64::from(asked);
                    if is_broken && turns > number + 2 { Then::BreakOff } else { Then::GoOn }
                })?);
            }
            count += games.len();
            let verdict = run.judge(&format!("broken-off-{seats}"), &games, sitting.names())?;
            if !matches!(verdict, Verdict::Passed) {
                return Ok((verdict, String::new()));
            }
        }
        // One that was broken off, and one after it, are the least from which anything can be told.
        if count < 2 {
            return Ok((Verdict::NotChecked, "there was no time for two games".to_owned()));
        }
        Ok((Verdict::Passed, format!("{count} games")))
    })
}
