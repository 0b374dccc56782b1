import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, change, enqueue } from "#core/events.ts";
import { changedRecord } from "#core/records/record.ts";
import { viewPublication } from "./announce.ts";
import { beginning, cancelAttempt, soonCall } from "./begin.ts";
import { newPublication } from "./draft.ts";
import { PUBLICATION } from "./errors.ts";
import { existing } from "./find.ts";
import { RemoveSocialRecords } from "./messages.ts";
import {
  type CreatePublication,
  type Publication,
  type PublicationResult,
  type PublishNow,
  type SchedulePublication,
  StoredPublication,
  type UpdatePublication,
  type Validation,
} from "./schema.ts";
import { publicationKeys, publications, said } from "./table.ts";
import { checkConfirmed, checkTransition } from "./transitions.ts";
import { accountFor, contentHash, momentOf, refusal, validate } from "./validate.ts";

/** Keeps a publication: as a draft, for later, or to be posted at once. */
export async function createPublication(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreatePublication>,
): Promise<PublicationResult> {
  const account = await accountFor(storeId, input.social_account_id);
  const validation = await validate(ctx, account, input.content);
  const scheduled_at = given(input.scheduled_at) ? momentOf(input.scheduled_at, ctx.now()) : null;
  const wanted = input.publish === true || scheduled_at !== null;
  if (wanted && !validation.valid) throw refusal(validation);
  const draft = newPublication(ctx, account, input);
  const begins = input.publish === true || (scheduled_at !== null && scheduled_at <= ctx.now());
  const begun = begins ? beginning(ctx, { ...draft, scheduled_at }) : undefined;
  const publication = begun?.publication ?? {
    ...draft,
    scheduled_at,
    status: scheduled_at === null ? ("draft" as const) : ("scheduled" as const),
  };
  const answer = resultOf(publication, validation, begins);
  return transact(
    ctx,
    [
      publications.create(publication),
      ...keyWrites(publication),
      said.put(saying(ctx, publication)),
      announce(ctx, "publication.created", publications, publication),
      ...(begun?.writes ?? soonCall(ctx, publication)),
    ],
    answer,
  );
}

/** Changes what is not being posted. What is scheduled must stay what the network takes. */
export async function updatePublication(
  ctx: Context,
  storeId: string,
  id: string,
  input: z.output<typeof UpdatePublication>,
): Promise<PublicationResult> {
  const before = await existing(storeId, id);
  checkTransition(before, "edited");
  const account = await accountFor(storeId, input.social_account_id ?? before.social_account_id);
  const content = input.content ?? before.content;
  const validation = await validate(ctx, account, content, id);
  const at = input.scheduled_at;
  const moved = given(at) ? momentOf(at, ctx.now()) : at;
  const status = given(moved)
    ? "scheduled"
    : before.status === "scheduled" && moved !== null
      ? "scheduled"
      : moved === null && before.status === "scheduled"
        ? "draft"
        : before.status;
  if (status === "scheduled" && !validation.valid) throw refusal(validation);
  const after = changedRecord(StoredPublication, before, input, {
    social_account_id: account.id,
    provider_type: account.provider_type,
    status,
    scheduled_at: moved,
    updated_at: ctx.now(),
  });
  const { record, writes } = change(ctx, "publication.updated", publications, before, after);
  const beside = writes.length > 0 ? [...keyWrites(after, before), said.put(saying(ctx, after))] : [];
  const calls = after.scheduled_at === before.scheduled_at ? [] : soonCall(ctx, after);
  return transact(ctx, [...writes, ...beside, ...calls], resultOf(record, validation, false));
}

/** Has a publication posted at a moment; one that is over by now, at most five minutes, is at once. */
export async function schedulePublication(
  ctx: Context,
  storeId: string,
  id: string,
  { scheduled_at, confirm_not_posted }: z.output<typeof SchedulePublication>,
): Promise<PublicationResult> {
  const before = await existing(storeId, id);
  checkTransition(before, "scheduled");
  checkConfirmed(before, confirm_not_posted);
  const at = momentOf(scheduled_at, ctx.now());
  if (at <= ctx.now()) return begin(ctx, { ...before, scheduled_at: at }, before);
  const validation = await validated(ctx, before);
  const after: Stored<StoredPublication> = {
    ...before,
    status: "scheduled",
    scheduled_at: at,
    error_code: null,
    error_message: null,
    updated_at: ctx.now(),
  };
  const { record, writes } = change(ctx, "publication.updated", publications, before, after);
  return transact(ctx, [...writes, ...soonCall(ctx, after)], resultOf(record, validation, false));
}

/** Has a publication posted now. */
export async function publishPublication(
  ctx: Context,
  storeId: string,
  id: string,
  { confirm_not_posted }: z.output<typeof PublishNow>,
): Promise<PublicationResult> {
  const before = await existing(storeId, id);
  checkTransition(before, "published");
  checkConfirmed(before, confirm_not_posted);
  return begin(ctx, before, before);
}

/** Takes back what has not been posted: at once, or while everything so far can be undone. */
export async function cancelPublication(ctx: Context, storeId: string, id: string): Promise<Publication> {
  const before = await existing(storeId, id);
  checkTransition(before, "cancelled");
  if (before.status === "cancelled") return viewPublication(before);
  const stopped = before.status === "publishing" ? [await cancelAttempt(ctx, before)] : [];
  const after: Stored<StoredPublication> = { ...before, status: "cancelled", updated_at: ctx.now() };
  return transact(
    ctx,
    [...change(ctx, "publication.updated", publications, before, after).writes, ...stopped],
    viewPublication(after),
  );
}

/** Deletes the record; what is on the network stays there. */
export async function deletePublication(ctx: Context, storeId: string, id: string): Promise<void> {
  const before = await existing(storeId, id);
  checkTransition(before, "deleted");
  await transact(ctx, [
    publications.remove(before),
    publicationKeys.removeKey({ store_id: storeId, key: before.key }),
    announce(ctx, "publication.deleted", publications, before),
    enqueue(ctx, RemoveSocialRecords, { kind: "publication", store_id: storeId, publication_id: id }),
  ]);
}

async function begin(
  ctx: Context,
  asked: Stored<StoredPublication>,
  before: Stored<StoredPublication>,
): Promise<PublicationResult> {
  const validation = await validated(ctx, before);
  const { publication, writes } = beginning(ctx, asked);
  return transact(
    ctx,
    [
      ...change(ctx, "publication.updated", publications, before, publication).writes,
      said.put(saying(ctx, publication)),
      ...writes,
    ],
    resultOf(publication, validation, true),
  );
}

async function validated(ctx: Context, before: StoredPublication): Promise<Validation> {
  const account = await accountFor(before.store_id, before.social_account_id);
  const validation = await validate(ctx, account, before.content, before.id);
  if (!validation.valid) throw refusal(validation);
  return validation;
}

function keyWrites({ store_id, key, id }: StoredPublication, before?: StoredPublication): Write[] {
  if (before?.key === key) return [];
  const taken = publicationKeys.create({ store_id, key, publication_id: id }, PUBLICATION.KEY_TAKEN({ key }));
  return before ? [taken, publicationKeys.removeKey({ store_id, key: before.key })] : [taken];
}

function saying(ctx: Context, { store_id, social_account_id, content, id }: StoredPublication) {
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
  validation: Validation,
  publish_requested: boolean,
): PublicationResult {
  return { publication: viewPublication(publication), validation, publish_requested };
}

function given<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
