//! What both sides see of a turn, from one of them: everything but the bids that are being made.
//!
//! Since nothing else is hidden, a player can look at a turn with the other side's eyes.

use croupier_games::View;
use croupier_games::jujitsu::JujitsuView;

use super::endgame::Rest;
use super::weigh::seen;

/// A turn, as one side sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight<'a> {
    /// What is left of the round.
    pub(super) rest: Rest,
    /// The newest victory card.
    pub(super) newest: u8,
    /// How many points of the match the own side is ahead.
    pub(super) ahead: i32,
    /// The round, from 1 on.
    pub(super) round: u8,
    /// The cards of each round.
    pub(super) rounds: &'a [u8],
    /// The bids of the turn before, the own one first; none in the first turn of a match.
    pub(super) last: Option<[PastBid; 2]>,
}

/// A bid that was seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct PastBid {
    pub(super) card: u8,
    /// Chance played it in the player's place.
    pub(super) by_chance: bool,
}

impl<'a> Sight<'a> {
    /// What a view shows; `None` once the match is over.
    pub(super) fn new(view: JujitsuView<'a>) -> Option<Self> {
        let seats = [view.seat(), view.opponent()];
        let past = |turn: &croupier_games::jujitsu::PastTurn| {
            seats.map(|seat| PastBid { card: turn.bid(seat), by_chance: turn.was_random(seat) })
        };
        let points = seats.map(|seat| view.points(seat) as i32);
        Some(Self {
            rest: seen(view),
            newest: view.victory_card()?,
            ahead: points[0] - points[1],
            round: view.round(),
            rounds: view.rounds(),
            last: view.previous_turns().last().map(past),
        })
    }

    /// The same turn from the other side.
    pub(super) fn turned(&self) -> Self {
        let Rest { own, theirs, .. } = self.rest;
        Self {
            rest: Rest { own: theirs, theirs: own, ..self.rest },
            ahead: -self.ahead,
            last: self.last.map(|[own, theirs]| [theirs, own]),
            ..*self
        }
    }

    /// How many cards a side holds.
    pub(super) fn held(&self) -> u32 {
        self.rest.own.count_ones()
    }

    /// How many cards this round has.
    pub(super) fn highest_card(&self) -> u8 {
        self.rounds.get(usize::from(self.round).saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Whether no round comes after this one.
    pub(super) fn is_last_round(&self) -> bool {
        usize::from(self.round) == self.rounds.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuOptions};
    use croupier_games::{Chance, Game, Seat, Seed};

    #[test]
    fn a_turn_turned_is_what_the_other_seat_sees() {
        let mut chance = Chance::new(Seed::plain(3));
        let mut game = Jujitsu::deal(2, &JujitsuOptions { rounds: vec![7, 5] }, Seed::plain(1)).unwrap();
        let mut turns = 0;
        while let Some(seat) = game.turn().next() {
            if seat == Seat(0) {
                let [one, other] = [Seat(0), Seat(1)].map(|seat| Sight::new(game.view(seat)).unwrap());
                assert_eq!(format!("{:?}", one.turned()), format!("{other:?}"));
                turns += usize::from(one.last.is_some() && one.ahead != 0);
            }
            if chance.one_in(5) {
                game.refuse(seat, None);
            } else {
                let Bid(card) = game.any(seat, &mut chance);
                game.play(seat, Bid(card)).unwrap();
            }
        }
        assert!(turns > 5 && Sight::new(game.view(Seat(0))).is_none(), "{turns}");
    }
}
