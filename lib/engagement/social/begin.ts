import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { NO_LEASE } from "#core/dynamo/lease-schema.ts";
import { inKey } from "#core/dynamo/template.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { change, enqueue } from "#core/events.ts";
import type { Attempt } from "./attempt-schema.ts";
import { PUBLICATION } from "./errors.ts";
import { PublishStep } from "./messages.ts";
import type { StoredPublication } from "./schema.ts";
import { accounts, attempts, publications } from "./table.ts";

/** Seconds after which the minute tick has a look at an attempt that a message was sent for. */
export const LOOK_AFTER = 90;

/** A publication that is being posted from now on, and the writes of its attempt. */
export function beginning(
  ctx: Context,
  before: StoredPublication,
): { publication: StoredPublication; writes: Write[] } {
  const now = ctx.now();
  const number = before.attempt_count + 1;
  const publication: StoredPublication = {
    ...before,
    status: "publishing",
    published_at: null,
    provider_post_id: null,
    provider_post_url: null,
    error_code: null,
    error_message: null,
    attempt_count: number,
    last_attempt_at: now,
    updated_at: now,
  };
  const attempt = newAttempt(ctx, {
    id: attemptId(before.id, number),
    kind: "publication",
    store_id: before.store_id,
    publication_id: before.id,
    number,
    social_account_id: before.social_account_id,
    provider_type: before.provider_type,
    content: before.content,
  });
  return { publication, writes: attemptWrites(ctx, attempt) };
}

type New = Pick<
  Attempt,
  "id" | "kind" | "store_id" | "publication_id" | "number" | "social_account_id" | "provider_type" | "content"
>;

/** An attempt that nobody has worked on. */
export function newAttempt(ctx: Context, fields: New): Attempt {
  const now = ctx.now();
  return {
    ...fields,
    status: "running",
    begun_at: now,
    steps: [],
    posted: null,
    look_up: null,
    ...NO_LEASE,
    next_at: now,
    look_at: now + LOOK_AFTER,
  };
}

/** The writes that make an attempt and have a worker begin it. */
export function attemptWrites(ctx: Context, attempt: Attempt): Write[] {
  const { store_id, id } = attempt;
  return [attempts.create(attempt), enqueue(ctx, PublishStep, { store_id, attempt_id: id })];
}

export function attemptId(publicationId: string, number: number): string {
  return `${publicationId}.${inKey(number)}`;
}

/** The write that ends an attempt before its irreversible step; throws the 409 of one that is past it. */
export async function cancelAttempt(
  _ctx: Context,
  { store_id, id, attempt_count, status }: StoredPublication,
): Promise<Write> {
  const found = await attempts.find({ store_id, id: attemptId(id, attempt_count) });
  const isPast = found?.steps.some(
    ({ irreversible, called, status: done }) => irreversible && (called || done !== "requested"),
  );
  if (!found || isPast || found.look_up || found.status !== "running") {
    throw PUBLICATION.INVALID_STATUS({
      status,
      action: "cancelled any more: the network has been asked to post it",
    });
  }
  return attempts.replace(found, { ...found, status: "ended", look_at: null, lease_until: 0 });
}

/** Seconds before its moment at which a publication is called for the first time: two ticks, should one be lost. */
export const SOON = 130;

/** The call of a publication whose moment may come before the next tick does. */
export function soonCall(ctx: Context, { status, scheduled_at, store_id, id }: StoredPublication): Write[] {
  const wait = (scheduled_at ?? 0) - ctx.now();
  if (status !== "scheduled" || wait > SOON) return [];
  return [enqueue(ctx, PublishStep, { store_id, publication_id: id }, wait + 1)];
}

/** Begins a scheduled publication whose moment has come; once, however many ticks find it. */
export async function beginDue(ctx: Context, key: { store_id: string; id: string }): Promise<boolean> {
  const before = await publications.find(key);
  if (before?.status !== "scheduled" || before.scheduled_at === null || before.scheduled_at > ctx.now())
    return false;
  const account = await accounts.find({ store_id: key.store_id, id: before.social_account_id });
  if (account?.status !== "connected") {
    const code = account ? "reconnect_required" : "account_deleted";
    const failed = failedPublication(ctx, before, code);
    await transact(ctx, change(ctx, "publication.failed", publications, before, failed).writes);
    return true;
  }
  const { publication, writes } = beginning(ctx, before);
  await transact(ctx, [
    ...change(ctx, "publication.updated", publications, before, publication).writes,
    ...writes,
  ]);
  return true;
}

const REASONS: Record<string, string> = {
  account_deleted: "The social account was deleted.",
  reconnect_required: "The network no longer accepts this account's sign-in. Connect it again.",
};

/** A publication that comes to nothing, with the reason. */
export function failedPublication(
  ctx: Context,
  before: Stored<StoredPublication>,
  code: string,
  message = REASONS[code] ?? code,
): Stored<StoredPublication> {
  return {
    ...before,
    status: "failed",
    error_code: code,
    error_message: message.slice(0, 500),
    updated_at: ctx.now(),
  };
}
