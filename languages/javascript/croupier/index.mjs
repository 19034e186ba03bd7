// What is common to all games: `import { Player } from "croupier"`.
export { Player, View } from "./player.mjs";
