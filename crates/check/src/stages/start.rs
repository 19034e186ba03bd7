//! Does it load, start and greet?

use croupier_games::{Game, Seat};
use croupier_hosts::bot_files::{first_notes, with_notes};
use croupier_record::{Lucks, Notice};

use crate::run::Run;
use crate::stage::{Failing, Verdict};
use crate::stage_table::entrants;
use crate::subject::Trouble;

/// What a stage says that nobody was there for.
pub const NOT_STARTED: &str = "it does not start";

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<(), Trouble> {
    run.stage("starts and greets", |run| {
        let what = match &run.subject.unloadable {
            Some((why, compiler)) => Some((why.clone(), compiler.clone())),
            None => greeted(run)?.map(|why| (with_notes(why, &run.subject.notes), None)),
        };
        let Some((what, compiler)) = what else { return Ok((Verdict::Passed, noted(run))) };
        run.hopeless = Some(NOT_STARTED.to_owned());
        Ok((Verdict::Failed(Box::new(Failing { what, compiler, ..Failing::default() })), String::new()))
    })
}

/// What its author should know of it, the first of it.
fn noted<G: Game>(run: &Run<'_, G>) -> String {
    first_notes(&run.subject.notes).join("; ")
}

/// Starts it with a game's beginning; what went wrong, if anything did.
fn greeted<G: Game>(run: &mut Run<'_, G>) -> Result<Option<String>, Trouble> {
    let seats = G::ABOUT.seats[0];
    let mut player = run.subject.seat(seats)?;
    let luck = Lucks::of(run.setting.seed).game(0, 0);
    let Ok(game) = G::deal(seats, run.setting.options, luck.deal()) else { return Ok(None) };
    let names = vec![run.subject.name.as_str(); seats];
    let (view, seed, entrants) = (game.view(Seat(0)), luck.outside(Seat(0)), entrants(seats, Seat(0)));
    let start = Notice::Start { view, seed, game: 0, names: &names, entrants: &entrants };
    let wrong = player.notice(&start).err().map(|fault| fault.message);
    run.joins = player.joins();
    Ok(wrong)
}
