// Moves the records of a merged customer to the surviving one, one by one.

import type { Context } from "#core/context.ts";
import { MAX_RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { type RowsReading, rowsReading } from "#core/rows/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { moveCartToMergedContact } from "#lib/commerce/carts/merged-contact.ts";
import { contactCartsPartition } from "#lib/commerce/carts/record.ts";
import { contactOrdersPartition, moveOrderToMergedCustomer } from "#lib/commerce/orders/customer-index.ts";
import type { ContactMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { MoveJoined } from "#lib/tenancy/visitors/messages.ts";
import {
  findOpenMerge,
  finishMerge,
  moveContact,
  shortenMergeChain,
} from "#lib/tenancy/visitors/move-contact.ts";
import { CUSTOMER_INDEX } from "./definition.ts";
import { readIndexActions } from "./index-actions.ts";
import { nextRecordNames, walkCustomerRecords } from "./lists.ts";

/** Records moved concurrently. */
const CONCURRENCY = 8;
/** Seconds until rows and sums are checked again for records that they did not include yet. */
const RECHECK_SECONDS = 5;
/** Seconds until a merge continues in a store whose index is still being built. */
const INDEX_RETRY_SECONDS = 300;

/** Continues a merge of two customers. Safe to interrupt and to repeat. */
export async function moveJoined(
  ctx: Context,
  message: BodyOf<typeof MoveJoined>,
  patience = MAX_RUN_MS,
): Promise<void> {
  const merge = await findOpenMerge(ctx, message);
  if (!merge) return;
  const until = Date.now() + patience;
  const reading = await rowsReading(merge.store_id, CUSTOMER_INDEX, ctx.now());
  const done =
    (await moveVisitorRecords(ctx, merge, until)) &&
    (!reading || (await moveIndexed(ctx, reading, merge, until)));
  if (!done) return continueLater(ctx, message, 0);
  if (reading && !reading.isComplete)
    return continueLater(ctx, { ...message, last: false }, INDEX_RETRY_SECONDS);
  await shortenMergeChain(ctx, merge);
  // Recent changes may be missing in rows and sums, so a last check follows later.
  if (!message.last || !(await finishMerge(ctx, merge)))
    await continueLater(ctx, { ...message, last: true }, RECHECK_SECONDS);
}

function continueLater(ctx: Context, message: BodyOf<typeof MoveJoined>, delay: number): Promise<void> {
  return transact(ctx, [enqueue(ctx, MoveJoined, message, delay || undefined)]);
}

/**
 * Moves the proven addresses, carts and orders of a visitor's contact. A card has none, and after a proof the visitor's
 * new session keeps the carts, and the orders follow by themselves.
 */
async function moveVisitorRecords(ctx: Context, merge: ContactMerge, until: number): Promise<boolean> {
  const { store_id, from } = merge;
  if (merge.byProof) return moveContact(ctx, merge, until - Date.now());
  if (merge.until !== null) return true;
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  const carts = rowByRow(({ sk }) => moveCartToMergedContact(ctx, merge, String(sk)));
  const orders = rowByRow(({ sk }) => moveOrderToMergedCustomer(ctx, merge, String(sk)));
  const left = () => until - Date.now();
  return (
    (await moveContact(ctx, merge, left())) &&
    (await sweep(below(contactCartsPartition(store_id, from)), carts, left())) &&
    (await sweep(below(contactOrdersPartition(store_id, from)), orders, left()))
  );
}

/** Moves all records in the lists of a customer; false if the time was too short. */
async function moveIndexed(
  ctx: Context,
  reading: RowsReading,
  merge: ContactMerge,
  until: number,
): Promise<boolean> {
  const walk = walkCustomerRecords(reading, merge.from, merge.byProof || merge.until === null);
  for (;;) {
    if (Date.now() >= until) return false;
    const names = await nextRecordNames(walk);
    if (names.length === 0) return true;
    const found = await readIndexActions(merge.store_id, names);
    for (let at = 0; at < found.length; at += CONCURRENCY)
      await sideBySide(found.slice(at, at + CONCURRENCY).map((record) => record.moveToSurvivor(ctx, merge)));
  }
}
