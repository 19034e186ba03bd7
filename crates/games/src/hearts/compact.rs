//! The compact form of a view: the same as the JSON form, in bytes. `docs/protocol.md` shows the layout.
//!
//! Points, the suit led and whether hearts are broken follow from the tricks, and are not written.

use super::trick::Trick;
use super::view::HeartsView;
use crate::cards::Card;
use crate::game::View;
use crate::seats::Seat;

/// In place of a seat where there is none.
const NOBODY: u8 = 255;

/// Appends a view.
pub(super) fn write(view: &HeartsView<'_>, out: &mut Vec<u8>) {
    let seat = |seat: Option<Seat>| seat.map_or(NOBODY, |seat| seat.0);
    out.extend_from_slice(&[view.seat().0, view.seats() as u8, seat(view.to_move()), seat(view.forfeited())]);
    out.extend_from_slice(&view.deal().to_le_bytes());
    out.extend_from_slice(&view.target().to_le_bytes());
    for seat in Seat::all(view.seats()) {
        out.extend_from_slice(&view.score(seat).to_le_bytes());
    }
    out.push(view.hand().len() as u8);
    out.extend(view.hand_as_dealt().map(Card::number));
    out.push(view.tricks().len() as u8);
    view.tricks().for_each(|trick| cards(trick, out));
    out.push(view.trick().cards().len() as u8);
    cards(view.trick(), out);
}

/// Who leads or led, and the cards from there on, oldest first.
fn cards(trick: Trick<'_>, out: &mut Vec<u8>) {
    out.push(trick.leader().0);
    out.extend(trick.cards().iter().map(|card| card.number()));
}

#[cfg(test)]
mod tests {
    use super::super::rules::is_broken;
    use super::super::{HeartsCard, ShownHand, ShownPlay, SuitLetter, points};
    use super::*;
    use crate::cards::CardSet;
    use crate::game::Game;
    use crate::hearts::testing::after;
    use crate::seed::Seed;

    /// Reads as a host in another language does.
    struct Reader<'a>(&'a [u8]);

    impl Reader<'_> {
        fn byte(&mut self) -> u8 {
            let (&byte, rest) = self.0.split_first().unwrap();
            self.0 = rest;
            byte
        }

        fn four(&mut self) -> u32 {
            u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
        }

        fn seat(&mut self) -> Option<u8> {
            Some(self.byte()).filter(|&seat| seat != NOBODY)
        }

        fn cards(&mut self, count: u8) -> Vec<HeartsCard> {
            (0..count).map(|_| HeartsCard(Card::from_number(self.byte()).unwrap())).collect()
        }

        fn trick(&mut self, count: u8, seats: u8) -> Vec<ShownPlay> {
            let leader = self.byte();
            let play = |(place, card)| ShownPlay { seat: (leader + place as u8) % seats, card };
            self.cards(count).into_iter().enumerate().map(play).collect()
        }

        fn view(&mut self) -> ShownHand {
            let [seat, seats] = [self.byte(), self.byte()];
            let (to_move, forfeited) = (self.seat(), self.seat());
            let [deal, target] = [self.four(), self.four()];
            let scores = (0..seats).map(|_| self.four()).collect();
            let held = self.byte();
            let hand = self.cards(held);
            let finished = self.byte();
            let tricks: Vec<_> = (0..finished).map(|_| self.trick(seats, seats)).collect();
            let in_play = self.byte();
            let trick = self.trick(in_play, seats);
            let earlier: CardSet = tricks.iter().flatten().map(|play| play.card.0).collect();
            ShownHand {
                seat,
                to_move,
                deal,
                hand,
                lead: trick.first().map(|play| SuitLetter::from(play.card.0.suit())),
                trick,
                previous: tricks.last().cloned(),
                hearts_broken: is_broken(earlier),
                points: (0..seats).map(|seat| taken(&tricks, seat)).collect(),
                tricks,
                scores,
                target,
                forfeited,
            }
        }
    }

    fn taken(tricks: &[Vec<ShownPlay>], seat: u8) -> u32 {
        let winner = |trick: &[ShownPlay]| {
            let led = trick[0].card.0.suit();
            let following = trick.iter().filter(|play| play.card.0.suit() == led);
            following.max_by_key(|play| play.card.0.rank()).unwrap().seat
        };
        let won = tricks.iter().filter(|trick| winner(trick) == seat);
        points(won.flatten().map(|play| play.card.0).collect())
    }

    #[test]
    fn the_bytes_say_what_the_json_says_and_nothing_else() {
        for (seats, count) in [(2, 0), (2, 31), (4, 0), (4, 17), (4, 58), (4, 110), (2, 20_000)] {
            let game = after(seats, Seed::plain(count as u64), count);
            for seat in Seat::all(seats) {
                let mut bytes = Vec::new();
                game.view(seat).compact(&mut bytes);
                let mut reader = Reader(&bytes);
                assert_eq!(reader.view(), ShownHand::from(game.view(seat)), "{seats} seats, {count} cards");
                assert!(reader.0.is_empty());
            }
        }
    }
}
