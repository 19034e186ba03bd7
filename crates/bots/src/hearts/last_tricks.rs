//! The last tricks of four known hands, solved: everyone plays for their own chances, and knows all cards.
//!
//! Of cards that are worth the same to who plays them the lowest is played, so that there is one answer.

use super::card_bits::{Cards, first};
use super::prospects::Prospects;
use super::search_position::SearchPosition;

/// What a deal came to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solved {
    /// Everyone's chances.
    pub(super) shares: [f32; 4],
    /// How many cards were played to find it.
    pub(super) cards: u64,
}

/// Everyone's chances when all play as well as can be.
pub(super) fn solve(deal: &SearchPosition<4>, prospects: &Prospects) -> Solved {
    if deal.is_over() {
        return Solved { shares: prospects.shares(deal.added()), cards: 0 };
    }
    let mover = deal.mover();
    let mut best = Solved { shares: [-1.0; 4], cards: 0 };
    let mut cards: Cards = deal.distinct(deal.legal());
    while cards != 0 {
        let card = first(cards);
        cards ^= card;
        let mut after = *deal;
        after.play(card);
        let Solved { shares, cards: played } = solve(&after, prospects);
        best.cards += played + 1;
        if shares[mover] > best.shares[mover] {
            best.shares = shares;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::hearts::{Hearts, HeartsOptions};
    use croupier_games::{Chance, Game, Seat, Seed};

    use super::super::card_bits::bits_of;

    /// The same by playing every legal card to the very end.
    fn plain(deal: &SearchPosition<4>, prospects: &Prospects) -> [f32; 4] {
        if deal.place == 0 && deal.hand() == 0 {
            return prospects.shares(deal.added());
        }
        let mover = deal.mover();
        let cards = (0..64).map(|place| 1 << place).filter(|card| deal.legal() & card != 0);
        let values = cards.map(|card| {
            let mut after = *deal;
            after.play(card);
            plain(&after, prospects)
        });
        values.reduce(|best, value| if value[mover] > best[mover] { value } else { best }).unwrap()
    }

    #[test]
    fn the_last_three_tricks_of_four_are_worth_what_playing_every_line_says() {
        for seed in 0..150 {
            let mut chance = Chance::new(Seed::plain(seed));
            // A low target, so that some of the games end with this deal.
            let options = HeartsOptions { target: 8 + 8 * (seed as u32 % 4) };
            let mut game = Hearts::deal(4, &options, Seed::plain(2026).child(seed)).unwrap();
            let left = 8 + seed as usize % 5;
            for _ in 0..52 - left {
                let seat = game.turn().next().unwrap();
                let card = game.any(seat, &mut chance);
                game.play(seat, card).unwrap();
            }
            let hands = std::array::from_fn(|seat| bits_of(game.view(Seat(seat as u8)).hand()));
            let view = game.view(game.turn().next().unwrap());
            let deal = SearchPosition::<4>::seen(view, hands);
            let mut prospects = Prospects::default();
            prospects.look(view);
            assert_eq!(solve(&deal, &prospects).shares, plain(&deal, &prospects), "seed {seed}");
        }
    }
}
