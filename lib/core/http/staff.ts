import type { Context } from "#core/context.ts";

interface Entry {
  userId?: unknown;
}

interface Shown {
  businessId?: unknown;
  statuses?: unknown;
}

/**
 * A reply without the ids of staff in the histories of statuses, but for those who may READ the tenant: an id is enough
 * to name somebody elsewhere. One's own stays.
 */
export async function withoutStaff(ctx: Context, reply: unknown, tenantId: string | undefined) {
  if (typeof reply !== "object" || reply === null) return reply;
  const items = "items" in reply && Array.isArray(reply.items) ? reply.items : undefined;
  const records: Shown[] = items ? items.filter(isRecord) : [reply];
  const named = records.filter(({ statuses }) =>
    entriesOf(statuses).some(({ userId }) => userId !== undefined),
  );
  if (named.length === 0) return reply;
  const hidden = new Set<unknown>();
  for (const record of named) {
    const owner = tenantId ?? (typeof record.businessId === "string" ? record.businessId : undefined);
    if (owner === undefined || !(await ctx.may("READ", owner))) hidden.add(record);
  }
  const shown = (record: unknown) => (hidden.has(record) ? stripped(ctx, record as Shown) : record);
  return items ? { ...reply, items: items.map(shown) } : shown(reply);
}

function stripped({ actor }: Context, record: Shown): Shown {
  const own = actor.kind === "person" ? actor.id : undefined;
  const statuses = entriesOf(record.statuses).map(({ userId, ...entry }) =>
    userId !== undefined && userId === own ? { ...entry, userId } : entry,
  );
  return { ...record, statuses };
}

function entriesOf(statuses: unknown): Entry[] {
  return Array.isArray(statuses) ? statuses.filter(isRecord) : [];
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
