// The two descriptors that the table speaks through, as lines of JSON. Knows messages, no game and no bot.
//
// It reads and waits: nothing of a bot runs while others think.

import { readSync, writeSync } from "node:fs";

const FROM_TABLE = 3;
const TO_TABLE = 4;
const block = Buffer.alloc(1 << 16);
let pending = Buffer.alloc(0);

/** The next message; `undefined` at the end of input. */
export function receive() {
  for (;;) {
    const end = pending.indexOf(10);
    if (end >= 0) {
      const line = pending.toString("utf8", 0, end);
      pending = pending.subarray(end + 1);
      return JSON.parse(line);
    }
    const count = readSync(FROM_TABLE, block, 0, block.length, null);
    if (count === 0) return undefined;
    pending = Buffer.concat([pending, block.subarray(0, count)]);
  }
}

/** Sends a message. Half a sign of UTF-16, which is no text and which no table reads, goes as a replacement. */
export function send(message) {
  const line = JSON.stringify(message);
  const whole = line.includes("\\ud") ? JSON.stringify(message, inWholeSigns) : line;
  const bytes = Buffer.from(whole + "\n");
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(TO_TABLE, bytes, sent);
}

function inWholeSigns(_, value) {
  return typeof value === "string" ? Buffer.from(value).toString() : value;
}
