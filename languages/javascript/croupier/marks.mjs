// Says which game and turn a print belongs to: a line before the first print of each. Knows no bot and no
// game.
//
// The table cannot know: what it tells a bot rides with its next question.

let game;
let turn = 0;
let over = false;

/** A game begins. */
export function begin(number) {
  [game, turn, over] = [number, 0, false];
}

/** The bot is asked. */
export function ask() {
  turn += 1;
}

/** The game is over. */
export function end() {
  over = true;
}

function here() {
  if (over) return `[game ${game}, at its end]`;
  return turn === 0 ? `[game ${game}, before its first turn]` : `[game ${game}, its turn ${turn}]`;
}

/** Marks both outputs from now on. */
export function mark() {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    let said;
    let inALine = false;
    stream.write = (chunk, ...more) => {
      if (game !== undefined && here() !== said) {
        said = here();
        write(`${inALine ? "\n" : ""}${said}\n`);
      }
      inALine = chunk.length > 0 && !["\n", 10].includes(chunk.at(-1));
      return write(chunk, ...more);
    };
  }
}
