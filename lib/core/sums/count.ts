import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { MAX_WRITES, type Write } from "#core/dynamo/transact.ts";
import { tryTransact } from "#core/dynamo/try-transact.ts";
import { decideChange, type SumChange } from "./decide.ts";
import type { CountResult, CountTarget, MarkedRecords, PlannedCount, SumSource } from "./declaration.ts";
import { type Amounts, addDifference, MAX_MEASURES } from "./difference.ts";
import { READ_BATCH, readMarked } from "./find.ts";
import { Hosts } from "./hosts.ts";
import { NO_HOST, rowWrites } from "./read.ts";

/**
 * Counts some records of a kind by their current state: reads their marks, then the records, and writes marks and
 * sums in one transaction, on condition that each mark is unchanged. Running it twice, late, or in parallel changes
 * nothing more.
 *
 * @param of names of the records
 * @param found these records with their marks, if they were just read; only the first try uses them
 */
export async function countRecords(
  ctx: Context,
  counting: CountTarget,
  source: SumSource,
  of: Iterable<string>,
  found?: MarkedRecords,
): Promise<CountResult> {
  const { alternative } = counting.tally;
  if (!found) await prepareRecords(ctx, counting, [...new Set(of)]);
  if (alternative) return alternative.count(ctx, counting, source, of, found);
  const counted: CountResult = { later: [], broken: [] };
  const work: CountWork = { counting, source, hosts: new Hosts(counting), found };
  let left = [...new Set(of)];
  while (left.length > 0 && counting.generations.length > 0) {
    const some = left.slice(0, READ_BATCH);
    const done = await withRetries(() => countSome(ctx, work, some, counted));
    left = left.slice(done);
  }
  return counted;
}

async function prepareRecords(ctx: Context, counting: CountTarget, names: readonly string[]): Promise<void> {
  const { prepare } = counting.tally;
  for (let start = 0; prepare && start < names.length; start += READ_BATCH) {
    const some = names.slice(start, start + READ_BATCH);
    await prepare(ctx, counting.tenantId, some, await readMarked({ ...counting, generations: [] }, some));
  }
}

interface CountWork {
  counting: CountTarget;
  source: SumSource;
  hosts: Hosts;
  /** Used by the first try only: a retry must read again. */
  found: MarkedRecords | undefined;
}

/** Counts as many records, from the first, as fit one transaction. Returns how many; 0 to try again. */
async function countSome(
  ctx: Context,
  work: CountWork,
  some: string[],
  counted: CountResult,
): Promise<number> {
  const { counting, hosts } = work;
  const found = work.found ?? (await readMarked(counting, some));
  work.found = undefined;
  const { transaction, skipped, done } = decideSome(ctx, work, some, found);
  if ((await tryTransact(ctx, transaction.writes(ctx, counting, some[0] ?? ""))) === NO_HOST) {
    await hosts.learn(transaction.rows());
    return 0;
  }
  await transaction.clearHosts();
  counted.later.push(...skipped.later);
  counted.broken.push(...skipped.broken);
  return done;
}

function decideSome(
  ctx: Context,
  { counting, source, hosts }: Pick<CountWork, "counting" | "source" | "hosts">,
  some: readonly string[],
  found: MarkedRecords,
): { transaction: SumTransaction; skipped: CountResult; done: number } {
  const { tenantId, generations, zones = {}, carried } = counting;
  const transaction = new SumTransaction(hosts);
  const skipped: CountResult = { later: [], broken: [] };
  let done = 0;
  for (const name of some) {
    const { item, marked } = found(name);
    const at = { store_id: tenantId, kind: source.kind, of: name, counted_at: ctx.now() };
    const decided = generations.map((generation) =>
      decideChange(source, { ...at, generation }, marked.get(generation), item, {
        hosts,
        zone: zones[generation] ?? "",
        carried: carried?.get(name),
      }),
    );
    const refused = decided.find((each) => each instanceof Error);
    if (refused) skipped.broken.push(refused);
    else if (decided.includes("later")) skipped.later.push(name);
    else if (!transaction.add(decided.filter((each) => typeof each === "object" && "mark" in each))) break;
    done++;
  }
  return { transaction, skipped, done };
}

/** The writes that count some records, if all of them fit one transaction and can be read. */
export function planRecords(
  ctx: Context,
  counting: CountTarget,
  source: SumSource,
  some: readonly string[],
  found: MarkedRecords,
): PlannedCount[] | undefined {
  const { alternative } = counting.tally;
  if (alternative) return alternative.plan(ctx, counting, source, some, found);
  const { transaction, skipped, done } = decideSome(
    ctx,
    { counting, source, hosts: new Hosts(counting) },
    some,
    found,
  );
  if (done < some.length || skipped.broken.length > 0) return undefined;
  return [
    { writes: transaction.writes(ctx, counting, some[0] ?? ""), afterwards: () => transaction.clearHosts() },
  ];
}

/** Marks and sums that are written together, as long as they fit. */
class SumTransaction {
  readonly #hosts: Hosts;
  readonly changes: SumChange[] = [];
  #amounts = new Map<string, Amounts>();

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  /** Adds one record's changes in all generations; false where they do not fit any more. */
  add(changes: readonly SumChange[]): boolean {
    const amounts = new Map([...this.#amounts].map(([name, rows]) => [name, copyAmounts(rows)]));
    for (const { generation, before, after } of changes) {
      const rows = amounts.get(generation) ?? new Map();
      addDifference(rows, before, after);
      amounts.set(generation, rows);
    }
    const added = [...amounts.values()].flatMap((each) => [...each.values()]);
    // One more write is left for reporting the changed rows.
    const isFull =
      this.changes.length + changes.length + added.length >= MAX_WRITES ||
      added.some((measures) => measures.size > MAX_MEASURES);
    if (isFull && this.changes.length > 0) return false;
    this.changes.push(...changes);
    this.#amounts = amounts;
    return true;
  }

  /** Called after the writes: removes measures of host records to which only deleted records had added. */
  async clearHosts(): Promise<void> {
    for (const { generation, before, gone } of this.changes)
      if (gone) await this.#hosts.clear(generation, before);
  }

  rows(): string[] {
    return [...new Set([...this.#amounts.values()].flatMap((rows) => [...rows.keys()]))];
  }

  writes(ctx: Context, counting: CountTarget, of: string): Write[] {
    const sums = [...this.#amounts].map(([generation, rows]): [string, Amounts] => {
      const present = [...rows].filter(([row]) => !this.#hosts.isAbsent(row));
      return [generation, new Map(present)];
    });
    const dropped = this.rows().filter((row) => this.#hosts.isAbsent(row));
    const stillGone = dropped.map((row) => this.#hosts.stillAbsent(row));
    const marked = this.changes.map(({ mark }) => mark);
    const notifications =
      this.rows().length > 0 ? counting.tally.reportRows?.(ctx, counting.tenantId, this.rows()) : [];
    return [...marked, ...rowWrites(counting, new Map(sums), of), ...stillGone, ...(notifications ?? [])];
  }
}

function copyAmounts(rows: Amounts): Amounts {
  return new Map([...rows].map(([row, measures]) => [row, new Map(measures)]));
}
