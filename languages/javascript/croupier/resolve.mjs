// Where "croupier" and "croupier/<game>" lie, for bots that import them from wherever they are, and the
// packages that an organiser allows; and a file that ends with .js and imports or exports is a module,
// whatever Node takes it for.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const IS_MODULE = /^\s*(import\s*[\w{*"']|export\s+[\w{*])/m;

// A file that would lie beside the packages.
let packages;

export async function initialize(data) {
  packages = data?.packages;
}

export async function resolve(specifier, context, next) {
  if (specifier === "croupier") return next(new URL("./index.mjs", import.meta.url).href, context);
  if (specifier.startsWith("croupier/")) {
    const game = specifier.slice("croupier/".length).replace(/\.mjs$/, "");
    return next(new URL(`./${game}.mjs`, import.meta.url).href, context);
  }
  const found = await nearest(specifier, context, next);
  if (found.format === "module" || !found.url.startsWith("file:") || !found.url.endsWith(".js")) return found;
  // A package says itself what its files are.
  if (found.url.includes("/node_modules/")) return found;
  const isModule = IS_MODULE.test(readFileSync(fileURLToPath(found.url), "utf8"));
  return isModule ? { ...found, format: "module" } : found;
}

/** Beside the bot, as Node does; and then among the packages. */
async function nearest(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    const isBare = !/^[./]|^[a-z]+:/.test(specifier);
    if (packages === undefined || !isBare || error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
    return next(specifier, { ...context, parentURL: packages }).catch(() => Promise.reject(error));
  }
}
