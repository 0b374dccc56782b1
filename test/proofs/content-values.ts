import assert from "node:assert/strict";
import * as fc from "fast-check";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { ok } from "#test/support/client.ts";
import type { TestStore } from "#test/support/world.ts";
import { aBlock, aBusinessBlock, aField, aTaxonomyField, type Made } from "./content-generators.ts";

let count = 0;
const newKey = () => `v${count++}`;

export type Runs = { store: TestStore; runs: number; seed: number };

/** Create, read, update and list return the values sent for fields of every type. */
export function entriesKeepValues({ store: { id: storeId, owner: as }, ...options }: Runs): Promise<void> {
  const params = { storeId };
  return holds(fc.array(aField, { minLength: 1, maxLength: 8 }), options, async (fields) => {
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
    same(valuesOf(made), sent);
    same(await ok(entries.getEntry, at), made);
    const changed = await ok(entries.updateEntry, { ...at, body: { fields: sent.toReversed() } });
    same(valuesOf(changed), sent.toReversed());
    same((await ok(entries.listEntries, { params, as, query: { collection_id } })).items, [changed]);
  });
}

/** Create, read, update and list return the blocks sent for a node, nested ones and properties included. */
export function nodesKeepBlocks({ store, ...options }: Runs): Promise<void> {
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  return holds(fc.array(aBlock, { minLength: 1, maxLength: 5 }), options, async (blocks) => {
    const sent = withIds(blocks);
    const made = await ok(nodes.createNode, { params, as, body: { key: newKey(), blocks: sent } });
    const at = { params: { storeId, nodeId: made.id }, as };
    same(made.blocks, sent);
    same(await ok(nodes.getNode, at), made);
    const changed = await ok(nodes.updateNode, { ...at, body: { blocks: sent.toReversed() } });
    same(changed.blocks, sent.toReversed());
    same((await ok(nodes.listNodes, { params, as, query: { ids: made.id } })).items, [changed]);
    same((await ok(nodes.listNodes, { params, as, query: { limit: 1, query: made.key } })).items, [changed]);
  });
}

/** Create, read, update and list return the blocks sent for an entry of a business collection. */
export function businessEntriesKeepBlocks({ store, ...options }: Runs): Promise<void> {
  const { id: businessId, owner: as } = store;
  const params = { businessId };
  return holds(fc.array(aBusinessBlock, { minLength: 1, maxLength: 8 }), options, async (blocks) => {
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
    same(made.blocks, named(sent));
    same(await ok(businessEntries.getBusinessEntry, at), made);
    const changed = await ok(businessEntries.updateBusinessEntry, {
      ...at,
      body: { blocks: sent.toReversed() },
    });
    same(changed.blocks, named(sent.toReversed()));
    same((await ok(businessEntries.listBusinessEntries, { params, as, query: { collectionId } })).items, [
      changed,
    ]);
  });
}

/** A node keeps its taxonomy fields of every type, and each value finds the node by a filter. */
export function nodesKeepFiling({ store, ...options }: Runs): Promise<void> {
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  return holds(fc.array(aTaxonomyField, { minLength: 1, maxLength: 6 }), options, async (fields) => {
    const schema = fields.map(({ type, settings }, index) => ({ key: `f${index}`, type, ...settings }));
    const taxonomy = await ok(taxonomies.createTaxonomy, { params, as, body: { key: newKey(), schema } });
    same(
      taxonomy.schema.map(({ id: _, ...field }) => field),
      schema,
    );
    const sent = fields.map(({ type, value }, index) => ({ type, key: `f${index}`, value }));
    const file = (some: typeof sent) => ({ taxonomies: [{ taxonomy_id: taxonomy.id, fields: some }] });
    const made = await ok(nodes.createNode, { params, as, body: { key: newKey(), ...file(sent) } });
    const valuesOf = (node: typeof made) => node.taxonomies[0]?.fields.map(({ id: _, ...field }) => field);
    const at = { params: { storeId, nodeId: made.id }, as };
    same(valuesOf(made), sent);
    same(await ok(nodes.getNode, at), made);
    const changed = await ok(nodes.updateNode, { ...at, body: file(sent.toReversed()) });
    same(valuesOf(changed), sent.toReversed());
    const scalars = sent
      .filter(({ type }) => type !== "geo_location")
      .map(({ key, value }) => ({ key, value }));
    const filter = JSON.stringify([{ taxonomy_id: taxonomy.id, fields: scalars }]);
    same((await ok(nodes.listNodes, { params, query: { taxonomies: filter } })).items, [changed]);
  });
}

/** Blocks sent without key and properties, as they are stored. */
function named(blocks: { id: string }[]) {
  return blocks.map((block) => ({ ...block, key: block.id, properties: {} }));
}

function holds<T>(
  arbitrary: fc.Arbitrary<T>,
  { runs, seed }: Omit<Runs, "store">,
  check: (value: T) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: runs, seed });
}

// Generated objects may have no prototype; JSON removes that difference.
function same(found: unknown, sent: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(sent)));
}

function withIds(blocks: Made[], prefix = "b") {
  return blocks.map(({ type, settings, value }, index) => {
    const id = `${prefix}-${index}`;
    const values: unknown[] = type === "BLOCK" ? withIds(value as Made[], id) : (value as unknown[]);
    return { id, key: `k${index}`, type, properties: settings as Record<string, never>, value: values };
  });
}
