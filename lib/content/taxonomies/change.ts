import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { withIds } from "#lib/content/blocks/field-ids.ts";
import { pathToRoot } from "./ancestors.ts";
import { TAXONOMY } from "./errors.ts";
import { taxonomyKind } from "./kind.ts";
import { RemoveTaxonomyChildren } from "./messages.ts";
import { type CreateTaxonomy, Taxonomy, type UpdateTaxonomy } from "./schema.ts";
import { findTaxonomy } from "./service.ts";
import { runningDeletions, taxonomies } from "./table.ts";

export async function createTaxonomy(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateTaxonomy>,
): Promise<Taxonomy> {
  const now = ctx.now();
  const taxonomy = newRecord(Taxonomy, { parent_id: null, status: "active" }, input, {
    id: newId("tax", ctx.clock()),
    store_id: storeId,
    schema: withIds(input.schema ?? [], [], ctx.clock()),
    created_at: now,
    updated_at: now,
  });
  const { parent_id } = taxonomy;
  checkSize(taxonomy);
  // All ancestors are checked, not only the parent: a child created while an ancestor is deleted would outlive it.
  const line = parent_id ? await pathToRoot(storeId, parent_id) : [];
  return transact(
    ctx,
    [
      ...taxonomyKind.creation(taxonomy),
      ...line.map(({ id }) => existenceCheck(storeId, id, parent_id ?? "")),
      announce(ctx, "taxonomy.created", taxonomies, taxonomy),
    ],
    taxonomy,
  );
}

/** Changes the given fields; a new parent moves the taxonomy with everything below it. */
export async function updateTaxonomy(
  ctx: Context,
  storeId: string,
  segment: string,
  input: z.output<typeof UpdateTaxonomy>,
): Promise<Taxonomy> {
  const before = await getStored(storeId, segment);
  const after = changedRecord(Taxonomy, before, input, {
    schema: input.schema && withIds(input.schema, before.schema, ctx.clock()),
    updated_at: ctx.now(),
  });
  checkSize(after);
  const moves = after.parent_id !== null && after.parent_id !== before.parent_id;
  const line = moves ? await pathToRoot(storeId, after.parent_id ?? "", before.id) : [];
  const { record, writes } = taxonomyKind.replacement(ctx, "taxonomy.updated", before, after);
  return transact(
    ctx,
    [
      ...writes,
      // Two concurrent moves could make a cycle, so no ancestor may have changed.
      ...line.map((ancestor) => taxonomies.check(ancestor)),
    ],
    record,
  );
}

/** Deletes a taxonomy. Its descendants are hidden at once, and deleted in the background with all references to it. */
export async function deleteTaxonomy(ctx: Context, storeId: string, segment: string): Promise<void> {
  const taxonomy = await getStored(storeId, segment);
  const work = { store_id: storeId, taxonomy_id: taxonomy.id };
  await transact(ctx, [
    ...removal(ctx, taxonomy),
    runningDeletions.put(work),
    enqueue(ctx, RemoveTaxonomyChildren, work),
  ]);
}

/** The writes that delete one taxonomy and announce it. */
export function removal(ctx: Context, taxonomy: Stored<Taxonomy>): Write[] {
  return [...taxonomyKind.removal(taxonomy), announce(ctx, "taxonomy.deleted", taxonomies, taxonomy)];
}

async function getStored(storeId: string, segment: string): Promise<Stored<Taxonomy>> {
  const taxonomy = await findTaxonomy(storeId, segment);
  if (!taxonomy) throw GENERAL.NOT_FOUND();
  return taxonomy;
}

function existenceCheck(store_id: string, id: string, parent: string): Write {
  return taxonomies.checkExists({ store_id, id }, TAXONOMY.PARENT_NOT_FOUND({ parent }));
}
