// A Last Card bot: plays as many cards at once as it can, and keeps its aces.

import { Player, suit, value } from "croupier/last-card";

export class Shedder extends Player {
  choose(view) {
    const moves = view.hand.filter((card) => view.fits(card)).map((first) => withItsLikes(view.hand, first));
    // Aces last: they go on anything, and cannot be the end.
    const playable = moves.filter((cards) => value(cards[0]) !== "A" || cards.length < view.hand.length);
    const worth = (cards) => cards.length + (value(cards[0]) === "A" ? 0 : 10);
    const cards = playable.reduce((best, one) => (best && worth(best) >= worth(one) ? best : one), null) ?? [];
    const left = view.hand.filter((card) => !cards.includes(card));
    return { cards, suit: left.length > 0 ? suit(left[0]) : null, lastCard: oneMoveLeft(left) };
  }
}

/** The card, then all others of its value. */
function withItsLikes(hand, first) {
  return [first, ...hand.filter((card) => card !== first && value(card) === value(first))];
}

/** Whether these cards can go in one move. */
function oneMoveLeft(cards) {
  const values = new Set(cards.map(value));
  return values.size === 1 && cards.length <= 4 && !values.has("A");
}
