import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, announceChange, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { CONTENT } from "./errors.ts";
import { RemoveBusinessEntries } from "./messages.ts";
import {
  BusinessCollectionBlock,
  Collection,
  type CreateBusinessCollection,
  NewsletterPlan,
  type UpdateBusinessCollection,
} from "./schema.ts";
import { findCollection } from "./service.ts";
import { statusesAfter } from "./status.ts";
import { collectionSlugs, collections } from "./table.ts";

type CollectionInput = z.output<typeof UpdateBusinessCollection>;

export async function createCollection(
  ctx: Context,
  businessId: string,
  { status, ...input }: z.output<typeof CreateBusinessCollection>,
): Promise<Collection> {
  await checkMarkets(businessId, input.plans ?? []);
  const now = ctx.now();
  const id = newId("lcol", ctx.clock());
  const collection = newRecord(Collection, { description: "", type: "CONTENT" }, input, {
    tracking: trackingAfter({ opens: true, clicks: false }, input.tracking),
    id,
    businessId,
    slug: input.slug ?? (await generateSlug(businessId, input.name, id)),
    blocks: blocksOf(ctx, input.blocks ?? []),
    statuses: statusesAfter(ctx, [], { status, statuses: input.statuses }),
    plans: plansOf(ctx, input.plans ?? []),
    createdAt: now,
    updatedAt: now,
  });
  checkSize(collection);
  return transact(
    ctx,
    [
      collections.create(collection),
      // If a generated slug was taken meanwhile, the whole request runs again and generates another.
      input.slug === undefined
        ? collectionSlugs.create({ businessId, slug: collection.slug, collectionId: id })
        : slugClaim(collection),
      announce(ctx, "collection.created", collections, collection),
    ],
    collection,
  );
}

/** Changes the given fields; blocks and plans keep their ids. */
export async function updateCollection(
  ctx: Context,
  businessId: string,
  segment: string,
  { status, ...input }: CollectionInput,
): Promise<Collection> {
  const before = await existingCollection(businessId, segment);
  const after = changedRecord(Collection, before, input, {
    tracking: trackingAfter(before.tracking, input.tracking),
    blocks: input.blocks && blocksOf(ctx, input.blocks),
    statuses: statusesAfter(ctx, before.statuses, { status, statuses: input.statuses }),
    plans: input.plans && plansOf(ctx, input.plans),
    updatedAt: ctx.now(),
  });
  checkSize(after);
  const moved = after.slug !== before.slug && [
    slugClaim(after),
    collectionSlugs.removeKey({ businessId, slug: before.slug }),
  ];
  const { record, writes } = announceChange(ctx, "collection.updated", collections, before, after);
  return transact(ctx, [...writes, ...(moved || [])], record);
}

/** Deletes a collection. Its entries are hidden at once and deleted in the background. */
export async function deleteCollection(ctx: Context, businessId: string, segment: string): Promise<void> {
  const collection = await existingCollection(businessId, segment);
  await transact(ctx, [
    collections.remove(collection),
    collectionSlugs.removeKey({ businessId, slug: collection.slug }),
    announce(ctx, "collection.deleted", collections, collection),
    enqueue(ctx, RemoveBusinessEntries, { business_id: businessId, collection_id: collection.id }),
  ]);
}

async function existingCollection(businessId: string, segment: string): Promise<Stored<Collection>> {
  const collection = await findCollection(businessId, segment);
  if (!collection) throw CONTENT.NOT_FOUND();
  return collection;
}

// Without a market in its currency, nobody could pay for a plan.
async function checkMarkets(businessId: string, plans: NonNullable<CollectionInput["plans"]>): Promise<void> {
  const paid = plans.filter(({ price }) => price.amount > 0);
  if (paid.length === 0) return;
  const [tenant] = await readTogether([tenantRead(businessId)]);
  const currencies = new Set((tenant?.configs.markets ?? []).map(({ currency }) => currency));
  const odd = paid.find(({ price }) => !currencies.has(price.currency));
  if (!odd) return;
  const why = `no market of the business has ${odd.price.currency}, the currency of the plan ${odd.name}`;
  throw CONTENT.FAILED_CREATE({ why });
}

function slugClaim({ businessId, slug, id }: Collection): Write {
  return collectionSlugs.create({ businessId, slug, collectionId: id }, CONTENT.SLUG_TAKEN({ slug }));
}

async function generateSlug(businessId: string, name: string, id: string): Promise<string> {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  const slug = [...(words?.join("-") ?? "collection")].slice(0, 100).join("").replace(/-$/, "");
  return (await collectionSlugs.find({ businessId, slug })) ? `${slug}-${id.slice(-6)}` : slug;
}

function blocksOf(ctx: Context, blocks: NonNullable<CollectionInput["blocks"]>): BusinessCollectionBlock[] {
  return blocks.map((block) => {
    const id = block.id ?? newId("block", ctx.clock());
    return newRecord(BusinessCollectionBlock, { key: id }, block, { id });
  });
}

function trackingAfter(
  before: Collection["tracking"],
  sent: CollectionInput["tracking"],
): Collection["tracking"] {
  return { opens: sent?.opens ?? before.opens, clicks: sent?.clicks ?? before.clicks };
}

function plansOf(ctx: Context, plans: NonNullable<CollectionInput["plans"]>): NewsletterPlan[] {
  return plans.map((plan) => newRecord(NewsletterPlan, { id: newId("plan", ctx.clock()) }, plan, {}));
}
