// A bot of any game: looks at nothing but the legal moves, and draws one.

import { Player } from "croupier";

/** Plays whatever is legal; `view` has the fields of the rules page for whoever wants to play better. */
export class Chancer extends Player {
  wantsLegal = true;

  choose(view) {
    return view.legal[Math.floor(Math.random() * view.legal.length)];
  }
}
