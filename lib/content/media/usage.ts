import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Referrer } from "./schema.ts";
import { referenceWrites } from "./service.ts";
import { referrers } from "./table.ts";

/** References of one transaction, beside the record that has them and the list of them. */
const BATCH = 98;

type Owner = Omit<Referrer, "media_ids">;

/** What a record refers to as it is now, and the write that demands that it still is; nothing where it is gone. */
export type MediaOf = (
  tenantId: string,
  recordId: string,
) => Promise<{ mediaIds: string[]; unchanged: Write } | undefined>;

/**
 * Makes the usage of files say what a record refers to now, whatever the event said: it may come late, twice, or be
 * killed between two transactions.
 */
export async function trackUsageOf(
  ctx: Context,
  { tenant_id, resource, record_id }: Event,
  mediaOf: MediaOf,
  batch = BATCH,
): Promise<void> {
  const owner = { store_id: tenant_id, resource, record_id };
  while (await trackSome(ctx, owner, mediaOf, batch));
}

/** @returns whether there is more to do */
async function trackSome(ctx: Context, owner: Owner, mediaOf: MediaOf, batch: number): Promise<boolean> {
  const [before, record] = await sideBySide([
    referrers.find(owner, ctx),
    mediaOf(owner.store_id, owner.record_id),
  ]);
  const had = new Set(before?.media_ids);
  const wanted = new Set(record?.mediaIds);
  // Those that go come first: so the list never outgrows the record, and fits an item as the record does.
  const dropped = [...had.difference(wanted)].slice(0, batch);
  const added = [...wanted.difference(had)].slice(0, batch - dropped.length);
  if (dropped.length + added.length === 0) return false;
  const media_ids = [...had.difference(new Set(dropped)), ...added];
  await transact(ctx, [
    listWrite(before, { ...owner, media_ids }),
    // What was read of the record must hold at the moment of the write: a slower run would bring back the past.
    record?.unchanged,
    ...referenceWrites(owner, dropped, added),
  ]);
  return dropped.length + added.length === batch;
}

function listWrite(before: Awaited<ReturnType<typeof referrers.find>>, after: Referrer): Write {
  if (!before) return referrers.create(after);
  return after.media_ids.length === 0 ? referrers.remove(before) : referrers.replace(before, after);
}
