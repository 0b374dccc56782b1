import type { Values } from "./merge.ts";

/** Turns `{ "address.city": "Berlin" }` into `{ address: { city: "Berlin" } }`. */
export function nested(values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let at = body;
    for (const name of names) {
      const inner: Record<string, unknown> = { ...Object(at[name]) };
      at[name] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return body;
}
