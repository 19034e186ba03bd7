//! Who came in before whom in one game.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use croupier_games::{About, Better, Figures, Game, MAX_SEATS, Seat};
use croupier_record::{EntrantId, Fixture};

/// The order in which a game's seats came in, with ties.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placing {
    /// Who, and in which place, from 1; those who tie share the place. The best first.
    pub places: ArrayVec<(EntrantId, usize), MAX_SEATS>,
}

impl Placing {
    /// By the figures that rank the game's standings, the most important first.
    #[must_use]
    pub fn of<G: Game>(fixture: &Fixture, end: &G) -> Self {
        let mut seats: ArrayVec<(EntrantId, Figures), MAX_SEATS> =
            Seat::all(fixture.seats.len()).map(|seat| (fixture.entrant(seat), end.figures(seat))).collect();
        seats.sort_by(|one, other| order(&G::ABOUT, &one.1, &other.1).then(one.0.cmp(&other.0)));
        let mut places: ArrayVec<(EntrantId, usize), MAX_SEATS> = ArrayVec::new();
        for (at, (entrant, figures)) in seats.iter().enumerate() {
            let tied = at > 0 && order(&G::ABOUT, &seats[at - 1].1, figures).is_eq();
            let place = if tied { places[at - 1].1 } else { at + 1 };
            places.push((*entrant, place));
        }
        Self { places }
    }

    /// Those who share each place, the best place first.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[(EntrantId, usize)]> {
        self.places.chunk_by(|one, other| one.1 == other.1)
    }
}

/// Who is better comes first.
fn order(about: &About, one: &Figures, other: &Figures) -> Ordering {
    let by_figure = about.ranking.iter().map(|rank| {
        let value = |figures: &Figures| figures[rank.figure].unwrap_or(0.0);
        match rank.better {
            Better::Low => value(one).total_cmp(&value(other)),
            Better::High => value(other).total_cmp(&value(one)),
        }
    });
    by_figure.fold(Ordering::Equal, Ordering::then)
}
