//! What a seat sees of Last Card: its own hand, all that was played since the last reshuffle, and how many
//! cards everyone holds; not the deck, and not the other hands.

use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::moves::LastCardMove;
use super::names::{ShownCard, ShownSuit};
use super::{ACE, Direction, End, LastCard, SEATS, Tally, choices};
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;
use crate::game::View;
use crate::layout::Field;
use crate::seats::Seat;

/// A seat's view of the table.
#[derive(Debug, Clone, Copy)]
pub struct LastCardView<'a> {
    game: &'a LastCard,
    seat: Seat,
}

/// The view as it leaves the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownTable {
    /// Your seat, from 0 to 3.
    pub seat: u8,
    /// Your cards, in the order drawn.
    pub hand: Vec<ShownCard>,
    /// The cards played since the last reshuffle, oldest first; in the beginning the face-up card alone.
    pub played: Vec<ShownCard>,
    /// The last played card, which lies on top.
    pub last_played: ShownCard,
    /// The suit to match where an ace lies on top, otherwise null.
    pub chosen_suit: Option<ShownSuit>,
    /// How many cards a pass or an illegal move costs now; 0 where no punishment is active.
    pub punishment: u32,
    /// How many cards the deck has.
    pub deck: u8,
    /// Everyone at the table, from the player to move on, in the direction of play.
    pub players: Vec<ShownPlayer>,
    /// Which way the turn goes: forward from seat 0 to 1, backward from 1 to 0.
    pub direction: Direction,
    /// How many turns were taken.
    pub turn: u16,
    /// After how many turns the game ends without a winner.
    pub turn_limit: u16,
    /// How the game ended; null while it goes on.
    pub end: Option<End>,
}

/// One player as everyone sees them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownPlayer {
    /// The seat.
    pub seat: u8,
    /// How many cards are in the hand.
    pub cards: u8,
    /// Whether the player called last card on their last turn, and may end on the next.
    pub called: bool,
    /// How often the player called in this game.
    pub calls: u16,
}

impl<'a> LastCardView<'a> {
    #[inline]
    pub(super) fn new(game: &'a LastCard, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// Your cards.
    #[inline]
    #[must_use]
    pub fn hand(&self) -> CardSet {
        self.game.hands[self.seat.index()]
    }

    /// Your cards, in the order drawn.
    #[must_use]
    pub fn hand_in_order(&self) -> ArrayVec<Card, 52> {
        let mut numbers = [0; 52];
        let count = self.order_hand(&mut numbers);
        numbers[..count].iter().filter_map(|&number| Card::from_number(number)).collect()
    }

    /// Writes the numbers of your cards to the beginning of a row, in the order drawn; how many there are.
    ///
    /// Every question to a bot outside shows a hand in its order, and putting cards into places is several
    /// times quicker than comparing them. Most hands hold no card that is older than a machine word has bits,
    /// in draws.
    #[inline]
    pub(super) fn order_hand(&self, row: &mut [u8]) -> usize {
        let placed = self.place_hand::<1>(row).or_else(|| self.place_hand::<2>(row));
        placed.unwrap_or_else(|| self.sort_hand(row))
    }

    /// The same of a hand whose cards are all among the last 64 draws for each of `WORDS`; `None` of others.
    #[inline]
    fn place_hand<const WORDS: usize>(&self, row: &mut [u8]) -> Option<usize> {
        let first = usize::from(self.game.draws).saturating_sub(64 * WORDS);
        let mut places = [[0_u8; 64]; WORDS];
        let mut taken = [0_u64; WORDS];
        for card in self.hand() {
            let place = usize::from(self.drawn_at(card)).checked_sub(first)?;
            *taken.get_mut(place / 64)? |= 1 << (place % 64);
            places[place / 64][place % 64] = card.number();
        }
        let mut row = row.iter_mut();
        for (word, places) in taken.iter().zip(&places) {
            let mut left = *word;
            while left != 0 {
                *row.next()? = places[left.trailing_zeros() as usize % 64];
                left &= left - 1;
            }
        }
        Some(self.hand().len())
    }

    #[cold]
    fn sort_hand(&self, row: &mut [u8]) -> usize {
        let mut cards: ArrayVec<Card, 52> = self.hand().collect();
        cards.sort_unstable_by_key(|card| self.drawn_at(*card));
        row.iter_mut().zip(&cards).for_each(|(place, card)| *place = card.number());
        cards.len()
    }

    /// Of some of your cards the one you have held longest; `None` of none.
    #[must_use]
    pub fn held_longest(&self, cards: CardSet) -> Option<Card> {
        cards.and(self.hand()).min_by_key(|card| self.drawn_at(*card))
    }

    fn drawn_at(&self, card: Card) -> u16 {
        self.game.drawn_at[usize::from(card.number())]
    }

    /// Your cards that a legal move can start with.
    #[inline]
    #[must_use]
    pub fn playable(&self) -> CardSet {
        let hand = self.hand();
        // Nobody ends on an ace.
        if hand.without(CardSet::of_rank(ACE)).is_empty() && hand.len() == 1 {
            return CardSet::EMPTY;
        }
        hand.and(self.game.fitting())
    }

    /// The last played card, which lies on top.
    #[inline]
    #[must_use]
    pub fn last_played(&self) -> Card {
        self.game.played.top()
    }

    /// The cards played since the last reshuffle, oldest first.
    #[inline]
    #[must_use]
    pub fn played(&self) -> &'a [Card] {
        self.game.played.cards()
    }

    /// The same cards, and behind them what is left over: not for the eyes of a player.
    #[inline]
    pub(super) fn pile(&self) -> &'a [Card; 52] {
        self.game.played.all()
    }

    /// The suit to match: that of the last played card, or the one an ace named.
    #[inline]
    #[must_use]
    pub fn suit(&self) -> Suit {
        self.game.suit
    }

    /// The suit to match where an ace lies on top.
    #[must_use]
    pub fn chosen_suit(&self) -> Option<Suit> {
        (self.last_played().rank() == ACE).then_some(self.suit())
    }

    /// How many cards a pass or an illegal move costs now; 0 where no punishment is active.
    #[inline]
    #[must_use]
    pub fn punishment(&self) -> u32 {
        self.game.punishment
    }

    /// How many cards the deck has.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.game.deck.len()
    }

    /// Who moves. Once the game is over: the winner, or who would have been next.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.game.to_move
    }

    /// Which way the turn goes.
    #[inline]
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.game.direction
    }

    /// All seats, from the player to move on, in the direction of play.
    #[must_use]
    pub fn seats_in_order(&self) -> [Seat; SEATS] {
        std::array::from_fn(|places| self.direction().seat_after(self.to_move(), places as u8))
    }

    /// How many cards a seat holds.
    #[inline]
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.game.hands[seat.index()].len()
    }

    /// Whether a seat called last card on its own last turn, and may end on its next.
    #[inline]
    #[must_use]
    pub fn called(&self, seat: Seat) -> bool {
        self.game.called[seat.index()]
    }

    /// What is counted for a seat: everyone sees it happen.
    #[must_use]
    pub fn tally(&self, seat: Seat) -> Tally {
        self.game.tallies[seat.index()]
    }

    /// How many turns were taken.
    #[must_use]
    pub fn turns(&self) -> u16 {
        self.game.turns
    }

    /// After how many turns the game ends without a winner.
    #[must_use]
    pub fn turn_limit(&self) -> u16 {
        self.game.turn_limit
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.game.end
    }
}

impl View for LastCardView<'_> {
    type Move = LastCardMove;
    type Shown = ShownTable;

    const FIELDS: &'static [Field] = super::bytes::FIELDS;

    #[inline]
    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self, moves: &mut Vec<LastCardMove>) {
        choices::legal(self, moves);
    }

    fn compact(&self, out: &mut Vec<u8>) {
        super::compact::write(self, out);
    }

    #[inline]
    fn lay(&self, room: &mut [u8]) -> usize {
        super::bytes::lay(self, room)
    }

    #[inline]
    fn any(&self, chance: &mut Chance) -> LastCardMove {
        choices::any(self, chance)
    }
}

impl From<LastCardView<'_>> for ShownTable {
    fn from(view: LastCardView<'_>) -> Self {
        let player = |seat: Seat| ShownPlayer {
            seat: seat.0,
            cards: view.hand_size(seat) as u8,
            called: view.called(seat),
            calls: view.tally(seat).calls,
        };
        Self {
            seat: view.seat.0,
            hand: view.hand_in_order().into_iter().map(ShownCard).collect(),
            played: view.played().iter().copied().map(ShownCard).collect(),
            last_played: ShownCard(view.last_played()),
            chosen_suit: view.chosen_suit().map(ShownSuit::from),
            punishment: view.punishment(),
            deck: view.deck_size() as u8,
            players: view.seats_in_order().map(player).to_vec(),
            direction: view.direction(),
            turn: view.turns(),
            turn_limit: view.turn_limit(),
            end: view.end(),
        }
    }
}

impl Serialize for LastCardView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ShownTable::from(*self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::dealer::Dealer;
    use super::super::names::tests::cards;
    use super::super::testing::{SMALL, mv, play, table};
    use super::*;
    use crate::game::Game;
    use crate::seed::Seed;

    fn json(game: &LastCard, seat: Seat) -> String {
        serde_json::to_string(&game.view(seat)).unwrap()
    }

    #[test]
    fn the_json_form_is_this() {
        let mut game = table(["AS 9D 3C", "3H 4H", "6H 7H", "9H QH"], "8D");
        game.play(Seat(0), mv("AS").naming(Suit::Hearts).calling_if(true)).unwrap();
        let expected = concat!(
            r#"{"seat":1,"hand":["3H","4H"],"played":["8D","AS"],"last_played":"AS","chosen_suit":"hearts","#,
            r#""punishment":0,"deck":42,"players":[{"seat":1,"cards":2,"called":false,"calls":0},"#,
            r#"{"seat":2,"cards":2,"called":false,"calls":0},{"seat":3,"cards":2,"called":false,"calls":0},"#,
            r#"{"seat":0,"cards":2,"called":true,"calls":1}],"direction":"forward","turn":1,"turn_limit":1000,"#,
            r#""end":null}"#
        );
        assert_eq!(json(&game, Seat(1)), expected);
        let shown: ShownTable = serde_json::from_str(expected).unwrap();
        assert_eq!(shown, ShownTable::from(game.view(Seat(1))));
    }

    #[test]
    fn a_hand_shows_in_the_order_drawn_however_long_a_card_is_held() {
        let mut game = table(["9D 3C 8S", "", "", ""], "8D");
        let mut held = cards("9D 3C 8S");
        for (later, drawn) in [(60, "2H"), (64, "AH"), (1, "KH"), (1, "4H"), (500, "3H"), (0, "QH")] {
            game.draws += later;
            held.extend(cards(drawn));
            game.give(Seat(0), cards(drawn)[0]);
            assert_eq!(game.view(Seat(0)).hand_in_order()[..], held, "after {} draws", game.draws);
        }
    }

    #[test]
    fn a_hand_shows_in_the_order_drawn() {
        let mut game = table(["9D 3C 8S", "", "", ""], "8D");
        play(&mut game, "");
        let order = game.view(Seat(0)).hand_in_order();
        assert_eq!(order[..3], cards("9D 3C 8S"));
        assert_eq!(order.len(), 4);
        let view = game.view(Seat(0));
        assert_eq!(view.held_longest(view.hand()), Some(cards("9D")[0]));
        assert_eq!(view.held_longest(cards("8S 3C KH").into_iter().collect()), Some(cards("3C")[0]));
        assert_eq!(view.held_longest(CardSet::EMPTY), None);
    }

    #[test]
    fn players_are_listed_from_the_one_to_move_in_the_direction_of_play() {
        let mut game = table(["JD 3D", "3H", "4H 5H", "6H 7H 8H"], "8D");
        assert_eq!(game.view(Seat(2)).seats_in_order(), [0, 1, 2, 3].map(Seat));
        play(&mut game, "JD");
        let view = game.view(Seat(2));
        assert_eq!(view.seats_in_order(), [3, 2, 1, 0].map(Seat));
        assert_eq!(view.seats_in_order().map(|seat| view.hand_size(seat)), [3, 2, 1, 1]);
    }

    #[test]
    fn the_chosen_suit_shows_only_while_an_ace_lies_on_top() {
        let mut game = table(["AS 3C", "3H 4C", "", ""], "AD");
        assert_eq!(game.view(Seat(3)).chosen_suit(), Some(Suit::Diamonds));
        game.play(Seat(0), mv("AS").naming(Suit::Hearts)).unwrap();
        assert_eq!(game.view(Seat(3)).chosen_suit(), Some(Suit::Hearts));
        play(&mut game, "3H");
        assert_eq!(game.view(Seat(3)).chosen_suit(), None);
    }

    #[test]
    fn a_lone_ace_is_not_playable() {
        let game = table(["AS", "AC AD", "AH 3D", ""], "8D");
        let playable = |seat| game.view(Seat(seat)).playable();
        assert_eq!(playable(0), CardSet::EMPTY);
        assert_eq!((playable(1).len(), playable(2).len()), (2, 2));
    }

    #[test]
    fn nothing_hidden_changes_a_view() {
        let mut game = table(SMALL, "8D");
        let before = json(&game, Seat(0));
        let (one, other) = (game.hands[1].first().unwrap(), game.hands[2].first().unwrap());
        game.hands[1].remove(one);
        game.hands[1].insert(other);
        game.hands[2].remove(other);
        game.hands[2].insert(one);
        game.dealer = Dealer::new(Seed::plain(99));
        assert_eq!(json(&game, Seat(0)), before);
        assert_ne!(json(&game, Seat(1)), json(&table(SMALL, "8D"), Seat(1)));
    }
}
