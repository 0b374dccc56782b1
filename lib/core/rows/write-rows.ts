import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { hash } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { nextMark } from "#core/sums/decide.ts";
import type {
  CountResult,
  CountTarget,
  ListedRow,
  MarkedRecords,
  PlannedCount,
  SumSource,
} from "#core/sums/declaration.ts";
import { READ_BATCH, readMarked } from "#core/sums/find.ts";
import type { Mark } from "#core/sums/schema.ts";
import { marks } from "#core/sums/table.ts";
import { rowKey } from "./place.ts";
import { listRows } from "./table.ts";

const CONCURRENCY = 8;
/** Most rows of one transaction. */
const MAX_STEP_ROWS = 90;

type RowWrite = {
  name: string;
  row: Pick<ListedRow, "list" | "at">;
  carried: string | undefined;
  write: Write;
};

/**
 * Updates the rows of some records of a kind: reads their marks, then the records, and writes each mark with its rows
 * in one transaction, on condition that the mark is unchanged. Running it twice, late, or in parallel changes nothing
 * more.
 */
export async function writeRows(
  ctx: Context,
  counting: CountTarget,
  source: SumSource,
  of: Iterable<string>,
  read?: MarkedRecords,
): Promise<CountResult> {
  const counted: CountResult = { later: [], broken: [] };
  const names = [...new Set(of)];
  // Generations are updated one after the other. After a crash the message comes again, and the rest is done.
  for (const generation of counting.generations) {
    const place = { tenantId: counting.tenantId, generation, source };
    for (let start = 0; start < names.length; start += READ_BATCH) {
      const some = names.slice(start, start + READ_BATCH);
      const found = read ?? (await readMarked({ ...counting, generations: [generation] }, some));
      for (let at = 0; at < some.length; at += CONCURRENCY) {
        const running = some.slice(at, at + CONCURRENCY).map((name) => writeRecord(ctx, place, name, found));
        const errors = await sideBySide(running);
        counted.broken.push(...errors.filter((error) => error !== undefined));
      }
    }
  }
  return counted;
}

interface RowsTarget {
  tenantId: string;
  generation: string;
  source: SumSource;
}

/** Updates the rows of one record; returns the error where it cannot be read. */
function writeRecord(
  ctx: Context,
  place: RowsTarget,
  of: string,
  first: MarkedRecords,
): Promise<Error | undefined> {
  let found: MarkedRecords | undefined = first;
  return withRetries(async () => {
    const steps = stepsOf(ctx, place, of, found ?? (await readMarked(targetOf(place), [of])));
    found = undefined;
    if (steps instanceof Error) return steps;
    for (const step of steps) await transact(ctx, step);
    return undefined;
  });
}

/** The writes of `writeRows` for some records, if each of them needs only one step. */
export function planRows(
  ctx: Context,
  { tenantId, generations }: CountTarget,
  source: SumSource,
  some: readonly string[],
  found: MarkedRecords,
): PlannedCount[] | undefined {
  const planned: PlannedCount[] = [];
  for (const generation of generations)
    for (const name of some) {
      const steps = stepsOf(ctx, { tenantId, generation, source }, name, found);
      if (steps instanceof Error || steps.length > 1) return undefined;
      planned.push(...steps.map((writes) => ({ writes })));
    }
  return planned;
}

function targetOf({ tenantId, generation }: RowsTarget) {
  return { tenantId, generations: [generation] };
}

/** The writes that replace old rows: new ones first, then removals. */
function rowWrites(
  { tenantId, generation }: RowsTarget,
  of: string,
  before: Mark["rows"],
  after: readonly ListedRow[],
): RowWrite[] {
  const old = new Map(ungroupRows(before).map((row) => [rowName(row), row]));
  const fresh = new Map(after.map((row) => [rowName(row), row]));
  const added = [...fresh].flatMap(([name, row]): RowWrite[] => {
    const { list, at, terms } = row;
    const carried = hash(JSON.stringify(terms)).slice(0, 8);
    if (old.get(name)?.carried === carried) return [];
    const item = { ...rowKey(tenantId, generation, { list, at, of }), _t: listRows.name, of, at, terms };
    return [{ name, row, carried, write: { entity: listRows.name, put: item } }];
  });
  const removed = [...old].flatMap(([name, row]): RowWrite[] => {
    if (fresh.has(name)) return [];
    const remove = rowKey(tenantId, generation, { ...row, of });
    return [{ name, row, carried: undefined, write: { entity: listRows.name, remove } }];
  });
  return [...added, ...removed];
}

/**
 * The writes that update the rows of one record with its mark, split into as many steps as transactions need. Until
 * the last step the mark keeps its old version and lists the rows that exist, so that a retry continues.
 *
 * @returns an error where the record cannot be read
 */
function stepsOf(ctx: Context, place: RowsTarget, of: string, found: MarkedRecords): Write[][] | Error {
  const { tenantId, generation, source } = place;
  const { item, marked } = found(of);
  const before = marked.get(generation);
  const now = nextMark(source, before, item);
  if (now === "left") return [];
  if (now instanceof Error) return now;
  const { rows = [], gone } = now;
  const writes = rowWrites(place, of, before?.rows, rows);
  const at = { store_id: tenantId, generation, kind: source.kind, of, counted_at: ctx.now() };
  const stored = new Map(ungroupRows(before?.rows).map((row) => [rowName(row), row]));
  // A deleted record's version does not apply to a new record with the same key.
  const { version, born } = before && !before.gone ? before : { version: 0, born: "" };
  const steps: Write[][] = [];
  let mark = before;
  for (let start = 0; start === 0 || start < writes.length; start += MAX_STEP_ROWS) {
    const some = writes.slice(start, start + MAX_STEP_ROWS);
    for (const { name, row, carried } of some) {
      if (carried === undefined) stored.delete(name);
      else stored.set(name, { list: row.list, at: row.at, carried });
    }
    const isLast = start + MAX_STEP_ROWS >= writes.length;
    const state = isLast ? { version: now.version, born: now.born, gone } : { version, born, gone: false };
    const next: Mark = { ...at, ...state, contributions: {}, rows: groupRows([...stored.values()]) };
    const write = mark ? marks.replace(mark, next) : marks.create(next);
    steps.push([write, ...some.map((each) => each.write)]);
    mark = marks.made(next, mark);
  }
  return steps;
}

interface StoredRow {
  list: string;
  at: string;
  carried: string;
}

function rowName({ list, at }: Pick<ListedRow, "list" | "at">): string {
  return JSON.stringify([list, at]);
}

function ungroupRows(rows: Mark["rows"] = []): StoredRow[] {
  return rows.flatMap(({ at, carried, lists }) => lists.map((list) => ({ list, at, carried })));
}

function groupRows(rows: readonly StoredRow[]): Mark["rows"] {
  const groups = Map.groupBy(rows, ({ at, carried }) => `${carried} ${at}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ at: first.at, carried: first.carried, lists: group.map(({ list }) => list) }] : [];
  });
}
