import { randomInt } from "node:crypto";
import { tenantKeys } from "./table.ts";

const MAX_LENGTH = 63;
const MIN_LENGTH = 3;
/** Numbers tried in order before a random one. */
const MAX_TRIED = 20;

/**
 * A free key made from the Latin letters and digits of a text, with a number if it is taken; `undefined` for
 * a text without letters or digits.
 */
export async function freeKey(text: string): Promise<string | undefined> {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const base = latinKey(text);
  for (let number = 1; number <= MAX_TRIED; number++) {
    const key = number === 1 ? base : numberedKey(base, number);
    if (!(await tenantKeys.find({ key }))) return key;
  }
  return numberedKey(base, randomInt(1_000_000, 1_000_000_000));
}

function latinKey(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
  return plain.length >= MIN_LENGTH ? plain : plain ? `${plain}-store` : "store";
}

function numberedKey(base: string, number: number): string {
  const end = `-${number}`;
  return `${base.slice(0, MAX_LENGTH - end.length).replace(/-+$/, "")}${end}`;
}
