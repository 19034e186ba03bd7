// A No Thanks! bot: takes what is cheap, and lets a card that is free for it alone go round once more.

import { Player } from "croupier/no-thanks";

export class Bargain extends Player {
  choose(view) {
    const cost = view.penaltyWhenTaken() - view.penalty();
    if (view.me.coins <= 2) return cost < 18;
    // Every round of the table brings coins, until somebody has too few of them.
    if (cost <= 0) return view.coins_on_card >= view.players.length || view.players.some((seat) => seat.coins <= 1);
    return cost < 9;
  }
}
