import { queryItems } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { addLanes, generationPrefix, laneKey, type Measures, measuresOf, type SumsReading } from "./read.ts";

/** Rows from one name to another, inclusive, in order. All lanes are read in parallel, each page by page. */
export async function rowsBetween(
  reading: SumsReading,
  from: string,
  to: string,
  limit?: number,
): Promise<Map<string, Measures>> {
  const lanes = await sideBySide(
    Array.from({ length: reading.lanes }, (_, lane) => laneRows(reading, { lane, from, to, limit })),
  );
  const byRow = Map.groupBy(lanes.flat(), ({ row }) => row);
  const rows = [...byRow].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Map(rows.map(([row, found]) => [row, addLanes(found.map(({ measures }) => measures))]));
}

async function laneRows(
  reading: SumsReading,
  { lane, from, to, limit }: { lane: number; from: string; to: string; limit?: number | undefined },
): Promise<{ row: string; measures: Measures }[]> {
  const [first, last] = [laneKey(reading, lane, from), laneKey(reading, lane, to)];
  const found: { row: string; measures: Measures }[] = [];
  const before = generationPrefix(reading.generation).length;
  let after: Record<string, unknown> | undefined;
  do {
    const range = { from: first.sk, to: last.sk, after, ...(limit === undefined ? {} : { limit }) };
    const page = await queryItems(first.pk, range);
    found.push(
      ...page.items.map((item) => ({ row: String(item.sk).slice(before), measures: measuresOf(item) })),
    );
    after = limit === undefined ? page.after : undefined;
  } while (after);
  return found;
}
