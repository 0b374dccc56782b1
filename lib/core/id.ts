import { randomFillSync } from "node:crypto";

/** Digits and letters of ids, without those that are easily confused. */
export const ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_BITS = 80n;
const RANDOM_CHARACTERS = 16;

let lastId = { milliseconds: -1, random: 0n };

/**
 * Makes an id such as `form_01j9z3…`: the prefix and a lower-case ULID (https://github.com/ulid/spec). 48 bits of
 * milliseconds make ids sort by creation, and 80 random bits make them unguessable. Ids that one process makes in the
 * same millisecond keep their order: each is a random 64-bit step after the one before.
 *
 * @param prefix kind of record, without the underscore
 * @param seconds creation time; fractions keep records of one second in order
 */
export function newId(prefix: string, seconds: number = Date.now() / 1000): string {
  const milliseconds = Math.floor(seconds * 1000);
  const step = lastId.random + 1n + randomBits(8);
  // A step beyond the 80 bits is all but impossible. It would cost only the order.
  const continues = milliseconds === lastId.milliseconds && step < 1n << RANDOM_BITS;
  // The highest bit of the first id of a millisecond is 0, so that there is room for the ids after it.
  lastId = { milliseconds, random: continues ? step : randomBits(10) >> 1n };
  return `${prefix}_${encodeTime(milliseconds)}${encodeRandom(lastId.random)}`;
}

/** Creation time in seconds from an id, or `undefined` for a text that is no id. */
export function idTime(id: string): number | undefined {
  const body = id.slice(id.lastIndexOf("_") + 1);
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(body)) return undefined;
  let milliseconds = 0;
  for (const character of body.slice(0, TIME_CHARACTERS)) {
    milliseconds = milliseconds * 32 + ID_ALPHABET.indexOf(character);
  }
  return milliseconds / 1000;
}

/** The lowest possible id with a prefix at a time; for ranges over a sort key. */
export function idFloor(prefix: string, seconds: number): string {
  return `${prefix}_${encodeTime(Math.max(0, Math.floor(seconds * 1000)))}`;
}

function encodeTime(milliseconds: number): string {
  let rest = Math.min(milliseconds, 2 ** 48 - 1);
  let text = "";
  for (let index = 0; index < TIME_CHARACTERS; index++) {
    text = ID_ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

// Random bytes are generated in advance, because a few take as long as many.
const randomPool = Buffer.alloc(512);
let usedBytes = randomPool.length;

function randomBits(bytes: number): bigint {
  if (usedBytes + bytes > randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  usedBytes += bytes;
  const hex = randomPool.toString("hex", usedBytes - bytes, usedBytes);
  randomPool.fill(0, usedBytes - bytes, usedBytes);
  return BigInt(`0x${hex}`);
}

function encodeRandom(random: bigint): string {
  let bits = random;
  let text = "";
  for (let index = 0; index < RANDOM_CHARACTERS; index++) {
    text = ID_ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}
