import type { Context } from "#core/context.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { endSubscriptions } from "./renewals.ts";
import { queueUnfinished } from "./send.ts";

/** The minute tick of newsletters. */
export async function processDueSends(ctx: Context): Promise<void> {
  await inTurn([queueUnfinished, endSubscriptions], (part) => part(ctx));
}
