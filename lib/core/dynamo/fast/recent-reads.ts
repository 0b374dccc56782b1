import type { RecentReads } from "#core/dynamo/driver.ts";

/** Remembers recent reads of a warm function. They hint at what to read next, and are never an answer. */
export function recentReads<T>(most = 5000): RecentReads<T> {
  const known = new Map<string, T>();
  return {
    get: (name) => known.get(name),
    set(name, value) {
      known.delete(name);
      known.set(name, value);
      const [oldest] = known.size > most ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}
