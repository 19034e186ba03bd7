//! Does it play legally, over many deals at a table of this size?

use std::time::{Duration, Instant};

use croupier_games::{Game, Seat};

use super::luck::DEALS;
use super::meeting::Watch;
use crate::opening::Opening;
use crate::run::{Amount, Run};
use crate::sitting::Then;
use crate::stage::CheckEvent;
use crate::subject::Trouble;

/// After so many faulty games there are enough to learn from.
const ENOUGH_FAULTY: usize = 3;
/// A bot that thinks long is not waited for longer than this; how far it came is told.
const LONGEST: Duration = Duration::from_secs(20);

/// The figure that says how many deals a game had, in games that have several.
const DEALS_OF_A_GAME: &str = "deals";

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>, seats: usize) -> Result<(), Trouble> {
    let (Amount::Games(planned) | Amount::Deals(planned)) = run.setting.amount;
    run.stage(&format!("plays legally at a table of {seats}"), |run| {
        let begun = Instant::now();
        let seed = run.setting.seed.child(DEALS).child(seats as u64);
        let folder = format!("table-of-{seats}");
        let mut sitting = run.sit(seats)?;
        let mut games = Vec::new();
        let (mut faulty, mut done) = (0, 0);
        while done < planned {
            let number = games.len() as u64;
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
            done += match run.setting.amount {
                Amount::Games(_) => 1,
                Amount::Deals(_) => deals_of(&played.end, seat),
            };
            games.push(played);
            (run.told)(CheckEvent::Played(done.min(planned), planned));
            if faulty >= ENOUGH_FAULTY || run.watch.read().late > 0 || begun.elapsed() > LONGEST {
                break;
            }
        }
        let verdict = run.judge(&folder, &games, sitting.names())?;
        let what = if done == games.len() as u64 { "games" } else { "deals" };
        Ok((verdict, detail(done, planned, what, faulty)))
    })
}

/// How many deals a game had, at least one.
fn deals_of<G: Game>(end: &G, seat: Seat) -> u64 {
    let figure = G::ABOUT.figures.iter().position(|figure| figure.name == DEALS_OF_A_GAME);
    let deals = figure.and_then(|at| end.figures(seat).get(at).copied().flatten());
    deals.map_or(1, |deals| (deals as u64).max(1))
}

fn detail(done: u64, planned: u64, what: &str, faulty: usize) -> String {
    let played =
        if done < planned { format!("{done} of {planned} {what}") } else { format!("{done} {what}") };
    match faulty {
        0 => played,
        1 => format!("{played}, faults in a game"),
        _ => format!("{played}, faults in {faulty} games"),
    }
}
