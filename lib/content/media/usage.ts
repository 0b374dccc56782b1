import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Referrer } from "./schema.ts";
import { referenceWrites } from "./service.ts";
import { referrers } from "./table.ts";

/** Most references that one transaction writes besides the record's list of files. */
const MAX_BATCH = 98;

type Owner = Omit<Referrer, "media_ids">;

/** Reads the media that a record refers to, and a condition that it is unchanged; undefined if it was deleted. */
export type MediaOf = (
  tenantId: string,
  recordId: string,
) => Promise<{ mediaIds: string[]; unchanged: Write } | undefined>;

/**
 * Updates the stored usage of files to what a record refers to now. The event may come late or twice, and the run may
 * be killed between two transactions.
 */
export async function trackUsageOf(
  ctx: Context,
  { tenant_id, resource, record_id }: Event,
  mediaOf: MediaOf,
  batch = MAX_BATCH,
): Promise<void> {
  const owner = { store_id: tenant_id, resource, record_id };
  while (await trackBatch(ctx, owner, mediaOf, batch));
}

/** @returns whether there is more to do */
async function trackBatch(ctx: Context, owner: Owner, mediaOf: MediaOf, batch: number): Promise<boolean> {
  const [before, record] = await sideBySide([
    referrers.find(owner, ctx),
    mediaOf(owner.store_id, owner.record_id),
  ]);
  const had = new Set(before?.media_ids);
  const wanted = new Set(record?.mediaIds);
  // Removals come first, so that the list is never longer than the record's own and fits an item.
  const dropped = [...had.difference(wanted)].slice(0, batch);
  const added = [...wanted.difference(had)].slice(0, batch - dropped.length);
  if (dropped.length + added.length === 0) return false;
  const media_ids = [...had.difference(new Set(dropped)), ...added];
  await transact(ctx, [
    listWrite(before, { ...owner, media_ids }),
    // The record must be unchanged, because otherwise a slow run would write old references again.
    record?.unchanged,
    ...referenceWrites(owner, dropped, added),
  ]);
  return dropped.length + added.length === batch;
}

function listWrite(before: Awaited<ReturnType<typeof referrers.find>>, after: Referrer): Write {
  if (!before) return referrers.create(after);
  return after.media_ids.length === 0 ? referrers.remove(before) : referrers.replace(before, after);
}
