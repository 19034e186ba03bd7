// Bots that go through the legal moves of a position, one with each question, as their kit shows them; and
// one that answers with the view itself.

import { Player } from "croupier";
import * as hearts from "croupier/hearts";
import * as jujitsu from "croupier/jujitsu";
import * as lastCard from "croupier/last-card";
import * as noThanks from "croupier/no-thanks";
import * as scoreFour from "croupier/score-four";

const nth = (Base) =>
  class extends Base {
    wantsLegal = true;

    start() {
      this.asked = -1;
    }

    choose(view) {
      this.asked += 1;
      return view.legal[this.asked];
    }
  };

export const Hearts = nth(hearts.Player);
export const Jujitsu = nth(jujitsu.Player);
export const LastCard = nth(lastCard.Player);
export const NoThanks = nth(noThanks.Player);
export const ScoreFour = nth(scoreFour.Player);
export const AnyGame = nth(Player);

export class Mirror extends Player {
  wantsLegal = true;

  choose({ legal: _legal, refused: _refused, memory: _memory, timeMs: _timeMs, ...view }) {
    return view;
  }
}
