// Score Four: four beads in a line, on sixteen pegs.

import { NOBODY, Reader, orNull } from "./frames.mjs";
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

  static written(chosen) {
    const move = Array.isArray(chosen) ? chosen.map(player.plain) : chosen;
    if (Array.isArray(move) && move.length === 2 && move.every(Number.isInteger)) return { row: move[0], column: move[1] };
    throw new Error(`choose returned ${player.inWords(move)}; a move is the row and the column of a peg, like [0, 3]`);
  }

  static unpacked(bytes, at) {
    const reader = new Reader(bytes, at);
    const [seat, to_move, winner, peg] = [1, 2, 3, 4].map(() => reader.next());
    const retries_left = reader.four();
    const signs = Array(SIZE ** 3).fill(".");
    for (const sign of "WB") for (const cell of reader.set()) signs[cell] = sign;
    const squares = [...Array(SIZE).keys()];
    const row = (level, row) => signs.slice(16 * level + SIZE * row, 16 * level + SIZE * (row + 1)).join("");
    const board = squares.map((level) => squares.map((down) => row(level, down)));
    const height = (down, right) => board.filter((level) => level[down][right] !== ".").length;
    const pegs = squares.map((down) => squares.map((right) => height(down, right)));
    const last = peg === NOBODY ? null : { row: Math.floor(peg / SIZE), column: peg % SIZE };
    const colour = seat === 0 ? "white" : "black";
    return { seat, colour, to_move: orNull(to_move), winner: orNull(winner), board, pegs, last, retries_left };
  }

  static code({ row, column }) {
    const isOnBoard = row >= 0 && row < SIZE && column >= 0 && column < SIZE;
    return isOnBoard ? SIZE * row + column : undefined;
  }
}
