// A Jujitsu bot: bids for what lies in the lot, and never more than the other can answer.

import { Player } from "croupier/jujitsu";

export class Bidder extends Player {
  choose(view) {
    const worth = view.lot.reduce((sum, card) => sum + card, 0);
    if (worth <= view.highest / 4) return view.hand[0];
    const enough = Math.min(worth, view.highest - 1, Math.max(...view.opponentHand));
    return view.hand.find((card) => card > enough) ?? view.hand.at(-1);
  }
}
