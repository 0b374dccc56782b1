import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { MAX_MEASURES } from "./difference.ts";
import { ADDED_COUNT, generationPrefix, laneKey, measuresOf } from "./read.ts";
import { sumRows } from "./table.ts";

const READ_ROWS = 40;

type Item = Record<string, unknown>;

interface FoldTarget {
  tenantId: string;
  generation: string;
  lanes: number;
  /** Whether a row hardly changes any more. */
  isFinal(row: string): boolean;
}

/**
 * Moves rows that hardly change any more into the first lane, so that each of them is one item. An amount that is added
 * meanwhile stays in its lane until the next time. During the move, a reader may see an amount twice or not at all.
 *
 * @returns how many rows of other lanes were moved
 */
export async function foldRows(ctx: Context, place: FoldTarget): Promise<number> {
  let moved = 0;
  // One after the other, because they write to the same rows.
  for (let lane = 1; lane < place.lanes; lane++) moved += await foldLane(ctx, place, lane);
  return moved;
}

async function foldLane(ctx: Context, place: FoldTarget, lane: number): Promise<number> {
  const { generation, isFinal } = place;
  const { pk } = laneKey(place, lane, "");
  const prefix = generationPrefix(generation);
  let moved = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(pk, { prefix, after, limit: READ_ROWS, consistent: true });
    const over = page.items.filter(({ sk }) => isFinal(String(sk).slice(prefix.length)));
    for (const items of groupItems(over)) if (await moveRows(ctx, items, place)) moved += items.length;
    after = page.after;
  } while (after);
  return moved;
}

/** Groups rows that move at once: a row with more measures than fit one expression moves alone, in parts. */
function groupItems(items: readonly Item[]): Item[][] {
  const isLarge = (item: Item) => Object.keys(measuresOf(item)).length > MAX_MEASURES;
  const small = items.filter((item) => !isLarge(item));
  return [...(small.length > 0 ? [small] : []), ...items.filter(isLarge).map((item) => [item])];
}

/** Moves some rows; false where one of them changed meanwhile. */
async function moveRows(ctx: Context, items: readonly Item[], place: FoldTarget): Promise<boolean> {
  const most = Math.max(...items.map((item) => Object.keys(measuresOf(item)).length));
  const last = Math.max(0, Math.ceil(most / MAX_MEASURES) - 1);
  try {
    for (let step = 0; step <= last; step++) {
      const writes = items.flatMap((item) => movePart(item, place, step, step === last));
      await transact(ctx, writes);
    }
    return true;
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
    return false;
  }
}

/** The writes that move a part of a row's measures, and with the last part the row itself. */
function movePart(item: Item, place: FoldTarget, step: number, isLast: boolean): Write[] {
  const row = String(item.sk).slice(generationPrefix(place.generation).length);
  const key = { pk: String(item.pk), sk: String(item.sk) };
  const some = Object.entries(measuresOf(item)).slice(step * MAX_MEASURES, (step + 1) * MAX_MEASURES);
  const add = { ...Object.fromEntries(some), [ADDED_COUNT]: 1 };
  return [
    {
      entity: sumRows.name,
      ...(isLast ? { remove: key } : { update: { key, remove: some.map(([name]) => name) } }),
      condition: unchangedCount(item[ADDED_COUNT]),
      failure: "conflict",
    },
    {
      entity: sumRows.name,
      update: { key: laneKey(place, 0, row), add, initially: { _t: sumRows.name } },
    },
  ];
}

function unchangedCount(added: unknown) {
  const names = { "#added": ADDED_COUNT };
  return added === undefined
    ? { expression: "attribute_not_exists(#added)", names }
    : { expression: "#added = :added", names, values: { ":added": added } };
}
