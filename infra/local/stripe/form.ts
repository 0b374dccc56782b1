/** Parameters of a request to Stripe: texts, or parameters inside of parameters. */
export type Params = { [name: string]: string | Params };

/** Parses Stripe's form encoding, `a[b][0]=c`. */
export function paramsIn(text: string): Params {
  const result: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = result;
    for (const part of path.slice(0, -1)) {
      const inner = at[part];
      const next: Params = typeof inner === "object" ? inner : {};
      at[part] = next;
      at = next;
    }
    const last = path.at(-1);
    if (last !== undefined) at[last] = value;
  }
  return result;
}

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}

/** The parameters inside of a parameter; none if it is missing or a text. */
export function innerOf(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === "object" ? value : {};
}

export function metadataIn(params: Params, name = "metadata"): Record<string, string> {
  const pairs = Object.entries(innerOf(params, name));
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}
