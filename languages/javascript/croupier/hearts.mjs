// Hearts: take no hearts and not the queen of spades. A card is a text like "S10" or "HQ".

import * as player from "./player.mjs";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = "SCDH";

/** A seat's view of the deal in play, and the scores. */
export class View extends player.View {}

/** A Hearts bot. `choose` returns a card of the hand, or `{ move, memory }`: the table keeps the memory for the game. */
export class Player extends player.Player {
  static game = "hearts";
  static View = View;

  static written(move) {
    if (typeof move === "string" && move !== "" && SUITS.includes(move[0]) && RANKS.includes(move.slice(1))) return move;
    const form = "a card is a suit S, C, D or H and a rank 2 to 10, J, Q, K or A, like \"S10\"";
    throw new Error(`choose returned ${player.inWords(move)}; ${form}`);
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
