//! Does it go on where its process is ended between two turns?

use croupier_games::Game;

use super::luck::RESTART;
use crate::run::Run;
use crate::stage::Verdict;
use crate::stage_table::Then;
use crate::start_position::StartPosition;
use crate::subject::Trouble;

/// So many games at each size of table, the bot being ended once in each.
const GAMES: u64 = 2;

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<(), Trouble> {
    run.stage("goes on after a restart in the middle of a game", |run| {
        if !run.joins {
            return Ok((Verdict::NotChecked, "its interface shows it no positions".to_owned()));
        }
        let mut restarts = 0;
        for (at, &seats) in G::ABOUT.seats.iter().enumerate() {
            let deadline = run.deadline.share((G::ABOUT.seats.len() - at) as u64);
            let seed = run.setting.seed.child(RESTART).child(seats as u64);
            let mut sitting = run.sit(seats)?;
            let mut games = Vec::new();
            for number in 0..GAMES {
                if deadline.is_past() {
                    break;
                }
                let Some(position) = StartPosition::<G>::dealt(seats, run.setting.options, seed, number)
                else {
                    break;
                };
                let (mut turns, mut ended) = (0, false);
                games.push(sitting.play(position, deadline, |_, _, asked| {
                    turns += u64::from(asked);
                    if !asked || ended || turns < 2 + 2 * number {
                        return Then::GoOn;
                    }
                    ended = true;
                    restarts += 1;
                    Then::Restart
                })?);
            }
            let verdict = run.judge(&format!("restart-{seats}"), &games, sitting.names())?;
            if !matches!(verdict, Verdict::Passed) {
                return Ok((verdict, String::new()));
            }
        }
        if restarts == 0 {
            return Ok((Verdict::NotChecked, "there was no time for a second turn".to_owned()));
        }
        Ok((Verdict::Passed, format!("ended {restarts} times")))
    })
}
