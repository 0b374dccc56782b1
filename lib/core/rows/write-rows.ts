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

/** Records that are written at a time. */
const ABREAST = 8;
/** Rows that one transaction writes. */
const MOST = 90;

type RowWrite = {
  name: string;
  row: Pick<ListedRow, "list" | "at">;
  carried: string | undefined;
  write: Write;
};

/**
 * Brings the rows of some records of a kind to what the records are now: reads their marks, then the records, and
 * replaces each mark with its rows in one transaction, on condition that the mark is as it was read. Done twice, late, or
 * by two at once it changes nothing more.
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
  // One generation after the other: what a kill leaves behind in one comes again with the bell.
  for (const generation of counting.generations) {
    const place = { tenantId: counting.tenantId, generation, source };
    for (let start = 0; start < names.length; start += READ_BATCH) {
      const some = names.slice(start, start + READ_BATCH);
      const found = read ?? (await readMarked({ ...counting, generations: [generation] }, some));
      for (let at = 0; at < some.length; at += ABREAST) {
        const keeping = some.slice(at, at + ABREAST).map((name) => keepOne(ctx, place, name, found));
        const errors = await sideBySide(keeping);
        counted.broken.push(...errors.filter((error) => error !== undefined));
      }
    }
  }
  return counted;
}

interface Place {
  tenantId: string;
  generation: string;
  source: SumSource;
}

/** Brings the rows of one record to what it is; the error where it cannot be read. */
function keepOne(ctx: Context, place: Place, of: string, first: MarkedRecords): Promise<Error | undefined> {
  let found: MarkedRecords | undefined = first;
  return withRetries(async () => {
    const steps = stepsOf(ctx, place, of, found ?? (await readMarked(again(place), [of])));
    found = undefined;
    if (steps instanceof Error) return steps;
    for (const step of steps) await transact(ctx, step);
    return undefined;
  });
}

/** What `keepRows` writes for some records, where each of them needs one step alone. */
export function planRows(
  ctx: Context,
  { tenantId, generations }: CountTarget,
  source: SumSource,
  some: readonly string[],
  found: MarkedRecords,
): PlannedCount[] | undefined {
  const planned: PlannedCount[] = [];
  for (const generation of generations)
    for (const of of some) {
      const steps = stepsOf(ctx, { tenantId, generation, source }, of, found);
      if (steps instanceof Error || steps.length > 1) return undefined;
      planned.push(...steps.map((writes) => ({ writes })));
    }
  return planned;
}

function again({ tenantId, generation }: Place) {
  return { tenantId, generations: [generation] };
}

/** What makes the rows that there are those that there are to be: first those that come, then those that go. */
function rowWrites(
  { tenantId, generation }: Place,
  of: string,
  before: Mark["rows"],
  after: readonly ListedRow[],
): RowWrite[] {
  const old = new Map(flat(before).map((row) => [nameIn(row), row]));
  const fresh = new Map(after.map((row) => [nameIn(row), row]));
  const come = [...fresh].flatMap(([name, row]): RowWrite[] => {
    const { list, at, terms } = row;
    const carried = hash(JSON.stringify(terms)).slice(0, 8);
    if (old.get(name)?.carried === carried) return [];
    const item = { ...rowKey(tenantId, generation, { list, at, of }), _t: listRows.name, of, at, terms };
    return [{ name, row, carried, write: { entity: listRows.name, put: item } }];
  });
  const go = [...old].flatMap(([name, row]): RowWrite[] => {
    if (fresh.has(name)) return [];
    const remove = rowKey(tenantId, generation, { ...row, of });
    return [{ name, row, carried: undefined, write: { entity: listRows.name, remove } }];
  });
  return [...come, ...go];
}

/**
 * The writes that bring the rows of one record to what it is: rows with the mark, as many as one transaction takes at a
 * time. Until the last, the mark says which rows there are, and is of the version that it was: so whoever comes next goes
 * on.
 *
 * @returns an error where the record cannot be read
 */
function stepsOf(ctx: Context, place: Place, of: string, found: MarkedRecords): Write[][] | Error {
  const { tenantId, generation, source } = place;
  const { item, marked } = found(of);
  const before = marked.get(generation);
  const now = nextMark(source, before, item);
  if (now === "left") return [];
  if (now instanceof Error) return now;
  const { rows = [], gone } = now;
  const writes = rowWrites(place, of, before?.rows, rows);
  const at = { store_id: tenantId, generation, kind: source.kind, of, counted_at: ctx.now() };
  const there = new Map(flat(before?.rows).map((row) => [nameIn(row), row]));
  // The version of a record that was gone says nothing of one that has its key now.
  const { version, born } = before && !before.gone ? before : { version: 0, born: "" };
  const steps: Write[][] = [];
  let mark = before;
  for (let start = 0; start === 0 || start < writes.length; start += MOST) {
    const some = writes.slice(start, start + MOST);
    for (const { name, row, carried } of some) {
      if (carried === undefined) there.delete(name);
      else there.set(name, { list: row.list, at: row.at, carried });
    }
    const isLast = start + MOST >= writes.length;
    const state = isLast ? { version: now.version, born: now.born, gone } : { version, born, gone: false };
    const next: Mark = { ...at, ...state, contributions: {}, rows: together([...there.values()]) };
    const write = mark ? marks.replace(mark, next) : marks.create(next);
    steps.push([write, ...some.map((each) => each.write)]);
    mark = marks.made(next, mark);
  }
  return steps;
}

interface KeptRow {
  list: string;
  at: string;
  carried: string;
}

function nameIn({ list, at }: Pick<ListedRow, "list" | "at">): string {
  return JSON.stringify([list, at]);
}

function flat(rows: Mark["rows"] = []): KeptRow[] {
  return rows.flatMap(({ at, carried, lists }) => lists.map((list) => ({ list, at, carried })));
}

function together(rows: readonly KeptRow[]): Mark["rows"] {
  const groups = Map.groupBy(rows, ({ at, carried }) => `${carried} ${at}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ at: first.at, carried: first.carried, lists: group.map(({ list }) => list) }] : [];
  });
}
