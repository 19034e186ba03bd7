//! A game told from its record.

use croupier_games::{Game, Moment, Seat, Seed};
use croupier_record::{GameBytes, Header, Missteps, ReplayError, drawn_in, replay};

/// The readable story of a recorded game, with its end and what went wrong in it.
pub fn story<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
) -> Result<(String, G, Missteps), ReplayError> {
    let names = seat_names(recorded, header);
    let mut out = String::new();
    let seed: Seed = header.seed();
    let mut drawn = drawn_in::<G>(recorded, header, options)?.len();
    let (end, missteps) = replay::<G>(recorded, options, seed, |moment| {
        let told = out.len();
        G::tell(moment, &names, &mut out);
        if drawn > 0 && matches!(moment, Moment::Played { .. }) {
            drawn -= 1;
            say_drawn(&mut out, told);
        }
    })?;
    Ok((out, end, missteps))
}

/// Says behind the first line of what was told last that nobody chose it.
pub(crate) fn say_drawn(out: &mut String, told: usize) {
    let line = out[told..].find('\n').map_or(out.len(), |end| told + end);
    if line > told {
        out.insert_str(line, " (drawn)");
    }
}

/// The names of those who sat at a recorded table, seat by seat.
pub(crate) fn seat_names<'h>(recorded: &GameBytes<'_>, header: &'h Header) -> Vec<&'h str> {
    let name = |entrant: usize| header.entrants.get(entrant).map_or("?", |entrant| entrant.name.as_str());
    recorded.fixture.seats.iter().map(|entrant| name(entrant.index())).collect()
}

/// Who won, in one line.
pub fn winners_line<G: Game>(end: &G, names: &[&str]) -> String {
    let winners: Vec<&str> = Seat::all(names.len())
        .filter(|&seat| end.winners().contains(seat))
        .map(|seat| names[seat.index()])
        .collect();
    match winners.as_slice() {
        [] => "Nobody won".to_owned(),
        [winner] => format!("{winner} won"),
        several => format!("{} share the win", several.join(" and ")),
    }
}
