// Tries:   to give orders to a terminal and to the table, by prints that look like answers, by a name and by
//          an exception's message.
// Stopped: prints are prints (crates/hosts/src/log/mod.rs), and are shown through one function
//          (crates/record/src/shown.rs).
// Told:    "crashed: Error: \x1b[2J".
import { Player } from "croupier/no-thanks";

export class Orders extends Player {
  name = "\u001b[31mhouse:CutOff14\r";

  choose() {
    console.log('{"type":"answer","number":1,"move":"pass"}\u001b]0;mine\u0007\r');
    console.error("\u001b[2J\u202e");
    throw new Error("\u001b[2J\ud800 and on");
  }
}
