import { goOn } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Body } from "#core/queue/message.ts";
import { contactBehind } from "#lib/tenancy/visitors/addresses.ts";
import { FollowContact } from "./messages.ts";
import { orders } from "./table.ts";

const AT_ONCE = 20;

/**
 * Gives the orders of a contact to the one that it turned out to be. What is moved is not found again: it ends. An order
 * that was made just before the proof may not be found at once.
 */
export async function followContact(ctx: Context, message: Body<typeof FollowContact>): Promise<void> {
  if (typeof message.data.merged_into_contact_id !== "string") return;
  const former = { store_id: message.tenant_id, contact_id: message.record_id };
  const known = await contactBehind(former);
  if (!known || known.id === former.contact_id) return;
  const source = { partitions: [orders.child(former)], index: "child_created" } as const;
  const done = await sweep(source, (rows) => move(ctx, former.store_id, rows, known.id), RUN_MS);
  await goOn(ctx, FollowContact, message, done);
}

async function move(
  ctx: Context,
  store_id: string,
  rows: Record<string, unknown>[],
  contact_id: string,
): Promise<number> {
  const ids = rows.slice(0, AT_ONCE).map(({ sk }) => ({ store_id, id: String(sk) }));
  return attempt(async () => {
    const found = await orders.batchGet(ids, ctx);
    const writes: Write[] = found
      .filter((order) => order.contact_id !== contact_id)
      .map((order) => orders.replace(order, { ...order, contact_id }));
    await transact(ctx, writes);
    return writes.length;
  });
}
