//! One game of a record, played again or gone on with from a turn.

use croupier_record::Fixture;
use croupier_session::{Cast, GameAgain};
use serde_json::json;

use super::field::{Field, Roster};
use super::prepare;
use crate::failure::Failure;
use crate::output::{say, say_json, say_line};
use crate::stop::Stop;

pub(super) fn again(roster: &Roster<'_>, number: u64, stop: &Stop) -> Result<(), Failure> {
    let there = roster.recorded.game(number, |game| game.fixture.clone())?;
    let field = field_of(roster, &there)?;
    prepare(roster, &field, stop)?;
    let again = roster.rerun(&field).play_game(number, roster.args.from)?;
    tell(roster, &field, number, &again)
}

/// The bots of the seats: those of the record, with others where they are named.
fn field_of(roster: &Roster<'_>, there: &Fixture) -> Result<Field, Failure> {
    let (args, recorded) = (roster.args, roster.recorded);
    if args.from == Some(0) {
        return Err(Failure::BadInput("--from 0: turns are counted from 1".to_owned()));
    }
    if !args.bots.is_empty() {
        return roster.others(there.seats.len(), "seat");
    }
    let mut replaced = Vec::new();
    for named in &args.seat {
        let seat = named.split_once('=').and_then(|(seat, bot)| Some((seat.parse::<usize>().ok()?, bot)));
        let Some((seat, bot)) = seat.filter(|(seat, _)| (1..=there.seats.len()).contains(seat)) else {
            return Err(Failure::BadInput(format!(
                "--seat {named}: SEAT=BOT is needed, with a seat from 1 to {}",
                there.seats.len()
            )));
        };
        replaced.push((seat - 1, roster.one(bot)?));
    }
    let entrants = &recorded.header.entrants;
    let sits = |at: usize| entrants.get(there.seats[at].index());
    // Whoever gives up a seat need not be found again.
    let kept: Vec<usize> =
        (0..there.seats.len()).filter(|at| replaced.iter().all(|(seat, _)| seat != at)).collect();
    let cast = if replaced.is_empty() { Cast::AsRecorded } else { Cast::Others };
    let found = roster.again(&kept.iter().filter_map(|&at| sits(at)).collect::<Vec<_>>())?;
    replaced.extend(kept.into_iter().zip(found.bots));
    replaced.sort_by_key(|(seat, _)| *seat);
    let bots = replaced.into_iter().map(|(_, bot)| bot).collect();
    Ok(Field { bots, changed: found.changed, cast })
}

fn tell(roster: &Roster<'_>, field: &Field, number: u64, again: &GameAgain) -> Result<(), Failure> {
    let (args, found) = (roster.args, &again.difference);
    // A bot that is first asked in the middle has another past than it had, and may well play otherwise.
    let may_differ = args.from.is_some() || field.cast == Cast::Others;
    if args.json {
        let said = json!({
            "game": number,
            "from": args.from,
            "bots": again.names,
            "scores": again.scores.as_slice(),
            "winners": again.winners,
            "identical": found.is_none(),
            "first_difference": found,
            "changed": field.changed,
            "out": args.out,
        });
        say_json(format_args!("{said:#}"));
    } else {
        if !args.quiet && may_differ {
            say(&again.story);
            say_line(format_args!("\n{}\n", again.winners_line));
        }
        match found {
            Some(first) if may_differ => say_line(format_args!("It goes another way than recorded: {first}")),
            Some(first) => say_line(format_args!("It differs from the record: {first}")),
            None => say_line(format_args!("Game {number} is as recorded")),
        }
    }
    if found.is_some() && !may_differ { Err(Failure::Differs) } else { Ok(()) }
}
