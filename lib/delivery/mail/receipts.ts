import type { Context } from "#core/context.ts";
import { tried, unmet } from "#core/dynamo/outcome.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { mailReceipts } from "./table.ts";

/** Performs writes for the first of several reports that say the same; says whether it was the first. */
export async function onceForMail(
  ctx: Context,
  mail_id: string,
  kind: string,
  writes: Write[],
): Promise<boolean> {
  const receipt = mailReceipts.create({ mail_id, kind, created_at: ctx.now() }, unmet("known"));
  return (await tried(ctx, [receipt, ...writes])) === undefined;
}
