// Last Card: be rid of your cards, and call before you are. A card is a text like "10H" or "AS".

import { NOBODY, Reader } from "./frames.mjs";
import * as player from "./player.mjs";

const SUITS = { S: "spades", C: "clubs", D: "diamonds", H: "hearts" };
const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const CARDS = Object.keys(SUITS).flatMap((suit) => VALUES.map((value) => value + suit));
const NAMES = Object.values(SUITS);
const SEATS = [0, 1, 2, 3];
/** Where a byte tells the end. */
const OUT_OF_TURNS = 254;
/** Codes below are of one or two cards and name no suit; of more than five cards no move has one. */
const FEW = 2 * (1 + 52 + 52 ** 2);
const MOST_CARDS = 5;

/** The value of a card: `A`, `2` to `10`, `J`, `Q` or `K`. */
export const value = (card) => card.slice(0, -1);

/** The suit of a card: `"spades"`, `"clubs"`, `"diamonds"` or `"hearts"`. */
export const suit = (card) => SUITS[card.at(-1)];

/** A seat's view of the table. */
export class View extends player.View {
  /**
   * Whether a move may begin with the card. (Aces that would empty the hand may not be played all the same.)
   */
  fits(card) {
    if (this.punishment) return value(card) === value(this.last_played);
    const wanted = this.chosen_suit ?? suit(this.last_played);
    return value(card) === "A" || suit(card) === wanted || value(card) === value(this.last_played);
  }
}

/**
 * A Last Card bot. `choose` returns `{ cards, suit, lastCard }`, one card, a list of cards, or `null` to
 * pass.
 */
export class Player extends player.Player {
  static game = "last-card";
  static View = View;

  static read({ cards, suit, last_card: lastCard }) {
    return { cards, suit, lastCard };
  }

  static written(answer) {
    // A path that forgets its return is no decision to pass.
    if (answer === undefined) throw new Error("choose returned nothing; null passes");
    const move = player.plain(answer);
    const chosen = typeof move === "string" ? { cards: [move] } : Array.isArray(move) ? { cards: move } : (move ?? {});
    const { cards: played = [], suit: named = null, lastCard = false } = chosen;
    // A text is a card, and not the letters of one.
    const cards = typeof played === "string" ? [played] : played;
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

  static unpacked(bytes, at) {
    const reader = new Reader(bytes, at);
    const [seat, first, backward, named, deck, ending] = [1, 2, 3, 4, 5, 6].map(() => reader.next());
    const [turn, turn_limit, punishment] = [reader.two(), reader.two(), reader.four()];
    const seats = SEATS.map((seat) => ({ seat, cards: reader.next(), called: reader.next() === 1, calls: reader.two() }));
    const hand = reader.list((card) => CARDS[card]);
    const played = reader.list((card) => CARDS[card]);
    const step = backward === 1 ? SEATS.length - 1 : 1;
    const players = SEATS.map((n) => seats[(first + step * n) % SEATS.length]);
    const chosen_suit = named === NOBODY ? null : NAMES[named];
    const top = { seat, hand, played, last_played: played.at(-1), chosen_suit, punishment, deck, players };
    return { ...top, direction: backward === 1 ? "backward" : "forward", turn, turn_limit, end: end(ending) };
  }

  static code({ cards, suit: named, last_card }) {
    if (cards.length > MOST_CARDS) return undefined;
    const list = cards.reduce((sum, card) => sum * 52 + CARDS.indexOf(card) + 1, 0);
    if (named === null && 2 * list < FEW) return 2 * list + Number(last_card);
    return FEW + 10 * list + (named === null ? 0 : 2 * (NAMES.indexOf(named) + 1)) + Number(last_card);
  }
}

/** How the game ended, if it has. */
function end(byte) {
  if (byte === NOBODY) return null;
  return byte === OUT_OF_TURNS ? "out_of_turns" : { won: byte };
}
