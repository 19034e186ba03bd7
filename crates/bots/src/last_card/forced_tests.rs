//! Where the worlds are certain and the end is near, the search finds what an exhaustive one finds.
//!
//! In tiny endgames with all hands known, every reply of everyone is tried up to the player's next turn. What
//! wins then whatever the others do is a forced win. Where there is one, the search has to win as soon
//! against the careful players it reckons with, and nearly always chooses what wins against anyone.

use croupier_games::cards::{Card, CardSet};
use croupier_games::last_card::{LastCard, SEATS};
use croupier_games::{Chance, Game, Seat, Seed};

use super::careful::choose;
use super::hidden::Hidden;
use super::plays::each_thinkable;
use super::position::{Draw, Play, Position, Stands};
use super::search::Search;
use super::worlds::Worlds;
use crate::budget::Budget;

/// Which card is drawn does not matter: a line in which someone plays on with a drawn card counts as not
/// forced.
struct Any;

impl Draw for Any {
    fn draw(&mut self, deck: CardSet) -> Card {
        deck.first().unwrap()
    }
}

fn after(position: &Position, play: Play) -> Position {
    let mut next = *position;
    next.play(play, &mut Any);
    next
}

/// Whether seat 0 wins in its next turn whatever the others do; `drew` says who has drawn a card.
fn wins(position: &Position, drew: [bool; SEATS], plies: usize) -> bool {
    let seat = usize::from(position.to_move);
    let mut all = true;
    let mut some = false;
    each_thinkable(position, |play| {
        let next = after(position, play);
        if seat == 0 {
            let again = next.to_move == 0 && !play.cards.is_empty();
            some |= next.stands == Stands::Won || (again && plies > 0 && wins(&next, drew, plies - 1));
            return;
        }
        let mut drew = drew;
        drew[seat] |= next.hands[seat].len() > position.hands[seat].len();
        all &= next.stands == Stands::Open && plies > 0 && wins(&next, drew, plies - 1);
    });
    if seat == 0 { some && !drew[0] } else { all && !drew[seat] }
}

/// A tiny endgame: two or three cards for seat 0, one to three for the others.
fn endgame(chance: &mut Chance) -> LastCard {
    let mut deck = Card::deck();
    chance.shuffle(&mut deck);
    let sizes = [2 + chance.below(2), 1 + chance.below(3), 1 + chance.below(3), 1 + chance.below(3)];
    let mut rest = &deck[..];
    let hands = sizes.map(|size| {
        let (hand, left) = rest.split_at(size);
        rest = left;
        hand
    });
    LastCard::with_hands(hands, rest[0], chance.seed()).unwrap()
}

/// Whether seat 0 wins in its next turn against careful players.
fn wins_against_careful(position: &Position) -> bool {
    let mut position = *position;
    while position.to_move != 0 && position.stands == Stands::Open {
        position = after(&position, choose(&position));
    }
    position.stands == Stands::Open && wins(&position, [false; SEATS], 3)
}

#[test]
fn with_all_hands_known_the_search_wins_where_a_win_can_be_forced() {
    let mut chance = Chance::new(Seed::plain(2026));
    let mut search = Search::default();
    let (mut positions, mut forced) = (0, 0);
    for _ in 0..6000 {
        let game = endgame(&mut chance);
        let hands = std::array::from_fn(|seat| game.view(Seat(seat as u8)).hand());
        let hidden = Hidden::certain(hands);
        let view = game.view(Seat(0));
        let worlds = Worlds::of(&view).heeding(&hidden);
        let mut world = worlds.place();
        worlds.deal(&mut world, &mut chance);
        assert_eq!(world.position.hands, hands);
        let is_forced =
            |play: Play| !play.cards.is_empty() && wins(&after(&world.position, play), [false; SEATS], 7);
        let mut counts = [0; 2];
        each_thinkable(&world.position, |play| counts[usize::from(is_forced(play))] += 1);
        // Without a forced win, or with hardly anything else, a position proves nothing.
        if counts[1] == 0 || counts[0] < 2 {
            continue;
        }
        let play = search.best(&worlds, Budget::Steps(400).start(400), &mut chance);
        assert!(wins_against_careful(&after(&world.position, play)), "{hands:?} {play:?}");
        positions += 1;
        forced += usize::from(is_forced(play));
    }
    assert!(positions > 200, "{positions}");
    assert!(forced * 100 >= positions * 98, "{forced} of {positions}");
}
