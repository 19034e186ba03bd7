// Where "croupier" and "croupier/<game>" lie, for bots that import them from wherever they are; and a file that ends with
// .js and imports or exports is a module, whatever Node takes it for.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const IS_MODULE = /^\s*(import\s*[\w{*"']|export\s+[\w{*])/m;

export async function resolve(specifier, context, next) {
  if (specifier === "croupier") return next(new URL("./index.mjs", import.meta.url).href, context);
  if (specifier.startsWith("croupier/")) {
    const game = specifier.slice("croupier/".length).replace(/\.mjs$/, "");
    return next(new URL(`./${game}.mjs`, import.meta.url).href, context);
  }
  const found = await next(specifier, context);
  if (found.format === "module" || !found.url.startsWith("file:") || !found.url.endsWith(".js")) return found;
  const isModule = IS_MODULE.test(readFileSync(fileURLToPath(found.url), "utf8"));
  return isModule ? { ...found, format: "module" } : found;
}
