import type { Context } from "#core/context.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { endSubscriptions } from "./renewals.ts";
import { wakeSends } from "./send.ts";

/** The minute tick of newsletters. */
export async function tendNewsletters(ctx: Context): Promise<void> {
  await inTurn([wakeSends, endSubscriptions], (tend) => tend(ctx));
}
