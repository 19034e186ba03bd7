// What compact frames are made of, for the modules of games that read their views from bytes. Knows no game.

/** In place of a seat, or of anything else in one byte that is not there. */
export const NOBODY = 255;

/** A seat, or `null` for nobody. */
export const orNull = (byte) => (byte === NOBODY ? null : byte);

/** The numbers of the bits that are set in eight bytes, lowest first. */
export function bits(bytes, at) {
  const numbers = [];
  for (const [half, first] of [[bytes.readUInt32LE(at), 0], [bytes.readUInt32LE(at + 4), 32]])
    for (let left = half, n = first; left !== 0; left >>>= 1, n++) if (left & 1) numbers.push(n);
  return numbers;
}

/** Reads one after the other. */
export class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** A byte. */
  next() {
    return this.bytes[this.at++];
  }

  /** Two bytes. */
  two() {
    this.at += 2;
    return this.bytes.readUInt16LE(this.at - 2);
  }

  /** Four bytes, of a number that may be below zero. */
  four() {
    this.at += 4;
    return this.bytes.readInt32LE(this.at - 4);
  }

  /** Eight bytes, as the numbers of the bits that are set. */
  set() {
    this.at += 8;
    return bits(this.bytes, this.at - 8);
  }

  /** As many values as the next byte says, each made of a byte. */
  list(made = (byte) => byte) {
    const values = [];
    for (let left = this.next(); left > 0; left--) values.push(made(this.next()));
    return values;
  }
}
