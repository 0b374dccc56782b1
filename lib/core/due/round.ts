import { leadingNumber, paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { DueWork } from "./work.ts";

/** A row of the due index: the key of a record, and the second at which it was due. */
export interface DueRow {
  pk: string;
  sk: string;
  due_by: string;
  at: number;
  tenant: string;
}

/** Most rows of one tenant in a round: its other rows wait until all tenants had their turn. */
const MAX_TENANT_ROWS = 200;

/**
 * The next rows of a shard, in turns: the longest-waiting row of each tenant, then the second of each, and so on. A
 * tenant with far fewer rows comes first, because a round may end early and the next starts anew. So a row waits for
 * tenants with few rows, and not for all rows of a large one. It reads all due keys, some ten thousand a megabyte.
 *
 * @param until seconds, inclusive
 * @param done names of rows to skip, because the index may still list finished ones
 */
export async function nextRound(
  work: DueWork,
  partition: string,
  until: number,
  done: ReadonlySet<string>,
): Promise<DueRow[]> {
  const tenants = new Map<string, DueRow[]>();
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { index: "due", to: `${paddedNumber(until)}~`, after });
    for (const item of page.items) {
      const row = dueRowOf(work, item);
      const rows = tenants.get(row.tenant) ?? [];
      if (rows.length < MAX_TENANT_ROWS && !done.has(dueRowName(row))) rows.push(row);
      if (rows.length === 1) tenants.set(row.tenant, rows);
    }
    after = page.after;
  } while (after);
  return interleave([...tenants.values()]);
}

/** Names a row together with its due time: a record that is due again has another name. */
export function dueRowName({ pk, sk, due_by }: Pick<DueRow, "pk" | "sk" | "due_by">): string {
  return `${pk} ${sk} ${due_by}`;
}

function dueRowOf(work: DueWork, item: Record<string, unknown>): DueRow {
  const due_by = String(item.due_by);
  return {
    pk: String(item.pk),
    sk: String(item.sk),
    due_by,
    at: leadingNumber(due_by),
    tenant: work.tenantOf(item),
  };
}

/** The first of each list, then the second of each, and so on. A list less than half as long comes first. */
function interleave<T>(lists: readonly T[][]): T[] {
  const order: T[] = [];
  let left = lists.toSorted((one, other) => sizeClass(one) - sizeClass(other));
  for (let turn = 0; left.length > 0; turn++) {
    left = left.filter(({ length }) => length > turn);
    for (const list of left) order.push(...list.slice(turn, turn + 1));
  }
  return order;
}

function sizeClass({ length }: readonly unknown[]): number {
  return Math.floor(Math.log2(length));
}
