import assert from "node:assert/strict";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { newId } from "#core/id.ts";
import { keyText } from "#core/records/names.ts";
import { unfileNodes } from "#lib/content/nodes/cascade.ts";
import type { Node } from "#lib/content/nodes/schema.ts";
import { nodes } from "#lib/content/nodes/table.ts";
import { removeChildren } from "#lib/content/taxonomies/cascade.ts";
import { createTaxonomy, deleteTaxonomy } from "#lib/content/taxonomies/change.ts";
import type { Taxonomy } from "#lib/content/taxonomies/schema.ts";
import { listTaxonomies } from "#lib/content/taxonomies/service.ts";
import { taxonomies, taxonomyNames } from "#lib/content/taxonomies/table.ts";
import type { Random } from "#test/support/random.ts";
import { bulkWrite, interceptCalls } from "#test/support/table.ts";
import { testContext, testEvent } from "#test/support/world.ts";

class KilledError extends Error {}

type CascadeSizes = { children: number; references: number };

/**
 * Deletes a taxonomy five levels deep while its workers are killed again and again after a random number of calls. After
 * the first answer no descendant is visible any more, and in the end none is stored.
 *
 * @returns how often a worker was killed
 */
export async function deleteUnderKills(
  random: Random,
  { children, references }: CascadeSizes,
): Promise<number> {
  const ctx = testContext();
  const storeId = newId("store");
  const root = await createTaxonomy(ctx, storeId, { key: "root" });
  const other = await createTaxonomy(ctx, storeId, { key: "other" });
  const below = await createChildren(random, root, children);
  const doomed = [root, ...below];
  await createReferences(random, storeId, doomed, other, references);
  await deleteTaxonomy(ctx, storeId, root.id);
  assert.deepEqual(await visibleIds(storeId), [other.id]);
  const work = { store_id: storeId, taxonomy_id: root.id };
  const kills =
    (await retryUntilDone(random, () => removeChildren(ctx, work))) +
    (await unlinkAll(random, storeId, doomed));
  assert.deepEqual(await idsIn(taxonomies.partition({ store_id: storeId })), [other.id]);
  assert.deepEqual(await idsIn(taxonomyNames.partition({ tenant_id: storeId })), [keyText("other")]);
  const terms = (
    await Promise.all(nodes.partitions({ store_id: storeId }).flatMap(nodes.termPartitions).map(idsIn))
  ).flat();
  assert.ok(terms.every((term) => !term.startsWith("=taxonomy:") || term.includes(other.id)));
  return kills;
}

async function visibleIds(storeId: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTaxonomies(testContext(), storeId, { limit: 100, cursor });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
  } while (cursor);
  return found;
}

async function unlinkAll(random: Random, storeId: string, doomed: Taxonomy[]): Promise<number> {
  const ctx = testContext();
  let kills = 0;
  for (const { id } of doomed) {
    const event = testEvent({ tenant_id: storeId, type: "taxonomy.deleted", record_id: id, sequence: 2 });
    kills += await retryUntilDone(random, () => unfileNodes(ctx, event));
  }
  return kills;
}

async function retryUntilDone(random: Random, run: () => Promise<void>): Promise<number> {
  for (let kills = 0; ; kills++) {
    // Each run may make more calls than the one before, so that the work ends.
    let left = 1 + random.int(20) + kills * 5;
    try {
      await interceptCalls(
        async (_command, next) => {
          if (left-- <= 0) throw new KilledError("killed");
          return next();
        },
        () => withRetries(run),
      );
      return kills;
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
  }
}

async function createChildren(random: Random, root: Taxonomy, count: number): Promise<Taxonomy[]> {
  const made: { taxonomy: Taxonomy; level: number }[] = [{ taxonomy: root, level: 1 }];
  for (let index = 0; index < count; index++) {
    const parent = random.pick(made.filter(({ level }) => level < 5));
    const id = newId("tax");
    const taxonomy: Taxonomy = {
      ...parent.taxonomy,
      id,
      key: `t-${index}`,
      parent_id: parent.taxonomy.id,
      status: random.chance(0.1) ? "archived" : "active",
    };
    made.push({ taxonomy, level: parent.level + 1 });
  }
  const below = made.slice(1).map(({ taxonomy }) => taxonomy);
  await bulkWrite(
    below.flatMap((taxonomy) => [
      taxonomies.create(taxonomy),
      taxonomyNames.put({ tenant_id: taxonomy.store_id, text: keyText(taxonomy.key), id: taxonomy.id }),
    ]),
  );
  return below;
}

async function createReferences(
  random: Random,
  storeId: string,
  doomed: Taxonomy[],
  other: Taxonomy,
  count: number,
): Promise<void> {
  const filed = Array.from({ length: count }, (_, index): Node => {
    const under = [...new Set([random.pick(doomed).id, random.pick(doomed).id, other.id])];
    return {
      id: newId("node"),
      key: `n-${index}`,
      store_id: storeId,
      parent_id: null,
      type: "page",
      slug: {},
      blocks: [],
      taxonomies: under.map((taxonomy_id) => ({ taxonomy_id, fields: [] })),
      status: "ACTIVE",
      created_at: 1,
      updated_at: 1,
    };
  });
  await bulkWrite(filed.map((node) => nodes.create(node)));
}

async function idsIn(partition: string): Promise<string[]> {
  const found: string[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { after, consistent: true });
    found.push(...page.items.map(({ sk }) => String(sk)));
    after = page.after;
  } while (after);
  return found;
}
