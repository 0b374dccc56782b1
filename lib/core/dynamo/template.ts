/** `"store_id" | "id"` for `"TENANT#{store_id}#FORM#{id}"`. */
export type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slots<Rest>
  : never;

/** A key template whose every slot is a field of `Fields`; anything else is a compile error. */
export type Template<T extends string, Fields> = [Exclude<Slots<T>, keyof Fields>] extends [never]
  ? T
  : `no field for the slot {${Exclude<Slots<T>, keyof Fields> & string}}`;

/** The values that fill a template. */
export type Filling<T, Fields> = T extends string
  ? { [Name in Slots<T>]: Name extends keyof Fields ? NonNullable<Fields[Name]> : string | number }
  : never;

/** The names of a template's slots, in order. */
export function slotsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/**
 * Compiles a key template: `compile("TENANT#{store_id}")({store_id: "store_1"})`.
 * Numbers are padded to 12 digits, so that their texts sort as they do. Throws for a slot without a value.
 */
export function compile(template: string): (fields: Record<string, unknown>) => string {
  const parts = template.split(/\{(\w+)\}/);
  return (fields) => {
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
  const names = slotsOf(template);
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
  const groups = parts.map((part, index) => {
    if (index === names.length) return part;
    return `${part}${index === names.length - 1 ? "(.+)" : "([^#]+)"}`;
  });
  const pattern = new RegExp(`^${groups.join("")}$`, "s");
  return (text) => {
    const found = pattern.exec(text);
    return found ? Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""])) : undefined;
  };
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
  const value = fields[name];
  if (typeof value === "number") return inKey(value);
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`The key ${template} needs a value for ${name}.`);
}
