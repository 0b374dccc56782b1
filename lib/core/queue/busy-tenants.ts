/**
 * Milliseconds over which a tenant's events are counted, and how many of them are a crowd: fewer than delay a neighbour
 * by seconds, and more than a busy tenant has, who must not end up behind somebody's fifty thousand.
 */
const WINDOW = 10_000;
const CROWD = 500;
const MAX = 10_000;

/**
 * Tells tenants that announce very much from the others, by what this process has carried in the last seconds. It only
 * ever chooses between queues that lead to the same, so it need not be exact.
 */
export function makeBusyTenants(now: () => number = Date.now): (tenantId: string) => boolean {
  const counts = new Map<string, { since: number; count: number; before: number }>();
  return (tenantId) => {
    const at = now();
    const known = counts.get(tenantId);
    const age = known ? at - known.since : Number.POSITIVE_INFINITY;
    const entry =
      known && age < WINDOW
        ? known
        : { since: at, count: 0, before: known && age < 2 * WINDOW ? known.count : 0 };
    entry.count += 1;
    counts.delete(tenantId);
    counts.set(tenantId, entry);
    if (counts.size > MAX) counts.delete(counts.keys().next().value ?? "");
    return entry.count > CROWD || entry.before > CROWD;
  };
}
