import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { jsonBytes, MAX_ANSWER_BYTES } from "#core/dynamo/list/page.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { visibleFields } from "#core/visible-fields.ts";
import type { Collection } from "#lib/content/collections/schema.ts";
import { readCollections } from "#lib/content/collections/service.ts";
import type { Media } from "#lib/content/media/schema.ts";
import { mediaRead } from "#lib/content/media/service.ts";
import { entryKind } from "./kind.ts";
import { type Entry, type EntryField, PlainEntry } from "./schema.ts";
import { entries } from "./table.ts";

/** Most levels to which references are followed, and most objects in one answer. */
const MAX_LEVELS = 3;
const MAX_RECORDS = 100;

const showEntry = visibleFields(PlainEntry);

/** A place in an answer where a reference can be replaced by its object. */
export interface ReferenceSlot {
  reference: string;
  fill: (object: unknown) => void;
}

/**
 * Replaces references by their objects, level by level, each level in one batch. A reference stays a string if it is
 * over the limit, does not fit the answer, or is deleted or hidden.
 *
 * @param records the records with the references
 * @param times how often the answer has each object
 */
export async function hydrate(
  ctx: Context,
  storeId: string,
  records: object[],
  slots: ReferenceSlot[],
  known = emptyCache(),
  times = 1,
): Promise<void> {
  const seesAll = await ctx.may("READ", storeId);
  let room = MAX_ANSWER_BYTES / times - jsonBytes(records);
  let left = MAX_RECORDS;
  let level = slots;
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0 && left > 0; depth++) {
    const taken = level.slice(0, left);
    left -= taken.length;
    await readObjects(
      storeId,
      taken.map(({ reference }) => reference),
      seesAll,
      known,
    );
    const next: ReferenceSlot[] = [];
    for (const { reference, fill } of taken) {
      const object = known.objects.get(reference);
      const bytes = object ? jsonBytes(object) : 0;
      if (!object || bytes > room) continue;
      room -= bytes;
      // An object may be in several places, each with its own nested objects.
      const own = structuredClone("fields" in object ? showEntry(object) : object);
      fill(own);
      if ("fields" in own) next.push(...slotsOfFields(own.fields));
    }
    level = next;
  }
}

/** Copies of entries whose references are replaced by their objects. */
export async function hydrateEntries<T extends Entry>(
  ctx: Context,
  storeId: string,
  found: T[],
  known = emptyCache(),
): Promise<T[]> {
  for (const entry of found) known.objects.set(`entry:${entry.id}`, entry);
  const copies = found.map((entry) => ({ ...entry, fields: structuredClone(entry.fields) }));
  await hydrate(
    ctx,
    storeId,
    copies,
    copies.flatMap(({ fields }) => slotsOfFields(fields)),
    known,
    // The answer has every field twice: in `fields` and in `blocks`.
    2,
  );
  return copies;
}

function slotsOfFields(fields: EntryField[]): ReferenceSlot[] {
  return fields
    .filter(({ type }) => type === "media" || type === "entry")
    .flatMap((field) => {
      const { value } = field;
      if (Array.isArray(value)) return slotsOfList(value);
      if (typeof value !== "string") return [];
      const fill = (object: unknown) => {
        field.value = object;
      };
      return [{ reference: value, fill }];
    });
}

export function slotsOfList(values: unknown[]): ReferenceSlot[] {
  return values.flatMap((value, index) => {
    if (typeof value !== "string") return [];
    const fill = (object: unknown) => {
      values[index] = object;
    };
    return [{ reference: value, fill }];
  });
}

/**
 * The records that one request has read from a store, so that it reads none twice: visible objects by reference, and
 * collections by id.
 */
export interface RequestCache {
  objects: Map<string, Entry | ReturnType<typeof viewMedia> | undefined>;
  collections: Map<string, Collection | undefined>;
}

export function emptyCache(): RequestCache {
  return { objects: new Map(), collections: new Map() };
}

/** Reads references into the cache in one batch, with the collections of new entries. */
export async function readObjects(
  storeId: string,
  references: Iterable<string>,
  seesAll: boolean,
  known: RequestCache,
): Promise<void> {
  const unknown = [...new Set(references)].filter((reference) => !known.objects.has(reference));
  const idsOf = (kind: string) =>
    unknown.filter((text) => text.startsWith(`${kind}:`)).map((text) => text.slice(kind.length + 1));
  const batch = readBatch();
  const media = idsOf("media").map((id) => batch.add(mediaRead(storeId, id)));
  const found = idsOf("entry").map((id) => batch.add(entries.read({ store_id: storeId, id })));
  await batch.run();
  const all = found.flatMap((read) => read() ?? []);
  for (const reference of unknown) known.objects.set(reference, undefined);
  for (const file of media.flatMap((read) => read() ?? [])) {
    known.objects.set(`media:${file.id}`, viewMedia(file));
  }
  for (const entry of await visibleEntries(storeId, all, seesAll, known)) {
    known.objects.set(`entry:${entry.id}`, entry);
  }
}

/** Entries by id, strongly consistent; missing ones are left out. */
export const readEntries = entryKind.read;

/** The entries whose collection still exists; without READ, only active entries of active collections. */
export async function visibleEntries(
  storeId: string,
  found: Stored<Entry>[],
  seesAll: boolean,
  { collections } = emptyCache(),
): Promise<Stored<Entry>[]> {
  const parents = new Set(found.map(({ collection_id }) => collection_id));
  const unknown = [...parents].filter((id) => !collections.has(id));
  const read = unknown.length > 0 ? await readCollections(storeId, unknown) : [];
  for (const id of unknown) {
    collections.set(
      id,
      read.find((collection) => collection.id === id),
    );
  }
  return found.filter((entry) => {
    const parent = collections.get(entry.collection_id);
    return parent && (seesAll || (entry.status === "active" && parent.status === "active"));
  });
}

function viewMedia({ id, name, mime_type, alt, url, resolutions }: Media) {
  return { id, name, mimeType: mime_type, alt, url, resolutions };
}
