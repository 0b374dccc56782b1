/** Whether a field is shown as a column: if the URL names columns, only those, else the default ones. */
export function isShown(
  columns: string | undefined,
): (field: { name: string; list?: true | "hidden" }) => boolean {
  const chosen = columns?.split(",");
  return ({ name, list }) => list !== undefined && (chosen ? chosen.includes(name) : list === true);
}
