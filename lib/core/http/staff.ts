import type { Context } from "#core/context.ts";
import { sideBySide } from "#core/side-by-side.ts";

interface Entry {
  userId?: unknown;
}

interface Shown {
  businessId?: unknown;
  statuses?: unknown;
  [field: string]: unknown;
}

/** Fields of a tenant's record that name somebody who works there. */
const FIELDS = ["userId", "created_by_account_id", "assigned_account_id"];

/**
 * A reply without the ids of staff, in histories of statuses and in the fields that name them, but for those who may
 * READ the tenant: an id is enough to name somebody elsewhere. One's own stays.
 */
export async function withoutStaff(ctx: Context, reply: unknown, tenantId: string | undefined) {
  if (!isRecord(reply)) return reply;
  if (!Array.isArray(reply.items)) return shown(ctx, reply, tenantId);
  if (!reply.items.some((item) => isRecord(item) && namesWithin(item, FIELDS))) return reply;
  return { ...reply, items: await sideBySide(reply.items.map((item) => shown(ctx, item, tenantId))) };
}

async function shown(ctx: Context, record: unknown, tenantId: string | undefined) {
  if (!isRecord(record)) return record;
  const owner = tenantId ?? (typeof record.businessId === "string" ? record.businessId : undefined);
  const fields = owner === undefined ? [] : FIELDS;
  if (!namesWithin(record, fields)) return record;
  if (owner !== undefined && (await ctx.may("READ", owner))) return record;
  const within = inner(record).map(([name, each]) => [name, stripped(ctx, each, fields)]);
  return { ...stripped(ctx, record, fields), ...Object.fromEntries(within) };
}

/** Whether a record, or one that it holds, names anybody. */
function namesWithin(record: Shown, fields: readonly string[]): boolean {
  if (names(record, fields)) return true;
  for (const name in record) {
    const each = record[name];
    if (isRecord(each) && names(each, fields)) return true;
  }
  return false;
}

function names(record: Shown, fields: readonly string[]): boolean {
  for (const field of fields) if (typeof record[field] === "string") return true;
  const { statuses } = record;
  return statuses !== undefined && entriesOf(statuses).some(({ userId }) => userId !== undefined);
}

/** The records that a reply holds beside others, each under its name. */
function inner(record: Shown): [string, Shown][] {
  return Object.entries(record).filter((entry): entry is [string, Shown] => isRecord(entry[1]));
}

function stripped({ actor }: Context, record: Shown, fields: readonly string[]): Shown {
  const own = actor.kind === "person" ? actor.id : undefined;
  const hidden = fields.filter((field) => typeof record[field] === "string" && record[field] !== own);
  const statuses = entriesOf(record.statuses).map(({ userId, ...entry }) =>
    userId !== undefined && userId === own ? { ...entry, userId } : entry,
  );
  return {
    ...record,
    ...Object.fromEntries(hidden.map((field) => [field, null])),
    ...(record.statuses === undefined ? {} : { statuses }),
  };
}

function entriesOf(statuses: unknown): Entry[] {
  return Array.isArray(statuses) ? statuses.filter((entry): entry is Entry => isRecord(entry)) : [];
}

function isRecord(value: unknown): value is Shown {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
