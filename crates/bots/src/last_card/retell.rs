//! What happened since a player's last turn, told again from what it saw then and what it sees now.
//!
//! A view shows the pile and what is counted for each seat, not who played which card. Turn by turn there is
//! nearly always one story that fits: cards go in the order of the pile, and everyone's counts have to come
//! out.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::last_card::{ACE, FIVE, JACK, LastCardView, MOST_CARDS, SEATS, TEN, TWO, Tally};
use croupier_games::{Seat, View};

/// The longest story that is told.
const LONGEST: usize = 24;

/// What a seat did in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// Passed, and drew so many cards.
    Passed(u8),
    /// Played so many of the next cards of the pile.
    Played(u8),
    /// Was refused, and drew so many cards.
    Refused(u8),
}

/// What is known of the table at the beginning of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scene {
    pub(super) to_move: u8,
    /// Places from one seat to the next: 1 forward, 3 backward.
    pub(super) step: u8,
    pub(super) top: Card,
    /// The suit to match; unknown after an ace of others that is covered by now.
    pub(super) suit: Option<Suit>,
    pub(super) punishment: u8,
}

impl Scene {
    /// The cards that fit, as far as they are known.
    pub(super) fn fitting(&self) -> CardSet {
        let same_value = CardSet::of_rank(self.top.rank());
        if self.punishment > 0 {
            return same_value;
        }
        let suit = self.suit.map_or(CardSet::EMPTY, CardSet::of_suit);
        same_value.or(suit).or(CardSet::of_rank(ACE))
    }
}

/// A turn of the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RetoldTurn {
    pub(super) scene: Scene,
    pub(super) deed: Deed,
    /// The suit to match afterwards, where it is known.
    pub(super) then: Option<Suit>,
}

/// What a player saw in its last turn.
#[derive(Debug, Clone)]
pub(super) struct TurnSeen {
    pile: Vec<Card>,
    tallies: [Tally; SEATS],
    called: [bool; SEATS],
    turns: u16,
    scene: Scene,
    /// The suit it named itself, if it played an ace.
    named: Option<Suit>,
}

impl TurnSeen {
    /// What the view of the seat to move shows, and the suit it names; what was seen before gives its memory.
    pub(super) fn of(view: &LastCardView<'_>, named: Option<Suit>, before: Option<Self>) -> Self {
        let mut pile = before.map_or_else(Vec::new, |seen| seen.pile);
        pile.clear();
        pile.extend_from_slice(view.played());
        let scene = Scene {
            to_move: view.seat().0,
            step: view.direction().seat_after(Seat(0), 1).0,
            top: view.last_played(),
            suit: Some(view.suit()),
            punishment: view.punishment() as u8,
        };
        let tallies = std::array::from_fn(|seat| view.tally(Seat(seat as u8)));
        let called = std::array::from_fn(|seat| view.called(Seat(seat as u8)));
        Self { pile, tallies, called, turns: view.turns(), scene, named }
    }

    /// Who had called.
    pub(super) fn called(&self) -> [bool; SEATS] {
        self.called
    }

    /// How many cards a seat has played since.
    pub(super) fn cards_since(&self, view: &LastCardView<'_>, seat: Seat) -> usize {
        usize::from(view.tally(seat).cards_played.saturating_sub(self.tallies[seat.index()].cards_played))
    }

    /// The story since then and the cards it is about, oldest first; `None` where none fits or the pile was
    /// shuffled away.
    pub(super) fn retell<'v>(
        &self,
        view: &LastCardView<'v>,
        story: &mut Vec<RetoldTurn>,
    ) -> Option<&'v [Card]> {
        story.clear();
        let news = view.played().strip_prefix(&self.pile[..])?;
        let turns = usize::from(view.turns().checked_sub(self.turns)?);
        if turns == 0 || turns > LONGEST {
            return None;
        }
        let start = Moment { scene: self.scene, cards: 0, counts: self.counts(view)? };
        let mut teller = Teller {
            seat: view.seat().0,
            news,
            named: self.named,
            suit: view.suit(),
            punishment: view.punishment() as u8,
            story,
        };
        teller.tell(start, turns).then_some(news)
    }

    /// Passes, cards and refusals of every seat since then.
    fn counts(&self, view: &LastCardView<'_>) -> Option<[[u16; 3]; SEATS]> {
        let mut counts = [[0; 3]; SEATS];
        for (seat, count) in Seat::all(SEATS).zip(&mut counts) {
            let (now, then) = (view.tally(seat), self.tallies[seat.index()]);
            *count = [
                now.passes.checked_sub(then.passes)?,
                now.cards_played.checked_sub(then.cards_played)?,
                now.illegal.checked_sub(then.illegal)?,
            ];
        }
        Some(counts)
    }
}

/// How far a story is told.
#[derive(Debug, Clone, Copy)]
struct Moment {
    scene: Scene,
    /// How many cards of the news are told.
    cards: usize,
    /// Passes, cards and refusals still to be told of each seat.
    counts: [[u16; 3]; SEATS],
}

/// Whoever tells, and what has to come out.
struct Teller<'a> {
    seat: u8,
    news: &'a [Card],
    named: Option<Suit>,
    suit: Suit,
    punishment: u8,
    story: &'a mut Vec<RetoldTurn>,
}

impl Teller<'_> {
    /// Tells so many turns; false where that cannot be.
    fn tell(&mut self, now: Moment, turns: usize) -> bool {
        if turns == 0 {
            return now.scene.to_move == self.seat
                && now.cards == self.news.len()
                && now.counts == [[0; 3]; SEATS]
                && now.scene.punishment == self.punishment;
        }
        let punishment = now.scene.punishment;
        let cards = usize::from(now.counts[usize::from(now.scene.to_move)][1]);
        (1..=MOST_CARDS.min(cards)).rev().any(|count| {
            let next = self.after_cards(now, count);
            next.is_some_and(|next| self.goes_on(now, Deed::Played(count as u8), next, turns))
        }) || after_none(now, 0)
            .is_some_and(|next| self.goes_on(now, Deed::Passed(punishment.max(1)), next, turns))
            || after_none(now, 2).is_some_and(|next| {
                let drawn = if punishment > 0 { punishment } else { 2 };
                self.goes_on(now, Deed::Refused(drawn), next, turns)
            })
    }

    /// Tells this deed and what came after it; takes it back where that cannot be.
    fn goes_on(&mut self, now: Moment, deed: Deed, next: Moment, turns: usize) -> bool {
        self.story.push(RetoldTurn { scene: now.scene, deed, then: next.scene.suit });
        let fits = self.tell(next, turns - 1);
        if !fits {
            self.story.pop();
        }
        fits
    }

    /// After so many of the next cards, where the rules allow them.
    fn after_cards(&self, now: Moment, count: usize) -> Option<Moment> {
        let cards = self.news.get(now.cards..now.cards + count)?;
        let (first, last) = (cards[0], cards[count - 1]);
        let scene = now.scene;
        let fits = scene.fitting().contains(first) || (scene.suit.is_none() && scene.punishment == 0);
        if !fits || cards.iter().any(|card| card.rank() != first.rank()) {
            return None;
        }
        let mut next = Moment { cards: now.cards + count, ..now };
        next.counts[usize::from(scene.to_move)][1] -= count as u16;
        next.scene = Scene { top: last, suit: Some(last.suit()), ..scene };
        let mut places = 1;
        match first.rank() {
            ACE if next.cards == self.news.len() => next.scene.suit = Some(self.suit),
            ACE => next.scene.suit = self.named.filter(|_| scene.to_move == self.seat && now.cards == 0),
            TWO => next.scene.punishment += 2 * count as u8,
            FIVE => next.scene.punishment += 5 * count as u8,
            TEN => places += count as u8,
            JACK if count % 2 == 1 => next.scene.step = 4 - scene.step,
            _ => {}
        }
        next.scene.to_move = (scene.to_move + next.scene.step * places) & 3;
        Some(next)
    }
}

/// After a pass or a refusal, which of the counts it is, where the seat has one left to tell.
fn after_none(now: Moment, kind: usize) -> Option<Moment> {
    let mut next = now;
    let count = &mut next.counts[usize::from(now.scene.to_move)][kind];
    *count = count.checked_sub(1)?;
    next.scene.punishment = 0;
    next.scene.to_move = (now.scene.to_move + now.scene.step) & 3;
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::last_card::{LastCard, LastCardMove};
    use croupier_games::{Chance, Game, Seed};

    /// Every story that seat 0 tells in a game, beside what happened; a refusal now and then. It is empty
    /// where none fits although the pile was not shuffled away.
    fn stories(seed: u64, mut compare: impl FnMut(&[RetoldTurn], &[(u8, Option<LastCardMove>)])) {
        let mut game = LastCard::deal(SEATS, &Default::default(), Seed::plain(seed)).unwrap();
        let mut chance = Chance::new(Seed::plain(seed).child(4));
        let mut seen: Option<TurnSeen> = None;
        let (mut happened, mut story) = (Vec::new(), Vec::new());
        while let Some(seat) = game.turn().next() {
            let view = game.view(seat);
            let mv = game.any(seat, &mut chance);
            if seat == Seat(0) {
                if let Some(seen) = seen.as_ref().filter(|seen| view.played().starts_with(&seen.pile)) {
                    seen.retell(&view, &mut story);
                    compare(&story, &happened);
                }
                happened.clear();
                seen = Some(TurnSeen::of(&view, mv.suit(), seen));
            }
            let refused = chance.one_in(20);
            happened.push((seat.0, (!refused).then_some(mv)));
            if refused {
                game.refuse(seat, None);
            } else {
                game.play(seat, mv).unwrap();
            }
        }
    }

    #[test]
    fn nearly_every_story_is_what_happened() {
        let (mut told, mut right) = (0, 0);
        for seed in 0..100 {
            stories(seed, |story, happened| {
                let same = |(told, (seat, mv)): (&RetoldTurn, &(u8, Option<LastCardMove>))| {
                    let deed = match (told.deed, mv) {
                        (Deed::Played(count), Some(mv)) => mv.cards().len() == usize::from(count),
                        (Deed::Passed(_), Some(mv)) => mv.cards().is_empty(),
                        (Deed::Refused(_), None) => true,
                        _ => false,
                    };
                    deed && told.scene.to_move == *seat
                };
                told += 1;
                right += usize::from(story.len() == happened.len() && story.iter().zip(happened).all(same));
            });
        }
        assert!(told > 800, "{told}");
        assert!(right * 100 >= told * 98, "{right} of {told}");
    }
}
