// What the players of all games have in common. Bots extend the `Player` of their game's module instead, or
// this one for a game that has no module of its own: they are shown what its rules page shows.

/**
 * What a seat may know, under the names of the game's rules page. Every view is complete, and made for one
 * call.
 */
export class View {
  constructor(shown) {
    Object.assign(this, shown);
    /** The legal moves, where the player has `wantsLegal`. */
    this.legal = undefined;
    /** Why the last answer to this question was not accepted, if this is not the first time it is asked. */
    this.refused = undefined;
    /** What the player last left as its memory in this game. */
    this.memory = undefined;
    /** The time for this answer, in thousandths of a second. */
    this.timeMs = undefined;
  }
}

/** A bot. One instance plays all games of a tournament, so its fields stay from game to game. */
export class Player {
  /** The game it plays. */
  static game = undefined;
  /** What its views are. */
  static View = View;

  /** The bot's name; without one it is called like its class. */
  name = undefined;
  /** Set it to `true` to find the legal moves in `view.legal`. */
  wantsLegal = false;

  /** A game begins: `seat`, `players` (names by seat), `seed` (luck of your own), `view`. */
  start(_start) {}

  /** The move to play. The one method that every bot has to write. */
  choose(_view) {
    throw new Error(`${this.constructor.name} has no method choose(view)`);
  }

  /** The game is over; `scores` are by seat. */
  end(_view, _scores) {}

  // A bot that writes `notice(seat, move)` is told of every move, by anyone.

  /** A legal move as `view.legal` has it: in the form in which `choose` returns one. */
  static read(move) {
    return move;
  }

  /** What a view shows, from the bytes of a compact frame; a game without it is asked in JSON. */
  static unpacked = undefined;

  /** The code of a move as it is sent; `undefined` for one that can only be told in JSON. */
  static code(_move) {
    return undefined;
  }

  /** A move of this game as it is sent; an error for what is none. */
  static written(move) {
    if (move === undefined) throw new Error("choose returned nothing");
    return move;
  }
}

/**
 * A number, truth value or text that came as an object of its own, or a number of any length, as what it
 * stands for.
 */
export function plain(move) {
  if (typeof move === "bigint") return Number(move);
  const isWrapped = move instanceof Number || move instanceof Boolean || move instanceof String;
  return isWrapped ? move.valueOf() : move;
}

/** What a bot chose, in words for an error; what has no JSON (a `bigint`, a circle) as it prints. */
export function inWords(move) {
  if (typeof move === "string") return `"${move}"`;
  try {
    return JSON.stringify(move) ?? String(move);
  } catch {
    return String(move);
  }
}
