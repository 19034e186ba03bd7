// The program that the table starts: `node host.mjs [--packages DIR] BOT [CLASS]`. It speaks the protocol of
// docs/protocol.md on descriptors 3 and 4 and leaves standard output and standard error to the bot.

import { readFileSync } from "node:fs";
import Module, { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { receive, send, sendCode, useFrames } from "./channel.mjs";
import * as luck from "./luck.mjs";
import * as marks from "./marks.mjs";
import { IS_A_SERVER, wouldBring } from "./packages.mjs";
import { Player, View } from "./player.mjs";

const PROTOCOL = 1;
const words = process.argv.slice(2);
const packages = words[0] === "--packages" ? words.splice(0, 2)[1] : undefined;
const [file, className] = words;

register("./resolve.mjs", import.meta.url, { data: { packages: packages && pathToFileURL(join(packages, "any.js")).href } });
if (packages !== undefined) {
  // What is required, and not imported, is looked for there by Node itself.
  process.env.NODE_PATH = join(packages, "node_modules");
  Module._initPaths();
}

/** The class that plays: the one that is named, the default, or the only one. */
async function find() {
  const module = await import(pathToFileURL(file).href);
  const exported = { ...module.default, ...module };
  if (className !== undefined) {
    if (isPlayer(exported[className])) return exported[className];
    throw new Error(`it exports no bot ${className}; it has ${names(exported)}`);
  }
  if (isPlayer(module.default)) return module.default;
  const players = [...new Set(Object.values(exported).filter(isPlayer))];
  if (players.length === 1) return players[0];
  if (players.length === 0) {
    const helps = /\bcreateServer\s*\(|\.listen\s*\(/.test(readFileSync(file, "utf8")) ? IS_A_SERVER : "";
    throw new Error(`it exports no class that extends a Player of croupier${helps}`);
  }
  throw new Error(`it exports several bots, ${names(exported)}; name one, as in file.js#Class`);
}

function isPlayer(value) {
  return typeof value === "function" && value.prototype instanceof Player;
}

function names(exported) {
  return Object.keys(exported).filter((name) => isPlayer(exported[name])).join(", ") || "none";
}

/** A bot of a class, through its tournament. */
class Host {
  constructor(Bot, hello) {
    this.Bot = Bot;
    this.isNewInEachGame = hello.instances === "game";
    this.player = new Bot();
    this.isFramed = hello.compact === true && Bot.unpacked !== undefined;
    this.keepsInFrames = this.isFramed && hello.compact_memory === true;
  }

  hello() {
    const wants = this.player.wantsLegal ? ["legal"] : [];
    if (typeof this.player.notice === "function") wants.push("moves");
    const named = { type: "hello", protocol: PROTOCOL, name: this.player.name ?? this.Bot.name, game: this.Bot.game };
    return { ...named, wants, marks: true, compact: this.isFramed, compact_memory: this.keepsInFrames };
  }

  view(shown) {
    const Shown = this.Bot.View ?? View;
    return shown === undefined ? undefined : new Shown(shown);
  }

  async start(message) {
    luck.seed(message.seed ?? 0);
    marks.begin(message.game);
    if (this.isNewInEachGame) this.player = new this.Bot();
    // Of the time for an answer a bot hears with every question, also where a frame does not say it.
    const { time_ms: timeMs, ...told } = message;
    this.timeMs = timeMs;
    await this.player.start({ ...told, view: this.view(message.view) });
  }

  async ask(message) {
    marks.ask();
    const { refused, memory } = message;
    const legal = message.legal?.map((move) => this.Bot.read(move));
    const timeMs = message.framed ? this.timeMs : message.time_ms;
    const view = Object.assign(this.view(message.view), { legal, refused, memory, timeMs });
    const chosen = await this.player.choose(view);
    const hasMemory = typeof chosen === "object" && chosen !== null && "memory" in chosen;
    const answer = { type: "answer", number: message.number };
    answer.move = this.Bot.written(hasMemory ? chosen.move : chosen);
    if (hasMemory && chosen.memory != null) answer.memory = String(chosen.memory);
    const code = message.framed ? this.Bot.code(answer.move) : undefined;
    if (code === undefined || (answer.memory !== undefined && !this.keepsInFrames)) return answer;
    sendCode(answer.number, code, answer.memory);
    return undefined;
  }

  async notice(message) {
    await this.player.notice(message.seat, message.move);
  }

  async end(message) {
    marks.end();
    await this.player.end(this.view(message.view), message.scores);
  }
}

/** How often serving was begun, and the message that is being served. */
let begun = 0;
let served;

/** Serves messages to the end of input; those of a kind that came later than this host are passed over. */
async function serve(host) {
  begun += 1;
  const own = begun;
  const next = () => receive(host.Bot.unpacked);
  for (let message = next(); message !== undefined; message = next()) {
    if (!["start", "ask", "notice", "end"].includes(message.type)) continue;
    served = message;
    try {
      const answer = await host[message.type](message);
      if (own !== begun) return;
      if (answer !== undefined) send(answer);
    } catch (error) {
      if (own !== begun) return;
      send(fault(error, message.number));
    }
    served = undefined;
  }
  // Whatever a bot has left running does not outlive the last game.
  process.exit(0);
}

/** Nothing is left that could keep the promise that is waited for: Node would end here. */
function goOn() {
  if (host === undefined) {
    send(fault(new Error("it does not finish loading: an await in it waits for what cannot come any more")));
    process.exit(1);
  }
  const { type, number } = served;
  const method = type === "ask" ? "choose" : type;
  send(fault(new Error(`${method} returned a promise that nothing can keep any more, since nothing is left to wait for`), number));
  serve(host);
}

function fault(error, number) {
  // Where a module was required is in the trace.
  const [words] = error instanceof Error ? `${error.name}: ${error.message}`.split("\nRequire stack:") : [String(error)];
  const message = words + wouldBring(error);
  return { type: "fault", number, message, trace: error?.stack ?? message };
}

marks.mark();
const hello = receive();
let host;
process.on("beforeExit", goOn);
// What is thrown where nobody waits ends the process, as ever; whoever was asked says what it was.
process.on("uncaughtExceptionMonitor", (error) => served !== undefined && send(fault(error, served.number)));
try {
  const made = new Host(await find(), hello);
  send(made.hello());
  host = made;
  if (host.isFramed) useFrames();
} catch (error) {
  send(fault(error));
  process.exit(1);
}
await serve(host);
