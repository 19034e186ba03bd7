//! Last Card as a bare loop: random legal moves, applied where they are chosen.
//!
//! Sets, piles and the distribution of moves are those of the real game.

use croupier_games::Chance;
use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::last_card::{ACE, FIVE, JACK, TEN, TWO, hand_value};

const TURN_LIMIT: u32 = 1000;

/// The table, without what only views, figures and refusals need.
struct Table {
    hands: [CardSet; 4],
    deck: [Card; 52],
    in_deck: usize,
    played: [Card; 52],
    in_played: usize,
    suit: Suit,
    punishment: u32,
    to_move: usize,
    step: usize,
    called: [bool; 4],
    calls: [u32; 4],
    drawn_at: [u16; 52],
    draws: u16,
}

/// Plays one game; gives the points of all seats as one number.
pub(crate) fn play(chance: &mut Chance) -> u64 {
    let mut table = deal(chance);
    for _ in 0..TURN_LIMIT {
        if turn(&mut table, chance) {
            break;
        }
    }
    let points = |seat: usize| u64::from(hand_value(table.hands[seat]) + table.calls[seat] / 10);
    (0..4).fold(0, |sum, seat| sum * 256 + points(seat))
}

fn deal(chance: &mut Chance) -> Table {
    let deck = Card::deck();
    let mut table = Table {
        hands: [CardSet::EMPTY; 4],
        deck,
        in_deck: 52,
        played: deck,
        in_played: 1,
        suit: Suit::Spades,
        punishment: 0,
        to_move: 0,
        step: 1,
        called: [false; 4],
        calls: [0; 4],
        drawn_at: [0; 52],
        draws: 0,
    };
    for seat in 0..4 {
        draw(&mut table, seat, 7, chance);
    }
    let face_up = take(&mut table, chance);
    table.played[0] = face_up;
    table.suit = face_up.suit();
    table
}

/// One turn; true where it ends the game.
fn turn(table: &mut Table, chance: &mut Chance) -> bool {
    let mut luck = chance.bits();
    let mut bits = |count: u32| {
        let low = luck & ((1 << count) - 1);
        luck >>= count;
        low as usize
    };
    let seat = table.to_move;
    let hand = table.hands[seat];
    let aces = CardSet::of_rank(ACE);
    let mut fitting = CardSet::of_rank(table.played[table.in_played - 1].rank());
    if table.punishment == 0 {
        fitting = fitting.or(CardSet::of_suit(table.suit)).or(aces);
    }
    let mut playable = hand.and(fitting);
    if hand.without(aces).is_empty() && hand.len() == 1 {
        playable = CardSet::EMPTY;
    }
    if bits(6) == 0 || playable.is_empty() {
        pass(table, chance);
        return false;
    }
    let place = (bits(16) * playable.len()) >> 16;
    let Some(first) = playable.nth(place) else { return false };
    let rank = first.rank();
    let mut left = hand.without(CardSet::only(first));
    let mut count = 1;
    lay(table, first);
    for card in left.and(CardSet::of_rank(rank)) {
        // The last ace stays where it would be the end.
        if bits(2) != 0 && !(rank == ACE && left.len() == 1) {
            left.remove(card);
            lay(table, card);
            count += 1;
        }
    }
    table.suit = if rank == ACE { Suit::of(bits(2) as u8) } else { table.played[table.in_played - 1].suit() };
    table.hands[seat] = left;
    let call = left.len() <= 2;
    let may_end = std::mem::replace(&mut table.called[seat], call);
    table.calls[seat] += u32::from(call);
    if left.is_empty() {
        if may_end {
            return true;
        }
        draw(table, seat, 2, chance);
    }
    effect(table, rank, count);
    false
}

#[inline]
fn pass(table: &mut Table, chance: &mut Chance) {
    let seat = table.to_move;
    let call = table.hands[seat].len() <= 1;
    table.called[seat] = call;
    table.calls[seat] += u32::from(call);
    draw(table, seat, table.punishment.max(1), chance);
    table.punishment = 0;
    table.to_move = (seat + table.step) & 3;
}

#[inline]
fn effect(table: &mut Table, rank: u8, count: u32) {
    let mut places = 1;
    match rank {
        TWO => table.punishment += 2 * count,
        FIVE => table.punishment += 5 * count,
        TEN => places += count as usize,
        JACK if count % 2 == 1 => table.step = 4 - table.step,
        _ => {}
    }
    table.to_move = (table.to_move + table.step * places) & 3;
}

#[inline]
fn lay(table: &mut Table, card: Card) {
    table.played[table.in_played] = card;
    table.in_played += 1;
}

#[inline]
fn take(table: &mut Table, chance: &mut Chance) -> Card {
    let place = chance.below(table.in_deck);
    let card = table.deck[place];
    table.in_deck -= 1;
    table.deck[place] = table.deck[table.in_deck];
    card
}

#[inline]
fn draw(table: &mut Table, seat: usize, cards: u32, chance: &mut Chance) {
    for _ in 0..cards {
        if table.in_deck == 0 {
            table.in_deck = table.in_played - 1;
            table.deck = table.played;
            table.played[0] = table.played[table.in_deck];
            table.in_played = 1;
            if table.in_deck == 0 {
                return;
            }
        }
        let card = take(table, chance);
        table.hands[seat].insert(card);
        table.drawn_at[card.number() as usize] = table.draws;
        table.draws += 1;
    }
}
