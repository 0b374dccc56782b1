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
/** Seconds until it continues in a store whose index is still being built. */
const INDEX_RETRY_SECONDS = 300;

/** Continues a merge of two customers. Safe to interrupt and to repeat. */
export async function moveJoined(
  ctx: Context,
  message: BodyOf<typeof MoveJoined>,
  patience = MAX_RUN_MS,
): Promise<void> {
  const joining = await findOpenMerge(ctx, message);
  if (!joining) return;
  const until = Date.now() + patience;
  const reading = await rowsReading(joining.store_id, CUSTOMER_INDEX, ctx.now());
  const done =
    (joining.until !== null || (await moveVisitorRecords(ctx, joining, until))) &&
    (!reading || (await moveIndexed(ctx, reading, joining, until)));
  if (!done) return continueLater(ctx, message, 0);
  if (reading && !reading.isComplete)
    return continueLater(ctx, { ...message, last: false }, INDEX_RETRY_SECONDS);
  await shortenMergeChain(ctx, joining);
  // Recent changes may be missing in rows and sums.
  if (!message.last || !(await finishMerge(ctx, joining)))
    await continueLater(ctx, { ...message, last: true }, RECHECK_SECONDS);
}

function continueLater(ctx: Context, message: BodyOf<typeof MoveJoined>, delay: number): Promise<void> {
  return transact(ctx, [enqueue(ctx, MoveJoined, message, delay || undefined)]);
}

/** Moves what only a visitor's contact has: sessions end; addresses, carts and orders become the other's. */
async function moveVisitorRecords(ctx: Context, joining: ContactMerge, until: number): Promise<boolean> {
  const { store_id, from } = joining;
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  const carts = rowByRow(({ sk }) => moveCartToMergedContact(ctx, joining, String(sk)));
  const orders = rowByRow(({ sk }) => moveOrderToMergedCustomer(ctx, joining, String(sk)));
  const left = () => until - Date.now();
  return (
    (await moveContact(ctx, joining, left())) &&
    (await sweep(below(contactCartsPartition(store_id, from)), carts, left())) &&
    (await sweep(below(contactOrdersPartition(store_id, from)), orders, left()))
  );
}

/** Moves all records in the lists of a customer; false when the time was up before. */
async function moveIndexed(
  ctx: Context,
  reading: RowsReading,
  joining: ContactMerge,
  until: number,
): Promise<boolean> {
  const walk = walkCustomerRecords(reading, joining.from, joining.until === null);
  for (;;) {
    if (Date.now() >= until) return false;
    const names = await nextRecordNames(walk);
    if (names.length === 0) return true;
    const found = await readIndexActions(joining.store_id, names);
    for (let at = 0; at < found.length; at += CONCURRENCY)
      await sideBySide(
        found.slice(at, at + CONCURRENCY).map((record) => record.moveToSurvivor(ctx, joining)),
      );
  }
}
