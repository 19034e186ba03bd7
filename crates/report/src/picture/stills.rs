//! A recorded game as a row of stills, one for the deal and one for every move, to be looked at one by one.

use croupier_games::{Game, Moment, Seat};
use croupier_record::{GameBytes, Header, ReplayError, replay};
use serde_json::Value;

use crate::story::seat_names;

/// A game as a row of stills; number 0 is the deal.
#[derive(Debug, Clone, PartialEq)]
pub struct Stills {
    /// Who sat where.
    pub names: Vec<String>,
    /// The stills, oldest first.
    pub all: Vec<Still>,
}

/// One still: what has just happened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Still {
    /// Who moved; `None` for the deal.
    pub seat: Option<usize>,
    /// The move, as a bot writes it; `None` where none came.
    pub mv: Option<Value>,
    /// Why the move was refused, where it was.
    pub refused: Option<String>,
    /// What the story tells of it; may be empty.
    pub told: String,
}

/// All stills of a recorded game.
pub fn stills<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
) -> Result<Stills, ReplayError> {
    let names = seat_names(recorded, header);
    let mut stills: Vec<Still> = Vec::new();
    replay::<G>(recorded, options, header.seed(), |moment| {
        let mut told = String::new();
        G::tell(moment, &names, &mut told);
        match moment {
            // The end is told with the last move: nothing is moved by it.
            Moment::Ended(_) => stills.last_mut().into_iter().for_each(|last| last.told += &told),
            moment => stills.push(still(moment, told)),
        }
    })?;
    Ok(Stills { names: names.into_iter().map(str::to_owned).collect(), all: stills })
}

fn still<G: Game>(moment: &Moment<'_, G>, told: String) -> Still {
    // A move is written by our own types, which always can.
    let written = |mv: &G::Move| serde_json::to_value(mv).ok();
    match moment {
        Moment::Dealt(_) | Moment::Ended(_) => Still { told, ..Still::default() },
        Moment::Played { seat, mv, .. } => {
            Still { seat: Some(seat.index()), mv: written(mv), refused: None, told }
        }
        Moment::Refused { seat, attempt, why, .. } => Still {
            seat: Some(seat.index()),
            mv: attempt.as_ref().and_then(written),
            refused: Some((*why).to_owned()),
            told,
        },
    }
}

/// The views after still `number`: those of all seats, or of one. Empty where there is no such still.
pub fn views_at<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
    number: usize,
    watched: Option<Seat>,
) -> Result<Vec<Value>, ReplayError> {
    let mut views = Vec::new();
    let mut at = 0;
    replay::<G>(recorded, options, header.seed(), |moment| {
        let position = match moment {
            Moment::Dealt(game) => *game,
            Moment::Played { after, .. } | Moment::Refused { after, .. } => *after,
            Moment::Ended(_) => return,
        };
        if at == number {
            let seats = Seat::all(recorded.fixture.seats.len());
            let shown = seats.filter(|&seat| watched.is_none_or(|watched| watched == seat));
            views.extend(shown.filter_map(|seat| serde_json::to_value(position.view(seat)).ok()));
        }
        at += 1;
    })?;
    Ok(views)
}

/// What happened in a still, in words: the story's, or where that is silent who did what.
#[must_use]
pub fn caption(stills: &Stills, number: usize) -> String {
    let Some(still) = stills.all.get(number) else { return String::new() };
    let name = still.seat.and_then(|seat| stills.names.get(seat));
    match (name, &still.mv, &still.refused) {
        _ if !still.told.is_empty() => still.told.clone(),
        (Some(name), Some(mv), Some(why)) => format!("{name} tries {mv}: {why}\n"),
        (Some(name), None, Some(why)) => format!("{name} makes no move: {why}\n"),
        (Some(name), Some(mv), None) => {
            format!("{name}: {}\n", mv.as_str().map_or(mv.to_string(), str::to_owned))
        }
        _ => String::new(),
    }
}
