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

type Outcome = ReturnType<typeof publicationLife.transition>;

/** The writes of a step of a publication, and the record as it is then. */
export function transitionWrites(
  ctx: Context,
  before: Stored<StoredPublication>,
  { record: after, tells, begins, stops }: Outcome,
  attempt?: Stored<Attempt>,
): { record: StoredPublication; writes: Write[] } {
  const { record, writes } = announceChange(ctx, tells ?? [], publications, before, after);
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

/** The writes that make an attempt and have a worker begin it. */
export function attemptWrites(ctx: Context, attempt: Attempt): Write[] {
  const { store_id, id } = attempt;
  return [attempts.create(attempt), enqueue(ctx, PublishStep, { store_id, attempt_id: id })];
}

/** Seconds before its moment at which a publication is called for the first time: two ticks, should one be lost. */
export const FIRST_CALL_AHEAD = 130;

/** The call of a publication whose moment may come before the next tick does. */
export function dueSoonWrites(
  ctx: Context,
  { status, scheduled_at, store_id, id }: StoredPublication,
): Write[] {
  const wait = (scheduled_at ?? 0) - ctx.now();
  if (status !== "scheduled" || wait > FIRST_CALL_AHEAD) return [];
  return [enqueue(ctx, PublishStep, { store_id, publication_id: id }, wait + 1)];
}

/** Begins a scheduled publication whose moment has come; once, however many ticks find it. */
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
