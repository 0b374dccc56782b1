const MAX_NAMES = 5;

/** The names most like a mistyped one, the closest first; none where none is similar. */
export function closestNames(typed: string, names: readonly string[]): string[] {
  const wanted = plainName(typed);
  return names
    .map((name) => ({ name, far: editDistance(wanted, plainName(name)) }))
    .filter(({ name, far: edits }) => edits <= Math.max(wanted.length, name.length) / 2)
    .toSorted((one, other) => one.far - other.far || one.name.localeCompare(other.name))
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

function plainName(name: string): string {
  return name.replaceAll(/[-_.]/g, "").toLowerCase();
}

/** The Levenshtein distance: letters to add, remove or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (const [left, other] of [...to].entries()) {
      const exchanged = (row[left] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchanged, (row[left + 1] ?? 0) + 1, (next[left] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
