//! All bots are tried out before the first game. What does not load is left out where that is allowed, and
//! refuses the session elsewhere: no table ever has a seat whose bot never came.

use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Broken;
use croupier_arena::{Bot, Outside, Trial, Untried, seats_for};
use croupier_games::{Game, Visitor, with_game};
use croupier_record::LeftOut;

use crate::error::SessionError;
use crate::event::Event;
use crate::layout::Pairing;
use crate::plan::options_of;
use crate::setup::Setup;

/// Two bots are compared, or nothing is.
const COMPARED: usize = 2;

/// A bot that does not load, with all that a compiler said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unloaded {
    /// Which, and why.
    pub left_out: LeftOut,
    /// The compiler's message, where one was asked.
    pub message: Option<String>,
}

/// Tries all bots out, takes those away that do not load and may be left out, and says who they are.
pub(crate) fn load(
    setup: &mut Setup,
    follow: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<LeftOut>, SessionError> {
    if setup.runtimes.interrupt().is_raised() {
        return Err(SessionError::Interrupted);
    }
    let whys = with_game(setup.layout.about.name, TryOut { setup, follow })??;
    let broken: Vec<bool> = whys.iter().map(Option::is_some).collect();
    let bots = setup.bots.iter().zip(whys).enumerate();
    let unloaded: Vec<(usize, Unloaded)> =
        bots.filter_map(|(at, (bot, why))| Some((at, unloaded(bot, why?)))).collect();
    refuse(setup, &unloaded)?;
    let mut broken = broken.into_iter();
    setup.bots.retain(|_| !broken.next().unwrap_or(false));
    Ok(unloaded.into_iter().map(|(_, unloaded)| unloaded.left_out).collect())
}

/// Refuses the session where somebody does not load who may not be left out.
fn refuse(setup: &Setup, unloaded: &[(usize, Unloaded)]) -> Result<(), SessionError> {
    let compared = |at: usize| setup.layout.pairing == Pairing::FirstTwo && at < COMPARED;
    let needed = |(at, _): &&(usize, Unloaded)| compared(*at);
    if let Some((_, unloaded)) = unloaded.iter().find(needed) {
        return Err(SessionError::NotCompared(unloaded.clone()));
    }
    let may_be_left_out =
        |bot: &Unloaded| setup.broken == Broken::Skip || setup.searched.contains(&bot.left_out.bot);
    let refused = unloaded.iter().map(|(_, bot)| bot).filter(|bot| !may_be_left_out(bot));
    let refused: Vec<Unloaded> = refused.cloned().collect();
    if refused.is_empty() { Ok(()) } else { Err(SessionError::NotLoaded(refused)) }
}

fn unloaded(bot: &NamedBot, why: String) -> Unloaded {
    let message = match &bot.bot {
        // Where no compiler said more than the reason, once is enough.
        Bot::Uncompiled { message, .. } => Some(message.clone()).filter(|message| *message != why),
        _ => None,
    };
    Unloaded { left_out: LeftOut { bot: bot.spec.clone(), name: bot.name.clone(), why }, message }
}

struct TryOut<'a> {
    setup: &'a Setup,
    follow: &'a mut dyn FnMut(Event<'_>),
}

impl Visitor for TryOut<'_> {
    type Output = Result<Vec<Option<String>>, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { setup, follow } = self;
        let bots: Vec<Bot> = setup.bots.iter().map(|named| named.bot.clone()).collect();
        let names: Vec<String> = setup.bots.iter().map(|named| named.name.clone()).collect();
        let known = || bots.iter().map(|bot| bot.why_broken().map(str::to_owned)).collect();
        let seats = match (setup.layout.pairing, setup.layout.players) {
            // Opponents sit as often as it takes.
            (Pairing::FirstTwo, Some(seats)) => Ok(seats),
            (_, players) => seats_for(&G::ABOUT, bots.len(), players),
        };
        // Where the field is none whoever loads, that is told with what is known of it.
        let Ok(seats) = seats else { return Ok(known()) };
        let options = options_of::<G>(&setup.options)?;
        let outside = Outside::of::<G>(&bots, &setup.runtimes, &setup.limits, setup.instances, None);
        let outside = outside.map_err(SessionError::NoCell)?;
        let (names, options, outside) = (&names, &options, outside.as_ref());
        let openings = setup.openings;
        let trial = Trial::<G> { bots: &bots, names, seats, options, openings, outside };
        let tried = trial.run(|done| follow(Event::Greeted { done, bots: bots.len() }));
        tried.map_err(|error| match error {
            Untried::Interrupted => SessionError::Interrupted,
            error => SessionError::Untried(error),
        })
    }
}
