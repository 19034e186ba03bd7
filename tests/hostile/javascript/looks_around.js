// Tries:   to read the plan, other bots and other processes, to start a program that does, to change the host
//          that runs it, and to open a connection.
// Stopped: by the same cell as every other bot (crates/hosts/src/cell); its host is laid out for reading
//          alone (crates/hosts/src/languages/javascript.rs).
// Told:    nothing; its log says "kept out".
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { Player } from "croupier/no-thanks";

const files = ["plan.toml", "../plan.toml", "honest.py", "logs/record.croupier", "/etc/shadow"];

function read(file) {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

/** Whether something can be added to the host; nothing is, so that it would go on if so. */
function changes(file) {
  try {
    appendFileSync(file, "");
    return true;
  } catch {
    return false;
  }
}

function listens() {
  return new Promise((tell) => {
    const server = createServer();
    server.on("error", () => tell(false));
    server.listen(0, "127.0.0.1", () => server.close(() => tell(true)));
  });
}

export class LooksAround extends Player {
  choose() {
    return this.looked ? true : this.look();
  }

  async look() {
    this.looked = true;
    const found = files.filter(read);
    const { stdout } = spawnSync("/bin/cat", files, { encoding: "utf8", timeout: 1000 });
    if (stdout) found.push("a program");
    if (changes(process.argv[1])) found.push("the host");
    if (await listens()) found.push("a port");
    console.log(found.length === 0 ? "kept out" : `GOT IN: ${found}`);
    return true;
  }
}
