// What customers come to is noted with them behind the stream, so that lists can be sorted by it.

import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, enqueue } from "#core/events.ts";
import type { Body } from "#core/queue/message.ts";
import { NoteTotals } from "./messages.ts";
import { contacts } from "./table.ts";
import { totalsOf } from "./totals.ts";
import { customerOfRow } from "./totals-definition.ts";

/** Seconds after which those are looked for again who were not there: the first order of an address makes its card. */
const PUT_OFF = [5, 60, 600];

/** The write that has it noted that the totals of some rows have changed. */
export function enqueueTotals(ctx: Context, tenant_id: string, rows: readonly string[]): Write[] {
  return [enqueue(ctx, NoteTotals, { tenant_id, ids: rows.map(customerOfRow) })];
}

/** Notes what some customers come to by now. It is safe to run any number of times, in any order. */
export async function noteTotals(
  ctx: Context,
  { tenant_id: storeId, ids, again }: Body<typeof NoteTotals>,
): Promise<void> {
  const missing: string[] = [];
  for (const id of new Set(ids)) if (!(await noteOf(ctx, storeId, id))) missing.push(id);
  const delay = PUT_OFF[again];
  if (missing.length === 0 || delay === undefined) return;
  const later = { tenant_id: storeId, ids: missing, again: again + 1 };
  await transact(ctx, [enqueue(ctx, NoteTotals, later, delay)]);
}

/** Notes what one customer comes to; false where there is none. */
function noteOf(ctx: Context, store_id: string, id: string): Promise<boolean> {
  return withRetries(async () => {
    // First the customer: what is counted since then is told once more.
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
