/** Parameters as Stripe takes them: texts, and what brackets nest. */
export interface Params {
  [name: string]: string | Params;
}

/** Reads `a[b][0]=c`, the form in which Stripe is sent parameters. */
export function paramsIn(text: string): Params {
  const made: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = made;
    for (const part of path.slice(0, -1)) {
      const inner = at[part];
      const next: Params = typeof inner === "object" ? inner : {};
      at[part] = next;
      at = next;
    }
    const last = path.at(-1);
    if (last !== undefined) at[last] = value;
  }
  return made;
}

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}

/** A parameter that has others in it; of a list, its items. */
export function innerOf(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === "object" ? value : {};
}

/** Metadata: texts by name. */
export function metadataIn(params: Params, name = "metadata"): Record<string, string> {
  const pairs = Object.entries(innerOf(params, name));
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}
