import assert from "node:assert/strict";
import * as fc from "fast-check";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { ok } from "#test/support/client.ts";
import type { TestStore } from "#test/support/world.ts";
import {
  anyBlock,
  anyBusinessBlock,
  anyField,
  anyTaxonomyField,
  type TypedValue,
} from "./content-generators.ts";

let keyCount = 0;
const newKey = () => `v${keyCount++}`;

export type RunOptions = { store: TestStore; runs: number; seed: number };

/** Create, read, update and list return the values sent for fields of every type. */
export function entriesKeepValues({
  store: { id: storeId, owner: as },
  ...options
}: RunOptions): Promise<void> {
  const params = { storeId };
  return checkProperty(fc.array(anyField, { minLength: 1, maxLength: 8 }), options, async (fields) => {
    const schema = fields.map(({ type, settings }, index) => ({
      key: `f${index}`,
      type,
      properties: settings,
    }));
    const body = { key: newKey(), fields: schema };
    const { id: collection_id } = await ok(collections.createCollection, { params, as, body });
    const sent = fields.map(({ value }, index) => ({ key: `f${index}`, value }));
    const valuesOf = (entry: { fields: { key: string; value: unknown }[] }) =>
      entry.fields.map(({ key, value }) => ({ key, value }));
    const made = await ok(entries.createEntry, {
      params,
      as,
      body: { collection_id, key: newKey(), fields: sent },
    });
    const at = { params: { storeId, entryId: made.id }, as };
    assertSame(valuesOf(made), sent);
    assertSame(await ok(entries.getEntry, at), made);
    const changed = await ok(entries.updateEntry, { ...at, body: { fields: sent.toReversed() } });
    assertSame(valuesOf(changed), sent.toReversed());
    assertSame((await ok(entries.listEntries, { params, as, query: { collection_id } })).items, [changed]);
  });
}

/** Create, read, update and list return the blocks sent for a node, nested ones and properties included. */
export function nodesKeepBlocks({ store, ...options }: RunOptions): Promise<void> {
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  return checkProperty(fc.array(anyBlock, { minLength: 1, maxLength: 5 }), options, async (blocks) => {
    const sent = withIds(blocks);
    const made = await ok(nodes.createNode, { params, as, body: { key: newKey(), blocks: sent } });
    const at = { params: { storeId, nodeId: made.id }, as };
    assertSame(made.blocks, sent);
    assertSame(await ok(nodes.getNode, at), made);
    const changed = await ok(nodes.updateNode, { ...at, body: { blocks: sent.toReversed() } });
    assertSame(changed.blocks, sent.toReversed());
    assertSame((await ok(nodes.listNodes, { params, as, query: { ids: made.id } })).items, [changed]);
    assertSame((await ok(nodes.listNodes, { params, as, query: { limit: 1, query: made.key } })).items, [
      changed,
    ]);
  });
}

/** Create, read, update and list return the blocks sent for an entry of a business collection. */
export function businessEntriesKeepBlocks({ store, ...options }: RunOptions): Promise<void> {
  const { id: businessId, owner: as } = store;
  const params = { businessId };
  return checkProperty(
    fc.array(anyBusinessBlock, { minLength: 1, maxLength: 8 }),
    options,
    async (blocks) => {
      const definitions = blocks.map(({ type, settings }, index) => ({ id: `b${index}`, type, settings }));
      const { id: collectionId } = await ok(businessCollections.createBusinessCollection, {
        params,
        as,
        body: { name: newKey(), blocks: definitions },
      });
      const sent = blocks.map(({ type, value }, index) => ({ id: `b${index}`, type, value }));
      const made = await ok(businessEntries.createBusinessEntry, {
        params,
        as,
        body: { collectionId, blocks: sent },
      });
      const at = { params: { businessId, entryId: made.id }, as };
      assertSame(made.blocks, storedBlocks(sent));
      assertSame(await ok(businessEntries.getBusinessEntry, at), made);
      const changed = await ok(businessEntries.updateBusinessEntry, {
        ...at,
        body: { blocks: sent.toReversed() },
      });
      assertSame(changed.blocks, storedBlocks(sent.toReversed()));
      assertSame(
        (await ok(businessEntries.listBusinessEntries, { params, as, query: { collectionId } })).items,
        [changed],
      );
    },
  );
}

/** A node keeps its taxonomy fields of every type, and each value finds the node by a filter. */
export function nodesKeepTaxonomies({ store, ...options }: RunOptions): Promise<void> {
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  return checkProperty(
    fc.array(anyTaxonomyField, { minLength: 1, maxLength: 6 }),
    options,
    async (fields) => {
      const schema = fields.map(({ type, settings }, index) => ({ key: `f${index}`, type, ...settings }));
      const taxonomy = await ok(taxonomies.createTaxonomy, { params, as, body: { key: newKey(), schema } });
      assertSame(
        taxonomy.schema.map(({ id: _, ...field }) => field),
        schema,
      );
      const sent = fields.map(({ type, value }, index) => ({ type, key: `f${index}`, value }));
      const file = (some: typeof sent) => ({ taxonomies: [{ taxonomy_id: taxonomy.id, fields: some }] });
      const made = await ok(nodes.createNode, { params, as, body: { key: newKey(), ...file(sent) } });
      const valuesOf = (node: typeof made) => node.taxonomies[0]?.fields.map(({ id: _, ...field }) => field);
      const at = { params: { storeId, nodeId: made.id }, as };
      assertSame(valuesOf(made), sent);
      assertSame(await ok(nodes.getNode, at), made);
      const changed = await ok(nodes.updateNode, { ...at, body: file(sent.toReversed()) });
      assertSame(valuesOf(changed), sent.toReversed());
      const scalars = sent
        .filter(({ type }) => type !== "geo_location")
        .map(({ key, value }) => ({ key, value }));
      const filter = JSON.stringify([{ taxonomy_id: taxonomy.id, fields: scalars }]);
      assertSame((await ok(nodes.listNodes, { params, query: { taxonomies: filter } })).items, [changed]);
    },
  );
}

/** Blocks sent without key and properties, as they are stored. */
function storedBlocks(blocks: { id: string }[]) {
  return blocks.map((block) => ({ ...block, key: block.id, properties: {} }));
}

function checkProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  { runs, seed }: Omit<RunOptions, "store">,
  check: (value: T) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: runs, seed });
}

// Generated objects may have no prototype; JSON removes that difference.
function assertSame(found: unknown, sent: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(sent)));
}

function withIds(blocks: TypedValue[], prefix = "b") {
  return blocks.map(({ type, settings, value }, index) => {
    const id = `${prefix}-${index}`;
    const values: unknown[] = type === "BLOCK" ? withIds(value as TypedValue[], id) : (value as unknown[]);
    return { id, key: `k${index}`, type, properties: settings as Record<string, never>, value: values };
  });
}
