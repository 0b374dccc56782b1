import { leadingNumber, paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { DueWork } from "./work.ts";

/** A row of the index of what is due: the key of a record, and the second at which it was due. */
export interface DueRow {
  pk: string;
  sk: string;
  due_by: string;
  at: number;
  tenant: string;
}

/** Rows of one tenant that a round takes: what more it has comes when all others had their turn. */
const OF_A_TENANT = 200;

/**
 * What a shard has to do next: of each tenant the row that has waited longest, then of each the second, and so on. Of
 * two tenants the one with far fewer rows comes first: a round may end before its end, and the next begins anew. So a row
 * waits for those of tenants with as few, and not for as many as one tenant has. All keys that are due are read for that,
 * some ten thousand a megabyte.
 *
 * @param until seconds, inclusive
 * @param dealt names of rows that are not to come again: an index follows the table
 */
export async function nextRound(
  work: DueWork,
  partition: string,
  until: number,
  dealt: ReadonlySet<string>,
): Promise<DueRow[]> {
  const tenants = new Map<string, DueRow[]>();
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { index: "due", to: `${paddedNumber(until)}~`, after });
    for (const item of page.items) {
      const row = rowOf(work, item);
      const own = tenants.get(row.tenant) ?? [];
      if (own.length < OF_A_TENANT && !dealt.has(dueRowName(row))) own.push(row);
      if (own.length === 1) tenants.set(row.tenant, own);
    }
    after = page.after;
  } while (after);
  return inTurns([...tenants.values()]);
}

/** The name of a row as it was due then. */
export function dueRowName({ pk, sk, due_by }: Pick<DueRow, "pk" | "sk" | "due_by">): string {
  return `${pk} ${sk} ${due_by}`;
}

function rowOf(work: DueWork, item: Record<string, unknown>): DueRow {
  const due_by = String(item.due_by);
  return {
    pk: String(item.pk),
    sk: String(item.sk),
    due_by,
    at: leadingNumber(due_by),
    tenant: work.tenantOf(item),
  };
}

/** The first of each list, then the second of each, and so on; of two lists that which is less than half as long first. */
function inTurns<T>(lists: readonly T[][]): T[] {
  const order: T[] = [];
  let left = lists.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  for (let turn = 0; left.length > 0; turn++) {
    left = left.filter(({ length }) => length > turn);
    for (const list of left) order.push(...list.slice(turn, turn + 1));
  }
  return order;
}

function sizeOf({ length }: readonly unknown[]): number {
  return Math.floor(Math.log2(length));
}
