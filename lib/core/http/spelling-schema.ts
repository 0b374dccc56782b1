/**
 * `rate_id` for `rateId`, where the documents print fields in both spellings; what is spelled as it is kept wins, unless it
 * says nothing.
 */
export function snakeCase(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
  const renamed = Object.entries(sent).map(([name, value]): [string, unknown] => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const given = [...renamed, ...Object.entries(sent)].filter(([, value]) => (value ?? null) !== null);
  return { ...Object.fromEntries(renamed), ...sent, ...Object.fromEntries(given) };
}
