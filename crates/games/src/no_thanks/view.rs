//! What a seat sees of No Thanks!: all but the pile and the nine cards beside it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::{COINS, Collection, DECK, Decision, LOWEST, MOST_PLAYERS, NoThanks, ROUNDS};
use crate::chance::Chance;
use crate::game::View;
use crate::layout::Field;
use crate::seats::Seat;

/// A seat's view of the table.
#[derive(Debug, Clone, Copy)]
pub struct NoThanksView<'a> {
    game: &'a NoThanks,
    seat: Seat,
}

/// The view as it leaves the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownTable {
    /// Your seat, an index into `players`.
    pub seat: u8,
    /// Who decides now.
    pub to_move: u8,
    /// The number of the open card in the order turned up, 1 to 24.
    pub round: u8,
    /// The open card; null once all are taken.
    pub card: Option<u8>,
    /// The coins on it.
    pub coins_on_card: u8,
    /// Everyone at the table, by seat.
    pub players: Vec<ShownPlayer>,
}

/// One player as everyone sees them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownPlayer {
    /// Coins left.
    pub coins: u8,
    /// Cards taken, lowest first.
    pub collection: Vec<u8>,
}

impl<'a> NoThanksView<'a> {
    pub(super) fn new(game: &'a NoThanks, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// The open card; `None` once all are taken.
    #[inline]
    #[must_use]
    pub fn card(&self) -> Option<u8> {
        self.game.pile.get(usize::from(self.game.turned)).copied()
    }

    /// The coins on the open card.
    #[inline]
    #[must_use]
    pub fn coins_on_card(&self) -> u8 {
        self.game.on_card
    }

    /// The number of the open card in the order turned up, from 1 to 24; 24 too when all are taken.
    #[inline]
    #[must_use]
    pub fn round(&self) -> u8 {
        (self.game.turned + 1).min(ROUNDS as u8)
    }

    /// How many sit at the table.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> usize {
        self.game.seats()
    }

    /// Who decides now.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.game.to_move
    }

    /// The coins of any seat.
    #[inline]
    #[must_use]
    pub fn coins(&self, seat: Seat) -> u8 {
        self.game.coins[seat.index()]
    }

    /// The cards of any seat.
    #[inline]
    #[must_use]
    pub fn collection(&self, seat: Seat) -> Collection {
        self.game.held[seat.index()]
    }

    /// The penalty of this seat as things stand.
    #[inline]
    #[must_use]
    pub fn penalty(&self) -> i32 {
        self.game.penalty(self.seat)
    }

    /// The penalty of this seat if it took the open card with its coins.
    #[inline]
    #[must_use]
    pub fn penalty_when_taken(&self) -> i32 {
        let Some(card) = self.card() else { return self.penalty() };
        let coins = i32::from(self.coins(self.seat)) + i32::from(self.coins_on_card());
        self.collection(self.seat).with(card).sum() - coins
    }

    /// The open part as it is, and a new pile from the cards nobody has seen.
    pub(super) fn imagine(&self, chance: &mut Chance) -> NoThanks {
        let mut game = NoThanks::with_pile(self.seats(), [0; ROUNDS]);
        game.turned = self.game.turned;
        game.on_card = self.coins_on_card();
        game.to_move = self.to_move();
        game.forced = self.game.forced;
        let mut seen = Collection::default();
        for seat in Seat::all(self.seats()) {
            game.coins[seat.index()] = self.coins(seat);
            game.held[seat.index()] = self.collection(seat);
            self.collection(seat).cards().for_each(|card| seen.add(card));
        }
        let turned = usize::from(game.turned);
        // The order in which cards were taken is past and shows nowhere: any order of them will do.
        for (place, card) in game.pile.iter_mut().zip(seen.cards()) {
            *place = card;
        }
        let mut next = turned;
        if let Some(card) = self.card() {
            seen.add(card);
            game.pile[turned] = card;
            next += 1;
        }
        let mut unseen = [0; DECK];
        let mut count = 0;
        for card in (LOWEST..).take(DECK).filter(|&card| !seen.holds(card)) {
            unseen[count] = card;
            count += 1;
        }
        let missing = ROUNDS - next.min(ROUNDS);
        chance.shuffle_first(&mut unseen[..count], missing);
        game.pile[next.min(ROUNDS)..].copy_from_slice(&unseen[..missing]);
        game
    }
}

impl View for NoThanksView<'_> {
    type Move = Decision;
    type Shown = ShownTable;

    const FIELDS: &'static [Field] = super::bytes::FIELDS;

    #[inline]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self, moves: &mut Vec<Decision>) {
        moves.clear();
        moves.extend([Decision::Take, Decision::Pass]);
    }

    #[inline]
    fn lay(&self, room: &mut [u8]) -> usize {
        super::bytes::lay(self, room)
    }

    #[inline]
    fn any(&self, chance: &mut Chance) -> Decision {
        if chance.bits() >> 63 == 0 { Decision::Take } else { Decision::Pass }
    }
}

impl From<NoThanksView<'_>> for ShownTable {
    fn from(view: NoThanksView<'_>) -> Self {
        let player = |seat| ShownPlayer {
            coins: view.coins(seat),
            collection: view.collection(seat).cards().collect(),
        };
        Self {
            seat: view.seat.0,
            to_move: view.to_move().0,
            round: view.round(),
            card: view.card(),
            coins_on_card: view.coins_on_card(),
            players: Seat::all(view.seats()).map(player).collect(),
        }
    }
}

impl Serialize for NoThanksView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ShownTable::from(*self).serialize(serializer)
    }
}

// All coins can lie on one card; the count must fit its type.
const _: () = assert!(MOST_PLAYERS * COINS as usize <= u8::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn after(decisions: &[Decision]) -> NoThanks {
        let mut pile: Vec<u8> = (LOWEST..).take(ROUNDS).collect();
        (pile[0], pile[1]) = (5, 30);
        let mut game = NoThanks::with_pile(2, pile.try_into().unwrap());
        for &decision in decisions {
            game.play(game.turn().next().unwrap(), decision).unwrap();
        }
        game
    }

    #[test]
    fn the_json_form_is_the_one_of_the_rules_page() {
        let game = after(&[Decision::Take, Decision::Pass]);
        let json = serde_json::to_string(&game.view(Seat(1))).unwrap();
        assert!(include_str!("../../../../docs/rules/no-thanks.md").contains(&json), "{json}");
        let read: ShownTable = serde_json::from_str(&json).unwrap();
        assert_eq!(read, ShownTable::from(game.view(Seat(1))));
    }

    #[test]
    fn taking_a_neighbour_below_lowers_the_penalty() {
        let game = after(&[Decision::Take, Decision::Pass]);
        let view = game.view(Seat(1));
        // 30 and one coin against nothing and eleven coins.
        assert_eq!((view.penalty(), view.penalty_when_taken()), (-11, 18));
    }

    #[test]
    fn at_the_end_no_card_is_open_and_the_round_stays_24() {
        let game = after(&[Decision::Take; ROUNDS]);
        let view = game.view(Seat(1));
        assert_eq!((view.card(), view.round(), view.penalty_when_taken()), (None, 24, view.penalty()));
    }
}
