// Psychological Jujitsu: both bid a card at once, the higher one wins the lot.

import * as player from "./player.mjs";

/** A seat's view of the match. */
export class View extends player.View {
  /** Your bidding cards, lowest first. */
  get hand() {
    return this.myCardsRemaining;
  }

  /** The other's bidding cards, lowest first. */
  get opponentHand() {
    return this.opponentCardsRemaining;
  }

  /** The highest card of this round. */
  get highest() {
    return this.match[this.currentRound - 1];
  }
}

/** A Jujitsu bot. `choose` returns a card of the hand. */
export class Player extends player.Player {
  static game = "jujitsu";
  static View = View;

  static written(move) {
    if (Number.isInteger(move)) return move;
    throw new Error(`choose returned ${player.inWords(move)}; a bid is the number of a card`);
  }
}
