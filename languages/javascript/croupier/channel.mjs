// The two descriptors that the table speaks through, as lines of JSON or as compact frames. Knows messages,
// no game and no bot.
//
// It reads and waits: nothing of a bot runs while others think.

import { readSync, writeSync } from "node:fs";

const FROM_TABLE = 3;
const TO_TABLE = 4;
const LENGTH = 4;
/** Length, kind and a question's number. */
const HEAD = 9;
const CODE = 8;
const NEWLINE = 10;
const [JSON_, ASK, ASK_WITH_MEMORY, ANSWER, ANSWER_WITH_MEMORY] = [..."JARMK"].map((kind) => kind.charCodeAt(0));
const block = Buffer.alloc(1 << 16);
let pending = Buffer.alloc(0);
let framed = false;

/** From here on, frames instead of lines. */
export function useFrames() {
  framed = true;
}

/** Bytes up to the end of the next message; `undefined` at the end of input. */
function whole() {
  for (;;) {
    const end = framed ? frameEnd() : pending.indexOf(NEWLINE) + 1;
    if (end > 0 && end <= pending.length) {
      const bytes = pending.subarray(0, end);
      pending = pending.subarray(end);
      return bytes;
    }
    const count = readSync(FROM_TABLE, block, 0, block.length, null);
    if (count === 0) return undefined;
    // A copy: the block is written over while a message may still be looked at.
    pending = Buffer.concat([pending, block.subarray(0, count)]);
  }
}

function frameEnd() {
  return pending.length < LENGTH ? 0 : LENGTH + pending.readUInt32LE(0);
}

/**
 * The next message; `undefined` at the end of input. `unpacked` makes a view of a frame's bytes, from where
 * it begins.
 */
export function receive(unpacked) {
  for (;;) {
    const bytes = whole();
    if (bytes === undefined) return undefined;
    if (!framed) return JSON.parse(bytes.toString("utf8"));
    const kind = bytes[LENGTH];
    if (kind === JSON_) return JSON.parse(bytes.toString("utf8", LENGTH + 1));
    if (kind === ASK) return { type: "ask", number: bytes.readUInt32LE(LENGTH + 1), view: unpacked(bytes, HEAD), framed: true };
    if (kind === ASK_WITH_MEMORY) return withMemory(bytes, unpacked);
    // Frames of a kind that came later than this host are passed over.
  }
}

function withMemory(bytes, unpacked) {
  const from = HEAD + LENGTH;
  const to = from + bytes.readUInt32LE(HEAD);
  const memory = bytes.toString("utf8", from, to);
  return { type: "ask", number: bytes.readUInt32LE(LENGTH + 1), view: unpacked(bytes, to), memory, framed: true };
}

/**
 * Sends a message. Half a sign of UTF-16, which is no text and which no table reads, goes as a replacement.
 */
export function send(message) {
  const line = JSON.stringify(message);
  const text = line.includes("\\ud") ? JSON.stringify(message, inWholeSigns) : line;
  write(framed ? frame(JSON_, Buffer.from(text)) : Buffer.from(text + "\n"));
}

/**
 * Sends the answer to a question as the code of its move, and what the bot leaves in its memory, if anything.
 */
export function sendCode(number, code, memory) {
  const kept = memory === undefined ? 0 : Buffer.byteLength(memory);
  const body = Buffer.alloc(LENGTH + CODE + kept);
  body.writeUInt32LE(number, 0);
  body.writeUInt32LE(code % 2 ** 32, LENGTH);
  body.writeUInt32LE(Math.floor(code / 2 ** 32), LENGTH + 4);
  if (memory !== undefined) body.write(memory, LENGTH + CODE);
  write(frame(memory === undefined ? ANSWER : ANSWER_WITH_MEMORY, body));
}

function frame(kind, body) {
  const bytes = Buffer.alloc(LENGTH + 1 + body.length);
  bytes.writeUInt32LE(1 + body.length, 0);
  bytes[LENGTH] = kind;
  body.copy(bytes, LENGTH + 1);
  return bytes;
}

function write(bytes) {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(TO_TABLE, bytes, sent);
}

function inWholeSigns(_, value) {
  return typeof value === "string" ? Buffer.from(value).toString() : value;
}
