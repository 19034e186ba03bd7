//! A session played for a command: what is to be known is told on standard error, how far it is is
//! shown, and signals end it.

use std::ops::ControlFlow;

use croupier_record::Origin;
use croupier_session::{Begun, Elsewhere, Event, Outcome, Session, SessionError, Setup};

use crate::args::command_line;
use crate::commands::jujitsu::solved;
use crate::failure::Failure;
use crate::output::{Loading, Progress, asked_again, note, repeated_deals, waiting};
use crate::stop::Stop;

/// What is told of the luck before the first deal, on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Publish {
    /// Nothing.
    Nothing,
    /// The hash of its secret, where one was drawn.
    Commitment,
}

/// Loads the bots of a setup, shows how far that is, and says who is left out.
pub(crate) fn prepare(setup: Setup, silent: bool) -> Result<Session, SessionError> {
    let setup = Setup { command: Some(command_line()), ..setup };
    let session = Session::prepare_and_tell(setup, &mut Loading::new(silent).follow())?;
    if !silent {
        for bot in &session.header().left_out {
            note(format_args!("croupier: {bot}; it is left out"));
        }
    }
    Ok(session)
}

/// Plays a session.
pub(crate) fn play(
    session: &Session,
    stop: &Stop,
    progress: Progress,
    publish: Publish,
) -> Result<Outcome, Failure> {
    play_until(session, stop, progress, publish, &mut |_| ControlFlow::Continue(()))
}

/// Plays a session whose games are played elsewhere.
#[cfg(feature = "workers")]
pub(crate) fn play_elsewhere(
    session: &Session,
    elsewhere: &dyn Elsewhere,
    stop: &Stop,
    progress: Progress,
    publish: Publish,
) -> Result<Outcome, Failure> {
    play_at(session, Some(elsewhere), stop, progress, publish, &mut |_| ControlFlow::Continue(()))
}

/// Plays a session until whoever follows has seen enough.
pub(crate) fn play_until(
    session: &Session,
    stop: &Stop,
    progress: Progress,
    publish: Publish,
    follow: &mut dyn FnMut(&Event<'_>) -> ControlFlow<()>,
) -> Result<Outcome, Failure> {
    let (header, bots) = (session.header(), &session.setup().bots);
    solved::prepare_for(&header.game, &header.options, bots, progress.is_silent(), stop)?;
    play_at(session, None, stop, progress, publish, follow)
}

/// Plays a session here or elsewhere.
fn play_at(
    session: &Session,
    elsewhere: Option<&dyn Elsewhere>,
    stop: &Stop,
    mut progress: Progress,
    publish: Publish,
    follow: &mut dyn FnMut(&Event<'_>) -> ControlFlow<()>,
) -> Result<Outcome, Failure> {
    let (silent, header) = (progress.is_silent(), session.header());
    let mut playing = None;
    let mut told = |event: Event<'_>| {
        match &event {
            Event::Begun(begun) => {
                tell(begun, silent, publish);
                progress.played(begun.played, header.games);
                playing = Some(stop.playing(begun.playing.clone()));
            }
            Event::Batch { block, tally } => {
                asked_again::tell_parts(header, &block.parts);
                progress.played(tally.games(), header.games);
            }
            // What is left to do is ours alone, and nobody is waited for.
            Event::Stopped { .. } | Event::Ended { .. } => playing = None,
            _ => {}
        }
        follow(&event)
    };
    let outcome = match elsewhere {
        Some(elsewhere) => session.play_elsewhere(elsewhere, stop, &mut told),
        None => session.play(stop, &mut told),
    }?;
    progress.finish();
    if let Some(waited) = &outcome.waiting {
        waiting::tell(waited);
    }
    Ok(outcome)
}

/// Says what is to be known before the first game.
fn tell(begun: &Begun<'_>, silent: bool, publish: Publish) {
    if publish == Publish::Commitment {
        tell_commitment(&begun.header.origin);
    }
    repeated_deals::tell(begun.header, begun.bots, silent);
    if begun.resumed && !silent {
        asked_again::tell(begun.header, begun.bots, begun.played + begun.kept);
    }
}

/// The hash of a drawn secret.
fn tell_commitment(origin: &Origin) {
    if let (None, Some(commitment)) = (origin.number(), origin.commitment()) {
        if let Some(beacon) = origin.beacon() {
            note(format_args!("Deals depend on {}, too", beacon.named()));
        }
        note(format_args!("Commitment to the luck of this run: {commitment}"));
    }
}
