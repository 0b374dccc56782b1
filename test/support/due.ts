import { drainShard } from "#core/due/drain.ts";
import type { DueWork } from "#core/due/work.ts";
import { inKey, numberIn } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { attempt } from "#core/dynamo/retry.ts";
import type { testContext } from "./world.ts";

type Context = ReturnType<typeof testContext>;

/**
 * Does what is due by the context's clock, one row after the other, and throws the first failure: of one tenant, since by
 * a later clock much of other tests would be due, or of all.
 */
export async function doDue(ctx: Context, work: DueWork, tenant?: string): Promise<void> {
  for (const partition of work.partitions) {
    const to = `${inKey(ctx.now() + work.ahead)}~`;
    const { items } = await queryItems(partition, { index: "due", to });
    for (const item of items) {
      if (tenant === undefined || work.tenantOf(item) === tenant)
        await attempt(() => work.run(ctx, item, numberIn(item.due_by)));
    }
  }
}

/** Drains all shards of a kind, as its worker does with a message for each. */
export async function drainAll(ctx: Context, work: DueWork): Promise<void> {
  for (const partition of work.partitions) await drainShard(ctx, work, partition, Number.POSITIVE_INFINITY);
}
