import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { facet } from "#core/dynamo/terms.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import type { Message } from "#core/queue/message.ts";
import type { Keyed, Kind } from "#core/records/kind.ts";
import type { TaxonomyEntry } from "./schema.ts";

interface Filed extends Keyed {
  taxonomies: TaxonomyEntry[];
}

interface Unfiling<T extends Filed> {
  kind: Pick<Kind<T>, "read" | "termPartitions">;
  /** What goes on with the work that does not fit one run. */
  message: Message<string, typeof Event>;
  /** Field that says when a record was changed last. */
  stamp: keyof T;
  /** The writes that put a changed record in the place of what was read, and say so. */
  rewrite(ctx: Context, before: Stored<T>, after: T): Promise<{ writes: Write[] }> | { writes: Write[] };
}

/**
 * Takes a deleted taxonomy off the records of a kind that are filed under it. What is done no longer comes up: it may
 * be killed anywhere and run any number of times.
 */
export async function removeTaxonomyFromRecords<T extends Filed>(
  ctx: Context,
  event: Event,
  { kind, message, stamp, rewrite }: Unfiling<T>,
  patience = RUN_MS,
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
