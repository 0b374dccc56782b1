import type { Entry, EntryView } from "./schema.ts";

/** An entry in answers; `blocks` repeats its `fields`. */
export function viewEntry(entry: Entry): EntryView {
  const blocks = entry.fields.map(({ field_id, key, type, value }) => ({ id: field_id, key, type, value }));
  return { ...entry, blocks };
}
