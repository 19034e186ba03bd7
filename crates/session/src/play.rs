//! Playing a session, once the game's type is known.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_arena::{
    Batch, Bot, EarlierPrints, Elsewhere, Ended, OpenGames, Outs, Outside, Tournament, UrlTurns,
};
use croupier_games::{Game, Visitor};
use croupier_record::{BOT_LOGS, Until, record_path};
use croupier_stats::{pools, standings as standings_of};

use crate::early_stop::Reason;
use crate::error::SessionError;
use crate::event::{Begun, Event};
use crate::fold::Fold;
use crate::out_folder::OutFolder;
use crate::outcome::{Outcome, ProcessorWait};
use crate::plan::options_of;
use crate::playing::{Playing, longest_move};
use crate::session::Session;
use crate::setup::{Results, Run};

/// Whoever follows a session.
type Follow<'a> = &'a mut dyn FnMut(Event<'_>) -> ControlFlow<()>;

/// What is to be played.
pub(crate) struct Play<'a> {
    pub(crate) session: &'a Session,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) follow: Follow<'a>,
    /// Who plays, where that is not here.
    pub(crate) elsewhere: Option<&'a dyn Elsewhere>,
}

/// Why the games ended before all were played.
enum EarlyEnd {
    /// Something went wrong.
    Failed(SessionError),
    /// Whoever looks has seen enough.
    Enough,
}

impl<T: Into<SessionError>> From<T> for EarlyEnd {
    fn from(error: T) -> Self {
        Self::Failed(error.into())
    }
}

impl Visitor for Play<'_> {
    type Output = Result<Outcome, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { session, stop, follow, elsewhere } = self;
        let Session { setup, schedule, header } = session;
        let options = options_of::<G>(&header.options)?;
        let _ = follow(Event::Loaded(header));
        let mut fold = Fold::new(header, setup.bots.len(), setup.looks())?;
        let mut enough = ControlFlow::Continue(());
        let command = setup.command.as_deref();
        let mut out = match &setup.results {
            Results::Nowhere => None,
            Results::Folder { path, run: Run::GoesOn } => {
                let seen = |block: &_| {
                    fold.add(block)?;
                    enough = look(&mut fold, follow);
                    if session.too_few(&fold).is_some() {
                        enough = ControlFlow::Break(());
                    }
                    Ok(())
                };
                Some(OutFolder::resume::<G>(path, command, header, &options, seen)?)
            }
            Results::Folder { path, .. } => Some(OutFolder::create(path, command, &G::ABOUT, header)?),
        };
        let copies = (0..schedule.copies()).flat_map(|_| &setup.bots);
        let bots: Vec<Bot> = copies.map(|named| named.bot.clone()).collect();
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let logs = setup.results.folder().map(|folder| folder.join(BOT_LOGS));
        let mut outside = Outside::of::<G>(&bots, &setup.runtimes, &setup.limits, setup.instances, logs)
            .map_err(SessionError::NoCell)?;
        if let Some(outside) = outside.as_mut().filter(|_| setup.results.resumed().is_some()) {
            outside.prints = EarlierPrints::Stay;
        }
        let (open, outs) = (OpenGames::default(), Outs::new(fold.outs()));
        let record = setup.results.resumed().map(|folder| record_path(folder));
        let journal =
            out.as_ref().filter(|_| setup.results.is_resumable()).map(|out| Arc::clone(out.journal()));
        let kept = |games: u64| journal.as_deref().map_or(0, |journal| journal.games_from(games));
        let _ = follow(Event::Begun(&Begun {
            header,
            bots: &bots,
            resumed: setup.results.resumed().is_some(),
            played: fold.games(),
            kept: kept(fold.games()),
            playing: &Playing {
                names: names.as_slice().into(),
                open: open.clone(),
                limit: longest_move(&bots, outside.as_ref()),
                journal: journal.clone(),
                lock: out.as_ref().map(|out| Arc::clone(out.lock())),
            },
        }));
        let tournament = Tournament::<G> {
            options: &options,
            seed: header.seed(),
            games: if enough.is_break() { fold.games() } else { header.games },
            openings: header.openings,
            schedule,
            bots: &bots,
            names: &names,
            lanes: setup.lanes as usize,
            outside: outside.as_ref(),
            timed: setup.timed,
            threads: setup.threads(),
            journal: journal.as_deref(),
            record: record.as_deref(),
            open: &open,
            outs: &outs,
            urls: &UrlTurns::of(&bots, setup.parallel, setup.lanes),
        };
        let from = fold.games();
        let hand_on = |batch: Batch| -> Result<(), EarlyEnd> {
            if let Some(out) = &mut out {
                out.games::<G>(&batch, &options)?;
            }
            fold.add_played(&batch)?;
            let seen = follow(Event::Batch { block: &batch.block, tally: fold.tally() });
            let seen = seen.is_break() | look(&mut fold, follow).is_break();
            if seen || session.too_few(&fold).is_some() { Err(EarlyEnd::Enough) } else { Ok(()) }
        };
        let ended = match elsewhere {
            Some(elsewhere) => tournament.run_elsewhere(elsewhere, from, stop, hand_on),
            None => tournament.run(from, stop, hand_on),
        };
        let ended = match ended {
            Ok(ended) => ended,
            Err(EarlyEnd::Enough) => Ended::Complete,
            Err(EarlyEnd::Failed(error)) => return Err(error),
        };
        let (games, kept) = (fold.games(), kept(fold.games()));
        let standings = fold.standings();
        if let Some(out) = out {
            out.finish(&standings, ended == Ended::Complete)?;
        }
        let too_few = session.too_few(&fold).map(|why| Reason::TooFew { games, why });
        let reason = too_few.or((header.until == Until::Decided).then(|| fold.reason(ended)));
        let _ = follow(match ended {
            Ended::Complete => Event::Ended { games, reason: reason.as_ref() },
            Ended::Stopped => Event::Stopped { games, kept },
        });
        let waiting = outside.as_ref().map(|outside| ProcessorWait::of(outside, &bots, fold.tally()));
        let out = setup.results.folder().cloned();
        let tally = fold.into_tally();
        // Logs and record have every seat; what is shown may have every bot.
        let (tally, standings) = match setup.pool {
            true => {
                let pooled = tally.pooled(&pools(header));
                let standings = standings_of(&G::ABOUT, &pooled);
                (pooled, standings)
            }
            false => (tally, standings),
        };
        Ok(Outcome { header: header.clone(), standings, tally, ended, kept, out, reason, waiting })
    }
}

/// Tells what the games up to the border of a batch come to, and says whether that is enough.
fn look(fold: &mut Fold, follow: Follow<'_>) -> ControlFlow<()> {
    if let Some(matched) = fold.matched() {
        follow(Event::Look { tally: fold.tally(), matched })?;
    }
    if fold.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
