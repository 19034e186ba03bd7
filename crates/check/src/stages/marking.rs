//! Marking: games against each opponent of the house in turn, then all at one table. Winning is not
//! required; it is what the marks are for.

use croupier_bots::House;
use croupier_games::{Game, Turn};

use super::luck::MARKING;
use crate::marking::{Against, Marking, Marks};
use crate::run::Run;
use crate::stage::{CheckEvent, Verdict};
use crate::stage_table::{PlayedGame, StageTable, Then};
use crate::start_position::StartPosition;
use crate::subject::Trouble;

/// The marks, where the game gives any and the bot came so far.
pub(crate) fn run<G: Game>(run: &mut Run<'_, G>) -> Result<Option<Marks>, Trouble> {
    let Some(marking) = Marking::of::<G>() else { return Ok(None) };
    let opponents = marking.opponents::<G>();
    let mut against = Vec::new();
    for opponent in &opponents {
        let name = format!("house:{}", opponent.name);
        run.stage(&format!("one against one with {name}"), |run| {
            let Met { verdict, detail, won, lost } =
                games(run, marking, std::slice::from_ref(opponent), opponent.name)?;
            let marks = if won > lost { marking.each } else { 0 };
            against.push(Against { opponent: name.clone(), won, lost, marks });
            Ok((verdict, format!("{detail}; {marks} marks")))
        })?;
    }
    if G::ABOUT.seats.contains(&(opponents.len() + 1)) {
        run.stage("all at one table", |run| {
            let met = games(run, marking, &opponents, "all")?;
            Ok((met.verdict, met.detail))
        })?;
    }
    let of = marking.each * opponents.len() as u32;
    Ok(Some(Marks { marks: against.iter().map(|one| one.marks).sum(), of, against }))
}

/// What came of the games against some opponents.
struct Met {
    verdict: Verdict,
    detail: String,
    won: u32,
    lost: u32,
}

/// Plays the games of a stage.
fn games<G: Game>(
    run: &mut Run<'_, G>,
    marking: &Marking,
    opponents: &[House],
    name: &str,
) -> Result<Met, Trouble> {
    let seats = opponents.len() + 1;
    let seed = run.setting.seed.child(MARKING).child(seats as u64);
    let mut sitting = StageTable::new(run.subject, run.watch, run.setting.stop, opponents)?;
    let mut games = Vec::new();
    for number in 0..marking.games {
        if run.deadline.is_past() {
            break;
        }
        let Some(position) = StartPosition::<G>::dealt(seats, run.setting.options, seed, number) else {
            break;
        };
        games.push(sitting.play(position, run.deadline, |_, _, _| Then::GoOn)?);
        (run.told)(CheckEvent::Played(number + 1, marking.games));
    }
    let count = |part| games.iter().filter(|played| share(played) == Some(part)).count() as u32;
    let (won, lost) = (count(1.0), count(0.0));
    let ended = games.iter().filter(|played| share(played).is_some()).count();
    let verdict = run.judge(&format!("against-{name}"), &games, sitting.names())?;
    let missing = marking.games - ended as u64;
    let detail = match missing {
        0 => format!("won {won} and lost {lost} of {ended} games"),
        _ => format!("won {won} and lost {lost} of {ended} games, {missing} were not played to their end"),
    };
    Ok(Met { verdict, detail, won, lost })
}

/// The bot's part of the win; a game that the bot broke off is lost, and one for which there was no time has
/// no winner.
fn share<G: Game>(played: &PlayedGame<G>) -> Option<f64> {
    match played.end.turn() {
        Turn::Over => Some(played.end.winners().share(played.position.seat)),
        Turn::Waiting(_) => played.is_faulty().then_some(0.0),
    }
}
