import type { Context } from "#core/context.ts";
import { tried } from "#core/dynamo/outcome.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { MAX_WRITES, type Write } from "#core/dynamo/transact.ts";
import { type Change, decide } from "./decide.ts";
import type { Counted, Counting, Marked, Planned, Source } from "./declaration.ts";
import { type Amounts, addDifference, MEASURES } from "./difference.ts";
import { findMarked, TOGETHER } from "./find.ts";
import { Hosts } from "./hosts.ts";
import { NO_HOST, rowWrites } from "./read.ts";

/**
 * Counts some records of a kind by what they are now: reads their marks, then the records, and replaces the marks with
 * the sums in one transaction, on condition that each mark is as it was read. Done twice, late, or by two at once it
 * changes nothing more.
 *
 * @param of names of the records
 * @param found those records with their marks, where they are just read; the first try goes by it
 */
export async function countRecords(
  ctx: Context,
  counting: Counting,
  source: Source,
  of: Iterable<string>,
  found?: Marked,
): Promise<Counted> {
  const { kept } = counting.tally;
  if (!found) await prepareRecords(ctx, counting, [...new Set(of)]);
  if (kept) return kept.count(ctx, counting, source, of, found);
  const counted: Counted = { later: [], broken: [] };
  const work: Work = { counting, source, hosts: new Hosts(counting), found };
  let left = [...new Set(of)];
  while (left.length > 0 && counting.generations.length > 0) {
    const some = left.slice(0, TOGETHER);
    const done = await attempt(() => countSome(ctx, work, some, counted));
    left = left.slice(done);
  }
  return counted;
}

async function prepareRecords(ctx: Context, counting: Counting, names: readonly string[]): Promise<void> {
  const { prepare } = counting.tally;
  for (let start = 0; prepare && start < names.length; start += TOGETHER) {
    const some = names.slice(start, start + TOGETHER);
    await prepare(ctx, counting.tenantId, some, await findMarked({ ...counting, generations: [] }, some));
  }
}

interface Work {
  counting: Counting;
  source: Source;
  hosts: Hosts;
  /** Taken by the first try: another one is for what was changed since. */
  found: Marked | undefined;
}

/** Counts as many of some records as fit one transaction; how many that were, the first of them. */
async function countSome(ctx: Context, work: Work, some: string[], counted: Counted): Promise<number> {
  const { counting, hosts } = work;
  const found = work.found ?? (await findMarked(counting, some));
  work.found = undefined;
  const { open, aside, done } = decideSome(ctx, work, some, found);
  if ((await tried(ctx, open.writes(ctx, counting, some[0] ?? ""))) === NO_HOST) {
    await hosts.learn(open.rows());
    return 0;
  }
  await open.clearHosts();
  counted.later.push(...aside.later);
  counted.broken.push(...aside.broken);
  return done;
}

function decideSome(
  ctx: Context,
  { counting, source, hosts }: Pick<Work, "counting" | "source" | "hosts">,
  some: readonly string[],
  found: Marked,
): { open: Transaction; aside: Counted; done: number } {
  const { tenantId, generations, zones = {}, carried } = counting;
  const open = new Transaction(hosts);
  const aside: Counted = { later: [], broken: [] };
  let done = 0;
  for (const of of some) {
    const { item, marked } = found(of);
    const at = { store_id: tenantId, kind: source.kind, of, counted_at: ctx.now() };
    const decided = generations.map((generation) =>
      decide(source, { ...at, generation }, marked.get(generation), item, {
        hosts,
        zone: zones[generation] ?? "",
        carried: carried?.get(of),
      }),
    );
    const refused = decided.find((each) => each instanceof Error);
    if (refused) aside.broken.push(refused);
    else if (decided.includes("later")) aside.later.push(of);
    else if (!open.add(decided.filter((each) => typeof each === "object" && "mark" in each))) break;
    done++;
  }
  return { open, aside, done };
}

/** What counting some records writes, where it is one transaction's and nothing has to come first; each whole by itself. */
export function planRecords(
  ctx: Context,
  counting: Counting,
  source: Source,
  some: readonly string[],
  found: Marked,
): Planned[] | undefined {
  const { kept } = counting.tally;
  if (kept) return kept.plan(ctx, counting, source, some, found);
  const { open, aside, done } = decideSome(
    ctx,
    { counting, source, hosts: new Hosts(counting) },
    some,
    found,
  );
  if (done < some.length || aside.broken.length > 0) return undefined;
  return [{ writes: open.writes(ctx, counting, some[0] ?? ""), afterwards: () => open.clearHosts() }];
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
    const added = [...amounts.values()].flatMap((each) => [...each.values()]);
    // One is left for what tells of it.
    const isFull =
      this.changes.length + changes.length + added.length >= MAX_WRITES ||
      added.some((measures) => measures.size > MEASURES);
    if (isFull && this.changes.length > 0) return false;
    this.changes.push(...changes);
    this.#amounts = amounts;
    return true;
  }

  /** Takes from the rows' records what those that are gone were the last to add to; to be done once all is written. */
  async clearHosts(): Promise<void> {
    for (const { generation, before, gone } of this.changes)
      if (gone) await this.#hosts.clear(generation, before);
  }

  rows(): string[] {
    return [...new Set([...this.#amounts.values()].flatMap((rows) => [...rows.keys()]))];
  }

  writes(ctx: Context, counting: Counting, of: string): Write[] {
    const sums = [...this.#amounts].map(([generation, rows]): [string, Amounts] => {
      const there = [...rows].filter(([row]) => !this.#hosts.isAbsent(row));
      return [generation, new Map(there)];
    });
    const dropped = this.rows().filter((row) => this.#hosts.isAbsent(row));
    const stillGone = dropped.map((row) => this.#hosts.stillAbsent(row));
    const marked = this.changes.map(({ mark }) => mark);
    const told = this.rows().length > 0 ? counting.tally.tells?.(ctx, counting.tenantId, this.rows()) : [];
    return [...marked, ...rowWrites(counting, new Map(sums), of), ...stillGone, ...(told ?? [])];
  }
}

function copyOf(rows: Amounts): Amounts {
  return new Map([...rows].map(([row, measures]) => [row, new Map(measures)]));
}
