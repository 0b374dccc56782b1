import type { Context } from "#core/context.ts";
import { type DueIndex, duePartitions } from "./shards.ts";

type Item = Record<string, unknown>;

interface DueEntity<Key> {
  name: string;
  tenant?: string | undefined;
  indexes?: { due?: string | undefined } | undefined;
  slots(item: Item): Key;
}

export interface DueWork {
  readonly kind: string;
  readonly ahead: number;
  readonly partitions: readonly string[];
  /** The tenant that owns the record of a row. */
  tenantOf(row: Item): string;
  /** Processes the record of a row; see `dueWork`. */
  run(ctx: Context, row: Item, at: number): Promise<unknown>;
}

/**
 * Declares what is done for the records of a kind when their `due_at` has come. A worker with the trigger `due`
 * drains them.
 *
 * @param run reads the record, applies what is due and writes. It must be safe to run twice, and do nothing where
 *   nothing is due any more. `at` is the second at which the record was due
 */
export function dueWork<Key extends object>(
  dated: DueEntity<Key>,
  run: (ctx: Context, key: Key, at: number) => Promise<unknown>,
  { ahead = 0, shards }: Pick<DueIndex, "ahead" | "shards"> = {},
): DueWork {
  const { name, tenant = "", indexes } = dated;
  return {
    kind: name,
    ahead,
    partitions: duePartitions({ index: indexes?.due ?? "", ...(shards === undefined ? {} : { shards }) }),
    tenantOf: (row) => {
      try {
        return String(Reflect.get(dated.slots(row), tenant) ?? row.pk);
      } catch {
        // A row with a key of another kind fails when it is processed. Here it must not block the others.
        return String(row.pk);
      }
    },
    run: (ctx, row, at) => run(ctx, dated.slots(row), at),
  };
}
