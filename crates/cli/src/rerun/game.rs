//! One game of a record, played again or gone on with from a turn.

use croupier_arena::naming::entrant_names;
use croupier_arena::{Batch, Bot, CannotPlay, Crew, Lane, NoPast, Past, Table};
use croupier_games::{Game, Moment, Seat};
use croupier_record::{
    Block, Difference, EntrantId, Fixture, GameBytes, Header, Luck, TimeSheet, difference, replay,
};
use croupier_report::winners_line;
use croupier_stats::{Tally, standings};
use serde_json::json;

use super::field::{Field, Roster};
use super::{Rerun, tell_changed};
use crate::failure::Failure;
use crate::out_folder::OutFolder;
use crate::outside::outside;
use crate::say::{say, say_json, say_line};
use crate::solved;

/// What stands in a story before the first turn that is asked anew.
const ANEW: &str = "\n— from here on it is played anew —\n\n";

pub(super) fn again<G: Game>(rerun: &Rerun<'_>, number: u64, options: &G::Options) -> Result<(), Failure> {
    let (there, events) = rerun.recorded.game(number, |game| (game.fixture.clone(), game.events.to_vec()))?;
    let field = field_of::<G>(rerun, &there)?;
    tell_changed(&field.changed);
    solved::prepare_for(options, &field.bots, rerun.args.quiet || rerun.args.json, rerun.stop)?;
    let header = header_of(&rerun.recorded.header, &there, &field);
    let seats = (0..there.seats.len() as u16).map(EntrantId).collect();
    let fixture = Fixture { number, deal: there.deal, seats };
    let bots: Vec<Bot> = field.bots.iter().map(|named| named.bot.clone()).collect();
    let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let outside = outside::<G>(&bots, rerun.kits, rerun.limits, header.instances, rerun.args.out.as_deref())?;
    let lane = Lane { number: 0, core: None };
    let mut crew = Crew::<G>::seat(&bots, &names, bots.len(), options, outside.as_ref(), lane)
        .map_err(|error| Failure::from(CannotPlay::from(error)))?;
    let mut table = Table::new(outside.is_some());
    let luck = Luck::of(header.seed(), &fixture);
    let dealt = G::deal(bots.len(), options, luck.deal())?;
    let end = match rerun.args.from {
        None => table.play(dealt, luck, &fixture, &mut crew),
        Some(from) => {
            let past = Past { events: &events, turns: from.saturating_sub(1) };
            table
                .go_on(dealt, luck, &fixture, &mut crew, past)
                .map_err(|error| bad_turn(number, from, &error))?
        }
    };
    if table.is_starved() {
        return Err(CannotPlay::Overloaded(number).into());
    }
    write_out::<G>(rerun, &header, &fixture, &end, &table, options)?;
    let found = difference::<G>(&GameBytes { fixture: there, events: &events }, table.events());
    let now = GameBytes { fixture, events: table.events() };
    tell::<G>(rerun, &header, &now, &end, &field, found.as_ref(), options)
}

/// The bots of the seats: those of the record, with others where they are named.
fn field_of<G: Game>(rerun: &Rerun<'_>, there: &Fixture) -> Result<Field, Failure> {
    let recorded = rerun.recorded;
    if rerun.args.from == Some(0) {
        return Err(Failure::BadInput("--from 0: turns are counted from 1".to_owned()));
    }
    let roster = Roster { recorded, args: rerun.args, kits: rerun.kits, limits: rerun.limits };
    if !rerun.args.bots.is_empty() {
        return roster.others::<G>(there.seats.len(), "seat");
    }
    let mut replaced = Vec::new();
    for named in &rerun.args.seat {
        let seat = named.split_once('=').and_then(|(seat, bot)| Some((seat.parse::<usize>().ok()?, bot)));
        let Some((seat, bot)) = seat.filter(|(seat, _)| (1..=there.seats.len()).contains(seat)) else {
            return Err(Failure::BadInput(format!(
                "--seat {named}: SEAT=BOT is needed, with a seat from 1 to {}",
                there.seats.len()
            )));
        };
        replaced.push((seat - 1, roster.one::<G>(bot)?));
    }
    let entrants = &recorded.header.entrants;
    let sits = |at: usize| entrants.get(there.seats[at].index());
    // Whoever gives up a seat need not be found again.
    let kept: Vec<usize> =
        (0..there.seats.len()).filter(|at| replaced.iter().all(|(seat, _)| seat != at)).collect();
    let same = replaced.is_empty();
    let found = roster.again::<G>(&kept.iter().filter_map(|&at| sits(at)).collect::<Vec<_>>())?;
    replaced.extend(kept.into_iter().zip(found.bots));
    replaced.sort_by_key(|(seat, _)| *seat);
    let bots = replaced.into_iter().map(|(_, bot)| bot).collect();
    Ok(Field { bots, changed: found.changed, same })
}

/// The head of a record that holds this game alone.
fn header_of(recorded: &Header, there: &Fixture, field: &Field) -> Header {
    let mut header = recorded.clone();
    header.croupier = env!("CARGO_PKG_VERSION").to_owned();
    header.games = there.number + 1;
    let names = if field.same {
        let sits = |entrant: &EntrantId| recorded.entrants.get(entrant.index());
        there.seats.iter().filter_map(sits).map(|entrant| entrant.name.clone()).collect()
    } else {
        entrant_names(&field.bots, 1)
    };
    let entrants = names.into_iter().zip(&field.bots);
    header.entrants = entrants.map(|(name, bot)| bot.entrant(name)).collect();
    header.origin = header.origin.clone().among(&header.entrants);
    header
}

fn bad_turn(game: u64, from: u64, error: &NoPast) -> Failure {
    match error {
        NoPast::Shorter(turns) => Failure::BadInput(format!(
            "--from {from}: game {game} has {turns} turns; 1 to {} are accepted",
            turns + 1
        )),
        NoPast::Damaged(_) => Failure::Trouble(anyhow::anyhow!("game {game}: {error}")),
    }
}

fn write_out<G: Game>(
    rerun: &Rerun<'_>,
    header: &Header,
    fixture: &Fixture,
    end: &G,
    table: &Table,
    options: &G::Options,
) -> Result<(), Failure> {
    let Some(folder) = &rerun.args.out else { return Ok(()) };
    let mut tally = Tally::new(&G::ABOUT, header.entrants.len());
    tally.add(fixture, end, table.missteps());
    let mut block = Block::new(fixture.number);
    block.push(fixture, table.events());
    block.pack().map_err(|error| Failure::Trouble(error.into()))?;
    let standings = standings(&G::ABOUT, &tally);
    let mut out = OutFolder::create(folder, &G::ABOUT, header)?;
    out.games::<G>(&Batch { block, tally, times: TimeSheet::default() }, options)?;
    // One game of several: the record is not a whole tournament.
    out.finish(&standings, false)
}

fn tell<G: Game>(
    rerun: &Rerun<'_>,
    header: &Header,
    now: &GameBytes<'_>,
    end: &G,
    field: &Field,
    found: Option<&Difference>,
    options: &G::Options,
) -> Result<(), Failure> {
    let args = rerun.args;
    // A bot that is first asked in the middle has another past than it had, and may well play otherwise.
    let may_differ = args.from.is_some() || !field.same;
    let names: Vec<&str> = header.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    if args.json {
        let winners = Seat::all(names.len()).filter(|&seat| end.winners().contains(seat));
        let said = json!({
            "game": now.fixture.number,
            "from": args.from,
            "bots": names,
            "scores": end.scores().as_slice(),
            "winners": winners.map(|seat| names[seat.index()]).collect::<Vec<_>>(),
            "identical": found.is_none(),
            "first_difference": found,
            "changed": field.changed,
            "out": args.out,
        });
        say_json(format_args!("{said:#}"));
    } else {
        if !args.quiet && may_differ {
            say(story::<G>(now, &names, args.from, header, options)?);
            say_line(format_args!("\n{}\n", winners_line(end, &names)));
        }
        match found {
            Some(first) if may_differ => say_line(format_args!("It goes another way than recorded: {first}")),
            Some(first) => say_line(format_args!("It differs from the record: {first}")),
            None => say_line(format_args!("Game {} is as recorded", now.fixture.number)),
        }
    }
    if found.is_some() && !may_differ { Err(Failure::Differs) } else { Ok(()) }
}

/// The story of the game, with a line where it begins to be new.
fn story<G: Game>(
    now: &GameBytes<'_>,
    names: &[&str],
    from: Option<u64>,
    header: &Header,
    options: &G::Options,
) -> Result<String, Failure> {
    let (mut out, mut turn) = (String::new(), 0);
    replay::<G>(now, options, header.seed(), |moment| {
        if matches!(moment, Moment::Played { .. } | Moment::Refused { .. }) {
            turn += 1;
            if from == Some(turn) {
                out += ANEW;
            }
        }
        G::tell(moment, names, &mut out);
    })?;
    Ok(out)
}
