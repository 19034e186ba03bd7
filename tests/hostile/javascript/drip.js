// Tries:   to think for ever: where a move belongs it writes a byte every 20 ms on every way out that it
//          finds.
// Stopped: by the one limit of a question, which bytes do not renew (crates/hosts/src/wait/mod.rs).
// Told:    "late: thought for …; 0.05 s are allowed".
import { writeSync } from "node:fs";
import { Player } from "croupier/no-thanks";

const still = new Int32Array(new SharedArrayBuffer(4));

export class Drip extends Player {
  choose() {
    for (;;) {
      for (let descriptor = 3; descriptor < 10; descriptor++) {
        try {
          writeSync(descriptor, ".");
        } catch {
          // No way out.
        }
      }
      Atomics.wait(still, 0, 0, 20);
    }
  }
}
