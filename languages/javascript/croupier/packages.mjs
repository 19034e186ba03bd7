// What is said of a package that is not there: what would bring it.

const NOT_THERE = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);

const SERVERS = new Set(["express", "koa", "fastify", "hapi", "@hapi/hapi", "polka", "restify", "hono"]);

/** What is said of a file that is a web server. */
export const IS_A_SERVER = "; a web server is started by its author, and named by its url";

/** For an error of a package that is not there, what helps; for any other nothing. */
export function wouldBring(error) {
  if (!NOT_THERE.has(error?.code)) return "";
  const [, asked] = /Cannot find (?:package|module) '([^']+)'/.exec(String(error.message)) ?? [];
  // What begins otherwise is a file of the bot's own.
  if (asked === undefined || /^[./]|^[a-z]+:/.test(asked)) return "";
  if (asked === "croupier" || asked.startsWith("croupier/")) {
    // Neither who requires nor a worker is heard where imports of the bot are looked for.
    if (error.code === "ERR_MODULE_NOT_FOUND") return "; only the bot itself can import croupier, and no worker of it";
    return `; ${asked} is imported and not required: import { Player } from "${asked}", and export class …`;
  }
  const name = asked.split("/").slice(0, asked.startsWith("@") ? 2 : 1).join("/");
  if (SERVERS.has(name)) return IS_A_SERVER;
  return `; module ${name} is not there; packages.toml with javascript = ["${name}"] and croupier packages would bring it`;
}
