import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { change, enqueue } from "#core/events.ts";
import type { Attempt } from "./attempt-schema.ts";
import { failedPublication } from "./begin.ts";
import { PublishStep } from "./messages.ts";
import { replyWrites } from "./reply-outcome.ts";
import type { StoredPublication } from "./schema.ts";
import { posts, publications } from "./table.ts";
import { times } from "./times.ts";
import { save, type Work } from "./work.ts";

/** How an attempt ended; one whose outcome is unknown may be looked for further. */
type Ending =
  | { is: "published" }
  | { is: "failed"; code: string; message: string }
  | { is: "unknown"; code: string; message: string; over: boolean };

/** Ends an attempt together with what it was for. */
export async function settle(work: Work, ending: Ending): Promise<void> {
  const { ctx, held } = work;
  const goesOn = ending.is === "unknown" && !ending.over;
  const next_at = ctx.now() + Math.max(1, times().every);
  const after: Attempt = goesOn
    ? { ...held, lease_until: 0, next_at, look_at: next_at }
    : { ...held, status: "ended", lease_until: 0, look_at: null };
  const { store_id, id: attempt_id } = held;
  // The tick comes by the minute: what is to be looked at sooner has a message.
  const soon =
    goesOn && times().every < 60 && enqueue(ctx, PublishStep, { store_id, attempt_id }, times().every);
  await save(work, after, [
    ...(await outcome(ctx, held, ending)),
    ...claim(held, ending),
    ...(soon ? [soon] : []),
  ]);
}

/** Whether what an attempt is for still waits for this very attempt. */
export async function isCurrent(held: Attempt): Promise<boolean> {
  if (held.kind === "reply") return true;
  const found = await publications.find({ store_id: held.store_id, id: held.publication_id });
  return found !== undefined && waitsFor(found, held);
}

function outcome(ctx: Context, held: Attempt, ending: Ending): Promise<Write[]> {
  return held.kind === "reply" ? replyWrites(ctx, held, ending) : publicationWrites(ctx, held, ending);
}

async function publicationWrites(ctx: Context, held: Attempt, ending: Ending): Promise<Write[]> {
  const before = await publications.find({ store_id: held.store_id, id: held.publication_id });
  if (!before || !waitsFor(before, held)) return [];
  const after = ended(ctx, before, held, ending);
  // What is still unknown at a later look-up is no news: the record says when it became so.
  if (before.status === after.status) return [];
  return change(ctx, `publication.${ending.is}`, publications, before, after).writes;
}

function ended(
  ctx: Context,
  before: Stored<StoredPublication>,
  { posted }: Attempt,
  ending: Ending,
): Stored<StoredPublication> {
  if (ending.is === "failed") return failedPublication(ctx, before, ending.code, ending.message);
  if (ending.is === "unknown")
    return { ...failedPublication(ctx, before, ending.code, ending.message), status: "unknown" };
  const now = ctx.now();
  return {
    ...before,
    status: "published",
    published_at: now,
    provider_post_id: posted?.id ?? null,
    provider_post_url: posted?.url ?? null,
    error_code: null,
    error_message: null,
    updated_at: now,
  };
}

// A post is one attempt's: look-ups of others pass it over.
function claim({ store_id, social_account_id, posted, id: attempt_id }: Attempt, { is }: Ending): Write[] {
  if (is !== "published" || !posted?.id) return [];
  return [posts.put({ store_id, social_account_id, provider_id: posted.id, attempt_id })];
}

function waitsFor({ status, attempt_count }: StoredPublication, { number }: Attempt): boolean {
  return (status === "publishing" || status === "unknown") && attempt_count === number;
}
