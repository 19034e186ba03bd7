// The sixth game as a module of a test: it is written as one of `games`, and finds here what it names by its
// place there. A test includes this file at its root.

mod about {
    pub(crate) use croupier_games::{About, Better, Figure, Figures, MAX_SEATS, Rank, Scores, Seating, scores_of};
}

mod chance {
    pub(crate) use croupier_games::Chance;
}

mod game {
    pub(crate) use croupier_games::{BadSetup, Game, Illegal, Move, Refusal, View};
}

mod layout {
    pub(crate) use croupier_games::layout::{Field, Kind, Packer, size_of};
}

mod seats {
    pub(crate) use croupier_games::{Seat, Seats, Turn};
}

mod seed {
    pub(crate) use croupier_games::Seed;
}

mod story {
    pub(crate) use croupier_games::Moment;

    /// A line of a story.
    pub(crate) fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
        *out += &format!("{text}\n");
    }
}

// In `games` all of it is public, and nobody here uses all of it.
#[allow(unreachable_pub, dead_code)]
mod sealed_bids;
