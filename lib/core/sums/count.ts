import type { Context } from "#core/context.ts";
import { keyIn, nameOf } from "#core/dynamo/key.ts";
import { tried } from "#core/dynamo/outcome.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { keyOfName } from "#core/dynamo/record-name.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { MAX_WRITES, type Write } from "#core/dynamo/transact.ts";
import { type Change, decide } from "./decide.ts";
import type { Source, Tally } from "./declaration.ts";
import { type Amounts, addDifference } from "./difference.ts";
import { Hosts } from "./hosts.ts";
import { NO_HOST, rowWrites } from "./read.ts";
import { marks } from "./table.ts";

/** Records of one transaction at most. */
const TOGETHER = 40;

/** Where records are counted. */
export interface Counting {
  tenantId: string;
  tally: Tally;
  /** In all of them at once, so that what is built never differs from what is read but by what it has not seen yet. */
  generations: readonly string[];
  /** Lanes that the rows are spread over. */
  lanes: number;
}

/** What came of counting some records. */
interface Counted {
  /** Those whose row's own record is not there yet. */
  later: string[];
  /** What those said that cannot be read. */
  broken: Error[];
}

/**
 * Counts some records of a kind by what they are now: reads their marks, then the records, and replaces the marks with
 * the sums in one transaction, on condition that each mark is as it was read. Done twice, late, or by two at once it
 * changes nothing more.
 *
 * @param of names of the records
 */
export async function countRecords(
  ctx: Context,
  counting: Counting,
  source: Source,
  of: Iterable<string>,
): Promise<Counted> {
  const counted: Counted = { later: [], broken: [] };
  const work = { counting, source, hosts: new Hosts(counting) };
  let left = [...new Set(of)];
  while (left.length > 0 && counting.generations.length > 0) {
    const some = left.slice(0, TOGETHER);
    const done = await attempt(() => countSome(ctx, work, some, counted));
    left = left.slice(done);
  }
  return counted;
}

interface Work {
  counting: Counting;
  source: Source;
  hosts: Hosts;
}

/** Counts as many of some records as fit one transaction; how many that were, the first of them. */
async function countSome(ctx: Context, work: Work, some: string[], counted: Counted): Promise<number> {
  const { counting, source, hosts } = work;
  const { tenantId, generations } = counting;
  const found = await findAll(counting, some);
  const open = new Transaction(hosts);
  const aside: Counted = { later: [], broken: [] };
  let done = 0;
  for (const of of some) {
    const { item, marked } = found(of);
    const at = { store_id: tenantId, kind: source.kind, of, counted_at: ctx.now() };
    const decided = generations.map((generation) =>
      decide(source, { ...at, generation }, marked.get(generation), item, hosts),
    );
    const refused = decided.find((each) => each instanceof Error);
    if (refused) aside.broken.push(refused);
    else if (decided.includes("later")) aside.later.push(of);
    else if (!open.add(decided.filter((each) => typeof each === "object" && "mark" in each))) break;
    done++;
  }
  if ((await tried(ctx, open.writes(counting, some[0] ?? ""))) === NO_HOST) {
    await hosts.learn(open.rows());
    return 0;
  }
  for (const { generation, before, gone } of open.changes) if (gone) await hosts.clear(generation, before);
  counted.later.push(...aside.later);
  counted.broken.push(...aside.broken);
  return done;
}

/** Reads the marks of some records in all generations, and then the records: what is written rests on that order. */
async function findAll({ tenantId, generations }: Counting, some: readonly string[]) {
  const known = await marks.batchGet(
    some.flatMap((of) => generations.map((generation) => ({ store_id: tenantId, generation, of }))),
  );
  const byRecord = Map.groupBy(known, ({ of }) => of);
  const items = await batchGetItems(
    some.map((of) => keyOfName(tenantId, of)),
    true,
  );
  const byKey = new Map(items.map((item) => [nameOf(keyIn(item)), item]));
  return (of: string) => ({
    item: byKey.get(nameOf(keyOfName(tenantId, of))),
    marked: new Map(byRecord.get(of)?.map((mark) => [mark.generation, mark])),
  });
}

/** Marks and sums that are written together, as long as they fit. */
class Transaction {
  readonly #hosts: Hosts;
  readonly changes: Change[] = [];
  #amounts = new Map<string, Amounts>();

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  /** Takes one record's changes in all generations; false where they do not fit any more. */
  add(changes: readonly Change[]): boolean {
    const amounts = new Map([...this.#amounts].map(([name, rows]) => [name, copyOf(rows)]));
    for (const { generation, before, after } of changes) {
      const rows = amounts.get(generation) ?? new Map();
      addDifference(rows, before, after);
      amounts.set(generation, rows);
    }
    const size = [...amounts.values()].reduce((sum, rows) => sum + rows.size, 0);
    const isFull = this.changes.length + changes.length + size > MAX_WRITES;
    if (isFull && this.changes.length > 0) return false;
    this.changes.push(...changes);
    this.#amounts = amounts;
    return true;
  }

  rows(): string[] {
    return [...new Set([...this.#amounts.values()].flatMap((rows) => [...rows.keys()]))];
  }

  writes(counting: Counting, of: string): Write[] {
    const sums = [...this.#amounts].map(([generation, rows]): [string, Amounts] => {
      const there = [...rows].filter(([row]) => !this.#hosts.isAbsent(row));
      return [generation, new Map(there)];
    });
    const dropped = this.rows().filter((row) => this.#hosts.isAbsent(row));
    const stillGone = dropped.map((row) => this.#hosts.stillAbsent(row));
    const marked = this.changes.map(({ mark }) => mark);
    return [...marked, ...rowWrites(counting, new Map(sums), of), ...stillGone];
  }
}

function copyOf(rows: Amounts): Amounts {
  return new Map([...rows].map(([row, measures]) => [row, new Map(measures)]));
}
