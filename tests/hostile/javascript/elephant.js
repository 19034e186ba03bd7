// Tries:   to know a deal that it has met before: it keeps every deal in its module, in its class, in what
//          all modules share, in `/tmp`, in its folder and beside its file, and looks there.
// Stopped: each playing of a deal has processes of its own (crates/arena/src/crew/crews.rs);
//          crates/cli/tests/tournaments/meets_twice.rs plays designs that deal the same cards again.
// Told:    nothing; its log says "met", and never that it met a deal again.
import { appendFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Player } from "croupier/no-thanks";

const seen = new Set();
globalThis.seen = new Set();
const files = ["/tmp/seen", "seen", `${fileURLToPath(import.meta.url)}.seen`];

function kept(path, deal) {
  let known = false;
  try {
    known = readFileSync(path, "utf8").split("\n").includes(deal);
  } catch {
    // Nothing is there yet, or nothing is ever kept there.
  }
  try {
    appendFileSync(path, `${deal}\n`);
  } catch {
    // No place to keep anything.
  }
  return known;
}

export class Elephant extends Player {
  static seen = new Set();

  choose(view) {
    return view.card < 3 * (view.coins_on_card + 3);
  }

  end(view) {
    const deal = view.players.flatMap((player) => player.collection).sort((one, other) => one - other).join("-");
    console.log("met");
    for (const [where, known] of [["module", seen], ["class", Elephant.seen], ["program", globalThis.seen]]) {
      if (known.has(deal)) console.log(`again in its ${where}`);
      known.add(deal);
    }
    for (const file of files) if (kept(file, deal)) console.log(`again in ${file}`);
  }
}
