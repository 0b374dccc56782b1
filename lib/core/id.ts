import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 10;

/**
 * Makes an id such as `form_01j9z3…`: the prefix and a lower-case ULID (https://github.com/ulid/spec):
 * 48 bits of milliseconds, so that ids sort by creation, and 80 random bits, so that none can be guessed.
 *
 * @param prefix kind of record, without the underscore
 * @param seconds creation time; fractions keep records of one second in order
 */
export function newId(prefix: string, seconds: number = Date.now() / 1000): string {
  return `${prefix}_${encodeTime(Math.floor(seconds * 1000))}${encodeRandom(randomBytes(RANDOM_BYTES))}`;
}

/** Creation time in seconds that an id carries, or `undefined` for a text that is not an id. */
export function idTime(id: string): number | undefined {
  const body = id.slice(id.lastIndexOf("_") + 1);
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(body)) return undefined;
  let milliseconds = 0;
  for (const character of body.slice(0, TIME_CHARACTERS)) {
    milliseconds = milliseconds * 32 + ALPHABET.indexOf(character);
  }
  return milliseconds / 1000;
}

/** The lowest text that ids of this prefix made at or after a time can have; for ranges over a sort key. */
export function idFloor(prefix: string, seconds: number): string {
  return `${prefix}_${encodeTime(Math.max(0, Math.floor(seconds * 1000)))}`;
}

function encodeTime(milliseconds: number): string {
  let rest = Math.min(milliseconds, 2 ** 48 - 1);
  let text = "";
  for (let index = 0; index < TIME_CHARACTERS; index++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let index = 0; index < 16; index++) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}
