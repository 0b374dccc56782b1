import assert from "node:assert/strict";
import { textTable } from "#test/bench/measure.ts";
import { openTypicalShop } from "#test/proofs/load-cases.ts";
import {
  CALL_RATES,
  maxShopsFor,
  type PartitionPeak,
  type PartitionUse,
  partitionUsesIn,
  type Sample,
  samplesOf,
  shareOfLimit,
  simulate,
  UNIT_LIMITS,
} from "#test/proofs/scale.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "partitions, indexes and the stream with 10, 1,000 and 100,000 shops";
export { noWorkers as manifest } from "./manifests.ts";

export const environment = { BUDGETS: JSON.stringify({ "*": [1_000_000_000, 600] }) };

const SIZES = [10, 1000, 100_000];
const SAMPLED_SHOPS = 2;
const CALLER_COUNT = 3;
const SIMULATED_SECONDS = 20;
/** How many times as busy as the others the one shop with a campaign is. */
const CAMPAIGN_FACTOR = 100;
/** Kinds of partitions to print for each size. */
const PRINTED_KINDS = 6;
/** Records of a fan-out batch, and concurrent batches of a shard. */
const BATCH_RECORDS = 100;
const CONCURRENCY = 4;
/** Allowed error of the model, compared with other shops and with the emulator's counts. */
const MAX_ERROR = 0.15;

export async function run({ random }: SoakRun): Promise<string> {
  const samples = await takeSamples();
  const uses = partitionUsesIn(samples);
  const check = await checkModel(uses);
  const parts = SIZES.map((tenants) => {
    const peaks = simulate(random, uses, {
      tenants,
      seconds: SIMULATED_SECONDS,
      campaign: CAMPAIGN_FACTOR,
    });
    return `${tenants} shops, one of them ${CAMPAIGN_FACTOR} times as busy:\n${peakTable(peaks, uses)}`;
  });
  const first = firstToThrottle(uses);
  // An earlier limit must be fixed, not only reported.
  assert.ok(first.shops >= 10_000, `${first.family} throttles from ${first.shops.toFixed(0)} shops on`);
  const end = `First of what all shops share: ${first.family}, from ${first.shops.toFixed(0)} shops on.`;
  return `\n${parts.join("\n\n")}\n\n${end}\n${streamReport(samples)}\n${check}\n`;
}

async function takeSamples(): Promise<Sample[]> {
  const all: Sample[] = [];
  for (let shop = 0; shop < SAMPLED_SHOPS; shop++)
    all.push(...(await samplesOf(await openTypicalShop(), CALLER_COUNT)));
  return all;
}

/** Checks the model's write units against another shop and against the emulator's counts. */
async function checkModel(uses: readonly PartitionUse[]): Promise<string> {
  const samples = await samplesOf(await openTypicalShop(), CALLER_COUNT);
  const total = (of: Iterable<number>) => [...of].reduce((sum, each) => sum + each, 0);
  const real = total(samples.map(({ units }) => total(units.write.values())));
  const counted = total(samples.map((sample) => sample.counted));
  const writes = uses.filter(({ what }) => what === "write");
  const foretold = total(
    samples.flatMap(({ label }) => writes.filter((use) => use.label === label).map(({ units }) => units)),
  );
  for (const [what, units] of [
    ["the model", foretold],
    ["the emulator", counted],
  ] as const)
    assert.ok(
      Math.abs(units / real - 1) < MAX_ERROR,
      `${what} has ${units.toFixed(0)} write units, and there were ${real}`,
    );
  return `Checked by ${samples.length} calls of another shop: ${real} write units, ${foretold.toFixed(0)} by the model, ${counted} as the emulator counts.`;
}

function firstToThrottle(uses: readonly PartitionUse[]): { family: string; shops: number } {
  const shared = uses.filter(({ scope }) => scope === "all");
  const [first] = shared
    .map((use) => ({ family: use.family, shops: maxShopsFor(uses, use) }))
    .toSorted((one, other) => one.shops - other.shops);
  return first ?? { family: "nothing", shops: Number.POSITIVE_INFINITY };
}

function peakTable(peaks: readonly PartitionPeak[], uses: readonly PartitionUse[]): string {
  const rows = peaks.slice(0, PRINTED_KINDS).map((peak) => {
    const most = maxShopsFor(uses, peak);
    const until = peak.scope === "all" ? `${most.toFixed(0)} shops` : `${most.toFixed(0)} times as busy`;
    const units = `${peak.units.toFixed(0)} of ${UNIT_LIMITS[peak.what]} ${peak.what}`;
    return [peak.family, units, `${(100 * shareOfLimit(peak)).toFixed(1)} %`, until];
  });
  return textTable([
    ["partition", "units in its busiest second", "of its limit", "throttles beyond"],
    ...rows,
  ]);
}

/** The stream's load and shards by number of shops, and how long a batch may take. */
function streamReport(samples: readonly Sample[]): string {
  const of = (label: string) => samples.filter((sample) => sample.label === label);
  const mean = (list: readonly Sample[], read: (sample: Sample) => number) =>
    list.reduce((sum, sample) => sum + read(sample), 0) / list.length;
  const written = ({ units }: Sample) =>
    [...units.write].reduce((sum, [key, taken]) => sum + (key.startsWith("table ") ? taken : 0), 0);
  const all = ({ units }: Sample) => [...units.write.values()].reduce((sum, each) => sum + each, 0);
  const lines = Object.keys(CALL_RATES).map(
    (label) =>
      `${label}: ${mean(of(label), all).toFixed(0)} write units, ${mean(of(label), written).toFixed(0)} of them the table's, ${mean(of(label), ({ streamed }) => streamed).toFixed(0)} records`,
  );
  const a = (read: (sample: Sample) => number) =>
    Object.entries(CALL_RATES).reduce((sum, [label, rate]) => sum + rate * mean(of(label), read), 0);
  const [units, table, records] = [a(all), a(written), a(({ streamed }) => streamed)];
  const ofShard = (UNIT_LIMITS.write / table) * records;
  const sizes = SIZES.map(
    (shops) =>
      `${shops} shops ${(units * shops).toFixed(0)} units and ${Math.ceil((table * shops) / UNIT_LIMITS.write)} shards`,
  );
  return `Of one ${lines.join("; ")}. A second: ${sizes.join(", ")}. A shard has at most ${ofShard.toFixed(0)} records a second: the fan-out keeps pace while a batch takes less than ${((BATCH_RECORDS * CONCURRENCY) / ofShard).toFixed(1)} s.`;
}
