import type { Context } from "#core/context.ts";
import { keyIn } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { inKey } from "#core/dynamo/template.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { SHARDS } from "./schema.ts";
import { removeExpired } from "./service.ts";

/** Items of one partition of the index that one run takes. */
const BATCH = 100;

/** Deletes items that have expired. No read shows them any more, so this only saves room. */
export async function sweepPlatformData(ctx: Context): Promise<void> {
  const range = { index: "due", to: `${inKey(ctx.now())}~`, limit: BATCH } as const;
  for (let shard = 0; shard < SHARDS; shard++) {
    const { items } = await queryItems(`PLATFORM_DATA#${inKey(shard)}`, range);
    await inTurn(items, (item) => removeExpired(ctx, slotsOf(item)));
  }
}

function slotsOf(item: Record<string, unknown>) {
  const { pk, sk } = keyIn(item);
  const [, person_id = ""] = pk.split("#");
  const [space = ""] = sk.split("#", 1);
  return { person_id, space, key: sk.slice(space.length + 1) };
}
