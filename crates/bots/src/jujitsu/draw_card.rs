//! The starter of the original that bids what it sees.

use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuView};
use croupier_games::{Chance, View};

use super::bids::{Bids, Mixed};
use crate::choose::Choose;

/// Bids the newest victory card's value.
///
/// Bidding so from the start of a round, it always can. A card it no longer has, because chance played it
/// after a missing answer, is replaced by the lowest higher one, or else by its highest.
#[derive(Debug, Default)]
pub struct DrawCard;

impl Choose<Jujitsu> for DrawCard {
    fn choose(&mut self, view: JujitsuView<'_>, _: &mut Chance) -> Bid {
        // Only a finished match has no card to bid.
        Bid(card(view).map_or(0, i32::from))
    }
}

impl Mixed for DrawCard {
    fn bids(&mut self, view: JujitsuView<'_>) -> Bids {
        Bids::only(card(view).unwrap_or(0))
    }
}

fn card(view: JujitsuView<'_>) -> Option<u8> {
    let hand = view.hand(view.seat());
    view.victory_card().and_then(|drawn| hand.lowest_from(drawn)).or(hand.highest())
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::jujitsu::JujitsuOptions;
    use croupier_games::{Game, Seat, Seed};

    fn deal(rounds: &[u8], seed: u64) -> Jujitsu {
        Jujitsu::deal(2, &JujitsuOptions { rounds: rounds.to_vec() }, Seed::plain(seed)).unwrap()
    }

    fn draw_card(game: &Jujitsu, seat: Seat) -> Bid {
        DrawCard.choose(game.view(seat), &mut Chance::new(Seed::plain(0)))
    }

    #[test]
    fn draw_card_bids_every_victory_card_as_it_comes() {
        let mut chance = Chance::new(Seed::plain(5));
        let mut game = deal(&[13, 6], 1);
        while let Some(seat) = game.turn().next() {
            if seat == Seat(1) {
                game.play(seat, game.any(seat, &mut chance)).unwrap();
                continue;
            }
            let drawn = *game.view(seat).lot().last().unwrap();
            assert_eq!(draw_card(&game, seat), Bid(drawn.into()));
            game.play(seat, draw_card(&game, seat)).unwrap();
        }
    }

    #[test]
    fn without_that_card_draw_card_bids_the_lowest_higher_one_or_else_its_highest() {
        let mut replaced = [0; 2];
        for seed in 0..200 {
            let mut game = deal(&[5], seed);
            game.refuse(Seat(0), None);
            game.refuse(Seat(1), None);
            let (hand, drawn) =
                (game.view(Seat(0)).hand(Seat(0)), game.view(Seat(0)).victory_card().unwrap());
            let cards: Vec<u8> = hand.collect();
            let higher = cards.iter().find(|&&card| card >= drawn);
            let wanted = *higher.or(cards.last()).unwrap();
            assert_eq!(draw_card(&game, Seat(0)), Bid(wanted.into()), "seed {seed}");
            if wanted != drawn {
                replaced[usize::from(wanted < drawn)] += 1;
            }
        }
        assert!(replaced.iter().all(|&n| n > 0), "both cases came up: {replaced:?}");
    }

    #[test]
    fn draw_card_plays_on_legally_when_chance_plays_some_of_its_cards() {
        for seed in 0..100 {
            let mut chance = Chance::new(Seed::plain(seed));
            let mut game = deal(&[7, 13, 3], seed);
            while let Some(seat) = game.turn().next() {
                if chance.one_in(3) {
                    game.refuse(seat, None);
                } else {
                    game.play(seat, draw_card(&game, seat)).unwrap();
                }
            }
        }
    }

    #[test]
    fn draw_card_beats_random_far_more_often_than_not() {
        let won = (0..400).filter(|&seed| {
            let mut chance = Chance::new(Seed::plain(seed));
            let mut game = deal(&[13, 13, 13], seed);
            // Both orders of seats in turn.
            let own = Seat((seed % 2) as u8);
            while let Some(seat) = game.turn().next() {
                let bid = if seat == own { draw_card(&game, seat) } else { game.any(seat, &mut chance) };
                game.play(seat, bid).unwrap();
            }
            game.figures(own)[0] == Some(1.0)
        });
        assert!(won.count() > 390);
    }

    #[test]
    fn a_finished_match_may_still_be_shown_to_draw_card() {
        let mut game = deal(&[3], 1);
        while let Some(seat) = game.turn().next() {
            game.refuse(seat, None);
        }
        assert!(game.clone().play(Seat(0), draw_card(&game, Seat(0))).is_err());
    }
}
