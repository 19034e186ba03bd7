// A Hearts bot: stays under tricks, and gives its worst cards to others.

import { Player, byRank, points, rank, suit } from "croupier/hearts";

export class Duck extends Player {
  wantsLegal = true;

  choose(view) {
    const cards = [...view.legal].sort(byRank);
    if (view.trick.length === 0) return cards[0];
    if (suit(cards[0]) !== view.lead) {
      return cards.reduce((worst, card) => (points(card) >= points(worst) ? card : worst));
    }
    const led = view.trick.map((play) => play.card).filter((card) => suit(card) === view.lead);
    const below = cards.filter((card) => rank(card) < Math.max(...led.map(rank)));
    return below.at(-1) ?? cards[0];
  }
}
