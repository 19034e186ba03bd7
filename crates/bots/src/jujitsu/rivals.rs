//! How the other players of the house would bid on the other side: each is one of those that the other side
//! may be.
//!
//! Whoever they are they see the same cards, so their mixtures can be worked out; which of them sits there,
//! if any, is for the bids to tell.

use super::endgame::Rest;
use super::matrix::Mixture;
use super::solver::ADVANCED_CARDS;
use super::weigh::{estimated, fitted, guessed};

/// How many there are.
pub(super) const RIVALS: usize = 3;

/// What minmax, advanced and the flagship with less time would bid from this rest, their own hand first,
/// where perfect play of theirs is known.
pub(super) fn bids(rest: &Rest, perfect: &Mixture, lesser: Option<Mixture>) -> [Mixture; RIVALS] {
    let minmax = guessed(rest).solve().rows;
    if rest.own.count_ones() <= ADVANCED_CARDS {
        return [minmax, *perfect, lesser.unwrap_or(*perfect)];
    }
    let advanced = estimated(rest).solve().rows;
    let lesser = lesser.or_else(|| fitted(rest).map(|matrix| matrix.solve().rows));
    [minmax, advanced, lesser.unwrap_or(*perfect)]
}

#[cfg(test)]
mod tests {
    use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
    use croupier_games::{Chance, Game, Seat, Seed};

    use super::super::bids::{Bids, Mixed};
    use super::super::solver::{Advanced, Minmax};
    use super::super::weigh::seen;
    use super::*;

    #[test]
    fn rivals_bid_as_the_players_of_the_house_do() {
        let mut chance = Chance::new(Seed::plain(8));
        let mut game = Jujitsu::deal(2, &JujitsuOptions { rounds: vec![13] }, Seed::plain(4)).unwrap();
        while let Some(seat) = game.turn().next() {
            let view = game.view(seat);
            let rest = seen(view);
            if seat == Seat(0) && rest.own.count_ones() > ADVANCED_CARDS {
                let [minmax, advanced, _] =
                    bids(&rest, &[0.0; 13], None).map(|rows| Bids::mixed(rest.own, &rows));
                assert_eq!(minmax, Minmax.bids(view));
                assert_eq!(advanced, Advanced::default().bids(view));
            }
            game.play(seat, game.any(seat, &mut chance)).unwrap();
        }
    }
}
