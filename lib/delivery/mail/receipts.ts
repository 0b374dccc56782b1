import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { mailReceipts } from "./table.ts";

/** Performs the writes only for the first report of this kind for a mail; returns whether it was the first. */
export async function onceForMail(
  ctx: Context,
  mail_id: string,
  kind: string,
  writes: Write[],
): Promise<boolean> {
  const receipt = mailReceipts.create({ mail_id, kind, created_at: ctx.now() }, expectedFailure("known"));
  return (await tryTransact(ctx, [receipt, ...writes])) === undefined;
}
