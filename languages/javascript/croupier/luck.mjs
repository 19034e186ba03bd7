// A bot's own luck: Math.random draws from the seed of the game in hand, so that a game played again is the
// same game.

/** Begins the luck of a game. */
export function seed(value) {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, value >>> 0, Math.floor(value / 2 ** 32) >>> 0];
  const next = () => {
    // sfc32: small, fast, and good enough for games.
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let n = 0; n < 12; n++) next();
  Math.random = () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
}
