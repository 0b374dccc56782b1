import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { createCollection, updateCollection } from "#lib/content/collections/service.ts";
import { createEntry, updateEntry } from "#lib/content/entries/change.ts";
import * as letters from "#lib/content/legacy-content/collections.ts";
import { createNode, updateNode } from "#lib/content/nodes/change.ts";
import { getNode } from "#lib/content/nodes/service.ts";
import { createTaxonomy, updateTaxonomy } from "#lib/content/taxonomies/change.ts";
import { getTaxonomy } from "#lib/content/taxonomies/service.ts";
import type { Random } from "#test/support/random.ts";
import { withJitter } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const proofContext = testContext();

/** Writers compete for one key or slug by creating or changing an entry, under random delays: one of them gets it. */
export async function contendForEntryNames(random: Random, schedules: number): Promise<void> {
  const storeId = newId("store");
  const { id } = await createCollection(proofContext, storeId, { key: "c", fields: [] });
  const make = (key: string, slug?: Record<string, string>) =>
    createEntry(proofContext, storeId, { collection_id: id, key, fields: [], slug });
  for (let schedule = 0; schedule < schedules; schedule++) {
    const one = await make(`one-${schedule}`);
    const name = `contended-${schedule}`;
    const slug = { de: name };
    const byKey = random.chance(0.5);
    const contenders = [
      () => make(byKey ? name : `a-${schedule}`, byKey ? undefined : slug),
      () => make(byKey ? name : `b-${schedule}`, byKey ? undefined : slug),
      () => updateEntry(proofContext, storeId, one.id, byKey ? { key: name } : { slug }),
    ];
    const taken = byKey ? "ENTRY.KEY_TAKEN" : "ENTRY.SLUG_TAKEN";
    await withJitter(random, 3, () =>
      expectOneWinner(random.shuffled(contenders).slice(0, 2 + random.int(2)), taken),
    );
  }
}

/** A kind of record with a unique name: how to create one, rename one, and the error code if the name is taken. */
interface NamedKind {
  taken: string;
  make(storeId: string, name: string, unique: string): Promise<{ id: string }>;
  rename(storeId: string, id: string, name: string): Promise<unknown>;
}

const NAMED_KINDS: NamedKind[] = [
  {
    taken: "NODE.KEY_TAKEN",
    make: (storeId, key) => createNode(proofContext, storeId, { key }),
    rename: (storeId, id, key) => updateNode(proofContext, storeId, id, { key }),
  },
  {
    taken: "NODE.SLUG_TAKEN",
    make: (storeId, de, key) => createNode(proofContext, storeId, { key, slug: { de } }),
    rename: (storeId, id, de) => updateNode(proofContext, storeId, id, { slug: { de } }),
  },
  {
    taken: "TAXONOMY.KEY_TAKEN",
    make: (storeId, key) => createTaxonomy(proofContext, storeId, { key }),
    rename: (storeId, id, key) => updateTaxonomy(proofContext, storeId, id, { key }),
  },
  {
    taken: "COLLECTION.KEY_TAKEN",
    make: (storeId, key) => createCollection(proofContext, storeId, { key, fields: [] }),
    rename: (storeId, id, key) => updateCollection(proofContext, storeId, id, { key }),
  },
  {
    taken: "COLLECTION.SLUG_TAKEN",
    make: (storeId, slug) => letters.createCollection(proofContext, storeId, { name: "Letter", slug }),
    rename: (storeId, id, slug) => letters.updateCollection(proofContext, storeId, id, { slug }),
  },
];

/** Writers compete for names of nodes, taxonomies, collections and business collections: one of them gets it. */
export async function contendForNames(random: Random, schedules: number): Promise<void> {
  const storeId = newId("store");
  for (let schedule = 0; schedule < schedules; schedule++) {
    const { make, rename, taken } = NAMED_KINDS[schedule % NAMED_KINDS.length] ?? random.pick(NAMED_KINDS);
    const one = await make(storeId, `one-${schedule}`, `one-${schedule}`);
    const name = `contended-${schedule}`;
    const contenders = [
      () => make(storeId, name, `a-${schedule}`),
      () => make(storeId, name, `b-${schedule}`),
      () => rename(storeId, one.id, name),
    ];
    await withJitter(random, 3, () =>
      expectOneWinner(random.shuffled(contenders).slice(0, 2 + random.int(2)), taken),
    );
  }
}

type TreeChild = { id: string; parent_id: string | null };

interface TreeKind {
  make(storeId: string, key: string, parent_id?: string): Promise<TreeChild>;
  move(storeId: string, id: string, parent_id: string): Promise<unknown>;
  read(storeId: string, id: string): Promise<TreeChild>;
}

const TREE_KINDS: TreeKind[] = [
  {
    make: (storeId, key, parent_id) => createNode(proofContext, storeId, { key, parent_id }),
    move: (storeId, id, parent_id) => updateNode(proofContext, storeId, id, { parent_id }),
    read: (storeId, id) => getNode(proofContext, storeId, id),
  },
  {
    make: (storeId, key, parent_id) => createTaxonomy(proofContext, storeId, { key, parent_id }),
    move: (storeId, id, parent_id) => updateTaxonomy(proofContext, storeId, id, { parent_id }),
    read: (storeId, id) => getTaxonomy(proofContext, storeId, id),
  },
];

/** Runs two moves at once that together would close a cycle: exactly one succeeds. */
export async function contendForMoves(random: Random, schedules: number): Promise<void> {
  const storeId = newId("store");
  for (let schedule = 0; schedule < schedules; schedule++) {
    const tree = TREE_KINDS[schedule % TREE_KINDS.length] ?? random.pick(TREE_KINDS);
    const chain = async (name: string, length: number): Promise<[top: string, bottom: string]> => {
      const top = (await tree.make(storeId, `${name}-0`)).id;
      let bottom = top;
      for (let index = 1; index < length; index++)
        bottom = (await tree.make(storeId, `${name}-${index}`, bottom)).id;
      return [top, bottom];
    };
    const [topA, bottomA] = await chain(`a${schedule}`, 1 + random.int(3));
    const [topB, bottomB] = await chain(`b${schedule}`, 1 + random.int(3));
    const results = await withJitter(random, 3, () =>
      Promise.allSettled([
        withRetries(() => tree.move(storeId, topA, bottomB)),
        withRetries(() => tree.move(storeId, topB, bottomA)),
      ]),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const start of [bottomA, bottomB]) await checkReachesRoot(tree, storeId, start);
  }
}

async function expectOneWinner(contenders: (() => Promise<unknown>)[], taken: string): Promise<void> {
  const results = await Promise.allSettled(contenders.map((run) => withRetries(run)));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    assert.ok(result.reason instanceof ApiError, String(result.reason));
    assert.equal(result.reason.code, taken);
  }
}

async function checkReachesRoot(tree: TreeKind, storeId: string, start: string): Promise<void> {
  let next: string | null = start;
  for (let level = 0; next !== null; level++) {
    assert.ok(level < 20, "a cycle");
    next = (await tree.read(storeId, next)).parent_id;
  }
}
