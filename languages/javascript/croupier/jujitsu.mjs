// Psychological Jujitsu: both bid a card at once, the higher one wins the lot.

import { Reader, orNull } from "./frames.mjs";
import * as player from "./player.mjs";

/** Bids beyond are told in JSON. */
const LARGEST_BID = 2 ** 31;

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

  static written(chosen) {
    const move = player.plain(chosen);
    if (Number.isInteger(move)) return move;
    throw new Error(`choose returned ${player.inWords(move)}; a bid is the number of a card`);
  }

  static unpacked(bytes, at) {
    const reader = new Reader(bytes, at);
    const [seat, currentRound, over, next] = [1, 2, 3, 4].map(() => reader.next());
    const [myPointsTotal, opponentPointsTotal] = [reader.four(), reader.four()];
    const [myCardsRemaining, opponentCardsRemaining, drawPile] = [reader.set(), reader.set(), reader.set()];
    const match = reader.list();
    const lot = reader.list();
    const previousTurns = reader.list((myBid) => turn(myBid, reader.next(), reader.next(), reader.next()));
    share(previousTurns);
    const totals = { seat, match, myPointsTotal, opponentPointsTotal, currentRound, gameEnded: over === 1, lot };
    const cards = { nextVictoryCard: orNull(next), myCardsRemaining, opponentCardsRemaining, drawPile };
    return { ...totals, ...cards, previousTurns };
  }

  static code(move) {
    if (Math.abs(move) >= LARGEST_BID) return undefined;
    return move >= 0 ? 2 * move : -2 * move - 1;
  }
}

function turn(myBid, opponentBid, drawnVictoryCard, legal) {
  const [myResponseLegal, opponentResponseLegal] = [(legal & 1) !== 0, (legal & 2) !== 0];
  const bids = { myBid, opponentBid, drawnVictoryCard, myCardsWon: [], opponentCardsWon: [] };
  return { ...bids, myResponseLegal, opponentResponseLegal };
}

/** The higher bid wins the card of its turn and those of the ties right before it. */
function share(turns) {
  let lot = [];
  for (const { myBid, opponentBid, drawnVictoryCard, myCardsWon, opponentCardsWon } of turns) {
    lot.push(drawnVictoryCard);
    if (myBid === opponentBid) continue;
    (myBid > opponentBid ? myCardsWon : opponentCardsWon).push(...lot);
    lot = [];
  }
}
