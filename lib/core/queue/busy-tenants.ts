/**
 * Milliseconds over which a tenant's events are counted, and how many make it busy: fewer than delay a neighbour by
 * seconds, and more than an ordinary busy tenant has, who must not queue behind somebody's fifty thousand.
 */
const WINDOW_MS = 10_000;
const BUSY_EVENTS = 500;
const MAX_TENANTS = 10_000;

/**
 * Says of a tenant whether it announces very many events, by what this process has carried in the last seconds. It
 * only chooses between queues with the same effect, so it need not be exact.
 */
export function makeBusyTenants(now: () => number = Date.now): (tenantId: string) => boolean {
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
