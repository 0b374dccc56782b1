/** The columns of the address, or those that are there unless somebody chooses. */
export function isShown(
  columns: string | undefined,
): (field: { name: string; list?: true | "hidden" }) => boolean {
  const chosen = columns?.split(",");
  return ({ name, list }) => list !== undefined && (chosen ? chosen.includes(name) : list === true);
}
