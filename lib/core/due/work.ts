import type { Context } from "#core/context.ts";
import { type DueIndex, duePartitions } from "./shards.ts";

type Item = Record<string, unknown>;

/** A kind of record that says when something is due for it. */
interface Dated<Key> {
  name: string;
  tenant?: string | undefined;
  indexes?: { due?: string | undefined } | undefined;
  slots(item: Item): Key;
}

/** What is done for the records of a kind whose second has come. */
export interface DueWork {
  readonly kind: string;
  readonly ahead: number;
  readonly partitions: readonly string[];
  /** Whose the record of a row of the index is. */
  tenantOf(row: Item): string;
  /** Brings the record of a row to where its time puts it. */
  run(ctx: Context, row: Item, at: number): Promise<unknown>;
}

/**
 * Declares what is done for a kind of record whose `due_at` has come. A worker with the trigger `due` drains it.
 *
 * @param run reads the record, steps its life and writes. It is safe to run twice, and where nothing is due any more it
 * does nothing. `at` is the second at which the record was due
 */
export function dueWork<Key extends object>(
  dated: Dated<Key>,
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
        // Its key is none of the kind's: it fails when its turn comes, and keeps no other from theirs.
        return String(row.pk);
      }
    },
    run: (ctx, row, at) => run(ctx, dated.slots(row), at),
  };
}
