// What is said of a package that is not there: what would bring it.

const NOT_THERE = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);

/** For an error of a package that is not there, what would bring it; for any other nothing. */
export function wouldBring(error) {
  if (!NOT_THERE.has(error?.code)) return "";
  const [, asked] = /Cannot find (?:package|module) '([^']+)'/.exec(String(error.message)) ?? [];
  // What begins otherwise is a file of the bot's own.
  if (asked === undefined || /^[./]|^[a-z]+:/.test(asked)) return "";
  const name = asked.split("/").slice(0, asked.startsWith("@") ? 2 : 1).join("/");
  return `; module ${name} is not there; packages.toml with javascript = ["${name}"] and croupier packages would bring it`;
}
