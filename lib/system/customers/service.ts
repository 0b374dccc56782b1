// Every order, booking, submission, conversation and subscription is filed under one customer, behind the stream.

import type { Context } from "#core/context.ts";
import { keepRows } from "#core/rows/keep.ts";
import { listRows } from "#core/rows/table.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { tally } from "#core/sums/declaration.ts";
import { joiningsOf } from "#lib/tenancy/visitors/move-contact.ts";
import { FILED } from "./definition.ts";
import { type Filing, readFilings } from "./filing.ts";
import { FILED_KINDS, type Filed } from "./kinds.ts";

/** Records that are filed side by side. */
const ABREAST = 8;

/** What is filed under each customer: lists of rows that timelines read, and that tell what moves with a merge. */
export const filedRecords = tally({
  ...FILED,
  sources: FILED_KINDS.map(({ source }) => source),
  kept: { walked: listRows, count: keepRows },
  prepare: fileAll,
});

/**
 * Files those of some records that are not filed yet, as those of older stores are, and gives those to another customer
 * whose own was joined into it while nobody saw them.
 */
async function fileAll(ctx: Context, storeId: string, names: readonly string[]): Promise<void> {
  const found = await readFilings(storeId, names);
  const ids = found.flatMap(({ customer_id, contact_id }) => [customer_id ?? [], contact_id ?? []].flat());
  const joinings = await joiningsOf(storeId, ids);
  const settle = async (record: Filed & Filing) => {
    if (record.customer_id === null) await record.file(ctx);
    await record.noteFirst?.(ctx);
    for (const id of new Set([record.customer_id, record.contact_id])) {
      const joining = id === null ? undefined : joinings.get(id);
      if (joining) await record.join(ctx, joining);
    }
  };
  for (let at = 0; at < found.length; at += ABREAST)
    await sideBySide(found.slice(at, at + ABREAST).map(settle));
}
