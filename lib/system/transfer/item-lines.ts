import type { Item, Line } from "./format.ts";

type ItemLine = Extract<Line, { item: Item }>;

/** A record as a line. Binary attributes are listed beside it, since JSON has none. */
export function lineOfItem(item: Item): ItemLine {
  const bytes: string[] = [];
  const plain: Item = { ...item };
  for (const [name, value] of Object.entries(item)) {
    if (value instanceof Uint8Array) {
      bytes.push(name);
      plain[name] = Buffer.from(value).toString("base64");
    } else if (!isPlain(value)) {
      throw new Error(`The ${item._t} ${item.sk} has a value in ${name} that no line can hold.`);
    }
  }
  return bytes.length > 0 ? { item: plain, bytes } : { item };
}

export function itemOfLine({ item, bytes = [] }: ItemLine): Item {
  const whole: Item = { ...item };
  for (const name of bytes) whole[name] = new Uint8Array(Buffer.from(String(item[name]), "base64"));
  return whole;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (value instanceof Uint8Array || value instanceof Set) return false;
  return Object.values(value).every(isPlain);
}
