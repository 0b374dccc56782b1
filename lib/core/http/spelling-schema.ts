/**
 * Renames the fields of a body to snake case: `rateId` becomes `rate_id`, because the API's documents use both. Of two
 * spellings of one field, that in snake case wins, unless it is null.
 */
export function snakeCase(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
  const renamed = Object.entries(sent).map(([name, value]): [string, unknown] => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const values = [...renamed, ...Object.entries(sent)].filter(([, value]) => (value ?? null) !== null);
  return { ...Object.fromEntries(renamed), ...sent, ...Object.fromEntries(values) };
}
