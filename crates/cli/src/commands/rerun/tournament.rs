//! All games of a record, played again and compared.

use croupier_games::list;
use croupier_report::standings_table;
use croupier_session::{AllAgain, Cast};
use serde_json::json;

use super::field::{Field, Roster};
use super::prepare;
use crate::failure::Failure;
use crate::output::{Progress, repeated_deals, say, say_json, say_line};
use crate::stop::Stop;

pub(super) fn again(roster: &Roster<'_>, stop: &Stop) -> Result<(), Failure> {
    let (args, recorded) = (roster.args, roster.recorded);
    let field = if args.bots.is_empty() {
        roster.again(&recorded.header.entrants.iter().collect::<Vec<_>>())?
    } else {
        roster.others(recorded.header.entrants.len(), "of the field")?
    };
    prepare(roster, &field, stop)?;
    let rerun = roster.rerun(&field);
    let (header, bots) = (rerun.header(), field.seatable());
    repeated_deals::tell(&header, &bots, args.quiet || args.json);
    let mut progress = Progress::new(args.quiet || args.json);
    let again = rerun.play_all(stop, &mut |games| progress.played(games, header.games))?;
    progress.finish();
    if field.cast == Cast::Others && !args.json {
        say(standings_table(list::about(&header.game)?, &header, &again.standings, usize::MAX));
        return Ok(());
    }
    tell(roster, &field, &again)
}

fn tell(roster: &Roster<'_>, field: &Field, again: &AllAgain) -> Result<(), Failure> {
    let (args, games, first) = (roster.args, again.standings.games, &again.first);
    if args.json {
        let said = json!({
            "games": games,
            "identical": first.is_none(),
            "first_difference": first,
            "changed": field.changed,
            "out": args.out,
        });
        say_json(format_args!("{said:#}"));
    } else if let Some(first) = first {
        say_line(format_args!("It differs from the record: {first}"));
        if args.out.is_some() {
            say_line(format_args!("{} of {games} games differ", again.differing));
        }
    } else {
        say_line(format_args!("{games} games, all as recorded"));
    }
    if first.is_none() || field.cast == Cast::Others { Ok(()) } else { Err(Failure::Differs) }
}
