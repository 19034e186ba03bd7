// Last Card: be rid of your cards, and call before you are. A card is a text like "10H" or "AS".

import * as player from "./player.mjs";

const SUITS = { S: "spades", C: "clubs", D: "diamonds", H: "hearts" };
const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** The value of a card: `A`, `2` to `10`, `J`, `Q` or `K`. */
export const value = (card) => card.slice(0, -1);

/** The suit of a card: `"spades"`, `"clubs"`, `"diamonds"` or `"hearts"`. */
export const suit = (card) => SUITS[card.at(-1)];

/** A seat's view of the table. */
export class View extends player.View {
  /** Whether a move may begin with the card. (Aces that would empty the hand may not be played all the same.) */
  fits(card) {
    if (this.punishment) return value(card) === value(this.last_played);
    const wanted = this.chosen_suit ?? suit(this.last_played);
    return value(card) === "A" || suit(card) === wanted || value(card) === value(this.last_played);
  }
}

/** A Last Card bot. `choose` returns `{ cards, suit, lastCard }`, one card, a list of cards, or `null` to pass. */
export class Player extends player.Player {
  static game = "last-card";
  static View = View;

  static read({ cards, suit, last_card: lastCard }) {
    return { cards, suit, lastCard };
  }

  static written(move) {
    const chosen = typeof move === "string" ? { cards: [move] } : Array.isArray(move) ? { cards: move } : (move ?? {});
    const { cards = [], suit: named = null, lastCard = false } = chosen;
    for (const card of cards) {
      if (typeof card !== "string" || !VALUES.includes(value(card)) || suit(card) === undefined) {
        const form = "a card is a value A, 2 to 10, J, Q or K and a suit S, C, D or H, like \"10H\"";
        throw new Error(`choose played ${player.inWords(card)}; ${form}`);
      }
    }
    if (named !== null && !Object.values(SUITS).includes(named)) {
      const suits = Object.values(SUITS).join(", ");
      throw new Error(`choose named the suit ${player.inWords(named)}; suits are ${suits}`);
    }
    return { cards, suit: named, last_card: Boolean(lastCard) };
  }
}
