import assert from "node:assert/strict";
import { attempt } from "#core/dynamo/attempt.ts";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { createCollection } from "#lib/collections/service.ts";
import { createEntry, updateEntry } from "#lib/entries/change.ts";
import { createNode, updateNode } from "#lib/nodes/change.ts";
import { getNode } from "#lib/nodes/service.ts";
import type { Random } from "#test/support/random.ts";
import { withJitter } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const ctx = testContext();

/**
 * Two writers after the same key, or the same slug in the same language, by creating or by changing an entry, with
 * every call to the table delayed at random: one has it.
 */
export async function contendForEntryNames(random: Random, schedules: number): Promise<void> {
  const storeId = newId("store");
  const { id } = await createCollection(ctx, storeId, { key: "c", fields: [] });
  const make = (key: string, slug?: Record<string, string>) =>
    createEntry(ctx, storeId, { collection_id: id, key, fields: [], slug });
  for (let schedule = 0; schedule < schedules; schedule++) {
    const one = await make(`one-${schedule}`);
    const name = `contended-${schedule}`;
    const slug = { de: name };
    const byKey = random.chance(0.5);
    const contenders = [
      () => make(byKey ? name : `a-${schedule}`, byKey ? undefined : slug),
      () => make(byKey ? name : `b-${schedule}`, byKey ? undefined : slug),
      () => updateEntry(ctx, storeId, one.id, byKey ? { key: name } : { slug }),
    ];
    const taken = byKey ? "ENTRY.KEY_TAKEN" : "ENTRY.SLUG_TAKEN";
    await withJitter(random, 3, () =>
      oneWins(random.shuffled(contenders).slice(0, 2 + random.int(2)), taken),
    );
  }
}

/** Moves that would close a circle together, through chains of random length: at most one succeeds. */
export async function contendForMoves(random: Random, schedules: number): Promise<void> {
  const storeId = newId("store");
  const chain = async (name: string, length: number): Promise<[top: string, bottom: string]> => {
    const top = (await createNode(ctx, storeId, { key: `${name}-0` })).id;
    let bottom = top;
    for (let index = 1; index < length; index++)
      bottom = (await createNode(ctx, storeId, { key: `${name}-${index}`, parent_id: bottom })).id;
    return [top, bottom];
  };
  for (let schedule = 0; schedule < schedules; schedule++) {
    const [topA, bottomA] = await chain(`a${schedule}`, 1 + random.int(3));
    const [topB, bottomB] = await chain(`b${schedule}`, 1 + random.int(3));
    const results = await withJitter(random, 3, () =>
      Promise.allSettled([
        attempt(() => updateNode(ctx, storeId, topA, { parent_id: bottomB })),
        attempt(() => updateNode(ctx, storeId, topB, { parent_id: bottomA })),
      ]),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const start of [bottomA, bottomB]) await reachesRoot(storeId, start);
  }
}

async function oneWins(contenders: (() => Promise<unknown>)[], taken: string): Promise<void> {
  const results = await Promise.allSettled(contenders.map((run) => attempt(run)));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    assert.ok(result.reason instanceof ApiError, String(result.reason));
    assert.equal(result.reason.code, taken);
  }
}

async function reachesRoot(storeId: string, start: string): Promise<void> {
  let next: string | null = start;
  for (let level = 0; next !== null; level++) {
    assert.ok(level < 20, "a circle");
    next = (await getNode(ctx, storeId, next)).parent_id;
  }
}
