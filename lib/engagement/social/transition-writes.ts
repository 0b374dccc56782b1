import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, enqueue } from "#core/events.ts";
import { endedAttempt } from "./attempt-record.ts";
import type { Attempt } from "./attempt-schema.ts";
import { publicationLife } from "./lifecycle.ts";
import { PublishStep } from "./messages.ts";
import type { StoredPublication } from "./schema.ts";
import { accounts, attempts, publications } from "./table.ts";

type Transition = ReturnType<typeof publicationLife.transition>;

/** The writes of a publication's transition, and the changed record. */
export function transitionWrites(
  ctx: Context,
  before: Stored<StoredPublication>,
  { record: after, event, begins, stops }: Transition,
  attempt?: Stored<Attempt>,
): { record: StoredPublication; writes: Write[] } {
  const { record, writes } = announceChange(ctx, event ?? [], publications, before, after);
  const isNew = after.status !== before.status || after.scheduled_at !== before.scheduled_at;
  return {
    record,
    writes: [
      ...writes,
      ...(isNew ? dueSoonWrites(ctx, after) : []),
      ...(begins ? attemptWrites(ctx, begins) : []),
      ...(stops && attempt ? [attempts.replace(attempt, endedAttempt(attempt))] : []),
    ],
  };
}

/** The writes that create an attempt and queue its first step. */
export function attemptWrites(ctx: Context, attempt: Attempt): Write[] {
  const { store_id, id } = attempt;
  return [attempts.create(attempt), enqueue(ctx, PublishStep, { store_id, attempt_id: id })];
}

/** Seconds before a publication's time from which the scheduled worker finds it: two runs, in case one is lost. */
export const LOOK_AHEAD_SECONDS = 130;

/** The delayed message for a publication that is due before the scheduled worker runs again. */
export function dueSoonWrites(
  ctx: Context,
  { status, scheduled_at, store_id, id }: StoredPublication,
): Write[] {
  const wait = (scheduled_at ?? 0) - ctx.now();
  if (status !== "scheduled" || wait > LOOK_AHEAD_SECONDS) return [];
  return [enqueue(ctx, PublishStep, { store_id, publication_id: id }, wait + 1)];
}

/** Starts a scheduled publication that is due, only once if several messages come. */
export async function startDuePublication(
  ctx: Context,
  key: { store_id: string; id: string },
): Promise<boolean> {
  const before = await publications.find(key);
  if (before?.status !== "scheduled") return false;
  const account = await accounts.find({ store_id: key.store_id, id: before.social_account_id });
  const outcome = publicationLife.transition(
    { publication: before, account },
    { type: "became due", now: ctx.now() },
  );
  await transact(ctx, transitionWrites(ctx, before, outcome).writes);
  return outcome.record.status !== before.status;
}
