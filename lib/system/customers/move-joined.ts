// Gives all that is filed under a customer to the one into whom staff joined it, record by record.

import type { Context } from "#core/context.ts";
import { RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Body } from "#core/queue/message.ts";
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

/** Records that are moved side by side. */
const ABREAST = 8;
/** Seconds after which what rows and sums did not say yet is looked for again. */
const LOOK_AGAIN = 5;
/** Seconds after which it goes on in a store of which not all is filed yet. */
const UNTIL_FILED = 300;

/** Goes on with what is being given from one customer to another. It may be killed anywhere and run any number of times. */
export async function moveJoined(
  ctx: Context,
  message: Body<typeof MoveJoined>,
  patience = RUN_MS,
): Promise<void> {
  const joining = await findOpenMerge(ctx, message);
  if (!joining) return;
  const until = Date.now() + patience;
  const reading = await rowsReading(joining.store_id, CUSTOMER_INDEX, ctx.now());
  const done =
    (joining.until !== null || (await moveOwn(ctx, joining, until))) &&
    (!reading || (await moveFiled(ctx, reading, joining, until)));
  if (!done) return goOn(ctx, message, 0);
  if (reading && !reading.isComplete) return goOn(ctx, { ...message, last: false }, UNTIL_FILED);
  await shortenMergeChain(ctx, joining);
  // What was done a moment ago is not in every row and sum yet.
  if (!message.last || !(await finishMerge(ctx, joining)))
    await goOn(ctx, { ...message, last: true }, LOOK_AGAIN);
}

function goOn(ctx: Context, message: Body<typeof MoveJoined>, delay: number): Promise<void> {
  return transact(ctx, [enqueue(ctx, MoveJoined, message, delay || undefined)]);
}

/** What a visitor's contact has besides: its sessions end, and its addresses, carts and orders are the other's. */
async function moveOwn(ctx: Context, joining: ContactMerge, until: number): Promise<boolean> {
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

/** Moves what the lists of a customer name, until they name nothing that moves; false when the time was up before. */
async function moveFiled(
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
    for (let at = 0; at < found.length; at += ABREAST)
      await sideBySide(found.slice(at, at + ABREAST).map((record) => record.moveToSurvivor(ctx, joining)));
  }
}
