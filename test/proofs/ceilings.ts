import type { Operation } from "#core/http/contract.ts";
import { type CapacityUnits, measureUnits } from "#test/support/capacity-units.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";

/** Write units and read units a second at which DynamoDB throttles a partition. */
const MAX_WRITE_UNITS = 1000;
const MAX_READ_UNITS = 3000;

/** An operation as each of many callers of one tenant would call it. */
export interface LoadCase {
  label: string;
  /** Whether anybody may call it. */
  byVisitors: boolean;
  operation: Operation;
  /** Prepares the request of another caller. */
  prepare(index: number): Promise<DirectRequest>;
}

/** The most calls a second that each partition key allows, lowest first. */
export type CallCeiling = { label: string; byVisitors: boolean; writes: KeyBound[]; reads: KeyBound[] };

interface KeyBound {
  most: number;
  /** Capacity units that one call uses of the key's partition. */
  units: number;
  key: string;
}

/**
 * Runs an operation for several callers and finds the partition keys that they share. A key of only one caller is no
 * bound; a sharded key, such as `…5/16`, gets an equal share.
 */
export async function ceilingOf(loadCase: LoadCase, callers: number): Promise<CallCeiling> {
  const all: CapacityUnits[] = [];
  for (let index = 0; index < callers; index++) {
    const request = await loadCase.prepare(index);
    const { result, units } = await measureUnits(() => invokeDirect(loadCase.operation, request));
    if (result.status >= 300)
      throw new Error(`${loadCase.operation.id} answered ${result.status}: ${result.body}`);
    all.push(units);
  }
  const { label, byVisitors } = loadCase;
  return {
    label,
    byVisitors,
    writes: keyBoundsOf(
      all.map(({ write }) => write),
      MAX_WRITE_UNITS,
    ),
    reads: keyBoundsOf(
      all.map(({ read }) => read),
      MAX_READ_UNITS,
    ),
  };
}

const SHARD_IN_KEY = /\d+\/(\d+)/g;

function keyBoundsOf(all: Map<string, number>[], capacity: number): KeyBound[] {
  const shared = new Map<string, { units: number; callers: Set<number> }>();
  for (const [caller, units] of all.entries()) {
    for (const [key, amount] of units) {
      const family = key.replace(SHARD_IN_KEY, "*/$1");
      const known = shared.get(family) ?? { units: 0, callers: new Set() };
      known.units += amount;
      shared.set(family, { units: known.units, callers: known.callers.add(caller) });
    }
  }
  const bounds: KeyBound[] = [];
  for (const [family, { units, callers }] of shared) {
    if (callers.size < 2) continue;
    const shards = [...family.matchAll(/\*\/(\d+)/g)].reduce(
      (product, [, count]) => product * Number(count),
      1,
    );
    const each = units / all.length / shards;
    bounds.push({ most: Math.floor(capacity / each), units: each, key: keyWithoutIds(family) });
  }
  return bounds.toSorted((one, other) => one.most - other.most);
}

function keyWithoutIds(key: string): string {
  return key.replace(/_[0-9a-hjkmnp-tv-z]{26}/g, "_…");
}
