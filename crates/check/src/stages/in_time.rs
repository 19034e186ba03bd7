//! Does it answer in time? Judged by all answers of the games before.

use croupier_games::Game;

use crate::run::Run;
use crate::stage::{Failing, Verdict};
use crate::subject::Trouble;

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<(), Trouble> {
    let pace = run.watch.read();
    if pace.answers == 0 {
        return run
            .stage("answers in time", |_| Ok((Verdict::NotChecked, "it was asked nothing".to_owned())));
    }
    let allowed = run.setting.per_move.as_millis();
    let slowest = pace.slowest.as_secs_f64() * 1000.0;
    run.tell("answers in time", |_| {
        let detail =
            format!("the slowest of {} answers took {slowest:.1} ms; {allowed} ms are allowed", pace.answers);
        if pace.late == 0 {
            return Ok((Verdict::Passed, detail));
        }
        let what = format!("{} of {} answers came late", pace.late, pace.answers);
        Ok((Verdict::Failed(Box::new(Failing { what, ..Failing::default() })), detail))
    })
}
