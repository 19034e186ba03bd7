// A Score Four bot: wins where it can, stops the other where it must, and likes the middle.

import { Player, SIZE } from "croupier/score-four";

const STEPS = [];
for (const level of [-1, 0, 1])
  for (const row of [-1, 0, 1])
    for (const column of [-1, 0, 1]) if (level > 0 || (level === 0 && (row > 0 || (row === 0 && column > 0)))) STEPS.push([level, row, column]);

export class Blocker extends Player {
  choose(view) {
    const free = view.free();
    for (const bead of [view.bead, view.bead === "W" ? "B" : "W"]) {
      const winning = free.find((peg) => wins(view, peg, bead));
      if (winning) return winning;
    }
    const fromTheMiddle = ([row, column]) => Math.abs(row - 1.5) + Math.abs(column - 1.5);
    return free.reduce((best, peg) => (fromTheMiddle(peg) < fromTheMiddle(best) ? peg : best));
  }
}

/** Whether this bead on this peg makes four in a line. */
function wins(view, [row, column], bead) {
  const place = [view.pegs[row][column], row, column];
  const run = (step, sign) => {
    let count = 0;
    for (let distance = 1; distance < SIZE; distance++) {
      const [level, row, column] = place.map((at, axis) => at + sign * distance * step[axis]);
      if (view.board[level]?.[row]?.[column] !== bead) break;
      count++;
    }
    return count;
  };
  return STEPS.some((step) => 1 + run(step, 1) + run(step, -1) === SIZE);
}
