import type { Key } from "#core/dynamo/key.ts";
import { getItem } from "#core/dynamo/read.ts";
import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import { bulkWrite } from "#test/support/table.ts";

const BATCH_SIZE = 1000;

interface SourceRecord {
  id: string;
  key: (id: string) => Key;
  /** A text of the record that must be unique, such as its key. */
  unique?: string;
}

/** Writes copies of a stored record, each with its own id and key, without the requests that make them; returns their ids. */
export async function copyRecord({ id, key, unique }: SourceRecord, count: number): Promise<string[]> {
  const item = await getItem(key(id));
  if (!item) throw new Error(`There is no ${id}.`);
  const prefix = id.slice(0, id.lastIndexOf("_"));
  const text = JSON.stringify(item);
  const from = Date.now() / 1000 - 20 * DAY;
  const ids: string[] = [];
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const writes = Array.from({ length: Math.min(BATCH_SIZE, count - start) }, (_, offset) => {
      const index = start + offset;
      const own = newId(prefix, from + (index * 10 * DAY) / count);
      ids.push(own);
      const renamed = unique === undefined ? text : text.replaceAll(unique, `${unique}-${index}`);
      const fields = JSON.parse(renamed.replaceAll(id, own)) as Record<string, unknown>;
      return { entity: "copy", put: { ...fields, ...key(own) } };
    });
    await bulkWrite(writes);
  }
  return ids;
}
