// Hearts: take no hearts and not the queen of spades. A card is a text like "S10" or "HQ".

import { Reader, orNull } from "./frames.mjs";
import * as player from "./player.mjs";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = "SCDH";
const CARDS = [...SUITS].flatMap((suit) => RANKS.map((rank) => suit + rank));

/** A seat's view of the deal in play, and the scores. */
export class View extends player.View {}

/**
 * A Hearts bot. `choose` returns a card of the hand, or `{ move, memory }`: the table keeps the memory for
 * the game.
 */
export class Player extends player.Player {
  static game = "hearts";
  static View = View;

  static written(move) {
    if (typeof move === "string" && move !== "" && SUITS.includes(move[0]) && RANKS.includes(move.slice(1))) return move;
    const form = "a card is a suit S, C, D or H and a rank 2 to 10, J, Q, K or A, like \"S10\"";
    throw new Error(`choose returned ${player.inWords(move)}; ${form}`);
  }

  static unpacked(bytes, at) {
    const reader = new Reader(bytes, at);
    const [seat, seats, to_move, forfeited] = [1, 2, 3, 4].map(() => reader.next());
    const [deal, target] = [reader.four(), reader.four()];
    const scores = Array.from({ length: seats }, () => reader.four());
    const hand = reader.list((card) => CARDS[card]);
    const tricks = Array.from({ length: reader.next() }, () => plays(reader, seats, seats));
    const trick = plays(reader, reader.next(), seats);
    const lead = trick.length === 0 ? null : suit(trick[0].card);
    const previous = tricks.length === 0 ? null : tricks.at(-1).map((play) => ({ ...play }));
    const hearts_broken = tricks.some((plays) => plays.some((play) => suit(play.card) === "H"));
    const taken = Array(seats).fill(0);
    for (const plays of tricks) taken[winner(plays)] += plays.reduce((sum, play) => sum + points(play.card), 0);
    const table = { seat, to_move: orNull(to_move), deal, hand, lead, trick, previous, tricks, hearts_broken };
    return { ...table, points: taken, scores, target, forfeited: orNull(forfeited) };
  }

  static code(move) {
    return SUITS.indexOf(suit(move)) * RANKS.length + rank(move) - 2;
  }
}

/** The suit of a card: `S`, `C`, `D` or `H`. */
export const suit = (card) => card[0];

/** The rank of a card: 2 to 14; the ace is 14. */
export const rank = (card) => RANKS.indexOf(card.slice(1)) + 2;

/** What taking a card costs: 1 for a heart, 13 for the queen of spades. */
export const points = (card) => (card === "SQ" ? 13 : Number(suit(card) === "H"));

/** Sorts cards by rank, two low and ace high, then by suit: `hand.sort(byRank)`. */
export const byRank = (one, other) =>
  rank(one) - rank(other) || SUITS.indexOf(suit(one)) - SUITS.indexOf(suit(other));

/** So many cards of a trick, behind the seat that led. */
function plays(reader, count, seats) {
  const first = reader.next();
  return Array.from({ length: count }, (_, n) => ({ seat: (first + n) % seats, card: CARDS[reader.next()] }));
}

/** Who takes a trick: the highest card of the suit led. */
function winner(plays) {
  const followed = plays.filter((play) => suit(play.card) === suit(plays[0].card));
  return followed.reduce((best, play) => (rank(play.card) > rank(best.card) ? play : best)).seat;
}
