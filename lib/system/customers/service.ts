// Every order, booking, submission, conversation and subscription is filed under one customer, behind the stream.

import type { Context } from "#core/context.ts";
import { ROW_WRITERS } from "#core/rows/declaration.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { aggregate, type MarkedRecords } from "#core/sums/declaration.ts";
import { joiningsOf } from "#lib/tenancy/visitors/move-contact.ts";
import { FILED } from "./definition.ts";
import { type Filing, filingIn } from "./filing.ts";
import { FILED_KINDS, type Filed } from "./kinds.ts";

/** Records that are filed side by side. */
const ABREAST = 8;

/** What is filed under each customer: lists of rows that timelines read, and that tell what moves with a merge. */
export const filedRecords = aggregate({
  ...FILED,
  sources: FILED_KINDS.map(({ source }) => source),
  kept: ROW_WRITERS,
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
  const filings = names.flatMap((name) => filingIn(found(name).item) ?? []);
  const ids = filings.flatMap(({ customer_id, contact_id }) => [customer_id ?? [], contact_id ?? []].flat());
  const joinings = await joiningsOf(storeId, ids);
  let isChanged = false;
  const settle = async (record: Filed & Filing) => {
    const { customer_id, contact_id, noteFirst } = record;
    const given = [...new Set([customer_id, contact_id])].flatMap((id) => joinings.get(id ?? "") ?? []);
    if (customer_id === null || noteFirst || given.length > 0) isChanged = true;
    if (customer_id === null) await record.file(ctx);
    await noteFirst?.(ctx);
    for (const joining of given) await record.join(ctx, joining);
  };
  for (let at = 0; at < filings.length; at += ABREAST)
    await sideBySide(filings.slice(at, at + ABREAST).map(settle));
  return isChanged;
}
