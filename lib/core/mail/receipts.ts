import * as z from "zod";
import type { Context } from "#core/context.ts";
import { entity } from "#core/dynamo/entity.ts";
import { tried, unmet } from "#core/dynamo/outcome.ts";
import type { Write } from "#core/dynamo/transact.ts";

const KEPT = 60 * 24 * 3600;

/** Says that something of a kind has happened to a mail, so that it is counted once however often we are told. */
export const mailReceipts = entity({
  name: "mail_receipt",
  schema: z.object({ mail_id: z.string(), kind: z.string(), created_at: z.int() }),
  pk: "MAIL#{mail_id}",
  sk: "RECEIPT#{kind}",
  ttl: (receipt) => receipt.created_at + KEPT,
  deletion: { tenant: "expires", person: "expires" },
});

/** Performs writes for the first of several reports that say the same; says whether it was the first. */
export async function onceForMail(
  ctx: Context,
  mail_id: string,
  kind: string,
  writes: Write[],
): Promise<boolean> {
  const receipt = mailReceipts.create({ mail_id, kind, created_at: ctx.now() }, unmet("known"));
  return (await tried({ now: ctx.now }, [receipt, ...writes])) === undefined;
}
