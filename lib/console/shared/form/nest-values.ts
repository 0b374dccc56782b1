import type { Values } from "./merge.ts";

/** Turns `{ "address.city": "Berlin" }` into `{ address: { city: "Berlin" } }`. */
export function nestValues(values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let target = body;
    for (const name of names) {
      const inner: Record<string, unknown> = { ...Object(target[name]) };
      target[name] = inner;
      target = inner;
    }
    target[last] = value;
  }
  return body;
}
