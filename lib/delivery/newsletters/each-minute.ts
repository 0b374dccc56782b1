import type { Context } from "#core/context.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { endSubscriptions } from "./renewals.ts";
import { wakeUnfinished } from "./send.ts";

/** The minute tick of newsletters. */
export async function wakeSends(ctx: Context): Promise<void> {
  await inTurn([wakeUnfinished, endSubscriptions], (tend) => tend(ctx));
}
