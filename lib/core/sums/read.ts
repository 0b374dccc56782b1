import { SUMS, SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { type Key, shardOf } from "#core/dynamo/key.ts";
import { NO_LEASE } from "#core/dynamo/lease-schema.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { expectedFailure } from "#core/dynamo/try-transact.ts";
import type { Aggregate, Definition, SumHost } from "./declaration.ts";
import type { Amounts } from "./difference.ts";
import { HEAD_SPREAD_SECONDS, type Heads, rememberedHeads } from "./heads.ts";
import type { SumHead } from "./schema.ts";
import { heads, sumRows } from "./table.ts";

/**
 * The writes that mark a new store's sums as complete, because it has nothing to count yet.
 *
 * @param zone the store's time zone
 */
export function readySums(tenantId: string, now: number, tallies: readonly Definition[], zone = ""): Write[] {
  return tallies.map((tally) => {
    const { checkedEvery, zoned, definition } = tally;
    const read = { name: `${tally.name}-0`, definition, zone: zoned ? zone : "" };
    const due_at = checkedEvery === undefined ? null : now + checkedEvery;
    const head = { ...newHead(tenantId, tally, now), read, phase: "ready" as const, due_at };
    return heads.create(head);
  });
}

/** The generations in which a change is counted; only those whose definition this code has. */
export function countedGenerations(
  { read, built, old, phase }: SumHead,
  { definition }: Aggregate,
): string[] {
  // The old generation is counted until nobody reads it any more.
  const all = [read, built, phase === "settling" ? old : null];
  return all.flatMap((each) => (each?.definition === definition ? [each.name] : []));
}

/** Number of lanes to write. It rises only after every process reads as many. */
export function lanesWritten({ lanes, lanes_before, raised_at }: SumHead, now: number): number {
  return now - raised_at >= HEAD_SPREAD_SECONDS ? lanes : lanes_before;
}

/** The head of sums before anything was counted. */
export function newHead(store_id: string, { name }: Definition, now: number): SumHead {
  return {
    store_id,
    tally: name,
    read: null,
    built: null,
    old: null,
    phase: "waiting",
    since: now,
    due_at: now,
    cursor: null,
    purpose: "read",
    recount: null,
    lanes: 1,
    lanes_before: 1,
    raised_at: 0,
    ...NO_LEASE,
  };
}

export type Measures = Readonly<Record<string, number>>;

/** The generation of a tenant's sums that is read. */
export interface SumsReading extends Omit<GenerationPlace, "tally"> {
  tally: Definition;
  lanes: number;
  /** The time zone of the days. */
  zone: string;
}

/** The attribute that counts the additions to a lane of a row. */
export const ADDED_COUNT = "_c";
/** Attributes of a row that are no measures. */
const NO_MEASURES: ReadonlySet<string> = new Set(["pk", "sk", "_t", "_v", "_w", ADDED_COUNT]);

const cachedHeads = rememberedHeads();

/**
 * Chooses the generation of a tenant's sums to read. A process remembers it for 30 s, so that most requests do not
 * wait.
 *
 * @param now seconds
 * @returns `undefined` where the sums are incomplete: nothing was counted yet, or by another definition
 */
export async function sumsReading(
  tenantId: string,
  tally: Definition,
  now: number,
  remembered: Heads = cachedHeads,
): Promise<SumsReading | undefined> {
  const head = await remembered.find(tenantId, tally.name, now);
  if (head?.read?.definition !== tally.definition) return undefined;
  const { name: generation, zone } = head.read;
  return { tenantId, tally, generation, lanes: head.lanes, zone };
}

/**
 * The sums to read, or those that are being built where none are complete.
 *
 * @returns `undefined` where no build has begun; `complete` is false while it runs
 */
export async function sumsSoFar(
  tenantId: string,
  tally: Definition,
  now: number,
  remembered: Heads = cachedHeads,
): Promise<(SumsReading & { complete: boolean }) | undefined> {
  const reading = await sumsReading(tenantId, tally, now, remembered);
  if (reading) return { ...reading, complete: true };
  const head = await remembered.find(tenantId, tally.name, now);
  if (head?.built?.definition !== tally.definition) return undefined;
  const { name: generation, zone } = head.built;
  return { tenantId, tally, generation, lanes: head.lanes, zone, complete: false };
}

/** The reads of all lanes of a row, to be made together with other reads; `addLanes` adds up their results. */
export function rowReads(reading: SumsReading, row: string): Read<Measures>[] {
  return Array.from({ length: reading.lanes }, (_, lane) => ({
    key: laneKey(reading, lane, row),
    parse: measuresOf,
  }));
}

/** Adds up lanes; missing ones add nothing. */
export function addLanes(lanes: readonly (Measures | undefined)[]): Measures {
  const sums: Record<string, number> = {};
  for (const lane of lanes) {
    for (const [measure, amount] of Object.entries(lane ?? {})) sums[measure] = (sums[measure] ?? 0) + amount;
  }
  return sums;
}

export function measuresOf(item: Record<string, unknown>): Record<string, number> {
  const own = Object.entries(item).filter(([name]) => !NO_MEASURES.has(name));
  return Object.fromEntries(own.map(([name, amount]) => [name, Number(amount)]));
}

/** A sum that a record's item had when the record was read; `undefined` where it was never counted. */
export function hostSum(record: object, { generation }: SumsReading, measure: string): number | undefined {
  // Safe: reads of a kind that holds sums set it, and nothing else has the symbol.
  const sums = (record as { [SUMS]?: Record<string, number> })[SUMS];
  return sums?.[hostSumName(generation, measure)];
}

/** The outcome where the record that holds a row does not exist, or holds no sums yet. */
export const NO_HOST = "no host";

/** Where the rows of a generation are stored. */
export interface GenerationPlace {
  tenantId: string;
  tally: Aggregate;
  generation: string;
}

export function laneKey(
  { tenantId, generation }: Omit<GenerationPlace, "tally">,
  lane: number,
  row: string,
): Key {
  const pk = sumRows.partitionIn("table", { store_id: tenantId, "lane%16": lane });
  return { pk, sk: `${generationPrefix(generation)}${row}` };
}

/** The beginning of the sort keys of a generation's marks and rows. */
export function generationPrefix(generation: string): string {
  return sumRows.prefix({ generation });
}

/** The name of a generation's measure among all sums of an item. */
export function hostSumName(generation: string, measure: string): string {
  return `${generation}/${measure}`;
}

/**
 * The writes that add amounts to their rows, in each generation.
 *
 * @param of name of a counted record. Its hash chooses the lane for all of them: any lane will do, because readers add
 *   up a row's lanes
 */
export function rowWrites(
  { tenantId, tally, lanes }: { tenantId: string; tally: Aggregate; lanes: number },
  amounts: ReadonlyMap<string, Amounts>,
  of: string,
): Write[] {
  if (tally.host) return hostWrites(tenantId, tally.host, amounts);
  const lane = shardOf(of, lanes);
  return [...amounts].flatMap(([generation, rows]) =>
    [...rows].map(([row, measures]): Write => {
      const key = laneKey({ tenantId, generation }, lane, row);
      const add = { ...Object.fromEntries(measures), [ADDED_COUNT]: 1 };
      return { entity: sumRows.name, update: { key, add, initially: { _t: sumRows.name } } };
    }),
  );
}

// It makes one write an item for all generations, because a transaction can touch an item only once.
function hostWrites(tenantId: string, host: SumHost, amounts: ReadonlyMap<string, Amounts>): Write[] {
  const named = [...amounts].flatMap(([generation, rows]) =>
    [...rows].map(([row, measures]) => ({
      row,
      add: [...measures].map(([measure, amount]): [string, number] => [
        hostSumName(generation, measure),
        amount,
      ]),
    })),
  );
  return [...Map.groupBy(named, ({ row }) => row)].map(([row, all]): Write => {
    const add = Object.fromEntries(all.flatMap((each) => each.add));
    return {
      entity: host.walked.name,
      update: { key: host.key(tenantId, row), within: { name: SUMS_ATTRIBUTE, add } },
      condition: { expression: "attribute_exists(#held)", names: { "#held": SUMS_ATTRIBUTE } },
      failure: expectedFailure(NO_HOST),
    };
  });
}
