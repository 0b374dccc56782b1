import { openCursor, sealCursor } from "./cursor.ts";
import { DEFAULT_PAGE, type QueryOptions, queryItems, type Stored } from "./entity.ts";
import type { Page } from "./list.ts";

/**
 * One page of a partition or index in its own order, for lists that are neither filtered nor sorted otherwise.
 *
 * @param scope operation, tenant and whatever else the cursor is bound to
 */
export async function pageOf<T extends object>(
  entity: { parse(item: Record<string, unknown>): Stored<T> },
  partition: string,
  options: QueryOptions & { cursor?: string | undefined },
  scope: unknown,
): Promise<Page<Stored<T>>> {
  const { cursor, ...range } = options;
  const binding = { partition, index: range.index ?? null, scope };
  const after = await openCursor<Record<string, unknown>>(cursor, binding);
  const page = await queryItems(partition, { limit: DEFAULT_PAGE, ...range, after });
  return {
    items: page.items.map((item) => entity.parse(item)),
    cursor: page.after ? await sealCursor(page.after, binding) : null,
  };
}
