//! How the other players of the house would bid on the other side: each is one of those that the other side may be.
//!
//! Whoever they are they see the same cards, so their mixtures can be worked out; which of them sits there, if any, is
//! for the bids to tell.

use super::endgame::Rest;
use super::matrix::Mixture;
use super::solver::ADVANCED_CARDS;
use super::weigh::{estimated, fitted, guessed};

/// How many there are.
pub(super) const RIVALS: usize = 3;

/// What minmax, advanced and the flagship with less time would bid, where perfect play of the other side is known.
pub(super) fn bids(rest: &Rest, perfect: &Mixture, lesser: Option<Mixture>) -> [Mixture; RIVALS] {
    let minmax = guessed(rest).solve().columns;
    if rest.own.count_ones() <= ADVANCED_CARDS {
        return [minmax, *perfect, lesser.unwrap_or(*perfect)];
    }
    let advanced = estimated(rest).solve().columns;
    let lesser = lesser.or_else(|| fitted(rest).map(|matrix| matrix.solve().columns));
    [minmax, advanced, lesser.unwrap_or(*perfect)]
}
