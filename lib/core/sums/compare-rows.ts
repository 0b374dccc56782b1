import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { type Key, keyName, keyOfItem, shardOf } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import {
  addLanes,
  type GenerationPlace,
  generationPrefix,
  hostSumName,
  laneKey,
  type Measures,
  measuresOf,
} from "./read.ts";
import type { Difference } from "./schema.ts";
import { marks, sumRows } from "./table.ts";
import { walkPage } from "./walk.ts";

/** How often a row is compared before it counts as different: a transaction may fall between two reads. */
const MAX_COMPARISONS = 3;

/** Two generations of one tenant's sums. */
interface GenerationPair extends Omit<GenerationPlace, "generation"> {
  read: string;
  built: string;
  lanes: number;
}

/** Some rows in both generations. */
type ComparedRows = Map<string, { counted: Measures; recomputed: Measures }>;

/**
 * Compares a page of rows of two generations in which changes are still counted. A difference is checked again, and is
 * returned only if it was the same each time.
 */
export async function compareRows(
  pair: GenerationPair,
  cursor: string | null,
  pause: () => Promise<void>,
): Promise<{ rows: number; differences: Difference[]; cursor: string | null }> {
  const page = pair.tally.host ? await hostPage(pair, cursor) : await lanePage(pair, cursor);
  const readPair = pair.tally.host ? readHosts : pair.tally.alternative ? readRows : readLanes;
  // Among the second generation's rows only those matter that the first lacks: the others were compared before.
  const isFresh = cursor?.startsWith(SECOND_PREFIX) ?? false;
  let found = differencesOf(await readPair(pair, page.rows), isFresh);
  for (let looks = 1; looks < MAX_COMPARISONS && found.length > 0; looks++) {
    await pause();
    const rows = [...new Set(found.map(({ row }) => row))];
    const again = differencesOf(await readPair(pair, rows), isFresh);
    found = found.filter((one) => again.some((other) => isSame(one, other)));
  }
  return { rows: page.rows.length, differences: found, cursor: page.cursor };
}

function isSame(one: Difference, other: Difference): boolean {
  const by = ({ counted, recomputed }: Difference) => recomputed - counted;
  return one.row === other.row && one.measure === other.measure && by(one) === by(other);
}

function differencesOf(compared: ComparedRows, isFresh: boolean): Difference[] {
  return [...compared].flatMap(([row, { counted, recomputed }]) => {
    if (isFresh && Object.keys(counted).length > 0) return [];
    const measures = [...new Set([...Object.keys(counted), ...Object.keys(recomputed)])];
    return measures.flatMap((measure): Difference[] => {
      const [one, other] = [counted[measure] ?? 0, recomputed[measure] ?? 0];
      return one === other ? [] : [{ row, measure, counted: one, recomputed: other }];
    });
  });
}

// Pages of the one generation come first, and then those of the other: either may have rows that the other lacks.
async function lanePage({ tenantId, tally, read, built }: GenerationPair, cursor: string | null) {
  const isSecond = cursor?.startsWith(SECOND_PREFIX) ?? false;
  const prefix = generationPrefix(isSecond ? built : read);
  const from = isSecond ? cursor?.slice(SECOND_PREFIX.length) || null : cursor;
  const page = await walkPage(tally.alternative?.walked ?? sumRows, tenantId, from, prefix);
  const rows = page.items.map(({ pk, sk }) => rowName(tally, String(pk), String(sk).slice(prefix.length)));
  if (page.cursor !== null)
    return { rows, cursor: isSecond ? `${SECOND_PREFIX}${page.cursor}` : page.cursor };
  return { rows, cursor: isSecond ? null : SECOND_PREFIX };
}

/** Names a row. The name of a list's row includes its partition, because the row is in that one only. */
function rowName({ alternative }: GenerationPair["tally"], partition: string, row: string): string {
  return alternative ? `${partition}${SEPARATOR}${row}` : row;
}

const SEPARATOR = "\n";

/** Prefix of a cursor that continues among the second generation's rows. */
const SECOND_PREFIX = "built: ";

async function hostPage({ tenantId, tally }: GenerationPair, cursor: string | null) {
  if (!tally.host) return { rows: [], cursor: null };
  const page = await walkPage(tally.host.walked, tenantId, cursor);
  return { rows: page.items.map((item) => String(item.sk)), cursor: page.cursor };
}

async function readLanes(pair: GenerationPair, rows: readonly string[]): Promise<ComparedRows> {
  const { read, built, lanes } = pair;
  const place = (generation: string) => ({ ...pair, generation });
  const keysOf = (generation: string, row: string) =>
    Array.from({ length: lanes }, (_, lane) => laneKey(place(generation), lane, row));
  const items = await batchGetItems(
    rows.flatMap((row) => [...keysOf(read, row), ...keysOf(built, row)]),
    true,
  );
  const sum = (generation: string, row: string) => {
    const keys = keysOf(generation, row);
    return addLanes(
      items.filter(({ pk, sk }) => keys.some((key) => key.pk === pk && key.sk === sk)).map(measuresOf),
    );
  };
  return new Map(rows.map((row) => [row, { counted: sum(read, row), recomputed: sum(built, row) }]));
}

/**
 * Whether each generation has a row, and which terms the row carries. A record's rows are written in one generation
 * after the other: where its marks differ in version, one generation lags, which is no difference.
 */
async function readRows(
  { tenantId, read, built }: GenerationPair,
  rows: readonly string[],
): Promise<ComparedRows> {
  const keyOf = (generation: string, row: string): Key => {
    const at = row.indexOf(SEPARATOR);
    return { pk: row.slice(0, at), sk: `${generationPrefix(generation)}${row.slice(at + SEPARATOR.length)}` };
  };
  const keys = rows.flatMap((row) => [keyOf(read, row), keyOf(built, row)]);
  const items = await batchGetItems(keys, true);
  const byKey = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
  const names = [...new Set(items.map(({ of }) => String(of)))];
  const slots = { store_id: tenantId };
  const marked = await marks.batchGet(
    names.flatMap((of) => [read, built].map((generation) => ({ ...slots, generation, of }))),
  );
  const versions = Map.groupBy(marked, ({ of }) => of);
  const isLagging = (of: string) => {
    const [one, other] = versions.get(of) ?? [];
    return one?.version !== other?.version || one?.gone !== other?.gone;
  };
  const compared = rows.map((row): [string, { counted: Measures; recomputed: Measures }] => {
    const [one, other] = [read, built].map((generation) => byKey.get(keyName(keyOf(generation, row))));
    const counted = rowMeasures(one);
    return [
      row,
      { counted, recomputed: isLagging(String((one ?? other)?.of)) ? counted : rowMeasures(other) },
    ];
  });
  return new Map(compared);
}

function rowMeasures(item: Record<string, unknown> | undefined): Measures {
  return {
    there: Number(item !== undefined),
    carried: shardOf(JSON.stringify(item?.terms ?? null), 2 ** 31),
  };
}

async function readHosts(
  { tenantId, tally, read, built }: GenerationPair,
  rows: readonly string[],
): Promise<ComparedRows> {
  const { host } = tally;
  if (!host) return new Map();
  const keys = rows.map((row) => host.key(tenantId, row));
  const items = await batchGetItems(keys, true);
  const compared = items.map((item): [string, { counted: Measures; recomputed: Measures }] => {
    const sums = Object(item[SUMS_ATTRIBUTE]) as Record<string, number>;
    return [String(item.sk), { counted: hostMeasures(sums, read), recomputed: hostMeasures(sums, built) }];
  });
  return new Map(compared);
}

function hostMeasures(held: Readonly<Record<string, number>>, generation: string): Measures {
  const prefix = hostSumName(generation, "");
  const own = Object.entries(held).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, amount]) => [name.slice(prefix.length), amount]));
}
