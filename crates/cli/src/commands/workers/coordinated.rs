//! `croupier run PLAN --store URL`: the games of a plan, played by workers.

use std::sync::Arc;

use croupier_arena::Ended;
use croupier_session::{Outcome, Session};
use croupier_worker::{Attention, Coordinator, Sending, SentRun, ServerUrl, Told, sent_run};

use super::failure;
use crate::failure::Failure;
use crate::output::{Progress, note};
use crate::play::{Publish, play_elsewhere};
use crate::stop::Stop;

/// What bots behind urls need that is not sent.
pub(crate) fn only_here() -> Failure {
    Failure::BadInput(
        "credentials and authorities for bots behind urls are not sent to workers; play such a plan without \
         --store"
            .to_owned(),
    )
}

/// Plays a session at the workers of a store.
pub(crate) fn play(
    store: &str,
    session: &Session,
    sending: Sending<'_>,
    stop: &Stop,
    progress: Progress,
    publish: Publish,
) -> Result<Outcome, Failure> {
    let store: ServerUrl = store.parse().map_err(|error| Failure::BadInput(format!("--store: {error}")))?;
    let silent = progress.is_silent();
    let sent = sent_run(session, sending).map_err(failure)?;
    if !silent {
        tell_lanes(&sent);
    }
    let told: Told = Box::new(move |attention: Attention| {
        if !silent {
            note(format_args!("croupier: {attention}"));
        }
    });
    let coordinator = Coordinator::connect(&store, sent, Arc::clone(stop.flag()), told).map_err(failure)?;
    let outcome = play_elsewhere(session, &coordinator, stop, progress, publish);
    let is_complete = outcome.as_ref().is_ok_and(|outcome| outcome.ended == Ended::Complete);
    let ended = coordinator.end(is_complete).map_err(failure);
    // Games that are safe in the record are not lost because a store cannot be cleaned.
    if let (Ok(_), Err(error)) = (&outcome, &ended) {
        note(format_args!("croupier: the store: {}", error.message().unwrap_or_default()));
    }
    outcome
}

/// Bots outside this process play in lanes, one worker each: where there is one, so is one worker.
fn tell_lanes(sent: &SentRun) {
    if sent.has_lanes && sent.sheet.spec.lanes == 1 {
        note(
            "croupier: this plan has 1 lane, so one worker plays at a time; with `lanes = 8` in the plan, up \
             to eight do",
        );
    }
}
