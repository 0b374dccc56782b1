import type { Context } from "#core/context.ts";
import { inKey } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { release } from "./release.ts";
import type { Hold } from "./schema.ts";
import { holds } from "./table.ts";

/** Holds that a buyer who finds too little frees at most, and at once. */
export const MAX_FREED = 20;
const AT_ONCE = 5;
/** Holds of a shard that a buyer looks through for those of the goods wanted. */
const MAX_SEEN = 500;

/**
 * Frees some of what is held for nobody any more of some variants: holds whose end has come, soonest first. A hold is
 * read by its key, so that none is missed, and freed under its order's version, so that none is freed twice.
 *
 * @returns holds that were found, and those of them that this call has freed: others may have been faster
 */
export async function freeDeadHolds(
  ctx: Context,
  storeId: string,
  variantIds: ReadonlySet<string>,
): Promise<{ found: number; freed: number }> {
  const all = await deadHolds(ctx, storeId, variantIds);
  // Buyers who come at once begin at different ones of the soonest, and are in each other's way less.
  const start = Math.floor(Math.random() * Math.max(1, all.length - AT_ONCE + 1));
  const dead = all.slice(start, start + AT_ONCE);
  const freed = await sideBySide(
    dead.map(async (orderId) => {
      try {
        return await attempt(() => release(ctx, storeId, orderId, "hold_ended"));
      } catch (error) {
        logger.warn("dead hold", { order: orderId, error: error instanceof Error ? error : String(error) });
        return false;
      }
    }),
  );
  return { found: dead.length, freed: freed.filter(Boolean).length };
}

async function deadHolds(ctx: Context, storeId: string, variantIds: ReadonlySet<string>): Promise<string[]> {
  const to = `${inKey(ctx.now())}~`;
  const shards = await sideBySide(
    holds.partitions({ store_id: storeId }).map((partition) => deadIn(partition, to, variantIds)),
  );
  const soonest = shards.flat().toSorted((one, other) => one.ends_at - other.ends_at);
  return soonest.slice(0, MAX_FREED).map(({ order_id }) => order_id);
}

async function deadIn(partition: string, to: string, variantIds: ReadonlySet<string>): Promise<Hold[]> {
  const found: Hold[] = [];
  let after: Record<string, unknown> | undefined;
  for (let seen = 0; seen < MAX_SEEN && found.length < MAX_FREED; ) {
    const page = await queryItems(partition, { to, limit: 100, consistent: true, after });
    const some = page.items.map((item) => holds.parse(item));
    found.push(...some.filter(({ variant_ids }) => variant_ids.some((id) => variantIds.has(id))));
    seen += page.items.length;
    after = page.after;
    if (!after) break;
  }
  return found;
}
