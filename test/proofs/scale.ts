import { type TableCall, watchTable } from "#core/dynamo/client.ts";
import { type CapacityUnits, measureUnits } from "#test/support/capacity-units.ts";
import { invokeDirect } from "#test/support/direct.ts";
import type { Random } from "#test/support/random.ts";
import type { LoadCase } from "./ceilings.ts";

/** Units a second at which DynamoDB throttles a partition. */
export const UNIT_LIMITS = { write: 1000, read: 3000 };

/** Calls a second in a shop's busiest hour, as in the table of `infra/guide.md`. */
export const CALL_RATES: Readonly<Record<string, number>> = {
  "cart change": 1 / 20,
  order: 1 / 600,
  submission: 1 / 600,
};

/** One call of a shop's visitor, without the work that it causes for workers. */
export interface Sample {
  label: string;
  storeId: string;
  units: CapacityUnits;
  /** Write units as the emulator counts them. */
  counted: number;
  streamed: number;
}

/** Capacity units that one call uses of a kind of partition. */
export interface PartitionUse {
  label: string;
  what: "write" | "read";
  family: string;
  /** Who shares the partition: all tenants, one tenant, or nobody. */
  scope: "all" | "tenant" | "own";
  shards: number;
  units: number;
}

export async function samplesOf(
  { storeId, causes }: { storeId: string; causes: readonly LoadCase[] },
  callers: number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { label, operation, prepare } of causes) {
    for (let index = 0; index < callers; index++) {
      const request = await prepare(index);
      const calls: TableCall[] = [];
      watchTable((call) => calls.push(call));
      const { units } = await measureUnits(async () => {
        const { status, body } = await invokeDirect(operation, request);
        if (status >= 300) throw new Error(`${operation.id} answered ${status}: ${body}`);
      });
      watchTable(undefined);
      const writes = calls.filter(({ command }) => /Put|Update|Delete|Write/.test(command));
      const counted = writes.reduce((sum, { units: taken = 0 }) => sum + taken, 0);
      const streamed = writes.reduce((sum, { input }) => sum + writtenBy(input), 0);
      samples.push({ label, storeId, units, counted, streamed });
    }
  }
  return samples;
}

function writtenBy(input: object): number {
  const { TransactItems = [], RequestItems = {} } = input as {
    TransactItems?: Record<string, unknown>[];
    RequestItems?: Record<string, unknown[]>;
  };
  const batched = Object.values(RequestItems).reduce((sum, { length }) => sum + length, 0);
  const together = TransactItems.filter((item) => !("ConditionCheck" in item)).length;
  return TransactItems.length > 0 ? together : batched || 1;
}

const SHARD_IN_KEY = /\d+\/(\d+)/g;
const ID_IN_KEY = /_[0-9a-hjkmnp-tv-z]{26}/g;

/** Average units of each call by kind of partition. */
export function partitionUsesIn(samples: readonly Sample[]): PartitionUse[] {
  const seen = new Map<string, { use: PartitionUse; callers: Set<number>; stores: Set<string> }>();
  const count = Map.groupBy(samples, ({ label }) => label);
  for (const [caller, { label, storeId, units }] of samples.entries()) {
    for (const what of ["write", "read"] as const) {
      for (const [key, taken] of units[what]) {
        const family = key
          .replaceAll(storeId, "{tenant}")
          .replace(ID_IN_KEY, "_{id}")
          .replace(SHARD_IN_KEY, "{shard of $1}");
        const name = `${label} ${what} ${family}`;
        const use: PartitionUse = { label, what, family, scope: "own", shards: shardsIn(key), units: 0 };
        const known = seen.get(name) ?? { use, callers: new Set(), stores: new Set() };
        known.use.units += taken / (count.get(label)?.length ?? 1);
        known.callers.add(caller);
        known.stores.add(storeId);
        seen.set(name, known);
      }
    }
  }
  return [...seen.values()].map(({ use, callers, stores }) => ({
    ...use,
    scope: scopeOf(use, callers, stores),
  }));
}

function scopeOf({ family }: PartitionUse, callers: Set<number>, stores: Set<string>): PartitionUse["scope"] {
  if (family.includes("_{id}") || callers.size < 2) return "own";
  if (family.includes("{tenant}")) return "tenant";
  return stores.size > 1 ? "all" : "own";
}

function shardsIn(key: string): number {
  return [...key.matchAll(SHARD_IN_KEY)].reduce((product, [, count]) => product * Number(count), 1);
}

/** The busiest second of the busiest partition of a kind. */
export interface PartitionPeak extends Pick<PartitionUse, "what" | "family" | "scope"> {
  units: number;
}

/**
 * Simulates shops for some seconds: calls come at random and fall on random shards.
 *
 * @param campaign how many times as busy as the others the first shop is
 */
export function simulate(
  random: Random,
  uses: readonly PartitionUse[],
  { tenants, seconds, campaign }: { tenants: number; seconds: number; campaign: number },
): PartitionPeak[] {
  const peaks = new Map<string, PartitionPeak>();
  const byLabel = Map.groupBy(
    uses.filter(({ scope }) => scope !== "own"),
    ({ label }) => label,
  );
  for (let second = 0; second < seconds; second++) {
    const load = new Map<string, { use: PartitionUse; units: number }>();
    for (const [label, own] of byLabel) {
      const events = drawArrivals(random, (tenants - 1 + campaign) * (CALL_RATES[label] ?? 0));
      for (let each = 0; each < events; each++) {
        const tenant = Math.max(0, random.int(tenants - 1 + campaign) - campaign + 1);
        for (const use of own) {
          const place = `${use.what} ${use.family} ${use.scope === "all" ? "" : tenant} ${random.int(use.shards)}`;
          const known = load.get(place) ?? { use, units: 0 };
          known.units += use.units;
          load.set(place, known);
        }
      }
    }
    for (const { use, units } of load.values()) {
      const { what, family, scope } = use;
      const name = `${what} ${family}`;
      if (units > (peaks.get(name)?.units ?? 0)) peaks.set(name, { what, family, scope, units });
    }
  }
  return [...peaks.values()].toSorted((one, other) => shareOfLimit(other) - shareOfLimit(one));
}

/** Share of a partition's limit that its busiest second uses. */
export function shareOfLimit({ what, units }: Pick<PartitionPeak, "what" | "units">): number {
  return units / UNIT_LIMITS[what];
}

/** How many usual shops a kind of partition can serve, or how many times as busy one shop may be. */
export function maxShopsFor(
  uses: readonly PartitionUse[],
  { what, family }: Pick<PartitionPeak, "what" | "family">,
): number {
  const own = uses.filter((use) => use.what === what && use.family === family);
  const each = own.reduce(
    (sum, { label, units, shards }) => sum + ((CALL_RATES[label] ?? 0) * units) / shards,
    0,
  );
  return UNIT_LIMITS[what] / each;
}

/** Draws from a Poisson distribution, approximated by a normal one for large counts. */
function drawArrivals(random: Random, expected: number): number {
  const uniform = () => (random.int(2 ** 30) + 0.5) / 2 ** 30;
  if (expected > 50) {
    const normal = Array.from({ length: 12 }, uniform).reduce((sum, each) => sum + each, -6);
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal));
  }
  let count = 0;
  for (let left = uniform(); left > Math.exp(-expected); left *= uniform()) count++;
  return count;
}
