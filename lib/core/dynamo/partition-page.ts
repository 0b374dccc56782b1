import { openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import type { Stored } from "./entity.ts";
import { batchGetItems, DEFAULT_PAGE_SIZE, type QueryOptions, queryItems } from "./read.ts";

/**
 * One page of a partition or index in its own order, for lists that are neither filtered nor sorted in another order.
 *
 * @param scope operation, tenant and whatever else the cursor is bound to
 */
export async function pageOfPartition<T extends object>(
  entity: { parse(item: Record<string, unknown>): Stored<T> },
  partition: string,
  options: QueryOptions & { cursor?: string | undefined },
  scope: unknown,
): Promise<Page<Stored<T>>> {
  const { cursor, ...range } = options;
  const binding = { partition, index: range.index ?? null, scope };
  const after = await openCursor<Record<string, unknown>>(cursor, binding);
  const page = await queryItems(partition, { limit: DEFAULT_PAGE_SIZE, ...range, after });
  // An index carries keys and terms alone.
  const keys = page.items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  const items = range.index ? await batchGetItems(keys) : page.items;
  return {
    items: items.map((item) => entity.parse(item)),
    cursor: page.after ? await sealCursor(page.after, binding) : null,
  };
}
