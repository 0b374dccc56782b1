// Every order, booking, submission, conversation and subscription is filed under one customer, behind the stream.

import type { Context } from "#core/context.ts";
import { ROW_WRITERS } from "#core/rows/declaration.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { aggregate, type MarkedRecords } from "#core/sums/declaration.ts";
import { mergesOf } from "#lib/tenancy/visitors/move-contact.ts";
import { CUSTOMER_INDEX } from "./definition.ts";
import { type IndexActions, indexActionsOf } from "./index-actions.ts";
import { INDEXED_KINDS, type IndexedRecord } from "./indexed-records.ts";

/** Records that are filed side by side. */
const ABREAST = 8;

/** What is filed under each customer: lists of rows that timelines read, and that tell what moves with a merge. */
export const customerIndex = aggregate({
  ...CUSTOMER_INDEX,
  sources: INDEXED_KINDS.map(({ source }) => source),
  alternative: ROW_WRITERS,
  prepare: fileAll,
});

/**
 * Files those of some records that are not filed yet, as those of older stores are, and gives those to another customer
 * whose own was joined into it while nobody saw them.
 */
async function fileAll(
  ctx: Context,
  storeId: string,
  names: readonly string[],
  found: MarkedRecords,
): Promise<boolean> {
  const filings = names.flatMap((name) => indexActionsOf(found(name).item) ?? []);
  const ids = filings.flatMap(({ customer_id, contact_id }) => [customer_id ?? [], contact_id ?? []].flat());
  const joinings = await mergesOf(storeId, ids);
  let isChanged = false;
  const settle = async (record: IndexedRecord & IndexActions) => {
    const { customer_id, contact_id, recordFirstSale: noteFirst } = record;
    const given = [...new Set([customer_id, contact_id])].flatMap((id) => joinings.get(id ?? "") ?? []);
    if (customer_id === null || noteFirst || given.length > 0) isChanged = true;
    if (customer_id === null) await record.index(ctx);
    await noteFirst?.(ctx);
    for (const joining of given) await record.moveToSurvivor(ctx, joining);
  };
  for (let at = 0; at < filings.length; at += ABREAST)
    await sideBySide(filings.slice(at, at + ABREAST).map(settle));
  return isChanged;
}
