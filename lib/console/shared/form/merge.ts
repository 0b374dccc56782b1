export type Values = Readonly<Record<string, unknown>>;

/** A field that both sides have changed, to different values. */
export interface Clash {
  name: string;
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The fields of `now` that are others than before. */
export function changesOf(base: Values, now: Values): Values {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, base[name])));
}

/**
 * Brings together what two people made of one record. What one side alone changed is taken from it; where both did, and
 * not the same, it is a clash, and theirs stands until somebody chooses.
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
