/** The fields that were sent: those that are neither undefined nor null. */
export function sentOf<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined | null> } {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // Safe: what the type takes out of each field is what the filter takes out.
  return Object.fromEntries(sent) as { [K in keyof T]: Exclude<T[K], undefined | null> };
}
