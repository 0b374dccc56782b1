import type { Context } from "#core/context.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { SHARDS } from "./schema.ts";
import { removeExpired } from "./service.ts";
import { platformData } from "./table.ts";

/** Items of one partition of the index that one run takes. */
const BATCH = 100;

/** Deletes items that have expired. No read shows them any more, so this only saves room. */
export async function deleteExpiredData(ctx: Context): Promise<void> {
  for (let shard = 0; shard < SHARDS; shard++) {
    const due = await platformData.dueUntil(ctx.now(), BATCH, { shard });
    await inTurn(due, (key) => removeExpired(ctx, key));
  }
}
