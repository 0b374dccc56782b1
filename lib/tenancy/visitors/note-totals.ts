// Stores customers' totals with them after the stream has counted, so that lists can sort by totals.

import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, enqueue } from "#core/events.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { NoteTotals } from "./messages.ts";
import { contacts } from "./table.ts";
import { totalsOf } from "./totals.ts";
import { customerOfRow } from "./totals-definition.ts";

/** Retry delays in seconds: the first order of an address may be counted before its guest card exists. */
const RETRY_DELAYS = [5, 60, 600];

/** The write that enqueues an update of stored totals. */
export function enqueueTotals(ctx: Context, tenant_id: string, rows: readonly string[]): Write[] {
  return [enqueue(ctx, NoteTotals, { tenant_id, ids: rows.map(customerOfRow) })];
}

/** Stores the current totals of some customers. Safe to repeat, in any order. */
export async function noteTotals(
  ctx: Context,
  { tenant_id: storeId, ids, again }: BodyOf<typeof NoteTotals>,
): Promise<void> {
  const missing: string[] = [];
  for (const id of new Set(ids)) if (!(await storeTotals(ctx, storeId, id))) missing.push(id);
  const delay = RETRY_DELAYS[again];
  if (missing.length === 0 || delay === undefined) return;
  const later = { tenant_id: storeId, ids: missing, again: again + 1 };
  await transact(ctx, [enqueue(ctx, NoteTotals, later, delay)]);
}

/** Stores the totals of one customer; false if the customer does not exist. */
function storeTotals(ctx: Context, store_id: string, id: string): Promise<boolean> {
  return withRetries(async () => {
    // The customer is read before the totals. A later change of the totals sends another message.
    const before = await contacts.find({ store_id, id }, ctx);
    if (!before) return false;
    if (before.merged_into_contact_id) return true;
    const { spent, last_order_at } = (await totalsOf(store_id, [before], ctx.now()))(before);
    await transact(
      ctx,
      announceChange(ctx, [], contacts, before, { ...before, spent, last_order_at }).writes,
    );
    return true;
  });
}
