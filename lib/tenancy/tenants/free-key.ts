import { randomInt } from "node:crypto";
import { tenantKeys } from "./table.ts";

const MAX = 63;
const LEAST = 3;
/** Numbers tried in order before a random one. */
const MAX_TRIED = 20;

/**
 * A free key made from the Latin letters and digits of a text, with a number if it is taken; `undefined` for
 * a text without letters or digits.
 */
export async function freeKey(text: string): Promise<string | undefined> {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const base = latin(text);
  for (let number = 1; number <= MAX_TRIED; number++) {
    const key = number === 1 ? base : numbered(base, number);
    if (!(await tenantKeys.find({ key }))) return key;
  }
  return numbered(base, randomInt(1_000_000, 1_000_000_000));
}

function latin(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX)
    .replace(/^-+|-+$/g, "");
  return plain.length >= LEAST ? plain : plain ? `${plain}-store` : "store";
}

function numbered(base: string, number: number): string {
  const end = `-${number}`;
  return `${base.slice(0, MAX - end.length).replace(/-+$/, "")}${end}`;
}
