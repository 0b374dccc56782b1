import { once } from "#core/once.ts";

/** What stands in braces: names of fields, and `id%8` where a field's hash chooses one of eight shards. */
type Braced<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Braced<Rest>
  : never;

/** `"store_id" | "id"` for `"TENANT#{store_id}#FORM#{id}"`, and for `"TENANT#{store_id}#FORM#{id%8}"`. */
export type Slots<T extends string> = Field<Braced<T>>;
type Field<Name extends string> = Name extends `${infer Own}%${string}` ? Own : Name;

/** A key template whose every slot is a field of `Fields`; anything else is a compile error. */
export type Template<T extends string, Fields> = [Exclude<Slots<T>, keyof Fields>] extends [never]
  ? T
  : `no field for the slot {${Exclude<Slots<T>, keyof Fields> & string}}`;

/** The values that fill a template. */
export type Filling<T, Fields> = T extends string
  ? { [Name in Slots<T>]: Name extends keyof Fields ? NonNullable<Fields[Name]> : string | number }
  : never;

/** The values that fill a template but for those that choose a shard. */
export type Unsharded<T, Fields> = T extends string
  ? {
      [Name in Exclude<Braced<T>, `${string}%${string}`>]: Name extends keyof Fields
        ? NonNullable<Fields[Name]>
        : string | number;
    }
  : never;

/** The names of the fields that fill a template, in order. */
export function slotsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)(?:%\d+)?\}/g)].map(([, name = ""]) => name);
}

/** The slots that make a template that of each of its shards; one without any where it has none. */
export function shardsOf(template: string): Record<string, number>[] {
  const [, name, count = "1"] = /\{(\w+%(\d+))\}/.exec(template) ?? [];
  if (name === undefined) return [{}];
  return Array.from({ length: Number(count) }, (_, shard) => ({ [name]: shard }));
}

/** The shard of a text among so many, the same always: FNV-1a, with its bits mixed once more. */
export function shardOf(text: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % count;
}

/**
 * Compiles a key template, when it is first filled: `compile("TENANT#{store_id}")({store_id: "store_1"})`.
 * Numbers are padded to 12 digits, so that their texts sort as they do. `{id%8}` is the shard of an id, as `3/8`, or
 * the one that a field of the name `id%8` says. Throws for a slot without a value.
 */
export function compile(template: string): (fields: Record<string, unknown>) => string {
  const split = once(() => template.split(/\{(\w+(?:%\d+)?)\}/));
  return (fields) => {
    const parts = split();
    let text = parts[0] ?? "";
    for (let index = 1; index < parts.length; index += 2) {
      text += slot(parts[index] ?? "", fields, template) + (parts[index + 1] ?? "");
    }
    return text;
  };
}

/**
 * Compiles the way back from a text to the values that filled its template, as texts. Only the last slot may hold
 * what stands between slots.
 */
export function takenApart(template: string): (text: string) => Record<string, string> | undefined {
  const compiled = once(() => patternOf(template));
  return (text) => {
    const { names, pattern } = compiled();
    const found = pattern.exec(text);
    return found ? Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""])) : undefined;
  };
}

function patternOf(template: string): { names: string[]; pattern: RegExp } {
  const all = [...template.matchAll(/\{(\w+)(%\d+)?\}/g)].map(([, name = "", shard]) => ({ name, shard }));
  const names = all.filter(({ shard }) => shard === undefined).map(({ name }) => name);
  const parts = template.split(/\{\w+(?:%\d+)?\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
  const groups = parts.map((part, index) => {
    if (index === all.length) return part;
    if (all[index]?.shard !== undefined) return `${part}[^#]+`;
    return `${part}${index === all.length - 1 ? "(.+)" : "([^#]+)"}`;
  });
  return { names, pattern: new RegExp(`^${groups.join("")}$`, "s") };
}

/** A number as it stands in a key: whole, and of a length that makes texts sort as numbers do. */
export function inKey(value: number): string {
  return String(Math.floor(value)).padStart(12, "0");
}

/** The number that the text of a key begins with. */
export function numberIn(text: unknown): number {
  return Number(String(text).slice(0, 12));
}

function slot(name: string, fields: Record<string, unknown>, template: string): string {
  const [field = "", shards] = name.split("%");
  if (shards !== undefined) {
    const asked = fields[name];
    const shard = typeof asked === "number" ? asked : shardOf(slot(field, fields, template), Number(shards));
    return `${shard}/${shards}`;
  }
  const value = fields[field];
  if (typeof value === "number") return inKey(value);
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`The key ${template} needs a value for ${name}.`);
}
