import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { MAX_RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { facet } from "#core/dynamo/terms.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import type { Message } from "#core/queue/message.ts";
import type { KeyedRecord, Kind } from "#core/records/kind.ts";
import type { TaxonomyEntry } from "./schema.ts";

interface ClassifiedRecord extends KeyedRecord {
  taxonomies: TaxonomyEntry[];
}

interface RemovalOptions<T extends ClassifiedRecord> {
  kind: Pick<Kind<T>, "read" | "termPartitions">;
  /** The message by which another run continues. */
  message: Message<string, typeof Event>;
  /** Name of the field with the time of a record's last change. */
  stamp: keyof T;
  /** The writes that replace a record and announce the change. */
  rewrite(ctx: Context, before: Stored<T>, after: T): Promise<{ writes: Write[] }> | { writes: Write[] };
}

/**
 * Removes a deleted taxonomy from all records of one kind. A changed record is no longer found, so it may be killed at
 * any point and run any number of times.
 */
export async function removeTaxonomyFromRecords<T extends ClassifiedRecord>(
  ctx: Context,
  event: Event,
  { kind, message, stamp, rewrite }: RemovalOptions<T>,
  patience = MAX_RUN_MS,
): Promise<void> {
  const { tenant_id: tenantId, record_id: taxonomyId } = event;
  const change = rowByRow(async ({ of }) => {
    const [before] = await kind.read(tenantId, [String(of)]);
    const left = before?.taxonomies.filter(({ taxonomy_id }) => taxonomy_id !== taxonomyId) ?? [];
    if (!before || left.length === before.taxonomies.length) return false;
    const after = { ...before, taxonomies: left, [stamp]: ctx.now() };
    await transact(ctx, (await rewrite(ctx, before, after)).writes);
    return true;
  });
  const prefix = `${facet("taxonomy", taxonomyId)}#`;
  const done = await sweep({ partitions: kind.termPartitions(tenantId), prefix }, change, patience);
  if (!done) await transact(ctx, [enqueue(ctx, message, event)]);
}
