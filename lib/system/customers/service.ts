// Lists orders, bookings, forms, chats and subscriptions under their customers, from the stream of changes.

import type { Context } from "#core/context.ts";
import { ROW_WRITERS } from "#core/rows/declaration.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { aggregate, type MarkedRecords } from "#core/sums/declaration.ts";
import { contactsWithMerges, keepWriter } from "#lib/tenancy/visitors/move-contact.ts";
import { CUSTOMER_INDEX } from "./definition.ts";
import { type IndexActions, indexActionsOf } from "./index-actions.ts";
import { INDEXED_KINDS, type IndexedRecord } from "./indexed-records.ts";

/** Records indexed concurrently. */
const CONCURRENCY = 8;

/** The customer index: rows that timelines read, and that tell a merge what to move. */
export const customerIndex = aggregate({
  ...CUSTOMER_INDEX,
  sources: INDEXED_KINDS.map(({ source }) => source),
  alternative: ROW_WRITERS,
  prepare: prepareRecords,
});

/**
 * Prepares records before they are indexed: records of older stores get a customer, those of a merged customer move to
 * the surviving one, and visitors who sent something stay. Returns whether any changed.
 */
async function prepareRecords(
  ctx: Context,
  storeId: string,
  names: readonly string[],
  found: MarkedRecords,
): Promise<boolean> {
  const records = names.flatMap((name) => indexActionsOf(found(name).item) ?? []);
  const ids = records.flatMap(({ customer_id, contact_id }) => [customer_id ?? [], contact_id ?? []].flat());
  const owners = await contactsWithMerges(storeId, ids);
  let isChanged = false;
  const prepareRecord = async (record: IndexedRecord & IndexActions) => {
    const { customer_id, contact_id, recordFirstSale: noteFirst, keepsSender } = record;
    const merges = [...new Set([customer_id, contact_id])].flatMap((id) => owners.get(id ?? "")?.merge ?? []);
    const sender = owners.get(contact_id ?? "")?.contact;
    if (keepsSender && sender) await keepWriter(ctx, sender);
    if (customer_id === null || noteFirst || merges.length > 0) isChanged = true;
    if (customer_id === null) await record.index(ctx);
    await noteFirst?.(ctx);
    for (const merge of merges) await record.moveToSurvivor(ctx, merge);
  };
  for (let at = 0; at < records.length; at += CONCURRENCY)
    await sideBySide(records.slice(at, at + CONCURRENCY).map(prepareRecord));
  return isChanged;
}
