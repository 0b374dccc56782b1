import * as z from "zod";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { BlockInputs } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import type { Entry } from "#lib/content/entries/schema.ts";

/** An entry of a collection that no longer exists. */
export function orphanedEntry(store_id: string, index: number, fields: Entry["fields"] = []): Entry {
  return {
    id: newId("entry", 1_780_000_000 + index),
    store_id,
    collection_id: "col_gone",
    key: `e-${index}`,
    slug: {},
    fields,
    status: "active",
    created_at: 1,
    updated_at: 1,
  };
}

/** The path and code of every failure of a record's blocks; `schema` and the path if they do not parse. */
export async function blockProblems(...blocks: unknown[]): Promise<string[]> {
  const parsed = BlockInputs.safeParse(blocks);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => `schema ${z.core.toDotPath(path)}`);
  try {
    await checkBlocks(parsed.data);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.validationErrors.map(({ field, error: code }) => `${field} ${code.replace("FIELD.", "")}`);
  }
}
