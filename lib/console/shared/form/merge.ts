export type Values = Readonly<Record<string, unknown>>;

/** A field that both sides changed to different values. */
export interface Clash {
  name: string;
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The fields of `now` that differ from `base`. */
export function changesOf(base: Values, now: Values): Values {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, base[name])));
}

/**
 * Merges the changes of two people. A field that one side changed has that side's value; where both changed
 * it differently, it is a conflict and has their value.
 */
export function merge(base: Values, theirs: Values, mine: Values): { merged: Values; clashes: Clash[] } {
  const merged: Record<string, unknown> = { ...theirs };
  const clashes: Clash[] = [];
  for (const [name, value] of Object.entries(changesOf(base, mine))) {
    const untouched = same(theirs[name], base[name]);
    if (untouched || same(theirs[name], value)) merged[name] = value;
    else clashes.push({ name, base: base[name], theirs: theirs[name], mine: value });
  }
  return { merged, clashes };
}
