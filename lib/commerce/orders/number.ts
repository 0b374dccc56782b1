import type { Context } from "#core/context.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { counters } from "./table.ts";

/** Numbers begin here: they sort as texts for as long as they have six digits. */
const FIRST = 100_000;

/** The next number of a store's orders or receipts: increasing, never twice, with gaps where a checkout failed. */
export async function nextNumber(ctx: Context, store_id: string, name: "order" | "receipt"): Promise<string> {
  // Of a store that was deleted no counter is made.
  await ctx.guards?.judged();
  const item = await changeItem(counters.key({ store_id, name }), {
    add: { n: 1 },
    set: { store_id, name, _t: counters.name },
  });
  return String(FIRST + Number(item?.n ?? 0));
}
