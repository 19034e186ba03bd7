//! Does it play legally, over many deals at a table of this size?

use croupier_games::{Game, Seat};

use super::luck::DEALS as LUCK;
use super::meeting::Watch;
use crate::run::{Amount, Run};
use crate::stage::CheckEvent;
use crate::stage_table::Then;
use crate::start_position::StartPosition;
use crate::subject::Trouble;
use crate::usual::{DEALS, GAMES};

/// After so many faulty games there are enough to learn from.
const ENOUGH_FAULTY: usize = 3;

/// The figure that says how many deals a game had, in games that have several.
const DEALS_OF_A_GAME: &str = "deals";

pub(crate) fn run<G: Game>(run: &mut Run<'_, G>, seats: usize) -> Result<(), Trouble> {
    let planned = planned::<G>(run.setting.amount);
    run.stage(&format!("plays legally at a table of {seats}"), |run| {
        let seed = run.setting.seed.child(LUCK).child(seats as u64);
        let folder = format!("table-of-{seats}");
        let mut sitting = run.sit(seats)?;
        let mut games = Vec::new();
        let mut faulty = 0;
        let mut done = Plan { games: 0, deals: 0 };
        while !done.reaches(planned) && !run.deadline.is_past() {
            let number = games.len() as u64;
            let Some(position) = StartPosition::<G>::dealt(seats, run.setting.options, seed, number) else {
                break;
            };
            let seat = position.seat;
            let mut watch = Watch::new(&run.meetings);
            let played = sitting.play(position, run.deadline, |game, missteps, asked| {
                watch.before_turn(game, seat, missteps, asked);
                Then::GoOn
            })?;
            let seen = watch.done(&played);
            run.meetings.add(seen, &played, sitting.names(), &folder);
            faulty += usize::from(played.is_faulty());
            // A game that was cut short by time is none that was seen.
            if played.is_whole() || played.is_faulty() {
                done.games += 1;
                done.deals += deals_of(&played.end, seat);
            }
            games.push(played);
            (run.told)(CheckEvent::Played(done.games.min(planned.games), planned.games));
            if faulty >= ENOUGH_FAULTY || run.watch.read().late > 0 {
                break;
            }
        }
        let verdict = run.judge(&folder, &games, sitting.names())?;
        Ok((verdict, detail(done, planned, faulty)))
    })
}

/// How much is played at a table of one size.
#[derive(Debug, Clone, Copy)]
struct Plan {
    games: u64,
    deals: u64,
}

impl Plan {
    fn reaches(self, planned: Self) -> bool {
        self.games >= planned.games && self.deals >= planned.deals
    }
}

fn planned<G: Game>(amount: Amount) -> Plan {
    match amount {
        Amount::Games(games) => Plan { games, deals: games },
        Amount::Usual => Plan { games: GAMES.div_ceil(G::ABOUT.seats.len() as u64), deals: DEALS },
    }
}

/// How many deals a game had, at least one.
fn deals_of<G: Game>(end: &G, seat: Seat) -> u64 {
    let figure = G::ABOUT.figures.iter().position(|figure| figure.name == DEALS_OF_A_GAME);
    let deals = figure.and_then(|at| end.figures(seat).get(at).copied().flatten());
    deals.map_or(1, |deals| (deals as u64).max(1))
}

fn detail(done: Plan, planned: Plan, faulty: usize) -> String {
    let Plan { games, deals } = done;
    let mut told = if done.reaches(planned) {
        format!("{games} {}", if games == 1 { "game" } else { "games" })
    } else {
        format!("{games} of {} games", planned.games.max(games))
    };
    if deals > games {
        told.push_str(&format!(" with {deals} deals"));
    }
    match faulty {
        0 => told,
        1 => format!("{told}, faults in a game"),
        _ => format!("{told}, faults in {faulty} games"),
    }
}
