import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField, validationFailed } from "#core/errors.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { missingReferenceErrors, newReferences } from "#lib/content/blocks/references.ts";
import { findMedia } from "#lib/content/media/service.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { checkBlocks, type Reference } from "./blocks.ts";
import {
  type CreateBusinessEntry,
  collectionOf,
  collectionOwner,
  Entry,
  type EntryBlockInput,
  type UpdateBusinessEntry,
} from "./entry-schema.ts";
import { CONTENT } from "./errors.ts";
import { findCollection, findEntries, findEntry } from "./service.ts";
import { statusesAfter } from "./status.ts";
import { collections, entries } from "./table.ts";

/** Whether an entry's owner exists. Callers pass it in, because content must not import the owners' domains. */
type OwnerExists = (businessId: string, owner: string) => Promise<boolean>;

export async function createEntry(
  ctx: Context,
  businessId: string,
  { collectionId: named, status, ...input }: z.output<typeof CreateBusinessEntry>,
  ownerExists: OwnerExists,
): Promise<Entry> {
  const requestedOwner = ownerOf(named, input.owner);
  await checkOwner(businessId, requestedOwner, ownerExists);
  const { owner, blocks, collectionId } = await checkedBlocks(businessId, requestedOwner ?? "", input.blocks);
  const now = ctx.now();
  const entry = newRecord(Entry, {}, input, {
    id: newId("lent", ctx.clock()),
    businessId,
    owner,
    locale: input.locale ?? (await languageOfTenant(businessId)),
    blocks,
    statuses: statusesAfter(ctx, [], { status, statuses: input.statuses }),
    createdAt: now,
    updatedAt: now,
  });
  checkSize(entry);
  return transact(
    ctx,
    [
      entries.create(entry),
      collectionId && collections.checkExists({ businessId, id: collectionId }, CONTENT.NOT_FOUND()),
      announce(ctx, "entry.created", entries, entry),
    ].filter((write) => typeof write === "object"),
    entry,
  );
}

/** Changes the given fields. Checks the blocks again if they or the owner change. */
export async function updateEntry(
  ctx: Context,
  businessId: string,
  id: string,
  { collectionId, status, ...input }: z.output<typeof UpdateBusinessEntry>,
  ownerExists: OwnerExists,
): Promise<Entry> {
  const before = await existingEntry(businessId, id);
  const named = ownerOf(collectionId, input.owner) ?? before.owner;
  if (named !== before.owner) await checkOwner(businessId, named, ownerExists);
  const rechecked =
    input.blocks || named !== before.owner
      ? await checkedBlocks(businessId, named, input.blocks ?? before.blocks, before.blocks)
      : undefined;
  const owner = rechecked?.owner ?? before.owner;
  const after = changedRecord(Entry, before, input, {
    owner,
    blocks: rechecked?.blocks,
    statuses: statusesAfter(ctx, before.statuses, { status, statuses: input.statuses }),
    updatedAt: ctx.now(),
  });
  checkSize(after);
  const moved = owner !== before.owner && rechecked?.collectionId;
  const { record, writes } = announceChange(ctx, "entry.updated", entries, before, after);
  const stays = moved ? collections.checkExists({ businessId, id: moved }, CONTENT.NOT_FOUND()) : undefined;
  return transact(ctx, [...writes, stays], record);
}

export async function deleteEntry(ctx: Context, businessId: string, id: string): Promise<void> {
  await transact(ctx, removal(ctx, await existingEntry(businessId, id)));
}

/** The writes that delete an entry and announce it. */
export function removal(ctx: Context, entry: Stored<Entry>): Write[] {
  return [entries.remove(entry), announce(ctx, "entry.deleted", entries, entry)];
}

async function checkOwner(
  businessId: string,
  owner: string | undefined,
  ownerExists: OwnerExists,
): Promise<void> {
  if (!owner || (await ownerExists(businessId, owner))) return;
  throw invalidField("owner", `names an order that is not there: ${owner}`);
}

async function existingEntry(businessId: string, id: string): Promise<Stored<Entry>> {
  const entry = await findEntry(businessId, id);
  if (!entry) throw GENERAL.NOT_FOUND();
  return entry;
}

function ownerOf(collectionId: string | null | undefined, owner: string | undefined): string | undefined {
  return collectionId ? collectionOwner(collectionOf(collectionId) ?? collectionId) : owner;
}

async function checkedBlocks(
  businessId: string,
  named: string,
  blocks: EntryBlockInput[],
  stored: Entry["blocks"] = [],
) {
  const segment = collectionOf(named);
  const collection = segment ? await findCollection(businessId, segment) : undefined;
  if (segment && !collection) throw CONTENT.NOT_FOUND();
  const owner = collection ? collectionOwner(collection.id) : named;
  const result = checkBlocks(blocks, collection?.blocks);
  const missingErrors = await missingReferences(businessId, newReferences(result.references, stored));
  const errors = [...result.errors, ...missingErrors];
  if (errors.length > 0) throw validationFailed(errors);
  return { owner, blocks: result.blocks, collectionId: collection?.id };
}

async function missingReferences(businessId: string, references: Reference[]) {
  const idsOf = (wanted: Reference["kind"]) => [
    ...new Set(references.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ];
  const [media, found] = await sideBySide([
    findMedia(businessId, idsOf("media")),
    findEntries(businessId, idsOf("entry")),
  ]);
  const known = { media: new Set(media.map(({ id }) => id)), entry: new Set(found.map(({ id }) => id)) };
  return missingReferenceErrors(references, ({ kind, id }) => known[kind].has(id));
}
