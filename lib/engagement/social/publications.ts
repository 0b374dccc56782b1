import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, enqueue } from "#core/events.ts";
import { changedRecord } from "#core/records/record.ts";
import { attemptId } from "./attempt-record.ts";
import { newPublication } from "./draft.ts";
import { PUBLICATION } from "./errors.ts";
import { existingPublication } from "./find.ts";
import { creationOutcome, publicationLife } from "./lifecycle.ts";
import { RemoveSocialRecords } from "./messages.ts";
import {
  type CreatePublication,
  type Publication,
  type PublicationResult,
  type PublicationValidation,
  type PublishNow,
  type SchedulePublication,
  StoredPublication,
  type UpdatePublication,
} from "./schema.ts";
import { attempts, publicationKeys, publications, recentContents } from "./table.ts";
import { attemptWrites, dueSoonWrites, transitionWrites } from "./transition-writes.ts";
import { accountFor, checkContent, checkedPostTime, contentError, contentHash } from "./validate.ts";
import { viewPublication } from "./view.ts";

/** Creates a publication: as a draft, scheduled, or posted at once. */
export async function createPublication(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreatePublication>,
): Promise<PublicationResult> {
  const account = await accountFor(storeId, input.social_account_id);
  const validation = await checkContent(ctx, account, input.content);
  const scheduled_at = isGiven(input.scheduled_at) ? checkedPostTime(input.scheduled_at, ctx.now()) : null;
  const willBePosted = input.publish === true || scheduled_at !== null;
  if (willBePosted && !validation.valid) throw contentError(validation);
  const { record, begins } = creationOutcome(newPublication(ctx, account, input), {
    moment: scheduled_at,
    publish: input.publish === true,
    now: ctx.now(),
  });
  const answer = resultOf(record, validation, begins !== undefined);
  return transact(
    ctx,
    [
      publications.create(record),
      ...keyWrites(record),
      recentContents.put(contentRecord(ctx, record)),
      announce(ctx, "publication.created", publications, record),
      ...(begins ? attemptWrites(ctx, begins) : dueSoonWrites(ctx, record)),
    ],
    answer,
  );
}

/** Changes a publication that is not being posted. A scheduled one must stay valid for its network. */
export async function updatePublication(
  ctx: Context,
  storeId: string,
  id: string,
  input: z.output<typeof UpdatePublication>,
): Promise<PublicationResult> {
  const before = await existingPublication(storeId, id);
  const edit = { type: "changed", moment: input.scheduled_at, now: ctx.now() } as const;
  const outcome = publicationLife.transition({ publication: before }, edit);
  const account = await accountFor(storeId, input.social_account_id ?? before.social_account_id);
  const validation = await checkContent(ctx, account, input.content ?? before.content, id);
  if (isGiven(input.scheduled_at)) checkedPostTime(input.scheduled_at, ctx.now());
  if (outcome.record.status === "scheduled" && !validation.valid) throw contentError(validation);
  const { id: social_account_id, provider_type } = account;
  const after = changedRecord(StoredPublication, outcome.record, input, { social_account_id, provider_type });
  const { record, writes } = transitionWrites(ctx, before, { ...outcome, record: after });
  const beside =
    record === before ? [] : [...keyWrites(after, before), recentContents.put(contentRecord(ctx, after))];
  return transact(ctx, [...writes, ...beside], resultOf(record, validation, false));
}

/** Schedules a publication. A time at most five minutes in the past posts it at once. */
export async function schedulePublication(
  ctx: Context,
  storeId: string,
  id: string,
  { scheduled_at: moment, confirm_not_posted }: z.output<typeof SchedulePublication>,
): Promise<PublicationResult> {
  const before = await existingPublication(storeId, id);
  const now = ctx.now();
  const request = { moment, isNotPosted: confirm_not_posted === true, now };
  const outcome = publicationLife.transition(
    { publication: before },
    { type: moment <= now ? "publishing requested" : "scheduled", ...request },
  );
  checkedPostTime(moment, now);
  return saveTransition(ctx, before, outcome);
}

export async function publishPublication(
  ctx: Context,
  storeId: string,
  id: string,
  { confirm_not_posted }: z.output<typeof PublishNow>,
): Promise<PublicationResult> {
  const before = await existingPublication(storeId, id);
  const request = {
    type: "publishing requested",
    isNotPosted: confirm_not_posted === true,
    now: ctx.now(),
  } as const;
  return saveTransition(ctx, before, publicationLife.transition({ publication: before }, request));
}

/** Cancels a publication that is not posted; a running attempt only before its irreversible call. */
export async function cancelPublication(ctx: Context, storeId: string, id: string): Promise<Publication> {
  const before = await existingPublication(storeId, id);
  const attempt =
    before.status === "publishing"
      ? await attempts.find({ store_id: storeId, id: attemptId(id, before.attempt_count) })
      : undefined;
  const outcome = publicationLife.transition(
    { publication: before, attempt },
    { type: "cancelled", now: ctx.now() },
  );
  const { record, writes } = transitionWrites(ctx, before, outcome, attempt);
  return transact(ctx, writes, viewPublication(record));
}

/** Deletes the record; the post stays on the network. */
export async function deletePublication(ctx: Context, storeId: string, id: string): Promise<void> {
  const before = await existingPublication(storeId, id);
  publicationLife.transition({ publication: before }, { type: "deleted", now: ctx.now() });
  await transact(ctx, [
    publications.remove(before),
    publicationKeys.removeKey({ store_id: storeId, key: before.key }),
    announce(ctx, "publication.deleted", publications, before),
    enqueue(ctx, RemoveSocialRecords, { kind: "publication", store_id: storeId, publication_id: id }),
  ]);
}

/** Stores a transition that leads to posting, if the network would accept the content. */
async function saveTransition(
  ctx: Context,
  before: Stored<StoredPublication>,
  outcome: ReturnType<typeof publicationLife.transition>,
): Promise<PublicationResult> {
  const validation = await requireValid(ctx, before);
  const { record, writes } = transitionWrites(ctx, before, outcome);
  const begins = outcome.begins !== undefined;
  const contentWrites = begins ? [recentContents.put(contentRecord(ctx, record))] : [];
  return transact(ctx, [...writes, ...contentWrites], resultOf(record, validation, begins));
}

async function requireValid(ctx: Context, before: StoredPublication): Promise<PublicationValidation> {
  const account = await accountFor(before.store_id, before.social_account_id);
  const validation = await checkContent(ctx, account, before.content, before.id);
  if (!validation.valid) throw contentError(validation);
  return validation;
}

function keyWrites({ store_id, key, id }: StoredPublication, before?: StoredPublication): Write[] {
  if (before?.key === key) return [];
  const taken = publicationKeys.create({ store_id, key, publication_id: id }, PUBLICATION.KEY_TAKEN({ key }));
  return before ? [taken, publicationKeys.removeKey({ store_id, key: before.key })] : [taken];
}

function contentRecord(ctx: Context, { store_id, social_account_id, content, id }: StoredPublication) {
  return {
    store_id,
    social_account_id,
    content_hash: contentHash(content),
    publication_id: id,
    at: ctx.now(),
  };
}

function resultOf(
  publication: StoredPublication,
  validation: PublicationValidation,
  publish_requested: boolean,
): PublicationResult {
  return { publication: viewPublication(publication), validation, publish_requested };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
