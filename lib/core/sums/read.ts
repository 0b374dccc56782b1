import { SUMS } from "#core/dynamo/entity-shape.ts";
import type { Read } from "#core/dynamo/together.ts";
import type { Tally } from "./declaration.ts";
import { type Heads, rememberedHeads } from "./head.ts";
import { heldName, laneKey, type Place } from "./rows.ts";

/** The sums of a row. */
export type Measures = Readonly<Record<string, number>>;

/** What is read of a tenant's sums. */
export interface Reading extends Place {
  lanes: number;
}

/** What of an item of a row is no measure. */
const NO_MEASURES: ReadonlySet<string> = new Set(["pk", "sk", "_t", "_v", "_w"]);

const known = rememberedHeads();

/**
 * Says which generation of a tenant's sums is read. A process remembers it for 30 s, so most requests wait for nothing.
 *
 * @param now seconds
 * @returns `undefined` where the sums are not complete: nothing was counted yet, or by another definition
 */
export async function readingOf(
  tenantId: string,
  tally: Tally,
  now: number,
  heads: Heads = known,
): Promise<Reading | undefined> {
  const head = await heads.find(tenantId, tally.name, now);
  if (head?.read?.definition !== tally.definition) return undefined;
  return { tenantId, tally, generation: head.read.name, lanes: head.lanes };
}

/** The reads of all lanes of a row, to be made together with others; `addUp` makes the row of what they give. */
export function rowReads(reading: Reading, row: string): Read<Measures>[] {
  return Array.from({ length: reading.lanes }, (_, lane) => ({
    key: laneKey(reading, lane, row),
    parse: measuresOf,
  }));
}

/** What lanes come to together; those that are not there add nothing. */
export function addUp(lanes: readonly (Measures | undefined)[]): Measures {
  const sums: Record<string, number> = {};
  for (const lane of lanes) {
    for (const [measure, amount] of Object.entries(lane ?? {})) sums[measure] = (sums[measure] ?? 0) + amount;
  }
  return sums;
}

/** The measures that an item of a row has. */
export function measuresOf(item: Record<string, unknown>): Record<string, number> {
  const own = Object.entries(item).filter(([name]) => !NO_MEASURES.has(name));
  return Object.fromEntries(own.map(([name, amount]) => [name, Number(amount)]));
}

/** One sum that the item of a record held when the record was read; `undefined` where it was never counted. */
export function heldSum(record: object, { generation }: Reading, measure: string): number | undefined {
  // Safe: reads of a kind that holds sums set it, and nothing else has the symbol.
  const held = (record as { [SUMS]?: Record<string, number> })[SUMS];
  return held?.[heldName(generation, measure)];
}
