/** `"store_id" | "id"` for `"TENANT#{store_id}#FORM#{id}"`. */
export type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slots<Rest>
  : never;

/** A key template whose every slot is a field of `Fields`; anything else is a compile error. */
export type Template<T extends string, Fields> = [Exclude<Slots<T>, keyof Fields>] extends [never]
  ? T
  : `no field for the slot {${Exclude<Slots<T>, keyof Fields> & string}}`;

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

/** A number as it stands in a key: whole, and of a length that makes texts sort as numbers do. */
export function inKey(value: number): string {
  return String(Math.floor(value)).padStart(12, "0");
}

function slot(name: string, fields: Record<string, unknown>, template: string): string {
  const value = fields[name];
  if (typeof value === "number") return inKey(value);
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`The key ${template} needs a value for ${name}.`);
}
