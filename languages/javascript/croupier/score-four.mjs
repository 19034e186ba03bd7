// Score Four: four beads in a line, on sixteen pegs.

import * as player from "./player.mjs";

/** Pegs in a row, and beads on a peg. */
export const SIZE = 4;

/** The board, as everyone sees it. */
export class View extends player.View {
  /** Your sign on the board, `"W"` or `"B"`. */
  get bead() {
    return this.colour[0].toUpperCase();
  }

  /** Row and column of the pegs that are not full. */
  free() {
    const pegs = [];
    for (let row = 0; row < SIZE; row++)
      for (let column = 0; column < SIZE; column++) if (this.pegs[row][column] < SIZE) pegs.push([row, column]);
    return pegs;
  }
}

/** A Score Four bot. `choose` returns the row and the column of a peg, like `[0, 3]`. */
export class Player extends player.Player {
  static game = "score-four";
  static View = View;

  static read({ row, column }) {
    return [row, column];
  }

  static written(move) {
    if (Array.isArray(move) && move.length === 2 && move.every(Number.isInteger)) return { row: move[0], column: move[1] };
    throw new Error(`choose returned ${player.inWords(move)}; a move is the row and the column of a peg, like [0, 3]`);
  }
}
