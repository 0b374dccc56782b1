import type { Definition } from "#core/sums/declaration.ts";
import type { Heads } from "#core/sums/heads.ts";
import { sumsReading } from "#core/sums/read.ts";
import { heads as headRows } from "#core/sums/table.ts";
import type { rowIndex } from "./declaration.ts";

export type RowIndex<T extends object> = ReturnType<typeof rowIndex<T>>;

/** Which rows of a tenant are read, and whether all of its records have rows yet. */
export interface RowsReading {
  tenantId: string;
  generation: string;
  isComplete: boolean;
}

/**
 * Chooses the rows of a tenant to read: the complete ones, else those that are being built.
 *
 * @param now seconds
 * @returns `undefined` where no rows exist yet: the first change of a record in an older store starts them
 */
export async function rowsReading(
  tenantId: string,
  tally: Definition,
  now: number,
  heads?: Heads,
): Promise<RowsReading | undefined> {
  const reading = await sumsReading(tenantId, tally, now, heads);
  if (reading) return { tenantId, generation: reading.generation, isComplete: true };
  const head = await headRows.find({ store_id: tenantId, tally: tally.name });
  const built = head?.built ?? head?.read;
  return built ? { tenantId, generation: built.name, isComplete: false } : undefined;
}
