/**
 * Milliseconds over which a tenant's events are counted, and how many of them make it busy. An ordinary tenant has
 * fewer even on a busy day, and this many delay other tenants by less than seconds.
 */
const WINDOW_MS = 10_000;
const BUSY_EVENTS = 500;
const MAX_TENANTS = 10_000;

/**
 * Makes a function that returns whether a tenant is busy, by the events that this process has sent in the last seconds.
 * It only chooses between queues with the same effect, so it need not be exact.
 */
export function makeBusyCheck(now: () => number = Date.now): (tenantId: string) => boolean {
  const counts = new Map<string, { since: number; count: number; before: number }>();
  return (tenantId) => {
    const at = now();
    const known = counts.get(tenantId);
    const age = known ? at - known.since : Number.POSITIVE_INFINITY;
    const entry =
      known && age < WINDOW_MS
        ? known
        : { since: at, count: 0, before: known && age < 2 * WINDOW_MS ? known.count : 0 };
    entry.count += 1;
    counts.delete(tenantId);
    counts.set(tenantId, entry);
    if (counts.size > MAX_TENANTS) counts.delete(counts.keys().next().value ?? "");
    return entry.count > BUSY_EVENTS || entry.before > BUSY_EVENTS;
  };
}
