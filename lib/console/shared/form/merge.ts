export type Values = Readonly<Record<string, unknown>>;

/** A field that two people changed to different values: `base` before, and their new values. */
export type FieldConflict = { name: string; base: unknown; theirs: unknown; mine: unknown };

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function changesOf(base: Values, now: Values): Values {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, base[name])));
}

/** Merges the changes of two people. A field that both changed differently is a conflict: `merged` has `theirs`. */
export function merge(
  base: Values,
  theirs: Values,
  mine: Values,
): { merged: Values; conflicts: FieldConflict[] } {
  const merged: Record<string, unknown> = { ...theirs };
  const conflicts: FieldConflict[] = [];
  for (const [name, value] of Object.entries(changesOf(base, mine))) {
    const untouched = isSame(theirs[name], base[name]);
    if (untouched || isSame(theirs[name], value)) merged[name] = value;
    else conflicts.push({ name, base: base[name], theirs: theirs[name], mine: value });
  }
  return { merged, conflicts };
}
