//! A game told from its record.

use croupier_games::{Game, Seat, Seed};
use croupier_record::{GameBytes, Header, Missteps, ReplayError, replay};

/// The readable story of a recorded game, with its end and what went wrong in it.
pub fn story<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
) -> Result<(String, G, Missteps), ReplayError> {
    let names = seat_names(recorded, header);
    let mut out = String::new();
    let seed: Seed = header.seed();
    let (end, missteps) = replay::<G>(recorded, options, seed, |moment| G::tell(moment, &names, &mut out))?;
    Ok((out, end, missteps))
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
