import type { Context } from "#core/context.ts";
import { MAX_RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { deleteTokens, hasRunningAttempt } from "./accounts.ts";
import { publicationLife } from "./lifecycle.ts";
import { RemoveSocialRecords } from "./messages.ts";
import type { RemovalMessage } from "./schema.ts";
import { attempts, comments, metrics, publications } from "./table.ts";
import { transitionWrites } from "./transition-writes.ts";

/** Seconds until the next run, when running attempts may have ended and indexes are up to date. */
const RETRY_SECONDS = 60;

/**
 * Removes the records of a deleted account or publication. It may be killed at any point and run any number of times.
 */
export async function removeSocialRecords(ctx: Context, message: RemovalMessage): Promise<void> {
  const done =
    message.kind === "account"
      ? await removeAccountRecords(ctx, message)
      : await removePublicationRecords(ctx, message);
  if (!done) await transact(ctx, [enqueue(ctx, RemoveSocialRecords, message, RETRY_SECONDS)]);
}

async function removeAccountRecords(
  ctx: Context,
  { store_id, social_account_id }: Extract<RemovalMessage, { kind: "account" }>,
): Promise<boolean> {
  const scheduled = publications.child({ store_id, social_account_id, status: "scheduled" });
  const failed = await sweep(
    { partitions: [scheduled], index: "child_created" },
    rowByRow(async ({ sk }) => {
      const before = await publications.find({ store_id, id: String(sk) });
      if (before?.status !== "scheduled" || before.social_account_id !== social_account_id) return false;
      const lost = { type: "account deleted" as const, now: ctx.now() };
      const outcome = publicationLife.transition({ publication: before }, lost);
      await transact(ctx, transitionWrites(ctx, before, outcome).writes);
      return true;
    }),
    MAX_RUN_MS,
  );
  // Running attempts still need the tokens.
  if (!failed || (await hasRunningAttempt(store_id, social_account_id))) return false;
  await deleteTokens(ctx, store_id, social_account_id);
  return true;
}

async function removePublicationRecords(
  ctx: Context,
  { store_id, publication_id }: Extract<RemovalMessage, { kind: "publication" }>,
): Promise<boolean> {
  const top = comments.child({ store_id, below: publication_id });
  const remove = async (id: string) => {
    const found = await comments.find({ store_id, id });
    if (found) await transact(ctx, [comments.remove(found)]);
    return found !== undefined;
  };
  const removed = await sweep(
    { partitions: [top], index: "child_created" },
    rowByRow(async ({ sk }) => {
      const thread = comments.child({ store_id, below: String(sk) });
      const replies = await sweep(
        { partitions: [thread], index: "child_created" },
        rowByRow((row) => remove(String(row.sk))),
        MAX_RUN_MS / 2,
      );
      return replies && (await remove(String(sk)));
    }),
    MAX_RUN_MS,
  );
  if (!removed) return false;
  const { records } = await attempts.query(attempts.partition({ store_id }), {
    prefix: `${publication_id}.`,
  });
  for (const attempt of records) await transact(ctx, [attempts.removeKey({ store_id, id: attempt.id })]);
  await transact(ctx, [metrics.removeKey({ store_id, publication_id })]);
  return true;
}
