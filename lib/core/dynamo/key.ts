import { once } from "#core/once.ts";
import { compile, slotsOf } from "./template.ts";

export type Key = {
  pk: string;
  sk: string;
};

/** Bytes that DynamoDB lets the parts of a key have. */
const MAX_PARTITION = 2048;
const MAX_SORT = 1024;
/** A character is three bytes of UTF-8 at most for each unit of its string. */
const UNIT = 3;

/** Whether an item can have this key. Ids come from paths and bodies: one that is too long names nothing. */
export function canExist({ pk, sk }: Key): boolean {
  return fits(pk, MAX_PARTITION) && fits(sk, MAX_SORT);
}

function fits(part: string, bytes: number): boolean {
  return part.length * UNIT <= bytes || Buffer.byteLength(part) <= bytes;
}

/** The last characters of one, two and three bytes of UTF-8, behind as many of four as fit. */
const LAST = ["", "\x7f", "\u07ff", "\uffff"];

/**
 * The last sort key that begins with a text, in the order of bytes. Between the text and this are all keys that begin so,
 * and no others, on every table; emulators disagree on `begins_with`.
 */
export function lastKeyOf(prefix: string): string {
  const left = MAX_SORT - Buffer.byteLength(prefix);
  return `${prefix}${"\u{10FFFF}".repeat(left >> 2)}${LAST[left & 3]}`;
}

type Fields = Record<string, unknown>;

/** The key that an item or an index row carries. */
export function keyIn({ pk, sk }: Fields): Key {
  return { pk: String(pk), sk: String(sk) };
}

/** A key as one text, for maps. */
export function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

/** The functions that make the keys of a kind of record from its templates. */
export function keysOf(pk: string, sk: string) {
  const pkOf = compile(pk);
  const skOf = compile(sk);
  const slots = once(() => slotsOf(`${pk} ${sk}`));
  const key = (fields: Fields): Key => ({ pk: pkOf(fields), sk: skOf(fields) });
  return {
    pkOf,
    skOf,
    key,
    /** What the sort key begins with, as far as the slots are filled. */
    prefixOf: (fields: Fields): string => {
      const next = slotsOf(sk).find((name) => fields[name] === undefined);
      return compile(next === undefined ? sk : sk.slice(0, sk.indexOf(`{${next}}`)))(fields);
    },
    /** The key of a record that is asked for; `undefined` where an id is empty: nobody has it. */
    keyToRead: (fields: Fields): Key | undefined =>
      slots().some((name) => fields[name] === "") ? undefined : key(fields),
  };
}
