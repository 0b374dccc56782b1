/** Whether a field is a column: those that the address names, else the default ones. */
export function isShown(
  columns: string | undefined,
): (field: { name: string; list?: true | "hidden" }) => boolean {
  const chosen = columns?.split(",");
  return ({ name, list }) => list !== undefined && (chosen ? chosen.includes(name) : list === true);
}
