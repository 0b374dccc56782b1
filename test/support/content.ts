import { newId } from "#core/id.ts";
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
