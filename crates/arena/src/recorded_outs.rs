//! Who is put out by games that others have played, told from their blocks alone, in their order: the rule of
//! `outs.rs` for a tournament that is played in parts, where whoever folds them decides.

use croupier_games::{Game, Seat};
use croupier_record::{
    Block, EntrantId, Header, Out, ReplayError, UNTOLD, games_in, is_dropped, public_misstep,
};

use crate::outs::new_outs;
use crate::silence::{Dealt, Silence, Silent};

/// Who is out by the games so far.
#[derive(Debug, Default)]
pub struct RecordedOuts {
    silence: Silence,
    outs: Vec<Out>,
}

impl RecordedOuts {
    /// All so far, those who were put out first in front.
    #[must_use]
    pub fn all(&self) -> &[Out] {
        &self.outs
    }

    /// Decides who is out by the next games, and writes into their block who is; whoever was put out in them
    /// is not seated from `border` on. Why is told in words that everyone may read.
    pub fn settle<G: Game>(
        &mut self,
        block: &mut Block,
        header: &Header,
        options: &G::Options,
        border: u64,
    ) -> Result<(), ReplayError> {
        let dealt = Dealt::<G> { options, seed: header.seed(), openings: header.openings };
        let (mut silent, mut by_host) = (Vec::new(), vec![None; header.entrants.len()]);
        for game in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
            if is_dropped(&self.outs, &game.fixture) {
                continue;
            }
            let (more, missteps) = self.silence.after::<G>(&game, &dealt)?;
            silent.extend(more.iter().map(in_public));
            for seat in Seat::all(game.fixture.seats.len()) {
                if missteps.of(seat).is_some_and(|seat| seat.disqualified.is_some()) {
                    let first = &mut by_host[game.fixture.entrant(seat).index()];
                    first.get_or_insert((game.fixture.number, UNTOLD.to_owned()));
                }
            }
        }
        let by_host = |entrant: EntrantId| by_host[entrant.index()].clone();
        let new = new_outs(header.entrants.len(), by_host, &silent, &self.outs, border);
        self.outs.extend(new);
        block.outs.clone_from(&self.outs);
        Ok(())
    }
}

fn in_public(silent: &Silent) -> Silent {
    Silent { why: public_misstep(&silent.why), ..*silent }
}
