import type { Stored } from "#core/dynamo/entity.ts";
import type { ApiError } from "#core/errors.ts";

/** A record that may be below another one of its kind. */
interface NestedRecord {
  id: string;
  parent_id: string | null;
}

interface LineageLimits {
  levels: number;
  CYCLE(): ApiError;
  TOO_DEEP(details: { levels: number }): ApiError;
  PARENT_NOT_FOUND(details: { parent: string }): ApiError;
  /** Whether a missing ancestor counts as the root, as while records below a deleted one are being moved up. */
  gaps?: boolean;
}

/**
 * A record and its ancestors, up to the root.
 *
 * @param movedId id of the record that is moved below this one; finding it among the ancestors means a cycle
 */
export async function lineage<T extends NestedRecord>(
  read: (id: string) => Promise<Stored<T> | undefined>,
  limits: LineageLimits,
  parentId: string,
  movedId?: string,
): Promise<Stored<T>[]> {
  const { levels, gaps } = limits;
  const line: Stored<T>[] = [];
  let next: string | null = parentId;
  while (next !== null) {
    if (next === movedId) throw limits.CYCLE();
    if (line.length + 1 >= levels) throw limits.TOO_DEEP({ levels });
    const record: Stored<T> | undefined = await read(next);
    if (!record && !(gaps && line.length > 0)) throw limits.PARENT_NOT_FOUND({ parent: parentId });
    if (record) line.push(record);
    next = record?.parent_id ?? null;
  }
  return line;
}
