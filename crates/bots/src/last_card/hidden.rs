//! What a player knows of the hidden hands: which cards each hidden card cannot be, and what they were played
//! with.
//!
//! Whoever passes most likely holds nothing that fits; a card drawn since then can be anything. This is a
//! guess about players, so worlds follow it where they can and are dealt freely where not.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::last_card::{ACE, LastCardView, SEATS};
use croupier_games::{Seat, View};

use super::position::{Play, Position, Stands};
use super::retell::{Deed, RetoldTurn, TurnSeen};

/// One player's notes on a game.
#[derive(Debug, Clone, Default)]
pub(super) struct Hidden {
    seen: Option<TurnSeen>,
    hands: [Hand; SEATS],
    story: Vec<RetoldTurn>,
}

/// What is known of a hidden hand.
#[derive(Debug, Clone, Default)]
pub(super) struct Hand {
    /// For each card what it is not, the cards drawn last at the end; an empty set where nothing is known.
    pub(super) barred: Vec<CardSet>,
    /// Its last plays, with no card drawn between them.
    pub(super) clues: Vec<Clue>,
    /// How many cards were drawn since.
    pub(super) fresh: usize,
}

/// A play of a hidden hand, and the table it was made at: whoever had other cards would perhaps have played
/// others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clue {
    /// The table; of the hands only their sizes are right.
    pub(super) table: Position,
    pub(super) play: Play,
}

impl Hidden {
    /// Forgets the game.
    pub(super) fn forget(&mut self) {
        self.seen = None;
    }

    /// Notes of someone who sees all hands.
    #[cfg(test)]
    pub(super) fn certain(hands: [CardSet; SEATS]) -> Self {
        let all_but = |card| CardSet::FULL.without(CardSet::only(card));
        let hands = hands.map(|hand| Hand { barred: hand.map(all_but).collect(), ..Hand::default() });
        Self { hands, ..Self::default() }
    }

    /// What is known of a seat's hand.
    pub(super) fn hand(&self, seat: usize) -> &Hand {
        &self.hands[seat]
    }

    /// Adds what happened since the last turn.
    pub(super) fn update(&mut self, view: &LastCardView<'_>) {
        let mut story = std::mem::take(&mut self.story);
        match &self.seen {
            None => self.hands.iter_mut().for_each(Hand::forget),
            Some(seen) => match seen.retell(view, &mut story) {
                None => lose_track(&mut self.hands, seen, view),
                Some(cards) => {
                    let mut follower = Follower { hands: &mut self.hands, cards, called: seen.called() };
                    story.iter().for_each(|told| follower.follow(view, told));
                }
            },
        }
        self.story = story;
        for (seat, hand) in Seat::all(SEATS).zip(&mut self.hands) {
            hand.settle(if seat == view.seat() { 0 } else { view.hand_size(seat) });
        }
    }

    /// Remembers the turn, in which a suit may have been named.
    pub(super) fn remember(&mut self, view: &LastCardView<'_>, named: Option<Suit>) {
        self.seen = Some(TurnSeen::of(view, named, self.seen.take()));
    }
}

/// Draws conclusions from a story, turn by turn.
struct Follower<'a> {
    hands: &'a mut [Hand; SEATS],
    /// The cards still to be told of.
    cards: &'a [Card],
    called: [bool; SEATS],
}

impl Follower<'_> {
    fn follow(&mut self, view: &LastCardView<'_>, told: &RetoldTurn) {
        let seat = usize::from(told.scene.to_move);
        let clue = if let Deed::Played(count) = told.deed {
            let (played, rest) = self.cards.split_at(usize::from(count));
            self.cards = rest;
            Some((played, self.clue(view, told, played)))
        } else {
            None
        };
        self.called[seat] = view.called(Seat(told.scene.to_move));
        let hand = &mut self.hands[seat];
        match (told.deed, clue) {
            // Nothing about the player itself is hidden.
            _ if seat == view.seat().index() => {}
            (_, Some((played, clue))) => hand.play(played, clue),
            (Deed::Passed(drawn), _) => hand.pass(told.scene.fitting(), drawn),
            (Deed::Refused(drawn) | Deed::Played(drawn), _) => hand.draw(drawn),
        }
    }

    /// The table as the seat saw it, where all of it is known.
    fn clue(&self, view: &LastCardView<'_>, told: &RetoldTurn, played: &[Card]) -> Option<Clue> {
        let scene = told.scene;
        let (suit, then) = scene.suit.zip(told.then)?;
        let own = view.seat().index();
        let size = |seat: usize| {
            if seat == own { view.hand_size(view.seat()) } else { self.hands[seat].barred.len() }
        };
        let table = Position {
            hands: std::array::from_fn(|seat| CardSet::FULL.take(size(seat)).collect()),
            deck: CardSet::EMPTY,
            played: CardSet::only(scene.top),
            top: scene.top,
            suit,
            punishment: scene.punishment,
            to_move: scene.to_move,
            step: scene.step,
            called: self.called,
            calls: [0; SEATS],
            turns: 0,
            turn_limit: u16::MAX,
            stands: Stands::Open,
        };
        let cards = played.iter().copied().collect();
        let play = Play { suit: then, ..Play::of(cards, *played.first()?, *played.last()?) };
        Some(Clue { table, play })
    }
}

impl Hand {
    fn forget(&mut self) {
        self.barred.clear();
        self.clues.clear();
        self.fresh = 0;
    }

    /// Whoever passes has nothing that fits, but perhaps a lone ace.
    fn pass(&mut self, fitting: CardSet, drawn: u8) {
        let is_lone = self.barred.len() == 1;
        let not = if is_lone { fitting.without(CardSet::of_rank(ACE)) } else { fitting };
        self.barred.iter_mut().for_each(|card| *card = card.or(not));
        self.draw(drawn);
    }

    fn draw(&mut self, drawn: u8) {
        self.barred.extend((0..drawn).map(|_| CardSet::EMPTY));
        self.fresh += usize::from(drawn);
    }

    fn play(&mut self, cards: &[Card], clue: Option<Clue>) {
        if self.fresh > 0 || clue.is_none() {
            self.clues.clear();
        }
        self.fresh = 0;
        self.clues.extend(clue);
        cards.iter().for_each(|&card| self.shed(card));
    }

    /// A card has gone: of those it can have been, the one that is known best.
    fn shed(&mut self, card: Card) {
        let barred = &mut self.barred;
        let places = (0..barred.len()).filter(|&place| !barred[place].contains(card));
        if let Some(place) = places.max_by_key(|&place| barred[place].len()) {
            barred.remove(place);
        } else {
            // Someone passed with a card that fitted: their passes mean nothing.
            barred.pop();
            barred.iter_mut().for_each(|card| *card = CardSet::EMPTY);
        }
    }

    /// Has as many cards as it should: those of an empty hand without the call, and those that were lost
    /// track of.
    fn settle(&mut self, size: usize) {
        if self.barred.len() != size {
            self.clues.clear();
            self.barred.resize(size, CardSet::EMPTY);
        }
    }
}

/// The pile was shuffled away in between: what is known best has most likely been played.
fn lose_track(hands: &mut [Hand; SEATS], seen: &TurnSeen, view: &LastCardView<'_>) {
    for (seat, hand) in Seat::all(SEATS).zip(hands) {
        hand.clues.clear();
        hand.barred.sort_unstable_by_key(|card| card.len());
        hand.barred.truncate(hand.barred.len().saturating_sub(seen.cards_since(view, seat)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::last_card::LastCard;
    use croupier_games::{Chance, Game, Seed};

    use super::super::players::Careful;
    use crate::choose::Choose;

    /// Of the hidden cards those that are known not to be what they are cannot be dealt: compares true hands
    /// with the notes of seat 2 among careful players.
    #[test]
    fn what_is_barred_leaves_the_true_hands_possible_nearly_always() {
        let (mut known, mut wrong) = (0, 0);
        for seed in 0..60 {
            let mut game = LastCard::deal(SEATS, &Default::default(), Seed::plain(seed)).unwrap();
            let mut notes = Hidden::default();
            let mut chance = Chance::new(Seed::plain(seed));
            while let Some(seat) = game.turn().next() {
                let mv = Careful.choose(game.view(seat), &mut chance);
                if seat == Seat(2) {
                    let view = game.view(seat);
                    notes.update(&view);
                    notes.remember(&view, mv.suit());
                    for other in Seat::all(SEATS).filter(|&other| other != seat) {
                        let hand = notes.hand(other.index());
                        assert_eq!(hand.barred.len(), game.view(other).hand().len());
                        known += hand.barred.iter().filter(|barred| !barred.is_empty()).count();
                        // A card that all of the hand's places bar cannot be there.
                        let everywhere =
                            hand.barred.iter().fold(CardSet::FULL, |all, &barred| all.and(barred));
                        wrong += everywhere.and(game.view(other).hand()).len();
                    }
                }
                game.play(seat, mv).unwrap();
            }
        }
        assert!(known > 2000, "{known}");
        assert!(wrong * 100 < known, "{wrong} of {known}");
    }
}
