// No Thanks!: take the open card with its coins, or pay a coin to pass it on.

import { Reader } from "./frames.mjs";
import * as player from "./player.mjs";

/** A seat's view of the table. */
export class View extends player.View {
  /** You: `coins` and `collection`. */
  get me() {
    return this.players[this.seat];
  }

  /** Your penalty as things stand. */
  penalty() {
    return penalty(this.me.collection, this.me.coins);
  }

  /** Your penalty if you took the open card with its coins. */
  penaltyWhenTaken() {
    const cards = this.card === null ? this.me.collection : [...this.me.collection, this.card];
    return penalty(cards, this.me.coins + this.coins_on_card);
  }
}

/** A No Thanks! bot. `choose` returns `true` to take the card, `false` to pass. */
export class Player extends player.Player {
  static game = "no-thanks";
  static View = View;

  static written(chosen) {
    const move = player.plain(chosen);
    if (move === true || move === "take") return "take";
    if (move === false || move === "pass") return "pass";
    throw new Error(`choose returned ${player.inWords(move)}; true takes the card and false passes`);
  }

  static unpacked(bytes, at) {
    const reader = new Reader(bytes, at);
    const [seat, to_move, round, card, coins_on_card] = [1, 2, 3, 4, 5].map(() => reader.next());
    const players = reader.list((coins) => ({ coins, collection: reader.set() }));
    return { seat, to_move, round, card: card === 0 ? null : card, coins_on_card, players };
  }

  static code(move) {
    return Number(move === "take");
  }
}

/** The sum of the cards whose lower neighbour is not among them, minus the coins. */
export function penalty(cards, coins) {
  const numbers = new Set(cards);
  const counted = [...numbers].filter((number) => !numbers.has(number - 1));
  return counted.reduce((sum, number) => sum + number, 0) - coins;
}
