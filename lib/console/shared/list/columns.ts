/** Returns whether a field is a visible column: one that the URL names, or by default one that is not hidden. */
export function isShown(
  columns: string | undefined,
): (field: { name: string; list?: true | "hidden" }) => boolean {
  const chosen = columns?.split(",");
  return ({ name, list }) => list !== undefined && (chosen ? chosen.includes(name) : list === true);
}
