import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import { RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { orders } from "./table.ts";

const AT_ONCE = 20;

/** Gives the orders of a contact to the one that it turned out to be. What is moved is not found again: it ends. */
export async function followContact(ctx: Context, event: Event): Promise<void> {
  const { merged_into_contact_id: known } = event.data;
  if (typeof known !== "string") return;
  const partition = orders.child({ store_id: event.tenant_id, contact_id: event.record_id });
  const source = { partitions: [partition], index: "child_created" } as const;
  await sweep(source, (rows) => move(ctx, event.tenant_id, rows, known), RUN_MS);
}

async function move(
  ctx: Context,
  store_id: string,
  rows: Record<string, unknown>[],
  contact_id: string,
): Promise<number> {
  const ids = rows.slice(0, AT_ONCE).map(({ sk }) => ({ store_id, id: String(sk) }));
  return attempt(async () => {
    const found = await orders.batchGet(ids);
    const writes: Write[] = found
      .filter((order) => order.contact_id !== contact_id)
      .map((order) => orders.replace(order, { ...order, contact_id }));
    await transact({ now: ctx.now }, writes);
    return writes.length;
  });
}
